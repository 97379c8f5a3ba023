"""The doctor and the organiser's page say in words what is wrong and how to mend it."""

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
from tests.tournament.phones import PhoneHeld, codes_issued, table_code
from tournament import triggers
from tournament.backup.names import name_of
from tournament.health import looking, readiness
from tournament.health.finding import Finding
from tournament.models import Event, Phone, SlowRequest
from tournament.views.status import apart

pytestmark = pytest.mark.django_db
SHEET = ("out", "8", "A", "2", "3")


@pytest.fixture(autouse=True)
def _on_a_well_kept_machine(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BACKUP_DIR = str(tmp_path / "copies")
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(readiness, "free_megabytes", lambda where: 5000)
    monkeypatch.setattr(readiness, "nearly_full", lambda where: "")
    monkeypatch.setattr(looking, "trouble", lambda: "")
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
    folder.mkdir(exist_ok=True)
    (folder / name_of("spring", at, 7, "0123abcd", ".sqlite3")).touch()


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
    "copies": (lambda event, settings: None, "Copies: run manage.py backup"),
    "old copy": (
        lambda event, settings: copied(settings, NOW - timedelta(hours=1)),
        "Copies: run manage.py backup now.",
    ),
    "second place": (lambda event, settings: setattr(settings, "BACKUP_SECOND", "/nowhere/stick"), "plug the disk in"),
    "ledger": (_changed, "restore the newest copy"),
    "clock": (
        lambda event, settings: save_later(event, timedelta(days=4000)),
        "set this computer's date and time right",
    ),
    "secret": (lambda event, settings: open_secret(settings), "chmod 600"),
    "addresses": (lambda event, settings: setattr(settings, "BASE_URL", "http://10.1.1.1:8000"), "among ALLOWED_HOSTS"),
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
    SlowRequest.objects.bulk_create([row] + [SlowRequest(**vars_of(row)) for _ in range(looking.MANY)])


def vars_of(row: SlowRequest) -> dict[str, object]:
    """The columns of a note."""
    return {name: getattr(row, name) for name in ("at", "route", "method", "status", "milliseconds")}


@pytest.mark.parametrize("kind", WRONG)
def test_the_doctor_names_what_is_wrong_and_its_mend(kind: str, event: Event, settings: Any) -> None:
    spoil, mend = WRONG[kind]
    if kind not in ("copies", "old copy"):
        copied(settings, NOW + timedelta(days=5000))
    spoil(event, settings)
    code, said = doctor()
    assert (code, mend in said) == (1, True), said


def test_without_the_database_the_doctor_still_looks_at_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        looking, "readiness", lambda: iter([Finding("database", "Gone.", "Start it."), Finding("disk", "")])
    )
    found = {finding.what: finding.wrong for finding in looking.everything()}
    assert found["database"]
    assert "copies" not in found
    assert {"secret", "addresses", "assets", "paper"} <= set(found)


def test_the_organiser_sees_copy_head_phones_and_clocks(event: Event, settings: Any) -> None:
    copied(settings, NOW)
    codes_issued(event)
    now = int(timezone.now().timestamp())
    PhoneHeld(table_code(event)).get(**{"X-Unsent": "3", "X-Clock": str(now + 5400)})
    Phone.objects.update(umpire="Dr Vane")
    SlowRequest.objects.create(at=timezone.now(), route="cut", method="GET", status=200, milliseconds=1234)
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
