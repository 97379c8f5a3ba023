"""The doctor and the organiser's page say in words what is wrong and how to fix it."""

import os
import subprocess
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.tournament.evening import NOW, official, save, seated_event
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.faults.hall import commands
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tournament.home import health
from tournament.home.health import Finding
from tournament.home.views_status import apart
from tournament.home.words import troubles
from tournament.models import Event, Phone, SlowRequest
from tournament.server import triggers
from tournament.server.ladder import name_of

pytestmark = [pytest.mark.django_db, on_sqlite]
SHEET = ("out", "8", "A", "2", "3")


@pytest.fixture(autouse=True)
def _on_a_well_kept_machine(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BACKUP_DIR = str(tmp_path / "copies")
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(health, "free_megabytes", lambda where: 5000)
    monkeypatch.setattr(health, "nearly_full", lambda where: "")
    monkeypatch.setattr(health, "trouble", lambda: "")
    monkeypatch.setattr(health, "database_file", lambda: tmp_path / "own.sqlite3")
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=1))


@pytest.fixture
def event() -> Event:
    """An evening with a sheet in."""
    made = seated_event(5, games_per_round=1, qualifying_rounds=1)
    save(made, SHEET)
    return made


def copied(settings: Any, at: datetime) -> None:
    """A copy of that moment, by its name."""
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / name_of("spring", at, 7, "0123abcd")).touch()


def doctor() -> tuple[int, str]:
    """How the command exits, and what it says."""
    said = StringIO()
    try:
        call_command("doctor", stdout=said)
    except SystemExit as left:
        return int(left.code or 0), said.getvalue()
    return 0, said.getvalue()


def test_the_doctor_finds_nothing_where_all_is_well(event: Event, settings: Any) -> None:
    copied(settings, NOW)
    code, said = doctor()
    assert (code, said.splitlines()[-1], "WRONG" in said) == (0, "All is well.", False), said


Spoil = Callable[[Event, Any], None]


def _changed(event: Event, settings: Any) -> None:
    triggers.drop(connection)
    event.ledger.update(reason="changed")


WRONG: dict[str, tuple[Spoil, str]] = {
    "copies": (lambda event, settings: None, "Copies: run python3 run.py backup"),
    "old copy": (
        lambda event, settings: copied(settings, NOW - timedelta(hours=1)),
        "Copies: run python3 run.py backup now.",
    ),
    "second place": (
        lambda event, settings: setattr(settings, "BACKUP_SECOND", "/nowhere/stick"),
        "plug the disk in",
    ),
    "ledger": (_changed, "restore the newest copy"),
    "clock": (
        lambda event, settings: save_later(event, timedelta(days=4000)),
        "set this computer's date and time",
    ),
    "secret": (lambda event, settings: open_secret(settings), "chmod 600"),
    "addresses": (
        lambda event, settings: setattr(settings, "BASE_URL", "http://10.1.1.1:8000"),
        "among ALLOWED_HOSTS",
    ),
    "assets": (lambda event, settings: without_assets(settings), "collectstatic"),
    "names": (lambda event, settings: keep_too_long(event), "wipes them on the page"),
    "slow": (lambda event, settings: crawl(), "end other work"),
}


def keep_too_long(event: Event) -> None:
    """Names that were due the day after."""
    Event.objects.filter(pk=event.pk).update(date=NOW.date() - timedelta(days=9), names_kept_days=1)


def save_later(event: Event, by: timedelta) -> None:
    """An entry of a day to come."""
    triggers.drop(connection)
    event.ledger.update(at=timezone.now() + by)


def open_secret(settings: Any) -> None:
    """A secret that others can read."""
    kept = Path(settings.VAR_DIR) / "secret_key"
    kept.write_text("x")
    kept.chmod(0o644)


def without_assets(settings: Any) -> None:
    """Hashed assets that nobody collected."""
    settings.STATIC_HASHED, settings.STATIC_ROOT = True, Path(settings.VAR_DIR) / "nowhere"


def crawl() -> None:
    """A slow hour."""
    row = SlowRequest(at=timezone.now(), route="cut", method="GET", status=200, milliseconds=2500)
    SlowRequest.objects.bulk_create(
        [row] + [SlowRequest(**vars_of(row)) for _ in range(health.MANY)]
    )


def vars_of(row: SlowRequest) -> dict[str, object]:
    """The columns of a note."""
    return {
        name: getattr(row, name) for name in ("at", "route", "method", "status", "milliseconds")
    }


@pytest.mark.parametrize("kind", WRONG)
def test_the_doctor_names_what_is_wrong_and_its_mend(
    kind: str, event: Event, settings: Any
) -> None:
    spoil, mend = WRONG[kind]
    if kind not in ("copies", "old copy"):
        copied(settings, NOW + timedelta(days=5000))
    spoil(event, settings)
    code, said = doctor()
    assert (code, mend in said) == (1, True), said


