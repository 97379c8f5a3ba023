"""Getting in by a code, without an account: no cookie is read, the origin checked, all wrong codes
answered alike.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, wraps
from typing import Any, Concatenate

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scoring.json_text import strictly
from tournament.ledger.pressing import only_a_visit
from tournament.models import Code, CodeKind, Event, Phone, PhoneState, row_asked
from tournament.phones.upkeep import note_what_it_says
from tournament.site.access import Mark, View, marked
from tournament.site.codes import WELL_FORMED, digest_of, new_mark
from tournament.site.limits import spend
from tournament.site.not_saved import failing, kind_of, moved
from tournament.site.patience import OF_NOTE, OF_PURSE, OF_REQUEST, patience, waiting_at_most

LARGEST_BODY = 20_000  # bytes of a body
CALLS_A_MINUTE = 300
"""For each code: five phones at one table that ask every few seconds stay far below."""
BY_THE_HANDFUL = 30
"""Calls of right codes that a process takes at once, so that it writes a few times a minute and not
at every call.
"""
WRONG_A_MINUTE = 600
"""Over all of the site, for codes that open nothing; right ones are never counted here."""
NEW_PHONES_A_MINUTE = 20
"""For each code: a phone names itself, so that a code alone must not fill the list of phones."""
# Written out, as it is asked at every call of a phone: the query builder takes four times as long
# as the database. Along with the code of a guest comes what they told the umpires last and nobody
# has looked at yet; along with every code the phone that bears it, where it is known.
OF_CODE = """
    SELECT {event}, code.id, code.event_id, code.kind, code.digest, code."table", code.guest_id,
        code.phone_id, (SELECT MAX(doubt.id) FROM tournament_doubt doubt
            WHERE doubt.guest_id = code.guest_id AND doubt.seen_at IS NULL), {phone}
    FROM tournament_code code JOIN tournament_event event ON event.id = code.event_id
    LEFT JOIN tournament_phone phone ON phone.event_id = code.event_id AND phone.digest = %s
    WHERE code.digest = %s AND code.revoked_at IS NULL
"""
OF_A_LOOK = frozenset(
    {"id", "uid", "slug", "game", "format", "choices", "version", "pad_ticks", "phones_wait"}
)
"""What a phone's look needs of the row of its event while it has nothing new to see; whatever is
drawn anew reads the rest.
"""
READ_OF_CODE = ("id", "event_id", "kind", "digest", "table", "guest_id", "phone_id")
WAIT = 10  # seconds
SEEN_EVERY = timedelta(minutes=1)

NOT_LET_IN = (
    "This phone is not let in here. Scan the code on the table card again, or ask an official."
)
TOO_OFTEN = "Too many tries: wait a little."
FOREIGN = "This call comes from a page of another site."
WAITING = "An official has to let this phone in: show them its mark."
TOO_LARGE = f"This is larger than any sheet: at most {LARGEST_BODY:,} bytes."
NOT_JSON = "Send JSON, with the content type application/json."
BUSY = "The laptop is busy: this is NOT saved yet. It is kept here, and sent again."
MOVED = (
    "The evening's file on the laptop was moved: this is NOT saved. Write it on the card, and tell"
    " the desk."
)
FAILING = (
    "The server's disk reports an error: this is NOT saved. Write it on the card, and tell the"
    " desk."
)
FULL = "The server's disk is full: this is NOT saved. Write it on the card, and tell the desk."


@dataclass(frozen=True, slots=True)
class Entrance:
    """Who comes in: the code, the phone that bears it, and what it sent."""

    code: Code
    phone: Phone
    sent: dict[str, Any]

    @property
    def event(self) -> Event:
        """The event of the code."""
        return self.code.event


class TurnedAwayError(Exception):
    """The call ends here, with this answer."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.answer = JsonResponse({"sentence": sentence} | more, status=status)
        if status in (429, 503):
            self.answer.headers["Retry-After"] = str(WAIT)


CodeView = Callable[Concatenate[HttpRequest, Entrance, ...], HttpResponseBase]
GuestView = Callable[[HttpRequest, Code], HttpResponseBase]


