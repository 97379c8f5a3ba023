"""The page of who sits where from a game on: a guest is chosen, then what becomes of them, and the
page says who goes where and what that does before one press does it; taking it back. The next
round is drawn there too.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scoring.seating import SeatingImpossibleError
from scoring.words import many
from tournament.counting.formats import event_format
from tournament.counting.plan import fewest, table_label
from tournament.counting.seats import Hall, as_they_sat, hall, last_change, present
from tournament.ledger.signing import perform, reason_of
from tournament.models import Event, Guest, LedgerEntry, Round, Stage
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts_draw import drawn_further, number_to_draw, open_further
from tournament.seating.acts_seats import (
    BACK,
    Spot,
    break_up_table,
    fill_table,
    leave,
    move_guest,
    seat_late,
    substitute,
    swap_guests,
    take_seats_back,
)
from tournament.seating.changes import Floor, MovePlan, exchange, one_move_plan
from tournament.seating.forms import LateForm, LeaveForm, MoveForm, PairForm, ReasonForm
from tournament.seating.forms_door import FurtherForm, SubstituteForm
from tournament.seating.offers import WEIGHED, free_tables_for, offered
from tournament.seating.pages_changes import clean_swaps, move_choices, proposal
from tournament.seating.pages_question import done_for_a_reason
from tournament.seating.pages_round import new_seed, round_page
from tournament.seating.small_tables import break_up_plan, fill_plan
from tournament.seating.tiles import seated
from tournament.seating.words import act_words, not_drawn
from tournament.site.access import DESK, at_event
from tournament.site.text import whole_number

BADGE = 7
"""So many figures a badge has at most; a longer number is nobody's."""
Answer = HttpResponse | dict[str, Any]
"""Where it leads once it is done; before that, what the page of the round says of it besides."""


@at_event(DESK)
def change_seat(
    request: HttpRequest, event: Event, round: int, table: int = 0, asks: str = ""
) -> HttpResponse:
    """The seats of a round with the change that the address asks about; POST does it.

    `?one=&other=` swaps, `?move-guest=&move-place=` moves, `?leave=` goes home, `?late=` comes,
    `?for=` is sat in for; a table too small is broken up or filled.
    """
    hall_ = hall(event)
    if not 1 <= round <= len(hall_.rounds):
        raise Http404(not_drawn(round))
    if "undo" in request.GET:
        return _to_the_way_back(request, event, _guest(request, hall_, "undo"))
    floor = Floor.of(event, round)
    asking = _asking(request, table, asks)
    try:
        answer = asking(request, hall_, floor, table) if asking else {}
    except Refused as refused:
        messages.error(request, str(refused))
        answer = {}
    if isinstance(answer, HttpResponse):
        return answer
    page = round_page(request, hall_, round, chosen=answer.pop("chosen", ()), floor=floor)
    return render(request, "seating/rounds.html", page | answer)


