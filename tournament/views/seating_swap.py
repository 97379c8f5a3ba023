"""Trying a swap in the open, and doing it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.seating import SeatingImpossibleError, alternatives, certificate, swap
from tournament.access import DESK, at_event
from tournament.acts.swap import Swap, swap_guests
from tournament.forms.seating import PairForm, ReasonForm
from tournament.ledger.seat_history import drafts, entries
from tournament.ledger.seats import Hall, hall, locked_tables
from tournament.models import Event
from tournament.models.seating import RoundState
from tournament.views.seating_certificate import figures, new_harms
from tournament.views.seating_hall import seated, swapped_tables, tiles
from tournament.views.seating_pages import frame_of, round_page
from tournament.views.signing import new_key, perform


@at_event(DESK)
def swap_seats(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """GET shows what swapping two badges would do; POST does it."""
    found = hall(event)
    if not 1 <= round <= len(found.rounds):
        raise Http404("This round is not drawn.")
    data = request.POST if request.method == "POST" else request.GET
    form = PairForm(data, seated=seated(found, round, locked_tables(event, round)))
    if not form.is_valid():
        return render(request, "tournament/seating.html", round_page(request, found, round, form=form))
    pair = form.cleaned_data["one"], form.cleaned_data["other"]
    draft = found.rounds[round - 1].state == RoundState.DRAFT
    why = ReasonForm(request.POST or None)
    if request.method == "POST" and (draft or why.is_valid()):
        return _swap(request, event, Swap(round, *pair, _seen(request)), "" if draft else why.cleaned_data["reason"])
    page = _trial(found, round, pair) | {"reason": None if draft else why, "key": new_key()}
    return render(request, "tournament/seating_swap.html", page)


def _swap(request: HttpRequest, event: Event, wanted: Swap, reason: str) -> HttpResponse:
    done = f"Badges {wanted.one} and {wanted.other} have changed seats in round {wanted.round}."
    perform(request, event, lambda by: swap_guests(event, wanted, by, reason=reason), done)
    return redirect("round_seating", event.slug, wanted.round)


def _seen(request: HttpRequest) -> tuple[str, str] | None:
    """The seats as they were on the page; without them nothing is compared."""
    one, other = request.POST.get("seen_one", ""), request.POST.get("seen_other", "")
    return (one, other) if one and other else None


def _trial(found: Hall, number: int, pair: tuple[int, int]) -> dict[str, Any]:
    """Both tables after the swap, the certificate with and without it, its harms, and clean swaps instead."""
    tried = swap(found.seating, *pair, number)
    now, then = (certificate(seating, found.wishes, name=found.name) for seating in (found.seating, tried))
    harms = new_harms(now, then)
    held, locked = entries(found.event), locked_tables(found.event, number)
    one, other = (found.seating.place(badge, number) for badge in pair)
    return frame_of(found, number, acts_drawn=drafts(held)) | {
        "pair": [found.guests[badge] for badge in pair],
        "seen": [f"{place.table}{place.seat}" for place in (one, other) if place],
        "tables": swapped_tables(found, tried, number, pair, harms),
        "tiles": tiles(_after(found, tried), number, None, pair, locked),
        "figures": figures(now, then, number),
        "harms": [harm.sentence for harm in harms],
        "clean": _clean(found, pair, number, locked) if harms else [],
        "back": reverse("round_seating", args=[found.event.slug, number]),
        "here": reverse("swap_seats", args=[found.event.slug, number]),
    }


def _after(found: Hall, tried: Any) -> Hall:
    return Hall(found.event, found.guests, found.wishes, found.rounds, tried)


def _clean(found: Hall, pair: tuple[int, int], number: int, locked: frozenset[int]) -> list[dict[str, Any]]:
    """Swaps that harm nobody, at tables that have no sheet."""
    try:
        offered = alternatives(found.seating, found.wishes, pair, number, at_most=12)
    except SeatingImpossibleError:
        return []
    free = [choice for choice in offered if choice.table not in locked][:3]
    address = reverse("swap_seats", args=[found.event.slug, number])
    return [
        {
            "one": choice.one,
            "other": choice.other,
            "table": choice.table,
            "url": f"{address}?one={choice.one}&other={choice.other}",
        }
        for choice in free
    ]
