"""Putting a copy in the place of the database: looked at first, and what was there is kept."""

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection, connections

from tournament.backup import postgres, sqlite
from tournament.backup.disk import to_disk
from tournament.backup.making import make_copy
from tournament.backup.names import STAMP, UNFINISHED, read_name
from tournament.backup.places import NoSuchPlaceError, database_file, lock_file
from tournament.backup.proving import first_fault, reading_from
from tournament.backup.tables import APPLIED, has_tables, to_come, unheard_of
from tournament.keeper import kept_by_somebody

JOURNALS = ("", "-wal", "-shm")


class RestoreRefusedError(ValueError):
    """The copy is not put back, and nothing was changed: the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """What was done: when the copy was made, where the earlier database is kept, and what verify finds, if anything."""

    copied_at: datetime
    kept: Path | None
    fault: str = ""


def restore(path: Path, now: datetime, *, anyway: bool = False) -> PutBack:
    """Put a copy in the place of the database and keep what was there.

    `anyway` takes a copy in which `verify` finds a fault; a damaged one is never taken. Raises RestoreRefusedError.
    """
    if kept_by_somebody():
        raise RestoreRefusedError("A server is running on this database: stop it first (Ctrl-C in its window).")
    if not path.is_file():
        raise RestoreRefusedError(f"There is no file {path}: give the path of a copy.")
    try:
        if connection.vendor == "postgresql":
            return _postgres(path, now)
        return _sqlite(path, now, anyway)
    except (sqlite.DamagedError, NoSuchPlaceError) as fault:
        raise RestoreRefusedError(f"{fault} Nothing was changed: choose another copy.") from None


def copied_at(path: Path) -> datetime:
    """When a copy was made: as its name says, or else as its file does."""
    found = read_name(path)
    return found.at if found else datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _sqlite(path: Path, now: datetime, anyway: bool) -> PutBack:
    sqlite.look(path)
    if not sqlite.has_ledger(path):
        raise RestoreRefusedError(f"{path.name} is a database, and not one of Last Card.")
    with sqlite.still(path) as held:
        applied = {str(row[0]) for row in held.execute(APPLIED)}
    _refuse_newer(applied, path)
    fault = "" if to_come(applied) else _proved(path)
    if fault and not anyway:
        words = "Choose another copy, or take it all the same with --anyway."
        raise RestoreRefusedError(f"{path.name} is whole, and its ledger is not in order. {fault} {words}")
    target = database_file()
    if target is None:
        raise RestoreRefusedError("The database is held in memory: there is no place to put a copy.")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + UNFINISHED)
    shutil.copyfile(path, partial)
    to_disk(partial)
    sqlite.look(partial)
    connections.close_all()
    kept = _keep(target, now)
    sqlite.finished(partial, target)
    return PutBack(copied_at(path), kept, fault)


def _proved(path: Path) -> str:
    with reading_from(path):
        return first_fault(recent=False)


def _keep(target: Path, now: datetime) -> Path | None:
    """Give the database that is there another name, with the journal that belongs to it."""
    if not target.exists():
        return None
    kept = target.with_name(f"{target.name}.before-{now.astimezone(UTC).strftime(STAMP)}")
    for journal in JOURNALS:
        held = Path(f"{target}{journal}")
        if held.exists():
            held.rename(f"{kept}{journal}")
    to_disk(target.parent)
    return kept


def _postgres(path: Path, now: datetime) -> PutBack:
    postgres.look(path)
    _refuse_newer(postgres.migrations_in(path), path)
    kept = make_copy(now, prove=False).path if has_tables() else None
    connections.close_all()
    postgres.put_back(path)
    return PutBack(copied_at(path), kept)


def _refuse_newer(applied: Collection[str], path: Path) -> None:
    if strange := unheard_of(applied):
        raise RestoreRefusedError(
            f"{path.name} was made by a newer Last Card (it knows {strange[0]}): install that one, then restore."
        )


def forget_the_lock() -> None:
    """Clear the trouble of an earlier keeper: it spoke of another database."""
    if lock_file().exists():
        lock_file().write_text("", encoding="utf-8")