def by_code(
    mark: Mark, method: str, *, only: frozenset[str] = frozenset()
) -> Callable[[CodeView], View]:
    """Mark a call of a phone: it bears its code in a header, and the view gets the entrance. Of the
    event `only` these fields are read at first, where any are named.
    """

    def decorate(view: CodeView) -> View:
        @csrf_exempt
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                entrance = _entrance(request, mark, method, only)
                return _uncached(view(request, entrance, *args, **kwargs))
            except TurnedAwayError as turned:
                return _uncached(turned.answer)
            except DatabaseError as fault:
                if not kind_of(fault) and not isinstance(fault, OperationalError):
                    raise
                return _not_saved(fault)

        return marked(guarded, mark)

    return decorate


def _not_saved(fault: DatabaseError) -> JsonResponse:
    status = kind_of(fault) or 503
    if failing(fault):
        return TurnedAwayError(status, FAILING).answer
    sentence = MOVED if moved(fault) else FULL if status == 507 else BUSY
    return TurnedAwayError(status, sentence).answer


def by_link(mark: Mark) -> Callable[[GuestView], View]:
    """Mark a page whose address is its code; to every wrong one it is not
    there, in the same words.
    """

    def decorate(view: GuestView) -> View:
        @csrf_exempt
        @wraps(view)
        def guarded(request: HttpRequest, code: str) -> HttpResponseBase:
            try:
                in_force, _phone = _code(code, mark)
                if request.method == "POST":
                    _same_origin(request)
            except TurnedAwayError as turned:
                status = 404 if turned.answer.status_code == 401 else turned.answer.status_code
                return _uncached(HttpResponse(nothing_here(), status=status))
            return _uncached(view(request, in_force))

        return marked(guarded, mark)

    return decorate


def render_bare(template: str, context: dict[str, Any]) -> bytes:
    """A page drawn without the request, so that nothing on it can read or set a cookie."""
    return render(HttpRequest(), template, context).content


@cache
def nothing_here() -> bytes:
    """The page for every wrong link, drawn once: a flood of guesses is answered without work."""
    return render_bare("phones/no_such_link.html", {})


def _entrance(request: HttpRequest, mark: Mark, method: str, only: frozenset[str]) -> Entrance:
    # Phones ask every few seconds: Django lays out all headers anew where one is asked by its name.
    scheme, _, text = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    key = request.META.get("HTTP_X_PHONE", "")
    # Who came in, and how often, is no result: a look hardly waits to note it, a sheet a moment.
    waits = OF_NOTE if method == "GET" else OF_PURSE
    bearer = text.strip() if scheme == "Bearer" else ""
    code, known = _code(bearer, mark, digest_of(key), only, waits=waits)
    if request.method != method:
        raise TurnedAwayError(405, f"This address takes {method} alone.")
    fields = _body_of(request) if method == "POST" else {}
    with waiting_at_most(OF_NOTE if method == "GET" else OF_REQUEST):
        phone = _admitted(request, code, key, known)
    return Entrance(code, phone, fields)


def _code(
    text: str,
    mark: Mark,
    phone_digest: str = "",
    only: frozenset[str] = frozenset(),
    *,
    waits: float = OF_REQUEST,
) -> tuple[Code, Phone | None]:
    """The code in force, looked up in the same way whatever was given, and the phone that bears it
    where it has been seen before. One question; what is counted of it `waits` so many seconds.
    """
    code, phone = _in_force(digest_of(text), phone_digest, mark, only)
    with waiting_at_most(waits):
        if code is None:
            allowed = spend("wrong-codes", WRONG_A_MINUTE)
            raise TurnedAwayError(401, NOT_LET_IN) if allowed else TurnedAwayError(429, TOO_OFTEN)
        if not spend(f"code-{code.pk}", CALLS_A_MINUTE, handful=BY_THE_HANDFUL):
            raise TurnedAwayError(429, TOO_OFTEN)
    return code, phone


def _in_force(
    digest: str, phone_digest: str, mark: Mark, only: frozenset[str]
) -> tuple[Code | None, Phone | None]:
    params = [phone_digest, digest]
    row = row_asked(Event, "event", OF_CODE, params, last=(Phone, "phone"), only=only)
    if row is None:
        return None, None
    event, (*values, doubt, phone) = row
    code = Code.from_db(event._state.db, READ_OF_CODE, values)
    code.event, code.doubt = event, doubt or 0
    return (code, phone) if code.kind in mark.codes else (None, None)


