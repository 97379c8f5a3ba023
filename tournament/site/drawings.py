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
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from tournament.models import Event
from tournament.site.background import Purse
from tournament.site.freshness import event_at, newest
from tournament.site.keep import KEEP, Entry
from tournament.site.responses import SHARED_LEVEL, packed

MOMENT = 1.0
"""Seconds after which a page that is not whole is drawn anew."""
PURSE = 0.1
"""So many seconds of drawing in a burst, before the share is held to: when a hall comes in, those
who save wait behind it.
"""


@dataclass(frozen=True)
class Drawn:
    """A page as it stood at a version of its event; not `whole` where something of it is still
    being reckoned.
    """

    version: int
    body: bytes
    whole: bool = True

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
        self._purse = Purse(PURSE, clock=clock)

    def of(self, page: Hashable, version: int, draw: Callable[[], Drawn]) -> Drawn:
        """The page at this version, or one a moment older while drawing would cost others their
        time.
        """
        current = self._entry(page)
        if current is not None and self._shows(current, version):
            return cast(Drawn, current.value)
        if not self._drawing.acquire(blocking=current is None or self._too_old(current)):
            return current.value if current else draw()
        try:
            latest = self._entry(page)
            if latest is not None and (self._shows(latest, version) or not self._due(latest)):
                return cast(Drawn, latest.value)
            return self._draw(page, draw, latest and latest.value)
        finally:
            self._drawing.release()

    def json_of(self, slug: str, content_of: Callable[[Event], Any]) -> Drawn:
        """What `content_of` says of the event at this address, as JSON. One query while nothing
        changed; raises Http404 where there is no such event.
        """
        stamp = newest(slug)

        def draw() -> Drawn:
            event = event_at(slug)
            return Drawn(event.version, json.dumps(content_of(event)).encode())

        return self.of(stamp.uid, stamp.version, draw)

    def _entry(self, page: Hashable) -> Entry | None:
        return KEEP.find((self, page))

    def _shows(self, entry: Entry, version: int) -> bool:
        """Whether this is the page of that version, or will be in a moment."""
        drawn: Drawn = entry.value
        waits = not drawn.whole and self._clock() - float(entry.state) >= MOMENT
        return drawn.version >= version and not waits

    def _due(self, entry: Entry) -> bool:
        return self._purse.may() or self._too_old(entry)

    def _too_old(self, entry: Entry) -> bool:
        return self._clock() - float(entry.state) >= self._oldest

    def _draw(self, page: Hashable, draw: Callable[[], Drawn], before: Drawn | None) -> Drawn:
        """Draw it. What is not whole stays as it was for a moment: most is reckoned by then, and
        nothing on a wall goes and comes back.
        """
        began = self._work()
        fresh = draw()
        if not fresh.whole and before is not None and before.whole:
            fresh = replace(fresh, body=before.body)
        self._purse.remaining -= self._work() - began
        return KEEP.put((self, page), self._clock(), fresh, 2 * len(fresh.body))
