"""What takes long to reckon is reckoned beside the requests of a server, so that nobody waits for
it: in one thread of each process, which ends when nothing is left to do.

The work is given values and asks no database: what rows say is read by whoever asks for it. A
process that serves nobody, as a command or a test, does the work at once.
"""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

T = TypeVar("T")
SHARE = 0.1
"""What such work may take of a process in the long run."""
BURST = 5.0
"""So many seconds of it in one go, before the share is held to: chances of a thousand guests take
two, and the first ones deal some hundred games besides.
"""
PATIENCE = 20.0
"""So many seconds a file waits for what is worked out, before it is made without."""
GLANCE = 0.05
"""Seconds between two looks at a purse that is empty."""
_log = logging.getLogger(__name__)


@dataclass
class Purse:
    """The time that some work may take: `most` seconds in a burst, its share of all in the long
    run.
    """

    most: float
    clock: Callable[[], float] = time.monotonic
    remaining: float = field(init=False)
    counted: float = field(init=False)

    def __post_init__(self) -> None:
        self.remaining, self.counted = self.most, self.clock()

    def may(self) -> bool:
        """Whether there is time left now."""
        now = self.clock()
        self.remaining = min(self.most, self.remaining + (now - self.counted) * SHARE)
        self.counted = now
        return self.remaining > 0


Job = tuple[Hashable, object, Callable[[], object]]
"""Some work: its key, the values it is done of, by which it is known again, and what does it."""


class Background:
    """The work of one process. `serving` is set by a server; before that all is done at once."""

    def __init__(self) -> None:
        self.serving = False
        self._purse = Purse(BURST)
        self._lock = threading.Lock()
        self._jobs: dict[Hashable, Job] = {}
        self._current: Job | None = None
        self._thread: threading.Thread | None = None

    def ask(self, key: Hashable, grounds: object, work: Callable[[], object]) -> None:
        """Have this done, in the place of what waits under the same key; nothing more where it is
        being done of these grounds already. What fails is logged, and left at that.
        """
        if not self.serving:
            work()
            return
        # The time zone of whoever asks goes along.
        job = (key, grounds, partial(copy_context().run, work))
        with self._lock:
            if self._current and self._current[:2] == job[:2]:
                self._jobs.pop(key, None)
                return
            self._jobs[key] = job
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()

    def outcome(self, work: Callable[[], T]) -> T:
        """What some work comes to, for a file, which cannot follow. Raises what it raises, and
        TimeoutError where it takes longer than a file waits.
        """
        future: Future[T] = Future()
        self.ask(future, None, partial(_fulfil, future, work))
        return future.result(PATIENCE)

    def _run(self) -> None:
        while job := self._next():
            began = time.thread_time()
            try:
                job[-1]()
            except Exception:
                _log.exception("Something that was to be worked out was not.")
            self._purse.remaining -= time.thread_time() - began

    def _next(self) -> Job | None:
        """What has waited longest, once there is time for it; None where nothing waits."""
        while True:
            with self._lock:
                self._current = None
                if not self._jobs:
                    self._thread = None
                    return None
                if self._purse.may():
                    self._current = self._jobs.pop(next(iter(self._jobs)))
                    return self._current
            time.sleep(GLANCE)


def _fulfil(future: Future[T], work: Callable[[], T]) -> None:
    try:
        future.set_result(work())
    except Exception as fault:
        future.set_exception(fault)


BACKGROUND = Background()
