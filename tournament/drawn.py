"""Pages that many viewers ask for, drawn once for each version and handed out as bytes.

Drawing must never take the machine from those who save. So a process draws one page at a time, and in the long run
gives no more than a tenth of its time to it: under a flood of sheets a viewer gets the page as it stood a moment
ago, with the tag of that moment, and asks again in three seconds. While nobody floods it, every look is the newest.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST = 64
"""A process keeps so many pages."""
SHARE = 0.1
"""What drawing may take of a process in the long run."""
PURSE = 2.0
"""So many seconds of drawing in a burst, before the share is held to."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page as it stood at a version of its event."""

    version: int
    body: bytes


class DrawnPages:
    """The newest drawing of each page, as one process keeps them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, work: Callable[[], float] = time.thread_time):
        self._clock, self._work = clock, work
        self._kept: OrderedDict[Hashable, Drawn] = OrderedDict()
        self._drawing = threading.Lock()
        self._purse, self._counted = PURSE, clock()

    def of(self, page: Hashable, version: int, draw: Callable[[], Drawn]) -> Drawn:
        """The page at this version, or one a moment older while drawing would cost others their time."""
        kept = self._kept.get(page)
        if kept is not None and kept.version >= version:
            return kept
        if not self._drawing.acquire(blocking=kept is None):
            return kept or draw()
        try:
            newest = self._kept.get(page)
            if newest is not None and (newest.version >= version or not self._may()):
                return newest
            return self._draw(page, draw)
        finally:
            self._drawing.release()

    def _may(self) -> bool:
        now = self._clock()
        self._purse = min(PURSE, self._purse + (now - self._counted) * SHARE)
        self._counted = now
        return self._purse > 0

    def _draw(self, page: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        began = self._work()
        drawn = draw()
        self._purse -= self._work() - began
        self._kept[page] = drawn
        self._kept.move_to_end(page)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return drawn
