"""The keeper of a running server: one thread of one process that checkpoints the database and has
it copied.

Every server process starts the thread; whoever gets the lock on the file beside the database is the
keeper, and when that process dies another one takes over within a second. Nobody else checkpoints:
that keeps the journal small without two checkpoints ever meeting. It also has the database copied
(`tournament/server/copying.py`).
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from django.db import connection

from scoring.words import capital
from tournament.server.copying import Copies
from tournament.server.storage import database_file, keeping, lock_file
from tournament.site.same_file import Served
from tournament.site.system import after_fork

BEAT = 1.0
"""Seconds between two looks; a journal can grow no longer than that unseen."""
LONGEST_JOURNAL = 8 * 1024 * 1024
"""Beyond so many bytes writers are made to wait a moment, so that the journal begins anew."""
PATIENCE = 0.2
"""Seconds that they are made to wait at most; where a reader does not come to an end the next beat
tries again.
"""
BESIDE = "LASTCARD_BESIDE_ANOTHER"
"""Set for a server that found another one on its database when it began."""
DUTIES: list[Callable[[], object]] = []
"""What is to be done by itself once an hour, from when the app is ready: each room adds its own."""
EACH_HOUR = 3600.0
SERVED_TWICE = (
    "Another Last Card serves this database too: stop one of the two, unless one is to replace the"
    " other."
)
_log = logging.getLogger(__name__)


def start() -> None:
    """Start the thread in this process, and in each one forked from it."""
    after_fork(_start)
    _start()


def _start() -> None:
    threading.Thread(target=_run, name="keeper", daemon=True).start()


def _run() -> None:
    """Wait for the lock, then keep until the process ends."""
    while True:
        with suppress(OSError), keeping() as lock:
            if lock is not None:
                _keep(lock)
        time.sleep(BEAT)


def _keep(lock: IO[Any]) -> None:
    journal, copies = Journal(database_file()), Copies(lock)
    duties = Duties()
    while True:
        if journal.database is not None and (fault := Served.fault(journal.database)):
            # Whatever lies there now is not ours, and the journal beside it is not its own: nothing
            # is touched.
            copies.note(f"{capital(fault)}. Stop the server and put the file back.")
            time.sleep(BEAT)
            continue
        try:
            journal.checkpoint()
        except sqlite3.Error as fault:
            # A full disk, or a file that was moved away: the next beat tries again.
            _log.warning("The journal could not be brought into the database: %s.", fault)
            journal.close()
        copies.turn(journal.changes())
        duties.turn()
        time.sleep(BEAT)


@dataclass
class Duties:
    """Does each duty once an hour, beside the beat; one that fails is logged and tried again."""

    due: float = field(default_factory=time.monotonic)
    thread: threading.Thread | None = None

    def turn(self) -> None:
        """One beat: begin what is due, unless the last round of duties still goes on."""
        if time.monotonic() >= self.due and not (self.thread and self.thread.is_alive()):
            self.due = time.monotonic() + EACH_HOUR
            self.thread = threading.Thread(target=do_duties, name="duties", daemon=True)
            self.thread.start()


def do_duties() -> None:
    """Each duty in turn, with a connection of its own that is closed afterwards."""
    for duty in DUTIES:
        try:
            duty()
        except Exception:
            _log.exception("A duty of the server was not done; it is tried again in an hour.")
    connection.close()


@dataclass
class Journal:
    """The write-ahead journal of a SQLite file; of another database there is none, and nothing is
    done.
    """

    database: Path | None
    held: sqlite3.Connection | None = None

    def checkpoint(self) -> None:
        """Bring what is committed into the database file without making anybody wait, unless it has
        grown too long.
        """
        if self.database is None or not self.database.exists():
            return
        length = self.length()
        if length:
            kind = "PASSIVE" if length <= LONGEST_JOURNAL else "TRUNCATE"
            self._connection().execute(f"PRAGMA wal_checkpoint({kind})").fetchall()

    def length(self) -> int:
        """How many bytes the journal takes on the disk."""
        try:
            return Path(f"{self.database}-wal").stat().st_size
        except OSError:
            return 0

    def changes(self) -> int | None:
        """A number that is another one after somebody has changed the database; None where it
        cannot be told.
        """
        if self.held is None:
            return None
        try:
            return int(self.held.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return None

    def close(self) -> None:
        """Let the file go; the next checkpoint opens it again."""
        if self.held is not None:
            with suppress(sqlite3.Error):
                self.held.close()
        self.held = None

    def _connection(self) -> sqlite3.Connection:
        if self.held is None:
            self.held = sqlite3.connect(str(self.database), timeout=PATIENCE, isolation_level=None)
            for pragma in ("synchronous=FULL", "wal_autocheckpoint=0", "mmap_size=0"):
                self.held.execute(f"PRAGMA {pragma}")
        return self.held


def kept_by_somebody() -> bool:
    """Whether a server keeps this database now."""
    if not lock_file().exists():
        return False
    with keeping() as lock:
        return lock is None
