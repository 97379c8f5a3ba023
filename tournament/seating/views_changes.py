"""Who goes home, who comes late, and taking either back: acts on seats, each with its reason."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.counting.formats import event_format
from tournament.counting.seats import Hall, as_they_sat, hall, last_change
from tournament.ledger.signing import new_key, perform
from tournament.models import Event, Guest
from tournament.seating.acts_seats import Spot, leave, seat_late
from tournament.seating.forms import LateForm, LeaveForm
from tournament.seating.offers import WEIGHED, free_tables_for, offered
from tournament.seating.pages_round import frame_of
from tournament.seating.tiles import seated
from tournament.seating.words import drafts, entries, not_drawn
from tournament.site.access import DESK, at_event


@at_event(DESK)
def change_seat(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """The forms of a round; `?late=` names a guest to be given a place, `?undo=` one whose change
    is taken back.
    """
    hall_ = hall(event)
    if not 1 <= round <= len(hall_.rounds):
        raise Http404(not_drawn(round))
    if "undo" in request.GET:
        guest = _guest(request, hall_, "undo")
        if number := last_change(event, guest.ref):
            return redirect("moved_back", event.slug, number)
        messages.error(request, f"There is nothing to take back for {guest.name}.")
        return redirect("round_seating", event.slug, round)
    form = _form(request, hall_, round)
    if request.method == "POST" and form.is_valid() and _carry_out(request, hall_, round, form):
        return redirect("round_seating", event.slug, round)
    return render(request, "seating/change.html", _page(request, hall_, round, form))


def _form(request: HttpRequest, hall_: Hall, number: int) -> forms.Form:
    """The form that the address asks for, filled in where it was sent."""
    data = request.POST if request.method == "POST" else None
    games, unit = hall_.rounds[number - 1].games, event_format(hall_.event).unit
    if "late" in request.GET:
        return LateForm(
            data,
            games=games,
            unit=unit,
            places=_places(hall_, number, _guest(request, hall_, "late")),
        )
    leaving = {"guest": request.GET.get("leave", "")}
    return LeaveForm(data, games=games, unit=unit, guests=seated(hall_, number), initial=leaving)


def _carry_out(request: HttpRequest, hall_: Hall, number: int, form: forms.Form) -> bool:
    """Do what the form asks and say so, or say why not."""
    event, reason = hall_.event, form.cleaned_data["reason"]
    if isinstance(form, LeaveForm):
        guest, since = hall_.guests[form.cleaned_data["guest"]], (number, form.cleaned_data["game"])
        outcome = f"{guest.name} has gone home. Their seats are free."
        return perform(
            request,
            event,
            lambda signature: leave(event, guest.ref, since, signature, reason=reason),
            outcome,
        )
    guest = _guest(request, hall_, "late")
    spots = _spots(form.cleaned_data["places"], number, form.cleaned_data["game"])
    reason = reason or "Takes a free seat"
    outcome = f"{guest.name} has a seat. Print their card."
    return perform(
        request,
        event,
        lambda signature: seat_late(event, guest.ref, spots, signature, reason=reason),
        outcome,
    )


def _page(request: HttpRequest, hall_: Hall, number: int, form: forms.Form) -> dict[str, Any]:
    here = reverse("change_seat", args=[hall_.event.slug, number])
    sitting = {
        key for table in hall_.seating.rounds[number - 1] for key in table if key is not None
    }
    name = "late" if "late" in request.GET else ""
    return frame_of(hall_, number, acts_drawn=drafts(entries(hall_.event))) | {
        "form": form,
        "asks": name or "leave",
        "who": _guest(request, hall_, name) if name else None,
        "without": [guest for badge, guest in hall_.guests.items() if badge not in sitting],
        "here": here,
        "back": reverse("round_seating", args=[hall_.event.slug, number]),
        "key": new_key(),
        "hidden": [("key", new_key())],
    }


def _guest(request: HttpRequest, hall_: Hall, name: str) -> Guest:
    badge = request.GET.get(name, "")
    guest = (
        hall_.guests.get(int(badge))
        if badge.isascii() and badge.isdigit() and len(badge) < 8
        else None
    )
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
