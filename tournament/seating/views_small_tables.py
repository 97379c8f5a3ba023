"""A table with too few guests: broken up or filled up as shown, or one guest moved to a free seat;
and each taken back. And a swap tried in the open, beside the tables, before it is done.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.seating import SeatingImpossibleError, alternatives, certificate, swap
from tournament.counting.formats import event_format
from tournament.counting.plan import fewest, stand, table_label
from tournament.counting.seats import Hall, hall, locked_tables
from tournament.ledger.signing import new_key, perform, reason_of
from tournament.models import Event, LedgerEntry
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts_seats import (
    BACK,
    Swap,
    break_up_table,
    fill_table,
    move_guest,
    swap_guests,
    take_seats_back,
)
from tournament.seating.certificate import figures, new_harms
from tournament.seating.changes import Change, Floor, MovePlan, one_move_plan
from tournament.seating.forms import MoveForm, PairForm, ReasonForm
from tournament.seating.pages_question import ask
from tournament.seating.pages_round import round_page
from tournament.seating.small_tables import break_up_plan, fill_plan
from tournament.seating.tiles import person, seated
from tournament.seating.words import act_words, not_drawn
from tournament.site.access import DESK, at_event


@at_event(DESK)
def swap_seats(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """GET shows what swapping two guests would do; POST does it."""
    hall_ = hall(event)
    if not 1 <= round <= len(hall_.rounds):
        raise Http404(not_drawn(round))
    data = request.POST if request.method == "POST" else request.GET
    form = PairForm(data, seated=seated(hall_, round, locked_tables(event, round)))
    if not form.is_valid():
        for fault in dict.fromkeys(
            str(fault) for faults in form.errors.values() for fault in faults
        ):
            messages.error(request, fault)
        return render(request, "seating/rounds.html", round_page(request, hall_, round))
    pair = form.cleaned_data["one"], form.cleaned_data["other"]
    draft = hall_.rounds[round - 1].state == RoundState.DRAFT
    why = ReasonForm(request.POST or None)
    if request.method == "POST" and (draft or why.is_valid()):
        reason = "" if draft else why.cleaned_data["reason"]
        return _swap(request, hall_, Swap(round, *pair, _seats_seen(request)), reason)
    page = round_page(request, hall_, round, chosen=pair)
    page |= _trial(hall_, round, pair) | {"reason": None if draft else why}
    return render(request, "seating/rounds.html", page)


def _swap(request: HttpRequest, hall_: Hall, target: Swap, reason: str) -> HttpResponse:
    first, second = (hall_.guests[badge].name for badge in (target.one, target.other))
    outcome = f"{first} and {second} have changed seats in round {target.round}."
    event = hall_.event
    perform(
        request,
        event,
        lambda signature: swap_guests(event, target, signature, reason=reason),
        outcome,
    )
    return redirect("round_seating", event.slug, target.round)


def _seats_seen(request: HttpRequest) -> tuple[str, str] | None:
    """The seats as they were on the page; without them nothing is compared."""
    first, second = request.POST.get("seen_one", ""), request.POST.get("seen_other", "")
    return (first, second) if first and second else None


def _trial(hall_: Hall, number: int, pair: tuple[int, int]) -> dict[str, Any]:
    """Both guests, the check with and without their swap, its harms, and clean swaps instead."""
    tried = swap(hall_.seating, *pair, number)
    now, then = (
        certificate(seating, hall_.wishes, name=hall_.name) for seating in (hall_.seating, tried)
    )
    harms = new_harms(now, then)
    locked = locked_tables(hall_.event, number)
    first, second = (hall_.seating.place(badge, number) for badge in pair)
    return {
        "pair": [person(hall_, number, badge) for badge in pair],
        "seen": [f"{place.table}{place.seat}" for place in (first, second) if place],
        "tried": figures(now, then, number),
        "harms": [harm.sentence for harm in harms],
        "clean": _clean(hall_, pair, number, locked) if harms else [],
        "here": reverse("swap_seats", args=[hall_.event.slug, number]),
    }


def _clean(
    hall_: Hall, pair: tuple[int, int], number: int, locked: frozenset[int]
) -> list[dict[str, Any]]:
    """Swaps that harm nobody, at tables that have no sheet."""
    try:
        offered = alternatives(hall_.seating, hall_.wishes, pair, number, at_most=12)
    except SeatingImpossibleError:
        return []
    free = [choice for choice in offered if choice.table not in locked][:3]
    address = reverse("swap_seats", args=[hall_.event.slug, number])
    return [
        {
            "one": hall_.guests[int(choice.one)],
            "other": person(hall_, number, int(choice.other)),
            "url": f"{address}?one={choice.one}&other={choice.other}",
        }
        for choice in free
    ]


LARGEST = 32_767
WHOLE_TABLES = (
    ("break_up", break_up_table, "broken up"),
    ("fill", fill_table, "filled up"),
)
"""What a press does to a whole table: the field that asks for it, the act, and how it is told."""
BACK_WORDS = "They sit where they sat before and keep what they played."


@at_event(DESK)
def small_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Where its guests would go and what that costs, or one guest asked about (`?who=` is the
    badge of one chosen on the plan of the tables); POST does it as shown.
    """
    floor = _floor(event, round, table)
    for field, act, words in WHOLE_TABLES if request.method == "POST" else ():
        if field in request.POST and _after_act(request, event, (round, table), act, words):
            return redirect("round_seating", event.slug, round)
    query = request.POST or request.GET
    name = request.GET.get("who", "")
    form = MoveForm(
        query if "move-guest" in query else None,
        initial={"guest": name},
        **_choices(event, floor, table),
    )
    move = _requested_plan(event, round, form)
    if request.method == "POST" and move and _moved(request, event, move):
        return redirect("round_seating", event.slug, round)
    floor = _floor(event, round, table)
    page = {"who": name} | _page(event, floor, table, form, move, single=bool(name))
    return render(request, "seating/small_table.html", page)


