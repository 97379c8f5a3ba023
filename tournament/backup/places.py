"""Where the database lies, where its copies go, and by what lock one process at a time keeps it."""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection


class NoSuchPlaceError(ValueError):
    """Copies cannot be made, or not there: the sentence says why and what to do."""


def database_file() -> Path | None:
    """The file of the database; None for one in memory, or on a server."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    path = Path(name)
    return path.absolute() if ":memory:" not in name and "mode=memory" not in name else None


def beside() -> Path:
    """The folder that holds what belongs to this database: that of its file, or var/ for a server's."""
    found = database_file()
    if found is not None:
        return found.parent
    return Path(settings.VAR_DIR)


def stem() -> str:
    """A name for this database that no other on this machine has."""
    found = database_file()
    if found is not None:
        return found.stem
    told = connection.settings_dict
    whole = "|".join(str(told[part]) for part in ("HOST", "PORT", "NAME"))
    return f"{told['NAME']}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"


def folder() -> Path:
    """Where copies are kept: BACKUP_DIR, or a folder beside the database that bears its name."""
    return Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else beside() / f"{stem()}-backups"


def second() -> Path | None:
    """The second place, if one is given. It has to be there: a stick that is not plugged in is no folder to be made."""
    if not settings.BACKUP_SECOND:
        return None
    place = Path(settings.BACKUP_SECOND)
    if not place.is_dir():
        raise NoSuchPlaceError(
            f"The second place for copies, {place}, is not there: plug the disk in, or mend BACKUP_SECOND."
        )
    return place


def lock_file() -> Path:
    """Whoever holds a lock on this file keeps the database; its text is the keeper's last trouble."""
    return beside() / f"{stem()}.keeper"


@contextmanager
def keeping() -> Iterator[IO[Any] | None]:
    """Hold the lock of the keeper as long as the block runs; None where another process holds it."""
    with lock_file().open("a+", encoding="utf-8") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
        else:
            yield held


def trouble() -> str:
    """Why the last copy could not be made or is not right, in a sentence; nothing where all is well."""
    try:
        return lock_file().read_text(encoding="utf-8").strip()
    except OSError:
        return ""
