"""Closing the door with its proposal and opening it again; taking back a round that was drawn after
the break.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.seating import Certificate, Harm, SeatingImpossibleError, certificate
from scoring.words import listed, many, number_word
from tournament.counting.plan import spot_words, stand, table_label
from tournament.counting.seats import Hall, hall
from tournament.ledger.signing import new_key, perform, pressed_before
from tournament.models import Event, LedgerEntry
from tournament.seating import acts_door as acts
from tournament.seating.acts_draw import take_further_back
from tournament.seating.certificate import figures, new_harms
from tournament.seating.pages_question import done_for_a_reason
from tournament.seating.reading import DoorPlan, door_plans
from tournament.seating.words import entries, stale
from tournament.site.access import DESK, GRAVE, at_event, round_of

REOPENED = "Everyone taken off the list is expected again, and everyone sits where they sat before."


@at_event(DESK)
def close_door(request: HttpRequest, event: Event) -> HttpResponse:
    """The proposal: who never came, who moves, whose card is stale; then, as it was seen, done in
    one act.
    """
    if request.method == "POST" and _closed(request, event):
        return redirect("door_closed", event.slug)
    try:
        plans = door_plans(event)
    except SeatingImpossibleError as error:
        messages.error(
            request,
            f"{error} Check in those who are here, or take the seating back and draw again.",
        )
        return redirect("door", event.slug)
    proposal = _proposal(event, plans[0]) | {"hidden": _hidden(plans[0])}
    return render(request, "seating/door_close.html", proposal | _best(event, plans))


@at_event(DESK)
def door_closed(request: HttpRequest, event: Event) -> HttpResponse:
    """What closing the door left to be done: the cards to print anew."""
    last = (
        LedgerEntry.standing.filter(event=event, kind__in=(acts.DOOR_CLOSED, acts.DOOR_OPENED))
        .order_by("number")
        .last()
    )
    if last is None or last.kind != acts.DOOR_CLOSED:
        return redirect("door", event.slug)
    hall_now = hall(event)
    acts_so_far = entries(event)
    changed = stale(hall_now, acts_so_far)
    here = {int(key) for key in hall_now.present}
    badges = sorted(here.intersection((*changed.seat, *changed.neighbour)))
    context = {
        "entry": last,
        "seats": _new_seats(event, hall_now, last.body),
        "absent": len(last.body["absent"]),
    }
    return render(request, "seating/door_closed.html", context | _cards(event, badges))


def _new_seats(event: Event, hall_: Hall, body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Whom to tell, once each: their seats from the closing on, by round."""
    by_ref = {guest.ref: guest for guest in hall_.guests.values()}
    spots: dict[str, list[str]] = {}
    for seat in sorted(
        (*body["moves"], *body.get("seated", [])), key=lambda seat: int(seat["round"])
    ):
        words = f"round {seat['round']}: {spot_words(event, seat['after'])}"
        spots.setdefault(seat["guest"], []).append(words)
    return [
        {"guest": by_ref[ref], "words": "; ".join(words)}
        for ref, words in spots.items()
        if ref in by_ref
    ]