@at_event(DESK)
def moved_back(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Ask for the reason, then let those whose seats an entry changed sit where they sat before."""
    entry = LedgerEntry.standing.filter(
        event=event, kind__in=BACK, number=min(number, 2**31 - 1)
    ).first()
    if entry is None:
        raise Http404("Nobody changed seats by this entry.")
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        perform(
            request,
            event,
            lambda signature: take_seats_back(event, number, signature, reason=reason),
            "They have their seats again.",
        )
        return redirect("seating", event.slug)
    names = {guest.ref: guest.name for guest in event.guests.all()}
    words = ("Take this back?", f"{act_words(entry, names, event)}. {BACK_WORDS}", "Take it back")
    return ask(request, event, words, form, ("moved_back", number), back="seating")


def _floor(event: Event, number: int, table: int) -> Floor:
    try:
        floor = Floor.of(event, min(number, LARGEST))
    except Refused as refused:
        raise Http404(str(refused)) from None
    if table not in floor.tables:
        raise Http404(f"Round {number} has no table {table}.")
    return floor


def _after_act(
    request: HttpRequest,
    event: Event,
    spot: tuple[int, int],
    act: Callable[..., None],
    words: str,
) -> bool:
    seen_state, reason = request.POST.get("seen", "")[:64], reason_of(request)
    outcome = f"Table {table_label(event, spot[1])} is {words}. Print the cards that changed."
    return perform(
        request,
        event,
        lambda signature: act(event, spot, seen_state, signature, reason=reason),
        outcome,
    )


def _requested_plan(event: Event, number: int, form: MoveForm) -> MovePlan | None:
    """The move of one guest that the form asks for; where it cannot be, the form says why."""
    if not form.is_valid():
        return None
    place = form.cleaned_data["place"]
    try:
        return one_move_plan(
            event, number, form.cleaned_data["guest"], (int(place[:-1]), place[-1])
        )
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


def _moved(request: HttpRequest, event: Event, plan: MovePlan) -> bool:
    (move,), seen_state, reason = plan.moves, request.POST.get("seen", "")[:64], reason_of(request)
    to = (plan.floor.round.number, move.table, move.letter)
    words = f"{move.guest.name} has moved." + (
        " Print the cards that changed." if plan.stale else ""
    )
    return perform(
        request,
        event,
        lambda signature: move_guest(
            event, move.guest.badge, to, signature, reason=reason, seen_state=seen_state
        ),
        words,
    )


def _choices(event: Event, floor: Floor, table: int) -> dict[str, Any]:
    """Who can be moved, those of this table first, and the seats that are free, the smallest tables
    first.
    """
    people = seated(hall(event), floor.round.number)
    mine = {str(seat.guest.badge) for seat in floor.at(table)}
    places = []
    for second in sorted(floor.tables, key=lambda number: (len(floor.at(number)), number)):
        free = floor.free(second, floor.joins(1, second))
        words = f"Table {table_label(event, second)}, seat {{}} ({len(floor.at(second))} sit there)"
        places += [(f"{second}{letter}", words.format(letter)) for letter in free[:1]]
    return {"guests": sorted(people, key=lambda item: item[0] not in mine), "places": places}


def _page(
    event: Event,
    floor: Floor,
    table: int,
    form: MoveForm,
    move: MovePlan | None,
    *,
    single: bool,
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
    if not here or page["closed"] or not page["games_left"] or (single and move is None):
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
    moves = [_plan_context(plan, going, unit) for going in plan.moves]
    return {"plan": plan, "moves": moves} | _costs(event, plan)


def _plan_context(plan: MovePlan, move: Change, unit: str) -> dict[str, Any]:
    """One move in words, with who is at the new table; games it makes them miss are named."""
    event, first = plan.hall.event, move.game - move.missed
    missed = f"{unit} {first}" if move.missed == 1 else f"{unit}s {first} to {move.game - 1}"
    lost = move.lost(plan.floor.round.number)
    there = plan.then.rounds[plan.floor.round.number - 1][move.table - 1]
    return {
        "guest": move.guest,
        "before": "{} {letter}".format(table_label(event, lost["table"]), **lost),
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
    hall_ = plan.hall
    now = certificate(hall_.seating, hall_.wishes, name=hall_.name)
    harms = new_harms(now, certificate(plan.then, hall_.wishes, name=hall_.name))
    return {
        "harms": [harm.sentence for harm in harms],
        "stale": plan.stale,
        "absent": any(move.missed for move in plan.moves),
        "policy": event.get_absent_policy_display(),
    }
