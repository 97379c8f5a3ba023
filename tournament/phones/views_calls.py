"""Calling an umpire from a phone at a table, and what became of the call (docs/phone.md)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from tournament.models import Round
from tournament.models.guest import tidy
from tournament.models.seating import RoundState
from tournament.phones.entrance import Entrance, by_code, fault
from tournament.refusal import Refused
from tournament.rulings.acts import LONGEST, call_umpire
from tournament.rulings.reading import about_table
from tournament.site.access import TABLE


@by_code(TABLE, "GET")
def called(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Whether an umpire can be called, and what became of this table's call."""
    return JsonResponse(_call_context(entrance))


@by_code(TABLE, "POST")
def call(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Call an umpire with a short reason; a table that called already keeps its place."""
    reason = entrance.sent.get("reason", "")
    if (
        not isinstance(reason, str)
        or len(reason) > LONGEST
        or any(not text.isprintable() for text in reason)
    ):
        words = f"The reason is a text of at most {LONGEST} characters."
        return JsonResponse({"faults": [fault("reason", words)]}, status=422)
    round, table = _place(entrance)
    try:
        actor = entrance.phone.umpire or f"Table {table}"
        call_umpire(entrance.event, round, table, tidy(reason), (actor, timezone.now()))
    except Refused as refused:
        return JsonResponse({"faults": [fault("", str(refused))]}, status=422)
    return JsonResponse(_call_context(entrance))


def _place(entrance: Entrance) -> tuple[int, int]:
    """The round that is played at the table of the code, and the table; 0 while none is."""
    table = entrance.code.table or 0
    rounds = Round.objects.filter(event=entrance.event, tables__number=table).exclude(
        state=RoundState.DRAFT
    )
    round_states = list(rounds.order_by("number").values_list("number", "state"))
    playing = [number for number, state in round_states if state == RoundState.PUBLISHED]
    return (playing or [number for number, _state in round_states[-1:]] or [0])[0], table


def _call_context(entrance: Entrance) -> dict[str, object]:
    about = about_table(entrance.event, *_place(entrance))
    open_call = about["call"]
    return {
        "on_duty": bool(about["duty"]),
        "called_at": open_call.called_at.isoformat() if open_call else None,
        "seen_by": open_call.seen_by if open_call else "",
        "words": about["words"],
        "reasons": list(about["reasons"]),
    }
