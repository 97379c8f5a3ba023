"""Pages of officials, drawn once for each version of their event and each role.

A page is kept as it was drawn, without what was drawn by lot for one request: in the place of its
tokens and of the keys of its forms it has gaps, and whoever asks next gets their own in them.
Nothing personal stands on such a page; one that has a message to tell is drawn for itself. What a
page shows beside the rows that move the version (calls, phones, the disk) its view names:
`other_state` is asked at every look and is part of what the page is known by.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response

from tournament.models import Event
from tournament.site.access import EventView
from tournament.site.cache import asked_once
from tournament.site.responses import Piece, answer

MOST = 256
"""A process keeps so many pages; the one that was not asked for longest goes first."""
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w{64})"')
MESSAGES = "messages"
Beside = Callable[[HttpRequest, Event], Hashable]
_lots: ContextVar[list[str] | None] = ContextVar("keys drawn for the page", default=None)


def by_lot() -> str:
    """A key nobody had before; a kept page has a gap where it stands."""
    key = str(uuid4())
    if (keys := _lots.get()) is not None:
        keys.append(key)
    return key


@contextmanager
def _noted() -> Iterator[list[str]]:
    """The keys that are drawn by lot within."""
    keys: list[str] = []
    token = _lots.set(keys)
    try:
        yield keys
    finally:
        _lots.reset(token)


@dataclass(frozen=True, slots=True)
class Kept:
    """A page with its gaps: what stands between them, and which gap is which.

    0 is the token, every other number one key that may stand in several gaps.
    """

    of_state: Hashable
    headers: tuple[tuple[str, str], ...]
    between: tuple[Piece, ...]
    gaps: tuple[int, ...]

    @classmethod
    def of(cls, response: HttpResponse, of_state: Hashable, keys: list[str]) -> "Kept":
        """Take what was drawn by lot out of a page."""
        content = response.content
        spots = [(*match.span(1), 0) for match in TOKEN.finditer(content)]
        for number, key in enumerate(keys, start=1):
            spots += [(*match.span(), number) for match in re.finditer(key.encode(), content)]
        parts, gaps, index = [], [], 0
        for start, end, gap in sorted(spots):
            parts.append(Piece.of(content[index:start]))
            gaps.append(gap)
            index = end
        parts.append(Piece.of(content[index:]))
        return cls(of_state, tuple(response.headers.items()), tuple(parts), tuple(gaps))

    def filled(self, request: HttpRequest) -> HttpResponseBase:
        """The page for one request."""
        lots: dict[int, Piece] = {}
        pieces = [self.between[0]]
        for gap, after in zip(self.gaps, self.between[1:], strict=True):
            if gap not in lots:
                lot = str(uuid4()) if gap else get_token(request)
                lots[gap] = Piece.unpacked(lot.encode())
            pieces += (lots[gap], after)
        page = answer(request, pieces, self.headers)
        same = get_conditional_response(request, etag=page.get("ETag"), response=page)
        return page if same is None else same


_kept: OrderedDict[Hashable, Kept] = OrderedDict()


def nothing(_request: HttpRequest, _event: Event) -> Hashable:
    """A page of the event's rows alone."""
    return ()


def kept(other_state: Beside = nothing) -> Callable[[EventView], EventView]:
    """Keep the pages of a view of an event, by its version; goes under the mark of the view."""

    def decorate(view: EventView) -> EventView:
        @wraps(view)
        def shown(
            request: HttpRequest, event: Event, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            if request.method != "GET" or MESSAGES in request.COOKIES:
                return view(request, event, *args, **kwargs)
            role = getattr(getattr(request, "official", None), "role", "")
            page = (view.__module__, view.__name__, event.uid, role, request.get_full_path())
            state = (_row(event), other_state(request, event))
            stored = _kept.get(page)
            if stored is None or stored.of_state != state:
                with _noted() as keys, asked_once():
                    response = view(request, event, *args, **kwargs)
                if not isinstance(response, HttpResponse) or not _may_be_kept(response):
                    return response
                stored = _keep(page, Kept.of(response, state, keys))
            return stored.filled(request)

        return shown

    return decorate


def _row(event: Event) -> tuple[object, ...]:
    """The event's row as it was read: its version, and whatever was changed beside the acts."""
    return tuple(getattr(event, field.attname) for field in event._meta.concrete_fields)


def _may_be_kept(response: HttpResponse) -> bool:
    return (
        response.status_code == HTTPStatus.OK
        and response.headers["Content-Type"].startswith("text/html")
        and not response.cookies
    )


def _keep(page: Hashable, stored: Kept) -> Kept:
    _kept[page] = stored
    _kept.move_to_end(page)
    while len(_kept) > MOST:
        _kept.popitem(last=False)
    return stored


def forget() -> None:
    """Drop every page: what is asked for next is drawn anew."""
    _kept.clear()
