"""Pages that many viewers ask for, drawn once for each version and handed out as bytes. Drawing
must never take the machine from those who save: so a process draws one page at a time, and in
the long run gives no more than a tenth of its time to it. Under a flood of sheets a viewer gets
the page as it stood a moment ago, with the tag of that moment, and asks again in three seconds;
while nobody floods it, every look is the newest.
"""

import json
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response

from tournament.models import Event
from tournament.site.freshness import newest
from tournament.site.keep import KEEP, Entry
from tournament.site.responses import SHARED_LEVEL, packed

SHARE = 0.1
"""What drawing may take of a process in the long run."""
PURSE = 0.1
"""So many seconds of drawing in a burst, before the share is held to: when a hall comes in, those
who save wait behind it.
"""


@dataclass(frozen=True)
class Drawn:
    """A page as it stood at a version of its event."""

    version: int
    body: bytes

    @cached_property
    def tag(self) -> str:
        """What it is known by: what is shown, not the version, so that nobody is sent it twice."""
        return f'"{blake2b(self.body, digest_size=10).hexdigest()}"'

    @cached_property
    def packed(self) -> bytes:
        """The same, packed once for all who take it so."""
        return packed(self.body, SHARED_LEVEL)


def tagged_json(request: HttpRequest, drawn: Drawn) -> HttpResponse:
    """JSON with its tag; nothing but the tag where the browser has it already."""
    answer = get_conditional_response(request, etag=drawn.tag) or HttpResponse(
        drawn.body, content_type="application/json"
    )
    answer.headers["ETag"] = drawn.tag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


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
        oldest: float = float("inf"),
    ):
        self._clock, self._work, self._oldest = clock, work, oldest
        self._drawing = threading.Lock()
        self._purse, self._counted = PURSE, clock()

    def of(self, page: Hashable, version: int, draw: Callable[[], Drawn]) -> Drawn:
        """The page at this version, or one a moment older while drawing would cost others their
        time.
        """
        current = self._entry(page)
        if current is not None and current.value.version >= version:
            return cast(Drawn, current.value)
        if not self._drawing.acquire(blocking=current is None or self._too_old(current)):
            return current.value if current else draw()
        try:
            latest = self._entry(page)
            if latest is not None and (latest.value.version >= version or not self._due(latest)):
                return cast(Drawn, latest.value)
            return self._draw(page, draw)
        finally:
            self._drawing.release()

    def json_of(self, slug: str, content_of: Callable[[Event], Any]) -> Drawn:
        """What `content_of` says of the event at this address, as JSON. One query while nothing
        changed; raises Http404 where there is no such event.
        """
        stamp = newest(slug)

        def draw() -> Drawn:
            event = get_object_or_404(Event, slug=slug)
            return Drawn(event.version, json.dumps(content_of(event)).encode())

        return self.of(stamp.uid, stamp.version, draw)

    def _entry(self, page: Hashable) -> Entry | None:
        return KEEP.find((self, page))

    def _due(self, entry: Entry) -> bool:
        return self._may() or self._too_old(entry)

    def _too_old(self, entry: Entry) -> bool:
        return self._clock() - float(entry.state) >= self._oldest

    def _may(self) -> bool:
        now = self._clock()
        self._purse = min(PURSE, self._purse + (now - self._counted) * SHARE)
        self._counted = now
        return self._purse > 0

    def _draw(self, page: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        began = self._work()
        fresh = draw()
        self._purse -= self._work() - began
        return KEEP.put((self, page), self._clock(), fresh, 2 * len(fresh.body))
