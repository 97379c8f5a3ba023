"""Putting a copy in the place of the database: looked at first, and what was there is kept."""

import shutil
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection, connections

from tournament.refusal import Refused
from tournament.server import sqlite_copies
from tournament.server.backup import first_fault, reading_from
from tournament.server.keeper import kept_by_somebody
from tournament.server.ladder import STAMP, UNFINISHED, Copy, copies, read_name
from tournament.server.schema import APPLIED, to_come, too_old, unheard_of
from tournament.server.storage import (
    LEDGER,
    REFUSED_BY_DISK,
    NoSuchPlaceError,
    database_file,
    everywhere,
    lock_file,
)
from tournament.site.system import remove, to_disk

JOURNALS = ("-wal", "-shm")
LAST = f"SELECT max(id) FROM {LEDGER}"  # noqa: S608 -- our own table


def restore(
    path: Path, now: datetime, *, anyway: bool = False, folder: Path | None = None
) -> Path | None:
    """Put a copy in the place of the database; gives where what was there before is kept.

    `anyway` takes a copy in which `verify` finds a fault; a damaged one is never taken. `folder` is
    where it came from, if it was unsealed. Raises Refused.
    """
    if kept_by_somebody():
        raise Refused("A server is running on this database: stop it first (Ctrl-C in its window).")
    if connection.vendor == "postgresql":
        raise Refused(
            "PostgreSQL keeps this database: put a dump back with pg_restore, as docs/restore.md"
            " says under “PostgreSQL”."
        )
    if not path.is_file():
        raise Refused(f"There is no file {path}: give the path of a copy.")
    try:
        return _restore(path, now, anyway, folder or path.parent)
    except (sqlite_copies.DamagedError, NoSuchPlaceError) as fault:
        raise Refused(f"{fault} Nothing was changed: choose another copy.") from None
    except REFUSED_BY_DISK as fault:
        raise Refused(
            f"The disk reported an error ({fault}). No entry is lost: the database that was there,"
            " or the copy, lies whole in its place. Restore the copy again; if that fails too, take"
            " another disk or laptop."
        ) from None


def copied_at(path: Path) -> datetime:
    """When a copy was made: as its name says, or else as its file does."""
    copy = read_name(path)
    return copy.at if copy else datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _restore(path: Path, now: datetime, anyway: bool, folder: Path) -> Path | None:
    sqlite_copies.look(path)
    if not sqlite_copies.has_ledger(path):
        raise Refused(f"{path.name} is a database, and not one of Last Card.")
    with sqlite_copies.still(path) as db:
        applied = {str(row[0]) for row in db.execute(APPLIED)}
    _refuse_others(applied, path)
    fault = "" if to_come(applied) else _proved(path)
    if fault and not anyway:
        words = "Choose another copy, or take it all the same with --anyway."
        raise Refused(f"{path.name} is whole, and its record is not in order. {fault} {words}")
    target = database_file()
    if target is None:
        raise Refused("The database is held in memory: there is no place to put a copy.")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + UNFINISHED)
    _without_journal(partial)  # one that an earlier try left would be brought into this copy
    shutil.copyfile(path, partial)
    connections.close_all()
    _beyond(
        partial,
        [
            _place(target),
            *(copy.place for place in {folder, *everywhere()} for copy in copies(place)),
        ],
    )
    to_disk(partial)
    sqlite_copies.look(partial)
    former = _keep(target, now)
    sqlite_copies.finished(partial, target)
    return former


def _without_journal(database: Path) -> None:
    for journal in JOURNALS:
        remove(Path(f"{database}{journal}"))


def _place(database: Path) -> int:
    """The row of the last entry that the present database has; -1 where it cannot say any more."""
    try:
        with closing(sqlite_copies.reading(database)) as db:
            return int(db.execute(LAST).fetchone()[0] or 0)
    except sqlite3.Error:
        return -1


def _beyond(partial: Path, places: Iterable[int]) -> None:
    """Let the ledger go on beyond every row that a copy or the present database has: copies made
    later count as later.

    Rows of the ledger are numbered by SQLite, for all evenings together; no digest holds that
    number.
    """
    last = [max(places), LEDGER]
    with closing(sqlite3.connect(partial)) as db:
        if not db.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last
        ).rowcount:
            db.execute("INSERT INTO sqlite_sequence (seq, name) VALUES (max(0, ?), ?)", last)
        db.commit()


def _proved(path: Path) -> str:
    with reading_from(path):
        return first_fault(recent=False)


def _keep(target: Path, now: datetime) -> Path | None:
    """Give the database that is there a second name, before the copy takes the first one from it.

    At no moment is there no database under its name: what dies in between leaves the old one in its
    place, or the new one whole. Its journal is brought into it first; one that is too damaged for
    that goes with its journal.
    """
    if not target.exists():
        return None
    former = target.with_name(f"{target.name}.before-{now.astimezone(UTC).strftime(STAMP)}")
    complete = _journal_brought_in(target)
    try:
        former.hardlink_to(target)
    except OSError:  # a file system without second names, such as that of a stick
        shutil.copyfile(target, former)
        to_disk(former)
    for journal in JOURNALS:
        path = Path(f"{target}{journal}")
        if path.exists():
            if not complete:
                shutil.copyfile(path, f"{former}{journal}")
            remove(path)
    to_disk(target.parent)
    return former


def _journal_brought_in(target: Path) -> bool:
    """Whether all that was committed stands in the file itself now."""
    try:
        with closing(sqlite3.connect(target)) as db:
            busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.Error:
        return False
    return not busy


def _refuse_others(applied: Collection[str], path: Path) -> None:
    if older := too_old(applied):
        raise Refused(older)
    if strange := unheard_of(applied):
        raise Refused(
            f"{path.name} was made by a newer Last Card (it knows {strange[0]}): install that one,"
            " then restore."
        )


def forget_the_lock() -> None:
    """Clear the trouble of an earlier keeper: it spoke of another database."""
    if lock_file().exists():
        lock_file().write_text("", encoding="utf-8")


def wish_file() -> Path:
    """Where it stands which copy is put back before the server starts the next time
    (tournament/server/start.py).
    """
    return lock_file().with_suffix(".restore")


def put_back_at_next_start(copy: Path) -> None:
    """Note the copy; a server that runs holds the database, so only the next start can do it."""
    wish_file().write_text(str(copy.absolute()), encoding="utf-8")


def wished() -> Copy | None:
    """The copy that is noted."""
    try:
        return read_name(Path(wish_file().read_text(encoding="utf-8").strip()))
    except OSError:
        return None


def give_up() -> None:
    """Put nothing back; also before a noted copy is tried, so that no start is in a loop."""
    remove(wish_file())
