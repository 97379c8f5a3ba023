"""What is refused before a copy is put back; nothing is changed by it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.test import override_settings

from tests.tournament.evening import NOW, save, seated_event
from tournament import triggers
from tournament.backup import postgres
from tournament.backup.making import make_copy
from tournament.backup.places import keeping
from tournament.backup.restoring import RestoreRefusedError, restore
from tournament.models import LedgerEntry, Tally

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A whole copy of a small evening."""
    event = seated_event(qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "8H KD", "A", "=23", "2 3 4"))
    with override_settings(BACKUP_DIR=str(tmp_path / "copies")):
        return make_copy(NOW).path


def refused(path: Path) -> str:
    """The sentence with which a copy is refused; the database is as it was."""
    before = list(LedgerEntry.objects.values_list("digest", flat=True))
    with pytest.raises(RestoreRefusedError) as said:
        restore(path, NOW)
    assert list(LedgerEntry.objects.values_list("digest", flat=True)) == before
    return str(said.value)


@pytest.mark.promise("A damaged copy is never put in the place of the database", faults=(7,))
@pytest.mark.parametrize("damage", ["cut short", "a page overwritten", "other bytes", "empty"])
def test_a_damaged_copy_is_refused_in_a_sentence(copy: Path, damage: str) -> None:
    whole = copy.read_bytes()
    middle = len(whole) // 2
    copy.write_bytes(
        {
            "cut short": whole[:middle],
            "a page overwritten": whole[:middle] + bytes(20_000) + whole[middle + 20_000 :],
            "other bytes": b"no copy at all" * 1000,
            "empty": b"",
        }[damage]
    )
    assert refused(copy).endswith("Nothing was changed: choose another copy.")


@pytest.mark.control("test_a_damaged_copy_is_refused_in_a_sentence")
def test_the_same_look_finds_nothing_in_a_whole_copy(copy: Path) -> None:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(copy)) as held:
            assert held.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    else:
        postgres.look(copy)


def test_a_copy_is_not_put_under_a_running_server(copy: Path) -> None:
    with keeping() as held:
        assert held is not None
        assert refused(copy).startswith("A server is running on this database: stop it first")


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    assert refused(tmp_path / "away.sqlite3").startswith("There is no file")


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as held:
        held.execute("CREATE TABLE guests (name TEXT)")
    words = "not one of Last Card" if connection.vendor == "sqlite" else "begins otherwise"
    assert words in refused(other)


def test_a_copy_of_a_newer_program_is_refused(copy: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_to_come', '2030-01-01')"
        )
        with override_settings(BACKUP_DIR=str(copy.parent)):
            newer = make_copy(NOW.replace(hour=21)).path
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_to_come'")
    assert "made by a newer Last Card (it knows 9999_to_come)" in refused(newer)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a dump is proved once it is put back")
def test_a_copy_whose_ledger_is_not_in_order_is_refused_and_the_fault_named(copy: Path) -> None:
    triggers.drop(connection)
    Tally.objects.filter(seat="D").update(points=22)
    triggers.create(connection)
    with override_settings(BACKUP_DIR=str(copy.parent)):
        faulty = make_copy(NOW.replace(hour=21)).path
    assert "Seat D on the sheet of ledger entry 2 is not what was entered." in refused(faulty)
