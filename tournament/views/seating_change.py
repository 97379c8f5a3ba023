"""Who goes home, who comes late, and taking either back: acts on seats, each with its reason."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.seating import Certificate, Kind, certificate, fill, seat_letter
from tournament.access import DESK, at_event
from tournament.acts.places import Spot, leave, seat_late, take_back
from tournament.forms.seating import LateForm, LeaveForm, ReasonForm
from tournament.ledger.formats import event_format
from tournament.ledger.seat_history import drafts, entries
from tournament.ledger.seats import Hall, hall
from tournament.models import Event, Guest
from tournament.models.seating import RoundState
from tournament.views.seating_certificate import LABELS
from tournament.views.seating_hall import free_places, seated
from tournament.views.seating_pages import frame_of
from tournament.views.signing import new_key, perform

WEIGHED = 40  # free places whose harm is worked out before they are offered, the best first


@at_event(DESK)
def change_seat(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """The forms of a round; `?late=` names a guest to be given a place, `?undo=` one whose change is taken back."""
    found = hall(event)
    if not 1 <= round <= len(found.rounds):
        raise Http404("This round is not drawn.")
    form = _form(request, found, round)
    if request.method == "POST" and form.is_valid() and _done(request, found, round, form):
        return redirect("round_seating", event.slug, round)
    return render(request, "tournament/seating_change.html", _page(request, found, round, form))


def _form(request: HttpRequest, found: Hall, number: int) -> forms.Form:
    """The form that the address asks for, filled in where it was sent."""
    data = request.POST if request.method == "POST" else None
    if "undo" in request.GET:
        return ReasonForm(data)
    games, unit = found.rounds[number - 1].games, event_format(found.event).unit
    if "late" in request.GET:
        return LateForm(data, games=games, unit=unit, places=_places(found, number, _guest(request, found, "late")))
    leaving = {"guest": request.GET.get("leave", "")}
    return LeaveForm(data, games=games, unit=unit, guests=seated(found, number), initial=leaving)


def _done(request: HttpRequest, found: Hall, number: int, form: forms.Form) -> bool:
    """Do what the form asks and say so, or say why not."""
    event, reason = found.event, form.cleaned_data["reason"]
    if isinstance(form, LeaveForm):
        who, since = found.guests[form.cleaned_data["guest"]], (number, form.cleaned_data["game"])
        done = f"{who.name} has gone home. Their seats are free."
        return perform(request, event, lambda by: leave(event, who.ref, since, by, reason=reason), done)
    if isinstance(form, LateForm):
        who, spots = _guest(request, found, "late"), _spots(form.cleaned_data, number)
        done = f"{who.name} has a place. Print their card."
        return perform(request, event, lambda by: seat_late(event, who.ref, spots, by, reason=reason), done)
    who = _guest(request, found, "undo")
    done = f"Taken back: {who.name} is as before."
    return perform(request, event, lambda by: take_back(event, who.ref, by, reason=reason), done)


def _page(request: HttpRequest, found: Hall, number: int, form: forms.Form) -> dict[str, Any]:
    here = reverse("change_seat", args=[found.event.slug, number])
    sitting = {key for table in found.seating.rounds[number - 1] for key in table if key is not None}
    name = "undo" if "undo" in request.GET else "late" if "late" in request.GET else ""
    return frame_of(found, number, acts_drawn=drafts(entries(found.event))) | {
        "form": form,
        "asks": name or "leave",
        "who": _guest(request, found, name) if name else None,
        "without": [guest for badge, guest in found.guests.items() if badge not in sitting],
        "here": here,
        "back": reverse("round_seating", args=[found.event.slug, number]),
        "key": new_key(),
        "hidden": [("key", new_key())],
    }


def _guest(request: HttpRequest, found: Hall, name: str) -> Guest:
    asked = request.GET.get(name, "")
    guest = found.guests.get(int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 8 else None
    if guest is None:
        raise Http404("There is no such guest.")
    return guest


def _spots(data: Mapping[str, Any], number: int) -> list[Spot]:
    """The places chosen in this round, from a game on, and in the later ones from their first game."""
    chosen = ((held, said) for held in range(1, 100) if (said := data.get(f"place_{held}")))
    return [Spot(held, int(said[:-1]), said[-1], data["game"] if held == number else 1) for held, said in chosen]


def _places(found: Hall, number: int, guest: Guest) -> list[tuple[int, list[tuple[str, str]]]]:
    """For this round and the later ones the free places, those first that do least harm."""
    now = certificate(found.seating, found.wishes)
    offered = []
    for held in found.rounds[number - 1 :]:
        taken = found.seating.place(guest.badge, held.number)
        if held.state != RoundState.CLOSED and taken is None:
            offered.append((held.number, _weighed(found, now, held.number, guest.badge)))
    return offered


def _weighed(found: Hall, now: Certificate, number: int, badge: int) -> list[tuple[str, str]]:
    places = []
    for table, seat in free_places(found, number)[:WEIGHED]:
        then = certificate(fill(found.seating, badge, number, table, seat), found.wishes)
        words = f"Table {table}, seat {seat_letter(seat)}{_harm(now, then)}"
        places.append((then.total - now.total, f"{table}{seat_letter(seat)}", words))
    return [(value, words) for _, value, words in sorted(places, key=lambda place: place[0])]


def _harm(now: Certificate, then: Certificate) -> str:
    kinds: list[Kind] = ["repeats", "same_livery", "same_group"]
    more = [(LABELS[kind].lower(), then.count(kind) - now.count(kind)) for kind in kinds]
    said = ", ".join(f"{label}: {number} more" for label, number in more if number > 0)
    return f" ({said})" if said else ""
