"""Copies of the database before grave acts: whole, named, few, and never in the way of the act."""

import sqlite3
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.tournament.ending import closed_event, sealed_event, signed_in
from tests.tournament.evening import seated_event, sign
from tournament.finals.acts import break_seal
from tournament.models import Event, LedgerEntry
from tournament.refusal import Refused
from tournament.seating.acts import reopen_round
from tournament.server import snapshot

NOW = datetime(2027, 2, 11, 20, 0, tzinfo=UTC)


def database(folder: Path) -> Path:
    """A small database in a file of its own."""
    made = folder / "evening of ours?#.sqlite3"
    with sqlite3.connect(made) as held:
        held.execute("CREATE TABLE kept (word TEXT)")
        held.execute("INSERT INTO kept VALUES ('an eight is thirty')")
    held.close()
    return made


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The evening lies in a file, and no transaction runs around the act."""
    made = database(tmp_path)
    monkeypatch.setattr(snapshot, "database_file", lambda: made)
    monkeypatch.setattr(snapshot, "in_transaction", lambda: False)
    return made


@pytest.fixture
def event() -> Event:
    """A sealed evening, made before the copies begin."""
    return sealed_event()


@pytest.mark.django_db
def test_a_copy_is_whole_and_named_after_event_time_entry_and_head(
    event: Event, source: Path
) -> None:
    made = snapshot.keep(event, NOW)
    last = LedgerEntry.objects.filter(event=event).latest("number")
    assert made is not None
    assert (
        made.name == f"{event.slug}-20270211T200000000000-{last.number}-{last.digest[:8]}.sqlite3"
    )
    with sqlite3.connect(made) as copy:
        assert copy.execute("SELECT word FROM kept").fetchall() == [("an eight is thirty",)]
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()
    assert [path.name for path in made.parent.iterdir()] == [made.name]


def test_a_full_ladder_keeps_the_first_the_newest_and_rungs_between(tmp_path: Path) -> None:
    times = [NOW + timedelta(minutes=minute) for minute in range(100)]
    for time in times:
        (tmp_path / f"spring-{time.strftime(snapshot.STAMP)}-7-0123abcd.sqlite3").touch()
        snapshot.thin(tmp_path)
    kept = [path.name.split("-")[1] for path in snapshot.snapshots(tmp_path)]
    stamps = [time.strftime(snapshot.STAMP) for time in times]
    assert len(kept) == snapshot.MOST
    assert (kept[0], kept[-snapshot.NEWEST :]) == (stamps[0], stamps[-snapshot.NEWEST :])
    places = [stamps.index(stamp) for stamp in kept]
    assert max(later - earlier for earlier, later in pairwise(places)) <= 16


@pytest.mark.django_db
@pytest.mark.parametrize("hindered", ["a file is in the way", "no such database"])
def test_a_copy_that_cannot_be_made_is_told_once_and_the_act_goes_on(
    event: Event, source: Path, hindered: str
) -> None:
    if hindered == "no such database":
        source.unlink()
    else:
        (source.parent / snapshot.FOLDER).write_text("not a folder")
    assert snapshot.keep(event) is None
    assert "See that the disk has room" in snapshot.fault_told()
    assert snapshot.fault_told() == ""
    assert list(source.parent.rglob("*.sqlite3")) in ([], [source])


@pytest.mark.django_db
def test_a_grave_act_makes_its_copy_first_and_a_refused_one_too(
    event: Event, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    monkeypatch.setattr(
        snapshot, "keep", lambda row: kept.append(LedgerEntry.objects.filter(event=row).count())
    )
    before = LedgerEntry.objects.filter(event=event).count()
    break_seal(event, sign(), reason="Misread")
    with pytest.raises(Refused):
        reopen_round(event, 1, sign(), reason="")
    assert kept == [before, before + 1]


@pytest.mark.django_db
def test_on_a_full_disk_the_page_tells_it_and_the_act_is_done(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = closed_event()
    monkeypatch.setattr(snapshot, "FOLDER", source.name)
    client = signed_in(made)
    told = client.post(f"/e/{made.slug}/cut/seal/", {"key": "once"}, follow=True).content.decode()
    assert ("See that the disk has room" in told, "The cut is sealed." in told) == (True, True)
    assert "See that the disk has room" not in client.get(f"/e/{made.slug}/cut/").content.decode()


@pytest.mark.django_db
def test_inside_a_transaction_or_in_memory_no_copy_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = seated_event()
    made = database(tmp_path)
    monkeypatch.setattr(snapshot, "database_file", lambda: made)
    assert connection.in_atomic_block
    assert snapshot.keep(event) is None
    assert not (tmp_path / snapshot.FOLDER).exists()


def test_what_is_no_copy_is_left_alone(tmp_path: Path) -> None:
    for name in (
        "notes.txt",
        "lastcard.sqlite3",
        f"spring-20270211T200000000000-7-0123abcd.sqlite3{snapshot.UNFINISHED}",
    ):
        (tmp_path / name).touch()
    snapshot.thin(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    assert snapshot.snapshots(tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"NAME": "file:memorydb_default?mode=memory&cache=shared"}, "in memory alone"),
        ({"NAME": ":memory:"}, "in memory alone"),
    ],
)
def test_how_the_evening_is_kept_is_said(
    settings: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "postgresql":
        assert "whoever runs that server" in snapshot.how_kept()
        return
    monkeypatch.setitem(connection.settings_dict, "NAME", settings["NAME"])
    assert words in snapshot.how_kept()
