"""Trying a swap in the open, beside the tables, and doing it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.seating import SeatingImpossibleError, alternatives, certificate, swap
from tournament.counting.seats import Hall, hall, locked_tables
from tournament.ledger.signing import perform
from tournament.models import Event
from tournament.models.seating import RoundState
from tournament.seating.acts import Swap, swap_guests
from tournament.seating.forms import PairForm, ReasonForm
from tournament.seating.views import round_page
from tournament.seating.views_certificate import figures, new_harms
from tournament.seating.views_hall import person, seated
from tournament.seating.words import not_drawn
from tournament.site.access import DESK, at_event


@at_event(DESK)
def swap_seats(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """GET shows what swapping two guests would do; POST does it."""
    found = hall(event)
    if not 1 <= round <= len(found.rounds):
        raise Http404(not_drawn(round))
    data = request.POST if request.method == "POST" else request.GET
    form = PairForm(data, seated=seated(found, round, locked_tables(event, round)))
    if not form.is_valid():
        for fault in dict.fromkeys(str(one) for faults in form.errors.values() for one in faults):
            messages.error(request, fault)
        return render(request, "seating/rounds.html", round_page(request, found, round))
    pair = form.cleaned_data["one"], form.cleaned_data["other"]
    draft = found.rounds[round - 1].state == RoundState.DRAFT
    why = ReasonForm(request.POST or None)
    if request.method == "POST" and (draft or why.is_valid()):
        reason = "" if draft else why.cleaned_data["reason"]
        return _swap(request, found, Swap(round, *pair, _seen(request)), reason)
    page = round_page(request, found, round, chosen=pair)
    page |= _trial(found, round, pair) | {"reason": None if draft else why}
    return render(request, "seating/rounds.html", page)


def _swap(request: HttpRequest, found: Hall, wanted: Swap, reason: str) -> HttpResponse:
    one, other = (found.guests[badge].name for badge in (wanted.one, wanted.other))
    done = f"{one} and {other} have changed seats in round {wanted.round}."
    event = found.event
    perform(request, event, lambda by: swap_guests(event, wanted, by, reason=reason), done)
    return redirect("round_seating", event.slug, wanted.round)


def _seen(request: HttpRequest) -> tuple[str, str] | None:
    """The seats as they were on the page; without them nothing is compared."""
    one, other = request.POST.get("seen_one", ""), request.POST.get("seen_other", "")
    return (one, other) if one and other else None


def _trial(found: Hall, number: int, pair: tuple[int, int]) -> dict[str, Any]:
    """Both guests, the check with and without their swap, its harms, and clean swaps instead."""
    tried = swap(found.seating, *pair, number)
    now, then = (
        certificate(seating, found.wishes, name=found.name) for seating in (found.seating, tried)
    )
    harms = new_harms(now, then)
    locked = locked_tables(found.event, number)
    one, other = (found.seating.place(badge, number) for badge in pair)
    return {
        "pair": [person(found, number, badge) for badge in pair],
        "seen": [f"{place.table}{place.seat}" for place in (one, other) if place],
        "tried": figures(now, then, number),
        "harms": [harm.sentence for harm in harms],
        "clean": _clean(found, pair, number, locked) if harms else [],
        "here": reverse("swap_seats", args=[found.event.slug, number]),
    }


def _clean(
    found: Hall, pair: tuple[int, int], number: int, locked: frozenset[int]
) -> list[dict[str, Any]]:
    """Swaps that harm nobody, at tables that have no sheet."""
    try:
        offered = alternatives(found.seating, found.wishes, pair, number, at_most=12)
    except SeatingImpossibleError:
        return []
    free = [choice for choice in offered if choice.table not in locked][:3]
    address = reverse("swap_seats", args=[found.event.slug, number])
    return [
        {
            "one": found.guests[int(choice.one)],
            "other": person(found, number, int(choice.other)),
            "url": f"{address}?one={choice.one}&other={choice.other}",
        }
        for choice in free
    ]
