"""Copying a SQLite file while it is used, and looking whether a copy is whole."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tournament.server.ladder import UNFINISHED
from tournament.server.storage import unreadable
from tournament.site.system import rename, to_disk

HEADER = b"SQLite format 3\x00"


TAIL = """
    SELECT event.slug, entry.number, entry.digest, entry.id FROM tournament_ledgerentry entry
    JOIN tournament_event event ON event.id = entry.event_id ORDER BY entry.id DESC LIMIT 1
"""


class DamagedError(ValueError):
    """The file is no whole copy: the sentence says what is wrong with it."""


def copied(source: Path, target: Path) -> Path:
    """Copy under another name first: what bears the right name is whole and on disk."""
    partial = target.with_name(target.name + UNFINISHED)
    snapshot(source, partial)
    return finished(partial, target)


def snapshot(source: Path, partial: Path) -> None:
    """A copy of the database as it stands between two transactions, written through to the disk."""
    with closing(reading(source)) as old, closing(sqlite3.connect(partial)) as new:
        old.backup(new)
    to_disk(partial)


def finished(partial: Path, target: Path) -> Path:
    """Give an unfinished copy its name, and see that the folder keeps it."""
    rename(partial, target)
    to_disk(target.parent)
    return target


def reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a database that may be in use."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def still(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy that nobody writes to: nothing is laid beside it."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        yield db


def has_ledger(path: Path) -> bool:
    """Whether this is a database of Last Card at all; one that was never migrated is not."""
    with still(path) as db:
        return (
            db.execute(
                "SELECT 1 FROM sqlite_master WHERE name = 'tournament_ledgerentry'"
            ).fetchone()
            is not None
        )


def tail(path: Path) -> tuple[str, int, str, int]:
    """Event, number, digest and row of the entry written last; nothing and 0 before the first."""
    with still(path) as db:
        row = db.execute(TAIL).fetchone()
    return (str(row[0]), int(row[1]), str(row[2]), int(row[3])) if row else ("", 0, "", 0)


def look(path: Path) -> None:
    """Raise DamagedError unless the file is a whole SQLite database."""
    try:
        with path.open("rb") as file:
            if file.read(len(HEADER)) != HEADER:
                raise DamagedError(f"{path.name} is no copy of a database: it begins otherwise.")
        with still(path) as db:
            report = [str(row[0]) for row in db.execute("PRAGMA integrity_check(1)")]
    except OSError as fault:
        raise DamagedError(unreadable(path, fault)) from None
    except sqlite3.Error as fault:
        raise DamagedError(f"{path.name} is damaged: {fault}.") from None
    if report != ["ok"]:
        raise DamagedError(f"{path.name} is damaged: {report[0]}.")
