"""The calls of a phone at a table: its state, a sheet, the order of the seats, who deals, its
umpire's name (docs/phone.md).
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response

from tournament.counting.formats import event_format
from tournament.counting.submission import SheetConflictError, Submission, flag_key
from tournament.entry.acts import Outcome, SheetRefusedError
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.place import accepted
from tournament.models import Event, LedgerEntry, Sheet, Tally
from tournament.phones.acts import order_seats, record_from_phone
from tournament.phones.acts_admission import carry_on, name_umpire
from tournament.phones.entrance import (
    NOT_LET_IN,
    OF_A_LOOK,
    Entrance,
    TurnedAwayError,
    by_code,
    fault,
)
from tournament.phones.forms import (
    UnreadableError,
    dealer_of,
    order_of,
    submission_of,
    umpire_of,
)
from tournament.phones.pages_answers import refused, signature
from tournament.phones.reading import Told, entries_of, sent_entries, state_of, tag_of
from tournament.refusal import Refused
from tournament.site.access import HAND_OVER, TABLE
from tournament.standings.pace import foresee


@by_code(TABLE, "GET", only=OF_A_LOOK)
def state(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Everything the pad shows; 304 while nothing changed."""
    tag = tag_of(entrance.code, entrance.phone)
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = JsonResponse(state_of(entrance.code, entrance.phone))
    else:
        # Nobody waits for this answer: what officials' pages tell of the pace is made ready here.
        foresee(entrance.event, timezone.now())
    answer.headers["ETag"] = tag
    return answer


@by_code(TABLE, "POST")
def sheet(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Save a sheet; the answer comes after the commit."""
    try:
        submission = submission_of(entrance.sent, entrance.code.table or 0)
        outcome = record_from_phone(entrance.event, submission, signature(entrance))
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except SheetRefusedError as refusal:
        findings = refusal.findings
        return refused(
            [
                fault((finding.seats or (_field(finding.kind),))[0], finding.text, finding.kind)
                for finding in findings
            ]
        )
    except SheetConflictError as conflict:
        return _conflict(entrance, submission, conflict)
    return _receipt(entrance, submission, outcome)


@by_code(TABLE, "POST")
def order(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Seat the people as they really sit, before the first game."""
    return _noted(
        entrance,
        "order",
        lambda table: order_seats(
            entrance.event, order_of(entrance.sent, table), signature(entrance)
        ),
    )


@by_code(TABLE, "POST")
def dealer(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Keep who deals a game of this table."""
    return _noted(
        entrance,
        "dealer",
        lambda table: name_dealer(
            entrance.event, *dealer_of(entrance.sent, table), signature(entrance)
        ),
    )


def _noted(entrance: Entrance, field: str, act: Callable[[int], int]) -> JsonResponse:
    """The answer to what is said of a table beside its results: the number that it has in the
    ledger, or what is wrong with it.
    """
    try:
        number = act(entrance.code.table or 0)
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except Refused as refusal:
        return refused([fault(field, str(refusal), field)])
    return JsonResponse({"receipt": number})


@by_code(TABLE, "POST")
def name(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Keep the name of the phone's umpire."""
    try:
        text = umpire_of(entrance.sent)
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    name_umpire(entrance.phone, text)
    return JsonResponse({"umpire": text})


@by_code(HAND_OVER, "POST")
def take_over(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """A new phone takes over the tables of a lost one, once."""
    try:
        carried = carry_on(entrance.code, entrance.phone, timezone.now())
    except Refused:
        raise TurnedAwayError(401, NOT_LET_IN) from None
    codes = [{"table": table, "code": code} for table, code in carried]
    return JsonResponse({"umpire": entrance.phone.umpire, "codes": codes})


def _field(kind: str) -> str:
    return kind if kind in ("reason", "people") else ""


COUNTED_THERE = frozenset({"hand", "points", "winner_and_hands"})
"""Entries whose points a phone counts by itself: those for which `scored` of pad/cards.js has an
answer (tests/journeys/test_pad_modules.py holds both to be the same).
"""


def _receipt(entrance: Entrance, submission: Submission, outcome: Outcome) -> JsonResponse:
    """The receipt of a sheet, with the points of each seat where a phone cannot count them."""
    moment = (
        outcome.sheet.entered_at if outcome.sheet else _entry_at(entrance.event, outcome.number)
    )
    body: dict[str, Any] = {
        "receipt": outcome.number,
        "version": outcome.version,
        "saved_at": moment.isoformat(),
        "repeated": outcome.repeated,
        "flags": [
            {"key": flag_key(flag), "seats": flag.seats, "sentence": flag.text}
            for flag in outcome.flags
        ],
    }
    if event_format(entrance.event).entry not in COUNTED_THERE:
        current = accepted(entrance.event, submission.place)
        body["entries"] = _entries(entrance.event, current) if current else []
    return JsonResponse(body, status=200 if outcome.repeated else 201)


def _entries(event: Event, current: Sheet) -> list[Told]:
    tallies = Tally.objects.filter(event=event, sheet=current).values_list(
        "seat", "points", "cards"
    )
    return entries_of(event_format(event), current.entry.body, tallies)


def _entry_at(event: Event, number: int) -> datetime:
    return LedgerEntry.objects.values_list("at", flat=True).get(event=event, number=number)


def _conflict(
    entrance: Entrance, submission: Submission, conflict: SheetConflictError
) -> JsonResponse:
    """Both versions, side by side on the phone."""
    body: dict[str, Any] = {
        "sentence": str(conflict),
        "conflict": conflict.entry.number,
        "yours": {"blocked": submission.blocked, "entries": sent_entries(conflict.entry.body)},
        "theirs": None,
    }
    current = accepted(entrance.event, submission.place)
    if current is not None:
        body["theirs"] = {
            "version": current.version,
            "receipt": current.entry.number,
            "saved_at": current.entered_at.isoformat(),
            "by": current.entered_by,
            "blocked": current.blocked,
            "entries": _entries(entrance.event, current),
        }
    return JsonResponse(body, status=409)
