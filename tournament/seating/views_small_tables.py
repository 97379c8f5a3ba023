"""A table with too few guests: broken up or filled up as shown, or one guest moved to a free seat;
and each taken back.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.seating import SeatingImpossibleError, certificate
from tournament.counting.formats import event_format
from tournament.counting.seats import fewest, hall, stand, table_label
from tournament.ledger.signing import new_key, perform, reason_of
from tournament.models import Event, LedgerEntry
from tournament.models.seating import RoundState
from tournament.seating.acts_moves import (
    KIND,
    break_up_table,
    fill_table,
    move_back,
    move_guest,
)
from tournament.seating.forms import MoveForm, ReasonForm
from tournament.seating.small_tables import (
    Floor,
    Going,
    MovePlan,
    MoveRefusedError,
    break_up_plan,
    fill_plan,
    one_move_plan,
)
from tournament.seating.views_certificate import new_harms
from tournament.seating.views_door import ask
from tournament.seating.views_hall import seated
from tournament.site.access import DESK, at_event

LARGEST = 32_767
WHOLE_TABLES = (
    ("break_up", break_up_table, "broken up"),
    ("fill", fill_table, "filled up"),
)
"""What a press does to a whole table: the field that asks for it, the act, and how it is told."""
BACK = "They sit where they sat before and keep what they played."


@at_event(DESK)
def small_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Where its guests would go and what that costs, or one guest asked about (`?who=` is the
    badge of one chosen on the plan of the tables); POST does it as shown.
    """
    floor = _floor(event, round, table)
    for field, act, words in WHOLE_TABLES if request.method == "POST" else ():
        if field in request.POST and _done(request, event, (round, table), act, words):
            return redirect("round_seating", event.slug, round)
    asked = request.POST or request.GET
    who = request.GET.get("who", "")
    form = MoveForm(
        asked if "move-guest" in asked else None,
        initial={"guest": who},
        **_choices(event, floor, table),
    )
    move = _asked(event, round, form)
    if request.method == "POST" and move and _moved(request, event, move):
        return redirect("round_seating", event.slug, round)
    floor = _floor(event, round, table)
    page = {"who": who} | _page(event, floor, table, form, move, one=bool(who))
    return render(request, "seating/small_table.html", page)