@at_event(DESK)
def reopen_door(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the reason, then take the closing back."""
    words = ("Open the door again?", REOPENED, "Open it again")
    act = partial(acts.reopen_door, event)
    return done_for_a_reason(request, event, words, act, "The door is open again.")


def _closed(request: HttpRequest, event: Event) -> bool:
    seen_state = request.POST.get("seen", "")[:64]
    return perform(
        request,
        event,
        lambda signature: acts.close_door(event, seen_state, signature),
        "The door is closed.",
    )


def _hidden(plan: DoorPlan) -> list[tuple[str, str]]:
    return [("seen", plan.seen), ("key", new_key())]


def _proposal(event: Event, plan: DoorPlan) -> dict[str, Any]:
    """What the page names: guests, moves by round, tables given up, what the moves harm, and the
    stale cards.
    """
    hall_, closing = plan.hall, plan.closing
    rounds = []
    for row in hall_.rounds:
        moves = [_move(event, plan, move) for move in closing.moves if move.round == row.number]
        offered = [
            table_label(event, table) for number, table in closing.given_up if number == row.number
        ]
        rounds.append((row, moves, offered))
    now = certificate(hall_.seating, hall_.wishes, name=hall_.name)
    then = certificate(closing.seating, hall_.wishes, name=hall_.name)
    harms = _worse(plan, now, then)
    seated = bool(hall_.rounds)
    spots: dict[int, list[str]] = {}
    for key, number, place in closing.seated:
        spots.setdefault(int(key), []).append(
            f"round {number}: {spot_words(event, f'{place.table}{place.seat}')}"
        )
    return {
        "standing": len({*plan.seated, *plan.without}),
        "newcomers": [
            {"guest": hall_.guests[key], "words": "; ".join(words)} for key, words in spots.items()
        ],
        "plan": plan,
        "rounds": rounds,
        "moves": len(closing.moves),
        "harms": [harm.sentence for harm in harms],
        "figures": figures(now, then, 1) if seated else [],
        "nobody": not any(guest.arrived_at for guest in hall_.guests.values()),
        **_cards(event, sorted({*plan.stale.seat, *plan.stale.neighbour})),
    }


def _best(event: Event, plans: Sequence[DoorPlan]) -> dict[str, Any]:
    """The best new seating with its price, where there is one: how many are told, how many cards
    are printed again.
    """
    if len(plans) < 2:
        return {"best": None}
    plan, best = plans
    moves = [_move(event, best, move) | {"round": move.round} for move in best.closing.moves]
    price = {
        "movers": len(best.movers),
        "told": len({*best.movers, *best.seated}),
        "cards": len({*best.stale.seat, *best.stale.neighbour}),
    }
    words = {"best": best, "best_moves": moves, "best_sizes": _sizes(best), "sizes": _sizes(plan)}
    now = certificate(plan.closing.seating, plan.hall.wishes, name=plan.hall.name)
    then = certificate(best.closing.seating, plan.hall.wishes, name=plan.hall.name)
    return (
        words
        | price
        | {
            "best_hidden": _hidden(best),
            "best_harms": [harm.sentence for harm in _worse(best, now, then)],
        }
    )


def _sizes(plan: DoorPlan) -> str:
    """The tables in words: `22 tables of five`; the first round stands for all where they are
    alike.
    """
    by_round = []
    for number, sizes in enumerate(plan.sizes, start=1):
        counted = Counter(sizes).items()
        words = listed(
            f"{many(tables, 'table')} of {number_word(size)}" for size, tables in counted
        )
        by_round.append((number, words))
    if len({words for _number, words in by_round}) == 1:
        return by_round[0][1]
    return "; ".join(f"round {number}: {words}" for number, words in by_round)


def _worse(plan: DoorPlan, now: Certificate, then: Certificate) -> list[Harm]:
    """What is worse about it; who never came has no seat, and that is no harm."""
    absent = {guest.badge for guest in plan.absent}
    return [
        harm
        for harm in new_harms(now, then)
        if harm.kind != "unseated" and not absent.intersection(harm.keys)
    ]


def _move(event: Event, plan: DoorPlan, move: Any) -> dict[str, Any]:
    before, after = stand(event, move.before.table), stand(event, move.after.table)
    context = {
        "before": f"{before.label} {move.before.seat}",
        "after": f"{after.words}, seat {move.after.seat}",
    }
    return context | {"guest": plan.hall.guests[int(move.key)]}


def _cards(event: Event, badges: list[int]) -> dict[str, Any]:
    address = reverse("paper_page", args=[event.slug, "score-cards"])
    return {
        "stale": badges,
        "print_url": f"{address}?badges={','.join(map(str, badges))}" if badges else "",
    }


TABLES_GO = "Its tables go, and those marked as gone home are here again."


@at_event(GRAVE)
def undo_next_round(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Ask why, then take a round back that was drawn too early."""
    if not pressed_before(request, event):
        round_of(event, round)
    words = (f"Take round {round} back?", TABLES_GO, "Take it back")
    act = partial(take_further_back, event, round)
    return done_for_a_reason(request, event, words, act, f"Round {round} is not drawn any more.")
