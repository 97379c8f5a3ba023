"""What is refused before a copy is put back; nothing is changed by it."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from tests.tournament.evening import NOW, save, seated_event
from tests.tournament.faults.databases import on_sqlite
from tournament.models import LedgerEntry, Tally
from tournament.refusal import Refused
from tournament.server import restore as server_restore
from tournament.server import sqlite_copies, triggers
from tournament.server.backup import make_copy
from tournament.server.ladder import name_of
from tournament.server.restore import restore
from tournament.server.storage import keeping

pytestmark = [pytest.mark.django_db(transaction=True), on_sqlite]


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
    with pytest.raises(Refused) as said:
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
    with closing(sqlite3.connect(copy)) as held:
        assert held.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


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
    assert "not one of Last Card" in refused(other)


def test_a_copy_of_a_newer_program_is_refused(copy: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament',"
            " '9999_to_come', '2030-01-01')"
        )
        with override_settings(BACKUP_DIR=str(copy.parent)):
            newer = make_copy(NOW.replace(hour=21)).path
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_to_come'")
    assert "made by a newer Last Card (it knows 9999_to_come)" in refused(newer)


def test_a_copy_whose_ledger_is_not_in_order_is_refused_and_the_fault_named(copy: Path) -> None:
    triggers.drop(connection)
    Tally.objects.filter(seat="D").update(points=22)
    triggers.create(connection)
    with override_settings(BACKUP_DIR=str(copy.parent)):
        faulty = make_copy(NOW.replace(hour=21)).path
    assert "Seat D on the sheet of record entry 2 is not what was entered." in refused(faulty)


class Death(Exception):
    """The power went."""


STEPS = (
    "Path.replace",
    "Path.hardlink_to",
    "Path.unlink",
    "Path.rename",
    "shutil.copyfile",
    "os.fsync",
)


def dying_at(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever changes the disk works so many times; then nothing does."""
    done = count(1)
    for name in STEPS:
        room, _, call = name.partition(".")
        owner: Any = {"Path": Path, "shutil": shutil, "os": os}[room]

        monkeypatch.setattr(owner, call, _dying(getattr(owner, call), lambda: next(done) >= step))


def _dying(real: Callable[..., Any], dead: Callable[[], bool]) -> Callable[..., Any]:
    def called(*args: Any, **more: Any) -> Any:
        if dead():
            raise Death
        return real(*args, **more)

    return called


def put_back_dying(
    copy: Path, folder: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[bool, str]:
    """Whether the restore came to its end, and which database lies there afterwards: that of
    before, or the copy.
    """
    folder.mkdir(exist_ok=True)
    target = folder / "db.sqlite3"
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as now,
        closing(sqlite3.connect(target)) as laid,
    ):
        now.backup(laid)
        laid.execute("PRAGMA journal_mode=WAL")
        laid.execute("CREATE TABLE before (id)")
        laid.commit()
    monkeypatch.setattr(server_restore, "database_file", lambda: target)
    monkeypatch.setattr(server_restore, "kept_by_somebody", lambda: False)
    with monkeypatch.context() as dying:
        dying_at(step, dying)
        try:
            restore(copy, NOW)
        except Death:
            ended = False
        else:
            ended = True
    if not target.exists():
        return ended, "nothing"
    sqlite_copies.look(target)
    with closing(sqlite3.connect(target)) as held:
        before = held.execute("SELECT 1 FROM sqlite_master WHERE name = 'before'").fetchone()
    return ended, "before" if before else "copy"


def at_every_step(copy: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which database lies there when the restore dies at its first step, its second, and so on
    until it ends.
    """
    found = []
    for step in range(1, 30):
        ended, there = put_back_dying(copy, folder / str(step), step, monkeypatch)
        found.append(there)
        if ended:
            return found
    raise AssertionError(found)


@pytest.mark.promise(
    "A restore that dies at any step leaves a whole database under its name", faults=(7,)
)
def test_a_restore_that_dies_at_any_step_leaves_the_old_database_or_the_copy(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = at_every_step(copy, tmp_path, monkeypatch)
    turn = found.index("copy")
    assert turn >= len(STEPS) - 2
    assert found == ["before"] * turn + ["copy"] * (len(found) - turn)


@pytest.mark.control("test_a_restore_that_dies_at_any_step_leaves_the_old_database_or_the_copy")
def test_a_restore_that_moves_the_old_database_away_first_would_leave_none(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        server_restore, "_keep", lambda target, _now: target.rename(f"{target}.before")
    )
    assert set(at_every_step(copy, tmp_path, monkeypatch)) == {"before", "nothing", "copy"}


def test_what_is_entered_after_a_restore_counts_as_later_than_every_copy_there_is(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copy.parent / name_of("spring", NOW, 7, "0123abcd", 900)).touch()
    assert put_back_dying(copy, tmp_path, 100, monkeypatch) == (True, "copy")
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as held:
        [(last,)] = held.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'tournament_ledgerentry'"
        )
    assert last == 900