@at_event(DESK)
def moved_back(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Ask for the reason, then let those whom an entry moved sit where they sat before."""
    entry = LedgerEntry.objects.filter(
        event=event, kind=KIND, number=min(number, 2**31 - 1)
    ).first()
    if entry is None:
        raise Http404("Nobody was moved by this entry.")
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        perform(
            request,
            event,
            lambda by: move_back(event, number, by, reason=reason),
            "They have their seats again.",
        )
        return redirect("round_seating", event.slug, entry.body["round"])
    words = ("Move them back?", BACK, "Move them back")
    return ask(request, event, words, form, ("moved_back", number), back="seating")


def _floor(event: Event, number: int, table: int) -> Floor:
    try:
        floor = Floor.of(event, min(number, LARGEST))
    except MoveRefusedError as refused:
        raise Http404(str(refused)) from None
    if table not in floor.tables:
        raise Http404(f"Round {number} has no table {table}.")
    return floor


def _done(
    request: HttpRequest,
    event: Event,
    spot: tuple[int, int],
    act: Callable[..., None],
    words: str,
) -> bool:
    seen, reason = request.POST.get("seen", "")[:64], reason_of(request)
    said = f"Table {table_label(event, spot[1])} is {words}. Print the cards that changed."
    return perform(request, event, lambda by: act(event, spot, seen, by, reason=reason), said)


def _asked(event: Event, number: int, form: MoveForm) -> MovePlan | None:
    """The move of one guest that the form asks for; where it cannot be, the form says why."""
    if not form.is_valid():
        return None
    place = form.cleaned_data["place"]
    try:
        return one_move_plan(
            event, number, form.cleaned_data["guest"], (int(place[:-1]), place[-1])
        )
    except MoveRefusedError as refused:
        form.add_error(None, str(refused))
        return None


def _moved(request: HttpRequest, event: Event, plan: MovePlan) -> bool:
    (move,), seen, reason = plan.moves, request.POST.get("seen", "")[:64], reason_of(request)
    to = (plan.floor.round.number, move.table, move.letter)
    words = f"{move.guest.name} has moved." + (
        " Print the cards that changed." if plan.stale else ""
    )
    return perform(
        request,
        event,
        lambda by: move_guest(event, move.guest.badge, to, by, reason=reason, seen=seen),
        words,
    )


def _choices(event: Event, floor: Floor, table: int) -> dict[str, Any]:
    """Who can be moved, those of this table first, and the seats that are free, the smallest tables
    first.
    """
    people = seated(hall(event), floor.round.number)
    mine = {str(seat.guest.badge) for seat in floor.at(table)}
    places = []
    for other in sorted(floor.tables, key=lambda number: (len(floor.at(number)), number)):
        free = floor.free(other, floor.joins(1, other))
        words = f"Table {table_label(event, other)}, seat {{}} ({len(floor.at(other))} sit there)"
        places += [(f"{other}{letter}", words.format(letter)) for letter in free[:1]]
    return {"guests": sorted(people, key=lambda one: one[0] not in mine), "places": places}


def _page(
    event: Event,
    floor: Floor,
    table: int,
    form: MoveForm,
    move: MovePlan | None,
    *,
    one: bool,
) -> dict[str, Any]:
    here = floor.at(table)
    page = {
        "round": floor.round,
        "closed": floor.round.state == RoundState.CLOSED,
        "table": table,
        "label": table_label(event, table),
        "guests": [seat.guest for seat in here],
        "least": fewest(event),
        "small": 0 < len(here) < fewest(event),
        "next_game": floor.last.get(table, 0) + 1,
        "games_left": floor.last.get(table, 0) < floor.round.games,
        "laid": floor.round.state != RoundState.DRAFT,
        "form": form,
        "key": new_key(),
    }
    if not here or page["closed"] or not page["games_left"] or (one and move is None):
        return page
    if page["small"] and move is None:
        with suppress(SeatingImpossibleError):
            page["filling"] = _proposal(event, fill_plan(event, floor.round.number, table))
    try:
        plan = move or break_up_plan(event, floor.round.number, table)
    except SeatingImpossibleError as error:
        return page | {"no_seats": str(error)}
    return page | {"proposal": _proposal(event, plan)}


def _proposal(event: Event, plan: MovePlan) -> dict[str, Any]:
    """A plan as it is shown: its moves and what they cost."""
    unit = event_format(event).unit
    moves = [_shown(plan, going, unit) for going in plan.moves]
    return {"plan": plan, "moves": moves} | _costs(event, plan)


def _shown(plan: MovePlan, move: Going, unit: str) -> dict[str, Any]:
    """One move in words, with who is at the new table; games it makes them miss are named."""
    event, first = plan.hall.event, move.game - move.missed
    missed = f"{unit} {first}" if move.missed == 1 else f"{unit}s {first} to {move.game - 1}"
    there = plan.then.rounds[plan.floor.round.number - 1][move.table - 1]
    return {
        "guest": move.guest,
        "before": f"{table_label(event, move.seat.table.number)} {move.seat.letter}",
        "after": f"{stand(event, move.table).words}, seat {move.letter}",
        "since": f"from {unit} {move.game} on" if move.game > 1 else "",
        "missed": f"misses {missed}" if move.missed else "",
        "company": ", ".join(
            plan.hall.name(key) for key in there if key not in (None, move.guest.badge)
        ),
        "place": f"{move.table}{move.letter}",
    }


def _costs(event: Event, plan: MovePlan) -> dict[str, Any]:
    """What the moves do to the guests that is not so now, and the cards to print again."""
    found = plan.hall
    now = certificate(found.seating, found.wishes, name=found.name)
    harms = new_harms(now, certificate(plan.then, found.wishes, name=found.name))
    return {
        "harms": [harm.sentence for harm in harms],
        "stale": plan.stale,
        "absent": any(move.missed for move in plan.moves),
        "policy": event.get_absent_policy_display(),
    }
