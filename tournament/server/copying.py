"""When a running server is copied: at once and by the database's own means, however much the
machine has to do, and proved afterwards by a process that gives way to everybody.

The keeper looks in once a beat and waits for none of it. A copy that hangs, as on a stick that was
pulled, is given up after its deadline, told, and begun anew; what proves a copy ends with the
process that started it.
"""

import logging
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from tournament import places
from tournament.server.backup import copy_at_once, to_second
from tournament.server.sqlite_copies import DamagedError
from tournament.server.storage import REFUSED_BY_DISK, NoSuchPlaceError
from tournament.site.system import behind_others

DEADLINE = 30.0
"""Seconds in which a copy is made, or given up."""
PROOF_WITHIN = 600.0
"""Seconds in which a copy is proved; a machine that has much to do takes its time."""
MOST_STUCK = 3
"""So many copies may hang at a time before no further one is begun."""
HINDERED = (NoSuchPlaceError, DamagedError, sqlite3.Error, *REFUSED_BY_DISK)
_log = logging.getLogger(__name__)


@dataclass
class Work:
    """Something that a thread does: the keeper looks whether it is done, and never waits for it."""

    act: Callable[[], Path | None]
    began: float = field(default_factory=time.monotonic)
    path: Path | None = None
    fault: str = ""
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run, name="copy", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.path = self.act()
        except HINDERED as hindrance:
            self.fault = str(hindrance) or type(hindrance).__name__

    @property
    def done(self) -> bool:
        """Whether it has come to its end."""
        return not self.thread.is_alive()

    @property
    def overdue(self) -> bool:
        """Whether it has taken longer than a copy may."""
        return not self.done and time.monotonic() - self.began > DEADLINE


@dataclass
class Copies:
    """Has a copy made every BACKUP_EVERY seconds, if anything changed since the last one, laid in
    the second place and proved; notes what went wrong.
    """

    notes: IO[Any]
    due: float = field(default_factory=time.monotonic)
    seen: int | None = None
    copying: Work | None = None
    laying: Work | None = None
    stuck: list[Work] = field(default_factory=list)
    unproved: Path | None = None
    running: "subprocess.Popen[str] | None" = None
    began: float = 0.0
    faults: dict[str, str] = field(default_factory=dict)

    def turn(self, changes: int | None) -> None:
        """One beat: look after what is under way, and begin what is due."""
        self.stuck = [work for work in self.stuck if not work.done]
        self.copying = self._looked_after(self.copying, "copy")
        self.laying = self._looked_after(self.laying, "second")
        self._look_after_proof()
        if settings.BACKUP_EVERY and time.monotonic() >= self.due and self.copying is None:
            self.due = time.monotonic() + settings.BACKUP_EVERY
            if (changes is None or changes != self.seen) and len(self.stuck) < MOST_STUCK:
                self.seen, self.copying = changes, Work(copy_at_once)

    def _looked_after(self, work: Work | None, step: str) -> Work | None:
        if work is None or not (work.done or work.overdue):
            return work
        if work.overdue:
            self.stuck.append(work)
            work.fault = (
                f"A copy was not finished within {DEADLINE:.0f} seconds: look whether its disk or"
                " stick is still there."
            )
        self._told(step, work.fault)
        if work.fault:
            self.seen = None
        elif step == "copy" and work.path is not None:
            self.unproved, copy = work.path, work.path
            if self.laying is None:
                self.laying = Work(lambda: to_second(copy))
        return None

    def _look_after_proof(self) -> None:
        if self.running is None:
            if self.unproved is not None:
                self.running, self.began = proving(self.unproved), time.monotonic()
                self.unproved = None
            return
        code = self.running.poll()
        if code is None:
            if time.monotonic() - self.began > PROOF_WITHIN:
                self.running.kill()
            return
        _text, words = self.running.communicate()
        self.running = None
        self._told("proof", (words.strip() or _ended(code)) if code else "")

    def _told(self, step: str, fault: str) -> None:
        if fault:
            _log.error("No good copy of the database was made: %s", fault)
        self.faults[step] = fault
        self.note(next(filter(None, self.faults.values()), ""))

    def note(self, fault: str) -> None:
        """Write down what is wrong, for the home and the doctor; an empty text
        where all is well.
        """
        with suppress(OSError):
            self.notes.seek(0)
            self.notes.truncate()
            self.notes.write(fault.splitlines()[-1] if fault else "")
            self.notes.flush()


def _ended(code: int) -> str:
    return f"What proves the copies was ended from outside (signal {-code})."


def proving(copy: Path) -> "subprocess.Popen[str]":
    """`manage.py backup --prove` as a process of its own, behind everybody else."""
    options = ["--with-starter", "--recent", "--prove", str(copy)]
    # Its input ends when this process does, however that ends.
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return behind_others([*places.program(), "backup", *options], **pipes)
