"""The plan of the hall: how many tables in which room, what they are called, and where no step leads."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.seating import SeatingImpossibleError
from tournament.access import DESK, at_event
from tournament.acts.halls import set_hall_plan
from tournament.forms.halls import RoomsForm, TablesForm
from tournament.hall_plan import UNLUCKY, Stand, stand
from tournament.ledger.seats import plan_for
from tournament.models import Event
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.views.signing import new_key, perform


@at_event(DESK)
def hall_plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Two ways to one plan: rooms with a number of tables, or every table by itself."""
    asked, stands = request.POST.get("by", ""), _stands(event)
    published = event.rounds.exclude(state=RoundState.DRAFT).exists()
    rooms = RoomsForm(request.POST if asked == "rooms" else None, initial=_as_rooms(event))
    tables = TablesForm(stands, request.POST if asked == "tables" else None, published=published)
    for form in (rooms, tables):
        if form.is_bound and form.is_valid() and _kept(request, event, form):
            return redirect("hall_plan", event.slug)
    context = {"rooms": rooms, "tables": tables, "published": published, "key": new_key(), "planned": event.hall_plan}
    return render(request, "tournament/hall_plan.html", context | {"summary": _summary(stands)})


def _kept(request: HttpRequest, event: Event, form: RoomsForm | TablesForm) -> bool:
    rows, reason = form.rows(), str(form.cleaned_data.get("reason", "Rooms set out anew"))
    return perform(request, event, lambda by: set_hall_plan(event, rows, by, reason=reason), "The hall is planned.")


def _stands(event: Event) -> list[Stand]:
    """Every table that is planned, laid or needed."""
    laid = event.tables.aggregate(most=Max("number"))["most"] or 0
    guests = event.guests.exclude(status__in=AWAY).count()
    try:
        needed = plan_for(event, guests).tables
    except SeatingImpossibleError:
        needed = 0
    return [stand(event, number) for number in range(1, max(len(event.hall_plan), laid, needed) + 1)]


def _as_rooms(event: Event) -> dict[str, Any]:
    """The plan as it would be told room by room."""
    stands = [stand(event, number) for number in range(1, len(event.hall_plan) + 1)]
    said: dict[str, Any] = {"without_13": bool(stands) and all(one.label != str(UNLUCKY) for one in stands)}
    for place, row in enumerate(_summary(stands), start=1):
        told = {"room": row["room"], "tables": len(row["labels"]), "free": len(row["step_free"]) or None}
        said |= {f"{name}_{place}": value for name, value in told.items()}
    return said


def _summary(stands: Sequence[Stand]) -> list[dict[str, Any]]:
    """Each room with its tables."""
    rooms = dict.fromkeys(one.room for one in stands)
    return [
        {
            "room": room,
            "labels": [one.label for one in stands if one.room == room],
            "step_free": [one.label for one in stands if one.room == room and one.step_free],
        }
        for room in rooms
    ]
