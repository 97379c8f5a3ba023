"""Pages of officials, drawn once for each state of their evening and each account.

A page is kept as it was drawn, without what was drawn by lot for one request: in the place of its
tokens and of the keys of its forms it has gaps, and whoever asks next gets their own in them. It is
drawn anew with every row of its evening that changes, acts or not, and each minute; whoever asks
for it passes the mark of its view first. Not kept is what has a message to tell, reads the session,
writes, or is no page; what will be another page in a moment (`soon_again`); and what a view says it
is not (`not_kept`). What shows nobody's own is kept
once for all of a role (`kept`).
"""

import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, cast
from uuid import uuid4

from django.contrib.messages import get_messages
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import get_conditional_response

from tournament.models import Event, Official
from tournament.site.cache import asked_once, forget_answers
from tournament.site.keep import KEEP
from tournament.site.progress import asks_for_progress
from tournament.site.responses import answer, packed

EventView = Callable[Concatenate[HttpRequest, Event, ...], HttpResponseBase]
Beside = Callable[[HttpRequest, Event], Hashable]
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w{64})"')
READS = re.compile(r"[\s(]*(?:SELECT|WITH|PRAGMA|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|SET)\b", re.I)
MESSAGES = "messages"
AGAIN = "Retry-After"
_lots: ContextVar[list[str] | None] = ContextVar("keys drawn for the page", default=None)


def by_lot() -> str:
    """A key nobody had before; a kept page has a gap where it stands."""
    key = str(uuid4())
    if (keys := _lots.get()) is not None:
        keys.append(key)
    return key


class Drawing:
    """What is noted while a page is drawn: the keys drawn by lot, and whether it wrote."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.wrote = False

    def watch(self, execute: Any, sql: str, *rest: Any) -> Any:
        """Pass a question on to the database; one that changes rows makes earlier answers void."""
        if not READS.match(sql):
            self.wrote = True
            forget_answers()
        return execute(sql, *rest)


@contextmanager
def _noted() -> Iterator[Drawing]:
    """A drawing that is watched."""
    drawing = Drawing()
    token = _lots.set(drawing.keys)
    try:
        with asked_once(), connection.execute_wrapper(drawing.watch):
            yield drawing
    finally:
        _lots.reset(token)


@dataclass(frozen=True, slots=True)
class Kept:
    """A page with its gaps: what stands between them, and which gap is which.

    0 is the token, every other number one key that may stand in several gaps.
    """

    headers: dict[str, str]
    between: tuple[bytes, ...]
    gaps: tuple[int, ...]

    @classmethod
    def of(cls, response: HttpResponse, keys: list[str]) -> "Kept":
        """Take what was drawn by lot out of a page."""
        content = response.content
        spots = [(*match.span(1), 0) for match in TOKEN.finditer(content)]
        for number, key in enumerate(keys, start=1):
            spots += [(*match.span(), number) for match in re.finditer(key.encode(), content)]
        parts, gaps, index = [], [], 0
        for start, end, gap in sorted(spots):
            parts.append(content[index:start])
            gaps.append(gap)
            index = end
        parts.append(content[index:])
        return cls(dict(response.headers.items()), tuple(parts), tuple(gaps))

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        return sum(map(len, self.between)) + 64 * len(self.between)

    def filled(self, request: HttpRequest) -> HttpResponseBase:
        """The page for another request than the one it was drawn for."""
        lots: dict[int, bytes] = {}
        pieces = [self.between[0]]
        for gap, after in zip(self.gaps, self.between[1:], strict=True):
            if gap not in lots:
                lots[gap] = (str(uuid4()) if gap else get_token(request)).encode()
            pieces += (lots[gap], after)
        return self.sent(request, b"".join(pieces))

    def sent(self, request: HttpRequest, content: bytes) -> HttpResponseBase:
        """The answer with all gaps filled."""
        page = answer(request, content, lambda: packed(content), self.headers)
        same = get_conditional_response(request, etag=page.get("ETag"), response=page)
        return page if same is None else same


@dataclass(frozen=True, slots=True)
class Keeping:
    """How the pages of a view are kept: for all of a role at once, by what beside the evening, or
    why not at all.
    """

    of_role: bool = False
    beside: Beside | None = None
    why_not: str = ""


BY_ACCOUNT = Keeping()
_keeping: dict[EventView, Keeping] = {}


def kept(beside: Beside | None = None) -> Callable[[EventView], EventView]:
    """The pages of a view show nobody's own: they are kept once for all of a role. `beside`: what
    they show beside the rows of the evening.
    """

    def decorate(view: EventView) -> EventView:
        _keeping[view] = Keeping(of_role=True, beside=beside)
        return view

    return decorate


def not_kept(why: str) -> Callable[[EventView], EventView]:
    """The pages of a view are drawn for each request, and why."""

    def decorate(view: EventView) -> EventView:
        _keeping[view] = Keeping(why_not=why)
        return view

    return decorate


def soon_again(response: HttpResponse) -> HttpResponse:
    """The same page of which something is still being reckoned: its script (parts/soon.js) asks
    again, a second later.
    """
    response.headers[AGAIN] = "1"
    return response


def keeping_of(view: EventView) -> Keeping:
    """How the pages of a view are kept."""
    return _keeping.get(view, BY_ACCOUNT)


def keeping(view: EventView) -> EventView:
    """A view of officials whose pages are kept, unless it says that they are not."""
    rule = keeping_of(view)
    if rule.why_not:
        return view

    @wraps(view)
    def shown(request: HttpRequest, event: Event, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "GET" or request.COOKIES.get(MESSAGES) or asks_for_progress(request):
            return view(request, event, *args, **kwargs)
        official: Official = cast(Any, request).official
        account = None if rule.of_role else official.user_id
        address = request.get_host(), request.get_full_path()
        page = (view, event.uid, official.role, account, *address)
        beside = rule.beside(request, event) if rule.beside else None
        state = (_state(official), beside)
        entry = KEEP.find(page)
        if entry is not None and entry.state == state:
            return cast(Kept, entry.value).filled(request)
        session, accessed = request.session, request.session.accessed
        session.accessed = False
        try:
            with _noted() as drawing:
                response = view(request, event, *args, **kwargs)
            own = session.accessed or drawing.wrote
        finally:
            session.accessed = session.accessed or accessed
        if own or not isinstance(response, HttpResponse) or not _may_be_kept(request, response):
            return response
        drawn = Kept.of(response, drawing.keys)
        return KEEP.put(page, state, drawn, drawn.weight).sent(request, response.content)

    return shown


def _state(official: Official) -> Hashable:
    """How the evening stands, to the minute."""
    minute = timezone.now().replace(second=0, microsecond=0)
    return official.event.version, official.moved, minute


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.status_code == HTTPStatus.OK
        and response.headers["Content-Type"].startswith("text/html")
        and not response.cookies
        and not response.has_header(AGAIN)
        and not cast(Any, get_messages(request)).added_new
    )
