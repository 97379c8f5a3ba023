"""Copies of the database in use: whole, named, proved, in two places; what hinders one is said."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import override_settings

from tests.tournament.evening import NOW, save, seated_event
from tests.tournament.faults.databases import on_sqlite
from tournament.models import Event, LedgerEntry, Tally
from tournament.server import ladder, storage, triggers
from tournament.server.backup import make_copy
from tournament.server.ladder import copies, read_name
from tournament.server.storage import NoSuchPlaceError

pytestmark = [pytest.mark.django_db(transaction=True), on_sqlite]


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    """A sheet is in; copies go to a folder of the test's own and to a second one."""
    made = seated_event(qualifying_rounds=1, games_per_round=1)
    save(made, ("out", "8H KD", "A", "=23", "2 3 4"))
    second = tmp_path / "stick"
    second.mkdir()
    with override_settings(BACKUP_DIR=str(tmp_path / "copies"), BACKUP_SECOND=str(second)):
        yield made


def test_a_copy_is_proved_and_lies_in_both_places_under_the_name_of_what_it_holds(
    event: Event, tmp_path: Path
) -> None:
    made, last = make_copy(NOW), LedgerEntry.objects.latest("pk")
    found = read_name(made.path)
    assert found is not None
    assert (found.at, found.slug, found.entry, found.head) == (
        NOW,
        event.slug,
        last.number,
        last.digest[:8],
    )
    assert made.fault == ""
    assert made.second is not None
    assert made.second.parent == tmp_path / "stick"
    assert made.second.read_bytes() == made.path.read_bytes()
    again = make_copy(NOW + timedelta(minutes=1))
    witness = (tmp_path / "stick" / "heads.txt").read_text(encoding="utf-8")
    assert witness.splitlines() == [made.path.name, again.path.name]
    again.path.unlink()
    assert {path.name for path in made.path.parent.iterdir()} <= {made.path.name, "secret_key"}


@pytest.mark.promise(
    "Every copy is proved: one of a tampered ledger is kept and its fault named", faults=(27,)
)
def test_a_copy_of_a_ledger_that_was_tampered_with_is_kept_and_the_fault_named(
    event: Event,
) -> None:
    triggers.drop(connection)
    Tally.objects.filter(seat="D").update(points=22)
    triggers.create(connection)
    made = make_copy(NOW)
    assert (
        made.fault
        == f"{event.slug}: Seat D on the sheet of record entry 2 is not what was entered."
    )
    assert made.path.exists()


@pytest.mark.control("test_a_copy_of_a_ledger_that_was_tampered_with_is_kept_and_the_fault_named")
def test_a_copy_that_is_not_proved_finds_nothing(event: Event) -> None:
    triggers.drop(connection)
    Tally.objects.filter(seat="D").update(points=22)
    triggers.create(connection)
    assert make_copy(NOW, prove=False).fault == ""


def test_a_stick_that_is_not_plugged_in_is_told_and_the_first_copy_is_there(
    event: Event, tmp_path: Path
) -> None:
    (tmp_path / "stick").rmdir()
    with pytest.raises(
        NoSuchPlaceError, match=r"second place for copies, .*stick, is not there: plug the disk in"
    ):
        make_copy(NOW)
    assert len(list((tmp_path / "copies").glob("test-evening-*"))) == 1


def test_a_database_without_tables_is_nothing_to_copy(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.server.backup.database_file", lambda: Path("nowhere.sqlite3"))
    with pytest.raises(NoSuchPlaceError, match="no database file yet"):
        make_copy(NOW)


def test_copies_lie_beside_the_database_unless_said_otherwise(event: Event) -> None:
    with override_settings(BACKUP_DIR=""):
        assert storage.folder() == storage.beside() / f"{storage.stem()}-backups"


def test_a_path_is_told_only_while_the_copy_lies_there(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "thin", lambda _folder, fresh: fresh.unlink())
    with pytest.raises((NoSuchPlaceError, OSError)):
        make_copy(NOW)


def test_with_the_clock_years_back_the_copy_just_made_lies_in_both_places(event: Event) -> None:
    for days in (0, -1000, -999):
        made = make_copy(NOW + timedelta(days=days))
        assert (made.path.is_file(), made.second is not None and made.second.is_file()) == (
            True,
            True,
        )
    assert len(copies(made.path.parent)) == 3
