"""Where the database lies, where its copies go, how much room the disk has, and by what lock one
process at a time keeps it.
"""

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, connection

from tournament.site.system import plugged_in, take_file

KEPT_BY_POSTGRESQL = (
    "PostgreSQL keeps this database: copy it with pg_dump, as docs/restore.md says under"
    " “PostgreSQL”."
)


REFUSED_BY_DISK = (OSError, sqlite3.Error, DatabaseError)
"""What a disk or a database that refuses is told by, whoever reads or writes it."""


def unreadable(path: Path, fault: OSError) -> str:
    """What is said of a copy that the disk does not give."""
    return f"{path.name} cannot be read: {fault.strerror}."


class NoSuchPlaceError(ValueError):
    """Copies cannot be made, or not there: the sentence says why and what to do."""


def database_file() -> Path | None:
    """The file of the database; None for one in memory, or on a server."""
    name = str(connection.settings_dict["NAME"])
    return _file_named(name) if connection.vendor == "sqlite" else None


@cache
def _file_named(name: str) -> Path | None:
    in_memory = ":memory:" in name or "mode=memory" in name
    return None if in_memory else Path(name).absolute()


def beside() -> Path:
    """The folder that holds what belongs to this database: that of its file, or var/ for a
    server's.
    """
    file = database_file()
    if file is not None:
        return file.parent
    return Path(settings.VAR_DIR)


def stem() -> str:
    """A name for this database that no other on this machine has: `hall.old` is not `hall`."""
    file = database_file()
    if file is not None:
        return file.name.removesuffix(SUFFIX)
    declared = connection.settings_dict
    identity = "|".join(str(declared[part]) for part in ("HOST", "PORT", "NAME"))
    return f"{declared['NAME']}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def folder() -> Path:
    """Where copies are kept: BACKUP_DIR, or a folder beside the database that bears its name."""
    return Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else beside() / f"{stem()}-backups"


def second() -> Path | None:
    """The second place, if one is given.

    It has to be there: a stick that is not plugged in is no folder to be made.
    """
    if not settings.BACKUP_SECOND:
        return None
    place = Path(settings.BACKUP_SECOND)
    if not place.is_dir():
        raise NoSuchPlaceError(
            f"The second place for copies, {place}, is not there: plug the disk in, or correct"
            " BACKUP_SECOND."
        )
    return place


def lock_file() -> Path:
    """Whoever holds a lock on this file keeps the database; its text is the
    keeper's last trouble.
    """
    return beside() / f"{stem()}.keeper"


@contextmanager
def keeping() -> Iterator[IO[Any] | None]:
    """Hold the lock of the keeper as long as the block runs; None where another
    process holds it.
    """
    with lock_file().open("a+", encoding="utf-8") as lock:
        try:
            take_file(lock.fileno())
        except BlockingIOError:
            yield None
        else:
            yield lock


def trouble() -> str:
    """Why the last copy could not be made or is not right, in a sentence; nothing where all is
    well.
    """
    try:
        return lock_file().read_text(encoding="utf-8").strip()
    except OSError:
        return ""


SUFFIX, SEALED = ".sqlite3", ".sealed"
SECRET = "secret_key"  # noqa: S105 -- the name of a file # nosec
ON_STICK = "Last Card copies"


def everywhere() -> list[Path]:
    """Every folder in which copies of this database may lie now, sticks among them."""
    sticks = [path for stick in plugged_in() for path in (stick, stick / ON_STICK)]
    chosen = [Path(settings.BACKUP_SECOND)] if settings.BACKUP_SECOND else []
    return [path for path in (folder(), *chosen, *sticks) if path.is_dir()]


MEGABYTE = 1024 * 1024


def free_megabytes(path: Path) -> int:
    """How much room is left where this file or folder lies."""
    return shutil.disk_usage(path).free // MEGABYTE


def nearly_full(path: Path) -> str:
    """A sentence while the disk has less room than DISK_WARNING_MB; nothing
    where there is enough.
    """
    free = free_megabytes(path)
    if free >= settings.DISK_WARNING_MB:
        return ""
    return (
        f"Only {free} MB are free on the disk of this evening: make room now, before a sheet cannot"
        " be saved."
    )


LEDGER = "tournament_ledgerentry"


def has_tables() -> bool:
    """Whether the database in use holds evenings at all; a fresh one does not yet."""
    with connection.cursor() as cursor:
        return LEDGER in connection.introspection.table_names(cursor)