def test_without_the_database_the_doctor_still_looks_at_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        health,
        "readiness",
        lambda: iter([Finding("database", "Gone.", "Start it."), Finding("disk", "")]),
    )
    found = {finding.what: finding.wrong for finding in health.everything()}
    assert found["database"]
    assert "copies" not in found
    assert {"secret", "addresses", "paper"} <= set(found)


def test_the_organiser_sees_copy_head_phones_and_clocks(event: Event, settings: Any) -> None:
    copied(settings, NOW)
    codes_issued(event)
    now = int(timezone.now().timestamp())
    PhoneHeld(table_code(event)).get(**{"X-Unsent": "3", "X-Clock": str(now + 5400)})
    Phone.objects.update(umpire="Dr Vane")
    SlowRequest.objects.create(
        at=timezone.now(), route="cut", method="GET", status=200, milliseconds=1234
    )
    client = Client()
    client.force_login(official(event))
    shown = client.get(f"/e/{event.slug}/status/").content.decode()
    last = event.ledger.latest("number")
    for words in (
        "up to entry 7",
        f"Entry {last.number}",
        last.digest[:16],
        "3 not sent",
        "1 h 30 min ahead",
        "1234 ms",
    ):
        assert words in shown, words


def test_where_there_is_no_copy_the_page_says_so(event: Event) -> None:
    client = Client()
    client.force_login(official(event))
    shown = client.get(f"/e/{event.slug}/status/").content.decode()
    assert "There is no copy of this evening yet." in shown
    assert "Something needs you" in shown


def test_how_far_clocks_lie_apart_is_said_in_hours_and_minutes() -> None:
    assert [apart(seconds) for seconds in (150, -5400, 86_400)] == [
        "2 min ahead",
        "1 h 30 min behind",
        "24 h 0 min ahead",
    ]


@pytest.mark.parametrize(
    ("now", "copy", "words"),
    [
        (NOW + timedelta(minutes=1), NOW, ""),
        (
            NOW - timedelta(hours=1),
            NOW - timedelta(hours=2),
            "It stands before the last entry, which says 11 February",
        ),
        (
            NOW + timedelta(minutes=1),
            NOW + timedelta(days=90),
            "It stands before a copy that says 12 May 2027",
        ),
        (
            NOW - timedelta(days=1500),
            NOW,
            "It says 03 January 2023, a day before this program was written.",
        ),
    ],
)
def test_the_doctor_and_the_home_say_that_the_clock_is_wrong(
    event: Event,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    now: datetime,
    copy: datetime,
    words: str,
) -> None:
    copied(settings, copy)
    monkeypatch.setattr(timezone, "now", lambda: now)
    said = health.clock_behind()
    assert (said.startswith(words), bool(said)) == (True, bool(words)), said
    assert health.clock().wrong is bool(words)
    assert any("clock is wrong" in trouble for trouble in troubles()) is bool(words)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a database on a server has no file here")
@pytest.mark.parametrize(
    "name",
    ["evening.sqlite3", "evening.sqlite3-wal", "copies/spring.sqlite3", "snapshots/a.sqlite3"],
)
def test_the_doctor_finds_what_others_on_this_computer_can_read(
    name: str, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "database_file", lambda: tmp_path / "evening.sqlite3")
    for folder in ("copies", "snapshots"):
        (tmp_path / folder).mkdir(mode=0o755, exist_ok=True)
        (tmp_path / folder).chmod(0o755)
    path = tmp_path / name
    path.touch()
    path.chmod(0o644)
    found = health.files()
    assert (found.wrong, f"chmod -R go= {tmp_path}" in found.mend) == (True, True)
    subprocess.run(found.mend.removeprefix("Files: run ").split(), check=True)
    assert health.files().wrong is False


def test_a_command_leaves_nothing_that_others_can_read(tmp_path: Path) -> None:
    """The whole of a fresh database: the file, its journals, the copy and the folder of copies."""
    database = tmp_path / "own" / "evening.sqlite3"
    database.parent.mkdir()
    told = {
        "DATABASE_URL": f"sqlite:///{database}",
        "SECRET_KEY": "x" * 50,
        "BACKUP_DIR": str(tmp_path / "copies"),
    }
    with commands(os.environ | told) as said:
        for words in (
            ("migrate", "--verbosity=0"),
            ("demo", "--guests", "12", "--until", "r1g1"),
            ("backup",),
        ):
            said("", "manage.py", *words)
    written = [*database.parent.iterdir(), tmp_path / "copies", *(tmp_path / "copies").iterdir()]
    assert len(written) >= 3
    assert {path.name: oct(path.stat().st_mode & 0o077) for path in written} == {
        path.name: "0o0" for path in written
    }