@at_event(DESK)
def sit_in(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """The same page where somebody takes over a guest's seats from a game on."""
    guest = get_object_or_404(Guest, event=event, badge=badge)
    hall_ = hall(event)
    sits = [row.number for row in hall_.rounds if hall_.seating.place(badge, row.number)]
    open_rounds = [row.number for row in hall_.rounds if row.state != RoundState.CLOSED]
    number = next((number for number in open_rounds if number in sits), len(hall_.rounds))
    if "undo" in request.GET:
        return _to_the_way_back(request, event, guest)
    form = SubstituteForm(event, request.POST or None, games=_games(event))
    if form.is_valid():
        comes, (since, game) = form.cleaned_data["comes"], form.cleaned_data["since"].split(".")
        refs, start = (guest.ref, comes.ref), (int(since), int(game))
        reason = form.cleaned_data["reason"]
        if perform(
            request,
            event,
            lambda signature: substitute(event, refs, start, signature, reason=reason),
            f"{comes.name} sits in for {guest.name}. Print their card.",
        ):
            return redirect("guest", event.slug, comes.badge)
    if not hall_.rounds:
        messages.error(request, not_drawn(1))
        return redirect("guest", event.slug, badge)
    unit = event_format(event).unit
    change = {
        "heading": f"Who sits in for {guest.name}?",
        "words": f"{guest.name} goes home and keeps what they played. Whoever sits in has their"
        f" seats from that {unit} on; the {unit}s before count as missed.",
        "form": form,
        "button": "Give them the seats",
        "action": reverse("sit_in", args=[event.slug, badge]),
    }
    page = round_page(request, hall_, number, chosen=[badge])
    return render(request, "seating/rounds.html", page | {"changes": [change]})


@at_event(DESK)
def next_round(request: HttpRequest, event: Event) -> HttpResponse:
    """The same page, of the last round, where the next one is drawn from those who are still here,
    published and opened.
    """
    number = number_to_draw(event)
    if number is None:
        return redirect("door", event.slug)
    hall_, people = (
        hall(event),
        [(guest.ref, f"{guest.name}, badge {guest.badge}") for guest in present(event)],
    )
    form = FurtherForm(request.POST or None, present=people, initial={"seed": new_seed()})
    if form.is_valid():
        seed, departed = form.cleaned_data["seed"], form.gone
        if perform(
            request,
            event,
            lambda signature: open_further(
                event, drawn_further(hall_, number, seed, departed), signature
            ),
            f"Round {number} is drawn and open: print its cards.",
        ):
            return redirect("round_seating", event.slug, number)
    change = {
        "heading": f"Draw round {number}",
        "words": "Nobody meets twice where the numbers allow it. The round is published at once,"
        " and its tables take sheets.",
        "form": form,
        "button": f"Draw and open round {number}",
        "action": reverse("next_round", args=[event.slug]),
    }
    page = round_page(request, hall_, number - 1) | {"back": reverse("door", args=[event.slug])}
    return render(request, "seating/rounds.html", page | {"changes": [change]})


@at_event(DESK)
def moved_back(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Ask for the reason, then let those whose seats an entry changed sit where they sat before."""
    entry = LedgerEntry.standing.filter(
        event=event, kind__in=BACK, number=min(number, 2**31 - 1)
    ).first()
    if entry is None:
        raise Http404("Nobody changed seats by this entry.")
    names = {guest.ref: guest.name for guest in event.guests.all()}
    back = "They sit where they sat before and keep what they played."
    words = ("Take this back?", f"{act_words(entry, names, event)}. {back}", "Take it back")
    act = partial(take_seats_back, event, number)
    return done_for_a_reason(
        request, event, words, act, "They have their seats again.", back="seating"
    )


def _to_the_way_back(request: HttpRequest, event: Event, guest: Guest) -> HttpResponse:
    if entry := last_change(event, guest.ref):
        return redirect("moved_back", event.slug, entry)
    messages.error(request, f"There is nothing to take back for {guest.name}.")
    return redirect("seating", event.slug)


def _swap(request: HttpRequest, hall_: Hall, floor: Floor, _table: int) -> Answer:
    event, number = hall_.event, floor.round.number
    form = PairForm(request.POST or request.GET, seated=seated(hall_, number))
    if not form.is_valid():
        for fault in dict.fromkeys(
            str(fault) for faults in form.errors.values() for fault in faults
        ):
            messages.error(request, fault)
        return {}
    pair = form.cleaned_data["one"], form.cleaned_data["other"]
    why = ReasonForm(request.POST or None) if floor.round.state != RoundState.DRAFT else None
    first, second = (hall_.guests[badge].name for badge in pair)
    if request.method == "POST" and (why is None or why.is_valid()):
        spots = tuple(filter(None, map(request.POST.get, ("seen_one", "seen_other"))))
        reason = why.cleaned_data["reason"] if why else ""
        perform(
            request,
            event,
            lambda signature: swap_guests(
                event, number, pair, signature, reason=reason, seen_spots=spots
            ),
            f"{first} and {second} have changed seats in round {number}.",
        )
        return redirect("round_seating", event.slug, number)
    plan = MovePlan(hall_, floor, exchange(floor, *pair))
    first_spot, second_spot = ("{table}{letter}".format(**move.lost(number)) for move in plan.moves)
    change = proposal(plan) | {
        "heading": f"Swap {first} with {second}?",
        "form": why,
        "button": "Swap them",
        "action": reverse("swap_seats", args=[event.slug, number]),
        "hidden": [
            *(("one", pair[0]), ("other", pair[1])),
            *(("seen_one", first_spot), ("seen_other", second_spot)),
        ],
    }
    if change["harms"]:
        change["clean"] = clean_swaps(hall_, floor, pair)
    return {"chosen": pair, "changes": [change]}


def _move(request: HttpRequest, hall_: Hall, floor: Floor, table: int) -> Answer:
    event, number = hall_.event, floor.round.number
    form = MoveForm(request.POST or request.GET, **move_choices(hall_, floor, table))
    if not form.is_valid():
        return _not_moved(request, hall_, floor, table) | {"move": form}
    badge, place = form.cleaned_data["guest"], form.cleaned_data["place"]
    seen_state, reason = request.POST.get("seen", "")[:64], reason_of(request)
    to = number, int(place[:-1]), place[-1]
    words = f"{hall_.guests[badge].name} has moved."
    if floor.round.state != RoundState.DRAFT:
        words += " Print the cards that changed."
    if request.method == "POST" and perform(
        request,
        event,
        lambda signature: move_guest(
            event, badge, to, signature, reason=reason, seen_state=seen_state
        ),
        words,
    ):
        return redirect("round_seating", event.slug, number)
    try:
        plan = one_move_plan(event, number, badge, to[1:])
    except Refused as refused:
        form.add_error(None, str(refused))
        return _not_moved(request, hall_, floor, table) | {"move": form}
    change = proposal(plan) | {
        "heading": f"Move {hall_.guests[badge].name}",
        "note": "1 move, not done yet",
        "reason": reason or "Moves to a free seat",
        "button": "Move them",
        "hidden": [("seen", plan.seen), ("move-guest", badge), ("move-place", place)],
    }
    return {"chosen": (badge,), "changes": [change]}


def _not_moved(request: HttpRequest, hall_: Hall, floor: Floor, table: int) -> dict[str, Any]:
    """The page of the table on which it was asked who moves, if on one."""
    page = _whole_table(request, hall_, floor, table) if table else {}
    return page if isinstance(page, dict) else {}


WHOLE_TABLES = (
    ("break_up", break_up_table, "broken up"),
    ("fill", fill_table, "filled up"),
)
"""What a press does to a whole table: the field that asks for it, the act, and how it is told."""


def _whole_table(request: HttpRequest, hall_: Hall, floor: Floor, table: int) -> Answer:
    """A table whose guests go elsewhere, or to which others come; who could move there alone."""
    event, number = hall_.event, floor.round.number
    if table not in floor.tables:
        raise Http404(f"Round {number} has no table {table}.")
    seen_state, reason = request.POST.get("seen", "")[:64], reason_of(request)
    for field, act, words in WHOLE_TABLES:
        if field in request.POST and perform(
            request,
            event,
            partial(act, event, (number, table), seen_state, reason=reason),
            f"Table {table_label(event, table)} is {words}. Print the cards that changed.",
        ):
            return redirect("round_seating", event.slug, number)
    here, least = floor.at(table), fewest(event)
    page: dict[str, Any] = {
        "table": table,
        "label": table_label(event, table),
        "here": [seat.guest for seat in here],
        "least": least,
        "too_small": 0 < len(here) < least,
        "next_game": floor.last.get(table, 0) + 1,
        "games_left": floor.last.get(table, 0) < floor.round.games,
        "changes": [],
    }
    if not here or floor.round.state == RoundState.CLOSED or not page["games_left"]:
        return page
    page["move"] = MoveForm(None, **move_choices(hall_, floor, table))
    why = f"Too few guests at table {page['label']}" if page["too_small"] else ""
    try:
        plan = break_up_plan(event, number, table)
    except SeatingImpossibleError as error:
        page["no_seats"] = str(error)
    else:
        change = {"heading": "Break the table up", "button": f"Break up table {page['label']}"}
        page["changes"].append(proposal(plan) | change | {"reason": why, "field": "break_up"})
    if page["too_small"]:
        with suppress(SeatingImpossibleError):
            plan = fill_plan(event, number, table)
            change = {"heading": "Or fill the table up", "button": f"Fill up table {page['label']}"}
            page["changes"].append(proposal(plan) | change | {"reason": why, "field": "fill"})
    for change in page["changes"]:
        change["note"] = f"{many(len(change['moves']), 'move')}, the least harm"
        change["hidden"] = [("seen", change["plan"].seen), (change["field"], "1")]
    return page


def _leave(request: HttpRequest, hall_: Hall, floor: Floor, _table: int) -> Answer:
    event, number = hall_.event, floor.round.number
    badge = whole_number(request.GET.get("leave", ""), BADGE)
    seat = floor.open_seat(badge) if badge else None
    form = LeaveForm(
        request.POST if request.method == "POST" else None,
        games=floor.round.games,
        unit=event_format(event).unit,
        guests=seated(hall_, number),
        initial={"guest": badge or "", "game": floor.leaves(seat) if seat else 1},
    )
    if form.is_valid():
        guest, since = hall_.guests[form.cleaned_data["guest"]], form.cleaned_data["game"]
        reason = form.cleaned_data["reason"]
        if perform(
            request,
            event,
            lambda signature: leave(event, guest.ref, (number, since), signature, reason=reason),
            f"{guest.name} has gone home. Their seats are free.",
        ):
            return redirect("round_seating", event.slug, number)
    change = {
        "heading": "Somebody goes home",
        "words": f"Their seats become free from that {event_format(event).unit} on, in later"
        " rounds too. What they played stays.",
        "form": form,
        "button": "Mark as gone home",
        "action": request.path,
    }
    return {"chosen": [badge] if badge else [], "changes": [change]}


def _late(request: HttpRequest, hall_: Hall, floor: Floor, _table: int) -> Answer:
    event, number = hall_.event, floor.round.number
    guest = _guest(request, hall_, "late")
    places = _places(hall_, number, guest)
    here = [spot for value, _words in places[:1] for spot in _spots(value, number, 1)]
    since = next((floor.joins(1, spot.table) for spot in here if spot.round == number), 1)
    form = LateForm(
        request.POST if request.method == "POST" else None,
        games=floor.round.games,
        unit=event_format(event).unit,
        places=places,
        initial={"game": since},
    )
    if form.is_valid():
        spots = _spots(form.cleaned_data["places"], number, form.cleaned_data["game"])
        reason = form.cleaned_data["reason"] or "Takes a free seat"
        if perform(
            request,
            event,
            lambda signature: seat_late(event, guest.ref, spots, signature, reason=reason),
            f"{guest.name} has a seat. Print their card.",
        ):
            return redirect("round_seating", event.slug, number)
    change = {
        "heading": f"Seats for {guest.name}",
        "words": "The seats of all rounds are chosen together, so that nobody has to meet twice.",
        "form": form,
        "button": "Give them these seats",
    }
    return {"changes": [change]}


ASKINGS: tuple[tuple[str, Callable[..., Answer]], ...] = (
    ("late", _late),
    ("other", _swap),
    ("move-guest", _move),
    ("leave", _leave),
)
"""By the field that names a guest in what was sent or asked, what becomes of them."""


def _asking(request: HttpRequest, table: int, asks: str) -> Callable[..., Answer] | None:
    fields = {*request.GET, *request.POST, asks}
    for field, asking in ASKINGS:
        if field in fields:
            return asking
    if table:
        return _whole_table
    return _leave if request.method == "POST" else None


def _games(event: Event) -> list[tuple[str, str]]:
    """Every game of the rounds that are not closed."""
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING).exclude(
        state=RoundState.CLOSED
    )
    return [
        (f"{round_.number}.{game}", f"{round_}, game {game}")
        for round_ in rounds
        for game in range(1, round_.games + 1)
    ]


def _guest(request: HttpRequest, hall_: Hall, name: str) -> Guest:
    guest = hall_.guests.get(whole_number(request.GET.get(name, ""), BADGE) or 0)
    if guest is None:
        raise Http404("There is no such guest.")
    return guest


def _spots(places: str, number: int, game: int) -> list[Spot]:
    """The places of an offer, such as `1.23E 2.9A`: in this round from a game on, in later ones
    from the first.
    """
    chosen = (place.partition(".") for place in places.split())
    return [
        Spot(int(in_round), int(spot[:-1]), spot[-1], game if int(in_round) == number else 1)
        for in_round, _dot, spot in chosen
    ]


def _places(hall_: Hall, number: int, guest: Guest) -> list[tuple[str, str]]:
    """Free places of this round and the later ones together, the best first; then those of the
    later ones alone.
    """
    free, met = free_tables_for(hall_, number, guest), as_they_sat(hall_, guest, number)
    later = {in_round: tables for in_round, tables in free.items() if in_round > number}
    every = [
        *offered(met, guest.badge, free),
        *(offered(met, guest.badge, later) if later != free else ()),
    ]
    return every[:WEIGHED]
