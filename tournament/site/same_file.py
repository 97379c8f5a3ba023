"""What is written to is the file of that name: moved, replaced or deleted meanwhile, nothing is
acknowledged.

A SQLite connection goes on writing into a file that was moved or deleted as if nothing had
happened, and a new one would open whatever has taken its place, with the journal of the old one. So
each connection remembers which file it opened, by device and inode, and looks again before and
after every commit. A server besides holds to the file that was there when it started: it opens no
other, and it creates none.
"""

import os
from pathlib import Path
from typing import ClassVar

from tournament.site.system import CLOSED_TO_CHILDREN

Identity = tuple[int, int]
GONE = "the database file was moved away or deleted: nothing is saved"
REPLACED = "the database file was replaced by another one: nothing is saved"
SIGNS = ("database file was moved", "database file was replaced")


class Served:
    """The files that this process, and every process forked from it, holds to; None for one that
    was not there.
    """

    files: ClassVar[dict[str, Identity | None]] = {}

    @classmethod
    def hold(cls, path: Path) -> None:
        """From now on only this very file is opened under its name.

        It is kept open and never closed: the system gives the inode of an open file to no other,
        and to close a file would take from the process the locks that SQLite has on it.
        """
        if str(path) in cls.files:
            return
        cls.files[str(path)] = identity(path)
        if cls.files[str(path)]:
            os.open(path, os.O_RDONLY | CLOSED_TO_CHILDREN)

    @classmethod
    def fault(cls, path: Path) -> str:
        """Why this file is not the one held to, in a sentence; nothing where it is, or where none
        is held to.
        """
        if str(path) not in cls.files:
            return ""
        return difference(path, cls.files[str(path)])


def identity(path: Path) -> Identity | None:
    """Which file bears this name now; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def difference(path: Path, opened: Identity | None) -> str:
    """How the file of this name differs from the one that was opened; nothing
    where it is the same.
    """
    now = identity(path)
    if now is None:
        return GONE
    return "" if now == opened else REPLACED