def same_origin(request: HttpRequest) -> bool:
    """Whether a POST was sent by a page of this site."""
    own = f"{request.scheme}://{request.get_host()}".lower()
    return request.META.get("HTTP_ORIGIN", "").lower() in (own, *settings.CSRF_TRUSTED_ORIGINS)


def _same_origin(request: HttpRequest) -> None:
    if not same_origin(request):
        raise TurnedAwayError(403, FOREIGN)


def _body_of(request: HttpRequest) -> dict[str, Any]:
    _same_origin(request)
    if request.content_type != "application/json":
        raise TurnedAwayError(415, NOT_JSON)
    try:
        body = request.body
    except RequestDataTooBig:
        raise TurnedAwayError(413, TOO_LARGE) from None
    if len(body) > LARGEST_BODY:
        raise TurnedAwayError(413, TOO_LARGE)
    try:
        submission = strictly(body)
    except (ValueError, RecursionError):
        raise TurnedAwayError(415, NOT_JSON) from None
    if not isinstance(submission, dict):
        raise TurnedAwayError(415, NOT_JSON)
    return submission


def _admitted(request: HttpRequest, code: Code, key: str, known: Phone | None) -> Phone:
    """The phone that bears the code: known by the key it made, kept from its first call on."""
    if not WELL_FORMED.fullmatch(key):
        raise TurnedAwayError(
            422, "", faults=[fault("X-Phone", "A phone says which one it is, in 26 characters.")]
        )
    phone = _seen(code, known or _new(code, digest_of(key), timezone.now()))
    if phone.state == PhoneState.REVOKED:
        raise TurnedAwayError(401, NOT_LET_IN)
    if phone.state == PhoneState.WAITING:
        raise TurnedAwayError(403, WAITING, mark=phone.mark)
    note_what_it_says(phone, request.META)
    return phone


def _seen(code: Code, phone: Phone) -> Phone:
    """The same phone, noted to be seen at the table of the code now."""
    now = timezone.now()
    new_table = code.table is not None and code.table not in phone.tables
    if new_table or now - phone.seen_at > SEEN_EVERY:
        phone.tables = sorted({*phone.tables, code.table}) if new_table else phone.tables
        phone.seen_at = now
        # That a phone was seen is no result: on a full disk it is let in all the same, and reads.
        with suppress(OperationalError), waiting_at_most(OF_NOTE), only_a_visit():
            phone.save(update_fields=["tables", "seen_at"])
    return phone


def _new(code: Code, digest: str, now: datetime) -> Phone:
    """A phone at its first call; what an official let in already, or put in the place of a lost
    one, does not wait.
    """
    if not spend(f"new-phones-{code.pk}", NEW_PHONES_A_MINUTE):
        raise TurnedAwayError(429, TOO_OFTEN)
    event, waits = code.event, code.event.phones_wait and code.kind == CodeKind.TABLE
    marks = set(Phone.objects.filter(event=event).values_list("mark", flat=True))
    first = {
        "mark": next(
            (mark for mark in (new_mark() for _ in range(20)) if mark not in marks), new_mark()
        ),
        "state": PhoneState.WAITING if waits else PhoneState.ADMITTED,
        "tables": [code.table] if code.table else [],
        "first_at": now,
        "seen_at": now,
    }
    try:
        with only_a_visit():
            return Phone.objects.get_or_create(event=event, digest=digest, defaults=first)[0]
    except OperationalError:
        if waits or patience(OF_REQUEST) > OF_NOTE:
            raise
        # It looks for the first time while the database is held: it may look, and is noted later.
        return Phone(event=event, digest=digest, **first)


def fault(field: str, sentence: str, kind: str = "field") -> dict[str, str]:
    """One fault of what was sent: the field, a kind and a sentence."""
    return {"field": field, "kind": kind, "sentence": sentence}


def _uncached(answer: HttpResponseBase) -> HttpResponseBase:
    answer.headers["Cache-Control"] = "no-cache" if answer.status_code in (200, 304) else "no-store"
    return answer
