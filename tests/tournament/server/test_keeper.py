"""The keeper: a journal that stays short by one checkpointer, copies every minute, one keeper at a
time.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.tournament.faults.databases import on_sqlite
from tournament.server import keeper
from tournament.server.keeper import Journal, kept_by_somebody
from tournament.server.storage import keeping, lock_file, trouble
from tournament.site import checks

PAGE = 4096
BUSY = 400
"""Saves, and as many pages of the journal at least: beyond what one look lets grow."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database as the product opens one."""
    made = tmp_path / "evening.sqlite3"
    with closing(opened(made)) as held:
        held.execute("CREATE TABLE kept (word TEXT)")
    return made


def opened(path: Path) -> sqlite3.Connection:
    """A connection of a server process: it never checkpoints by itself."""
    held = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "wal_autocheckpoint=0"):
        held.execute(f"PRAGMA {pragma}")
    return held


@pytest.fixture
def writer(file: Path) -> Iterator[sqlite3.Connection]:
    """Somebody who saves, with a second connection open as a server has."""
    with closing(opened(file)) as held, closing(opened(file)):
        yield held


def busy(writer: sqlite3.Connection, journal: Journal, *, looks: bool) -> int:
    """Save often; the keeper looks after every tenth save.

    Returns how long the journal became, in pages.
    """
    longest = 0
    for save in range(BUSY):
        writer.execute("INSERT INTO kept VALUES (?)", ["x" * PAGE])
        if looks and save % 10 == 9:
            journal.checkpoint()
        longest = max(longest, journal.length())
    return longest // PAGE


@pytest.mark.promise(
    "The journal stays short by one checkpointer, without any writer's own",
    faults=(6,),
    figure="journal",
)
def test_the_journal_stays_short_while_the_keeper_looks(
    file: Path, writer: sqlite3.Connection
) -> None:
    journal = Journal(file)
    assert busy(writer, journal, looks=True) < 60
    journal.close()


@pytest.mark.control("test_the_journal_stays_short_while_the_keeper_looks")
def test_without_the_keeper_the_journal_grows_with_every_save(
    file: Path, writer: sqlite3.Connection
) -> None:
    assert busy(writer, Journal(file), looks=False) > BUSY


def test_a_journal_that_a_reader_kept_long_begins_anew_once_the_reader_is_done(
    file: Path, writer: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "LONGEST_JOURNAL", 50 * PAGE)
    monkeypatch.setattr(keeper, "PATIENCE", 0)
    journal = Journal(file)
    with closing(opened(file)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM kept").fetchall()
        assert busy(writer, journal, looks=True) > BUSY
        reader.execute("COMMIT")
    journal.checkpoint()
    assert journal.length() == 0
    journal.close()


def test_a_change_is_seen_by_the_keeper_and_rest_as_well(
    file: Path, writer: sqlite3.Connection
) -> None:
    journal = Journal(file)
    writer.execute("INSERT INTO kept VALUES ('one')")
    journal.checkpoint()
    seen = journal.changes()
    assert journal.changes() == seen
    writer.execute("INSERT INTO kept VALUES ('two')")
    assert journal.changes() != seen
    journal.close()


def test_a_database_on_a_server_has_no_journal_to_keep() -> None:
    journal = Journal(None)
    journal.checkpoint()
    assert (journal.length(), journal.changes()) == (0, None)


@pytest.mark.django_db
def test_one_process_keeps_at_a_time_and_its_trouble_is_read_by_all() -> None:
    assert kept_by_somebody() is False
    with keeping() as held:
        assert held is not None
        held.write("No room.")
        held.flush()
        with keeping() as second:
            assert second is None
        assert (kept_by_somebody(), trouble()) == (True, "No room.")
    lock_file().unlink()
    assert (kept_by_somebody(), trouble()) == (False, "")


@on_sqlite
@pytest.mark.django_db
def test_databases_that_differ_in_their_ending_alone_have_a_keeper_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {}
    for name in ("hall.sqlite3", "hall.sqlite3_old", "hall.old"):
        monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / name))
        files[name] = lock_file().name
    assert files == {
        "hall.sqlite3": "hall.keeper",
        "hall.sqlite3_old": "hall.sqlite3_old.keeper",
        "hall.old": "hall.old.keeper",
    }


@pytest.mark.parametrize(
    ("version", "warned"),
    [((3, 40, 1), True), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 52, 0), False)],
)
def test_versions_of_sqlite_that_can_spoil_a_database_are_warned_of(
    version: tuple[int, int, int], warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "sqlite_version_info", version)
    found = [message.id for message in checks.sqlite_is_mended(None)]
    assert found == (["tournament.W001"] if warned and connection.vendor == "sqlite" else [])


@on_sqlite
@pytest.mark.django_db
def test_every_connection_flushes_at_each_commit_and_leaves_checkpoints_to_the_keeper() -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint", "mmap_size")
    with connection.cursor() as cursor:
        held = {name: cursor.execute(f"PRAGMA {name}").fetchone() for name in names}
    told = [("wal",), (2,), (1,), (0,)]
    assert [held[name] for name in names[:4]] == told
    assert held["mmap_size"] in ((0,), None)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
