"""The hall as the page draws it: a tile a table with its guests.

The plan of the hall: how many tables in which room, what they are called, and where no step leads.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.seating import SeatingImpossibleError
from tournament.counting.plan import UNLUCKY, Stand, plan_for, stand
from tournament.ledger.signing import new_key, perform
from tournament.models import Event
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.seating.acts_hall import set_hall_plan
from tournament.seating.forms_hall import RoomsForm, TablesForm
from tournament.site.access import DESK, at_event


@at_event(DESK)
def hall_plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Two ways to one plan: rooms with a number of tables, or every table by itself."""
    arrangement, stands = request.POST.get("by", ""), _stands(event)
    published = event.rounds.exclude(state=RoundState.DRAFT).exists()
    rooms = RoomsForm(request.POST if arrangement == "rooms" else None, initial=_as_rooms(event))
    tables = TablesForm(
        stands, request.POST if arrangement == "tables" else None, published=published
    )
    for form in (rooms, tables):
        if form.is_bound and form.is_valid() and _save_plan(request, event, form):
            return redirect("hall_plan", event.slug)
    context = {
        "rooms": rooms,
        "tables": tables,
        "published": published,
        "key": new_key(),
        "planned": event.hall_plan,
    }
    return render(request, "seating/hall_plan.html", context | {"summary": _summary(stands)})


def _save_plan(request: HttpRequest, event: Event, form: RoomsForm | TablesForm) -> bool:
    rows, reason = form.rows(), str(form.cleaned_data.get("reason", "Rooms laid out again"))
    return perform(
        request,
        event,
        lambda signature: set_hall_plan(event, rows, signature, reason=reason),
        "The hall is planned.",
    )


def _stands(event: Event) -> list[Stand]:
    """Every table that is planned, laid or needed."""
    laid = event.tables.aggregate(most=Max("number"))["most"] or 0
    guests = event.guests.exclude(status__in=AWAY).count()
    try:
        needed = plan_for(event, guests).tables
    except SeatingImpossibleError:
        needed = 0
    return [
        stand(event, number) for number in range(1, max(len(event.hall_plan), laid, needed) + 1)
    ]


def _as_rooms(event: Event) -> dict[str, Any]:
    """The plan as it would be told room by room."""
    stands = [stand(event, number) for number in range(1, len(event.hall_plan) + 1)]
    initial: dict[str, Any] = {
        "without_13": bool(stands) and all(table.label != str(UNLUCKY) for table in stands)
    }
    for place, row in enumerate(_summary(stands), start=1):
        fields = {
            "room": row["room"],
            "tables": len(row["labels"]),
            "free": len(row["step_free"]) or None,
        }
        initial |= {f"{name}_{place}": value for name, value in fields.items()}
    return initial


def _summary(stands: Sequence[Stand]) -> list[dict[str, Any]]:
    """Each room with its tables."""
    rooms = dict.fromkeys(table.room for table in stands)
    return [
        {
            "room": room,
            "labels": [table.label for table in stands if table.room == room],
            "step_free": [
                table.label for table in stands if table.room == room and table.step_free
            ],
        }
        for room in rooms
    ]
