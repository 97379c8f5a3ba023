"""Calling an umpire from a phone at a table, and what became of the call (docs/phone.md)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from tournament.access import TABLE
from tournament.acts.calls import LONGEST, CallRefusedError, call_umpire
from tournament.calls import about_table
from tournament.entrance import Entrance, by_code, fault
from tournament.models import Round
from tournament.models.seating import RoundState
from tournament.names import tidy


@by_code(TABLE, "GET")
def called(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Whether an umpire can be called, and what became of this table's call."""
    return JsonResponse(_told(entrance))


@by_code(TABLE, "POST")
def call(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Call an umpire with a short reason; a table that called already keeps its place."""
    reason = entrance.sent.get("reason", "")
    if not isinstance(reason, str) or len(reason) > LONGEST or any(not one.isprintable() for one in reason):
        words = f"The reason is a text of at most {LONGEST} characters."
        return JsonResponse({"faults": [fault("reason", words)]}, status=422)
    round, table = _place(entrance)
    try:
        by = entrance.phone.umpire or f"Table {table}"
        call_umpire(entrance.event, round, table, tidy(reason), (by, timezone.now()))
    except CallRefusedError as refused:
        return JsonResponse({"faults": [fault("", str(refused))]}, status=422)
    return JsonResponse(_told(entrance))


def _place(entrance: Entrance) -> tuple[int, int]:
    """The round that is played at the table of the code, and the table; 0 while none is."""
    table = entrance.code.table or 0
    rounds = Round.objects.filter(event=entrance.event, tables__number=table).exclude(state=RoundState.DRAFT)
    known = list(rounds.order_by("number").values_list("number", "state"))
    playing = [number for number, state in known if state == RoundState.PUBLISHED]
    return (playing or [number for number, _state in known[-1:]] or [0])[0], table


def _told(entrance: Entrance) -> dict[str, object]:
    found = about_table(entrance.event, *_place(entrance))
    open_call = found["call"]
    return {
        "on_duty": bool(found["duty"]),
        "called_at": open_call.called_at.isoformat() if open_call else None,
        "seen_by": open_call.seen_by if open_call else "",
        "words": found["words"],
        "reasons": list(found["reasons"]),
    }
