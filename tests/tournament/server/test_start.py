"""Making ready to serve: tables that a file says it has are not looked for again, and everything is
done in the process that serves.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tournament import places
from tournament.server import start

NOTED = "tables"


def made(file: Path) -> str:
    """The address of a database of SQLite with a table in it."""
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"CREATE TABLE {NOTED} (id INTEGER)")
    return places.address_of(file)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that a start asked for."""
    names: list[str] = []
    monkeypatch.setattr(start, "manage", lambda *words: names.append(words[0]))
    return names


@pytest.mark.promise("A database that is up to date is known by its stamp")
def test_tables_are_looked_for_once_and_a_copy_of_the_file_knows_it_too(
    asked: list[str], tmp_path: Path
) -> None:
    url = made(tmp_path / "evening.sqlite3")
    start.migrate(url)
    start.migrate(url)
    shutil.copy(tmp_path / "evening.sqlite3", tmp_path / "copy.sqlite3")
    start.migrate(places.address_of(tmp_path / "copy.sqlite3"))
    assert (asked, start.stamp_of(tmp_path / "copy.sqlite3")) == (["migrate"], start.tables())


@pytest.mark.control("test_tables_are_looked_for_once_and_a_copy_of_the_file_knows_it_too")
def test_a_file_of_other_tables_and_one_that_says_nothing_are_brought_up_to_date(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = made(tmp_path / "evening.sqlite3")
    start.migrate(url)
    monkeypatch.setattr(start, "tables", lambda: 7)
    start.migrate(url)
    with closing(sqlite3.connect(tmp_path / "evening.sqlite3")) as database:
        database.execute("PRAGMA user_version = 0")
    start.migrate(url)
    start.migrate("postgres://lastcard@db:5432/lastcard")
    start.migrate("postgres://lastcard@db:5432/lastcard")
    assert asked == ["migrate"] * 5


def test_a_database_that_is_no_database_is_left_to_the_command_that_says_so(
    asked: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "evening.sqlite3"
    file.write_bytes(b"no database at all, but long enough to be read as one" * 40)
    assert start.stamp_of(file) == 0
    assert start.stamp_of(tmp_path / "nowhere.sqlite3") == 0


def test_a_command_that_fails_ends_the_start_with_a_sentence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    start.manage("check", "--tag=staticfiles")
    assert capfd.readouterr().out == ""
    with pytest.raises(SystemExit, match="no_such_command failed; the server was not started"):
        start.manage("no_such_command")
