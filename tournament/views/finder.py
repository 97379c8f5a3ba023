"""Where a guest sits, found from three letters of the name or the badge; no log-in, published seats only."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.access import PUBLIC, at_event
from tournament.folded_names import folded
from tournament.hall_plan import stand, table_label
from tournament.models import Event, Guest, Seal, Seat, Stage
from tournament.models.seating import RoundState
from tournament.public_names import public_name

MOST = 20
LETTERS = 3
LONGEST = 80


@at_event(PUBLIC)
def finder(request: HttpRequest, event: Event) -> HttpResponse:
    """The form, and whoever answers to it."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    found = _found(event, query) if query else None
    fault = "Type three letters of the name, or the badge number." if found is None and query else ""
    shown = (found or [])[:MOST]
    context = {
        "event": event,
        "query": query,
        "fault": fault,
        "finder_url": reverse("finder", args=[event.slug]),
        "found": None if found is None else _with_seats(event, shown),
        "too_many": len(found) if found and len(found) > MOST else 0,
    }
    return render(request, "tournament/finder.html", context)


def _found(event: Event, query: str) -> list[dict[str, Any]] | None:
    """Who answers to a badge number, or to letters however accented; None where too little was typed."""
    guests = Guest.objects.filter(event=event).order_by("sort_name", "badge")
    rows: list[Any] = list(guests.values("pk", "name", "badge", "livery__name", "unnamed"))
    if query.isascii() and query.isdigit():
        found = [row for row in rows if str(row["badge"]) == query.lstrip("0")]
        return [row | {"name": public_name(row["name"], row["badge"], unnamed=row["unnamed"])} for row in found]
    # Who chose not to be named is found by their badge alone: an answer to the name would give it away.
    rows = [row for row in rows if not row["unnamed"]]
    wanted = folded(query).split()
    if sum(map(len, wanted)) >= LETTERS:
        return [row for row in rows if all(part in folded(row["name"]) for part in wanted)]
    # Whole names of one or two letters are names too.
    whole = [row for row in rows if wanted and set(wanted) <= set(folded(row["name"]).split())]
    return whole or None


def _with_seats(event: Event, guests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The guests with their table and seat in every published round."""
    seats = Seat.objects.filter(event=event, guest__in=[row["pk"] for row in guests], left_after_game=None)
    seats = seats.exclude(round__state=RoundState.DRAFT).filter(_open_to_all(event)).order_by("round__number")
    places: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for seat in seats.select_related("round", "table"):
        number = "" if seat.round.stage == Stage.PLAYOFF else seat.round.number
        places[seat.guest_id].append(
            {
                "round": number,
                "table": table_label(event, seat.table.number),
                "hall": stand(event, seat.table.number).room,
                "seat": seat.letter,
            }
        )
    return [row | {"livery": row["livery__name"] or "", "rounds": places[row["pk"]]} for row in guests]


def _open_to_all(event: Event) -> Q:
    """Seats in the play-off would name those who are through before they are announced; an extra game, who is level."""
    announced = Seal.objects.filter(event=event, broken_at=None, revealed_at__isnull=False).exists()
    shown = [Stage.QUALIFYING, *([Stage.PLAYOFF] if announced else [])]
    return Q(round__stage__in=shown)
