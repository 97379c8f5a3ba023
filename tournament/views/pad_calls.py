"""The calls of a phone at a table: its state, a sheet, the order of the seats, its umpire's name (docs/phone.md)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from tournament.access import HAND_OVER, TABLE
from tournament.actor import Actor
from tournament.acts.entry import Outcome, SheetConflictError, SheetRefusedError
from tournament.acts.pad_sheet import accepted, order_seats, record_from_phone
from tournament.acts.phones import PhoneRefusedError, carry_on, name_umpire
from tournament.acts.seating import SeatingRefusedError
from tournament.entrance import NOT_LET_IN, Entrance, TurnedAwayError, by_code, fault
from tournament.forms.pad import UnreadableError, key_of, order_of, submission_of, umpire_of
from tournament.ledger.chain import Signature
from tournament.models import LedgerEntry, Tally
from tournament.pad_state import entries_of, sent_entries, state_of, tag_of
from tournament.submission import Submission, flag_key


@by_code(TABLE, "GET")
def state(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Everything the pad shows; 304 while nothing changed."""
    tag = tag_of(entrance.code, entrance.phone)
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    return JsonResponse(state_of(entrance.code, entrance.phone), headers={"ETag": tag})


@by_code(TABLE, "POST")
def sheet(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Save a sheet; the answer comes after the commit."""
    try:
        submission = submission_of(entrance.sent, entrance.code.table or 0)
        outcome = record_from_phone(entrance.event, submission, signature(entrance))
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except SheetRefusedError as refusal:
        found = refusal.findings
        return refused([fault((one.seats or (_field(one.kind),))[0], one.text, one.kind) for one in found])
    except SheetConflictError as conflict:
        return _conflict(entrance, submission, conflict)
    return _receipt(entrance, outcome)


@by_code(TABLE, "POST")
def order(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Seat the people as they really sit, before the first game."""
    try:
        number = order_seats(entrance.event, order_of(entrance.sent, entrance.code.table or 0), signature(entrance))
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except SeatingRefusedError as refusal:
        return refused([fault("order", str(refusal), "order")])
    return JsonResponse({"receipt": number})


@by_code(TABLE, "POST")
def name(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Keep the name of the phone's umpire."""
    try:
        given = umpire_of(entrance.sent)
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    name_umpire(entrance.phone, given)
    return JsonResponse({"umpire": given})


@by_code(HAND_OVER, "POST")
def take_over(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """A new phone takes over the tables of a lost one, once."""
    try:
        given = carry_on(entrance.code, entrance.phone, timezone.now())
    except PhoneRefusedError:
        raise TurnedAwayError(401, NOT_LET_IN) from None
    codes = [{"table": table, "code": code} for table, code in given]
    return JsonResponse({"umpire": entrance.phone.umpire, "codes": codes})


def refused(faults: list[dict[str, str]]) -> JsonResponse:
    """What was sent cannot be taken, and why."""
    return JsonResponse({"faults": faults}, status=422)


def _field(kind: str) -> str:
    return kind if kind in ("reason", "people") else ""


def signature(entrance: Entrance) -> Signature:
    """Who signs: the umpire by name and the phone by its mark, so that the ledger tells the phones apart."""
    umpire = umpire_of(entrance.sent) or entrance.phone.umpire or f"Table {entrance.code.table}"
    phone = f"phone {entrance.phone.mark}"
    actor = Actor(f"{umpire}, {phone}", account=phone)
    return Signature(actor, timezone.now(), key_of(entrance.sent))


def _receipt(entrance: Entrance, outcome: Outcome) -> JsonResponse:
    entry = LedgerEntry.objects.get(event=entrance.event, number=outcome.number)
    told: dict[str, Any] = {
        "receipt": outcome.number,
        "version": outcome.version,
        "saved_at": entry.at.isoformat(),
        "repeated": outcome.repeated,
        "flags": [{"key": flag_key(one), "seats": one.seats, "sentence": one.text} for one in outcome.flags],
    }
    return JsonResponse(told, status=200 if outcome.repeated else 201)


def _conflict(entrance: Entrance, submission: Submission, conflict: SheetConflictError) -> JsonResponse:
    """Both versions, side by side on the phone."""
    told: dict[str, Any] = {
        "sentence": str(conflict),
        "conflict": conflict.entry.number,
        "yours": {"blocked": submission.blocked, "entries": sent_entries(conflict.entry.body)},
        "theirs": None,
    }
    current = accepted(entrance.event, submission.place)
    if current is not None:
        told["theirs"] = {
            "version": current.version,
            "receipt": current.entry.number,
            "saved_at": current.entered_at.isoformat(),
            "by": current.entered_by,
            "blocked": current.blocked,
            "entries": entries_of(current, Tally.objects.filter(event=entrance.event, sheet=current)),
        }
    return JsonResponse(told, status=409)
