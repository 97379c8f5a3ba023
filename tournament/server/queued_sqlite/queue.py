"""A fair line of writers, over all threads and processes of one machine.

SQLite has no queue: who finds the database locked sleeps and tries again, and a writer may be
passed by for a second while others come and go. Here writers stand in line before they begin.
Within a process the longest waiting thread goes first; between processes two locks on one file,
taken by the kernel from whoever dies, make them take turns. The line is a courtesy alone: SQLite's
own lock decides, so whoever does not stand in it (a shell, another program) does no harm, and where
the file of the line cannot be made everybody goes straight ahead.
"""

import os
import threading
import time
from collections import deque
from functools import cache
from pathlib import Path
from typing import ClassVar

from tournament.site.system import CLOSED_TO_CHILDREN, after_fork, give_byte, take_byte

SUFFIX = "-line"
LOOK_EVERY = 0.0005  # seconds between two looks at a lock another process holds
TURN, NEXT = 0, 1
"""Bytes of the file: who writes, and who of the other processes comes next."""


class Line:
    """The line in front of one database, as this process sees it."""

    _known: ClassVar[dict[str, "Line"]] = {}
    _making = threading.Lock()

    def __init__(self, path: Path) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._taken = False
        self._file = _opened(path)

    @classmethod
    def before(cls, database: Path) -> "Line":
        """The line in front of a database file: one for each process, as the kernel's locks are."""
        path = _beside(str(database))
        with cls._making:
            if path not in cls._known:
                cls._known[path] = cls(Path(path))
            return cls._known[path]

    def enter(self, patience: float) -> bool:
        """Wait for one's turn, so many seconds at most; False when it did not come."""
        end = time.monotonic() + patience
        if not self._first_of_process(patience):
            return False
        if self._first_of_all(end):
            return True
        self._hand_on()
        return False

    @property
    def waiting(self) -> int:
        """How many of this process stand in line."""
        with self._guard:
            return len(self._waiting)

    def leave(self) -> None:
        """Let the next one go."""
        self._let_go(TURN)
        self._hand_on()

    def _first_of_process(self, patience: float) -> bool:
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        try:
            signalled = mine.wait(patience)
        except BaseException:  # interrupted: nobody may be called who is gone
            if self._stay_away(mine):
                self._hand_on()
            raise
        return signalled or self._stay_away(mine)

    def _stay_away(self, mine: threading.Event) -> bool:
        """Go out of the line; True where one was called at the last moment."""
        with self._guard:
            if not mine.is_set():
                self._waiting.remove(mine)
            return mine.is_set()

    def _hand_on(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False

    def _first_of_all(self, end: float) -> bool:
        """Be next, then be the one: who has just been must stand behind whoever is next already."""
        if not self._take(NEXT, end):
            return False
        try:
            return self._take(TURN, end)
        finally:
            self._let_go(NEXT)

    def _take(self, byte: int, end: float) -> bool:
        while self._file is not None:
            try:
                take_byte(self._file, byte)
            except (BlockingIOError, PermissionError):
                if time.monotonic() > end:
                    return False
                time.sleep(LOOK_EVERY)
            except OSError:  # a file system without locks
                return True
            else:
                return True
        return True

    def _let_go(self, byte: int) -> None:
        if self._file is not None:
            give_byte(self._file, byte)


@cache
def _beside(database: str) -> str:
    """The file of the line, one for all names of the database file; asked before every save."""
    return str(Path(database).resolve()) + SUFFIX


def _opened(path: Path) -> int | None:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | CLOSED_TO_CHILDREN, 0o600)
    except OSError:
        return None


def forget() -> None:
    """In a child of this process the threads are gone and the locks are the
    parent's: begin anew.
    """
    Line._known.clear()
    Line._making = threading.Lock()


after_fork(forget)
