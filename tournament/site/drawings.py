"""Pages that many viewers ask for, drawn once for each version and handed out as bytes. Drawing
must never take the machine from those who save: so a process draws one page at a time, and in
the long run gives no more than a tenth of its time to it. Under a flood of sheets a viewer gets
the page as it stood a moment ago, with the tag of that moment, and asks again in three seconds;
while nobody floods it, every look is the newest.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property

from tournament.site.responses import Piece

MOST_PAGES = 64
"""A process keeps so many pages."""


SHARE = 0.1
"""What drawing may take of a process in the long run."""


PURSE = 2.0
"""So many seconds of drawing in a burst, before the share is held to."""


@dataclass(frozen=True)
class Drawn:
    """A page as it stood at a version of its event."""

    version: int
    body: bytes

    @cached_property
    def piece(self) -> Piece:
        """The same, packed once for all who take it so."""
        return Piece.of(self.body)


class DrawnPages:
    """The newest drawing of each page, as one process keeps them.

    `oldest`: a drawing of a version gone by is handed out for so many seconds at most, whatever the
    purse holds; then it is drawn anew.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        work: Callable[[], float] = time.thread_time,
        *,
        most: int = MOST_PAGES,
        oldest: float = float("inf"),
    ):
        self._clock, self._work, self._most, self._oldest = clock, work, most, oldest
        self._kept: OrderedDict[Hashable, Drawn] = OrderedDict()
        self._drawn_at: dict[Hashable, float] = {}
        self._drawing = threading.Lock()
        self._purse, self._counted = PURSE, clock()

    def of(self, page: Hashable, version: int, draw: Callable[[], Drawn]) -> Drawn:
        """The page at this version, or one a moment older while drawing would cost others their
        time.
        """
        current = self._kept.get(page)
        if current is not None and current.version >= version:
            return current
        if not self._drawing.acquire(blocking=current is None or self._too_old(page)):
            return current or draw()
        try:
            latest = self._kept.get(page)
            if latest is not None and (latest.version >= version or not self._due(page)):
                return latest
            return self._draw(page, draw)
        finally:
            self._drawing.release()

    def _due(self, page: Hashable) -> bool:
        return self._may() or self._too_old(page)

    def _too_old(self, page: Hashable) -> bool:
        return self._clock() - self._drawn_at.get(page, 0.0) >= self._oldest

    def _may(self) -> bool:
        now = self._clock()
        self._purse = min(PURSE, self._purse + (now - self._counted) * SHARE)
        self._counted = now
        return self._purse > 0

    def _draw(self, page: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        began = self._work()
        fresh = draw()
        self._purse -= self._work() - began
        self._kept[page], self._drawn_at[page] = fresh, self._clock()
        self._kept.move_to_end(page)
        while len(self._kept) > self._most:
            self._drawn_at.pop(self._kept.popitem(last=False)[0])
        return fresh
