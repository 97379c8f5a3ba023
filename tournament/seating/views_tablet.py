"""Guests check themselves in at a tablet: three letters, a tap on the name, table and seat large.

The tablet has nothing but its address; it does one act, that of the door.
"""

import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, perform
from tournament.models import LARGEST_NUMBER, Event, Guest
from tournament.seating import tablet as door
from tournament.seating.acts_door import check_in, undo_check_in
from tournament.seating.acts_places import AttendanceRefusedError
from tournament.seating.acts_walk_in import allow_self_check_in
from tournament.site.access import DESK, PUBLIC, Actor, at_event
from tournament.site.codes import base_address, code_image
from tournament.site.limits import spend

A_MINUTE = 60
"""So many check themselves in within a minute, at all tablets of an evening together."""
AT_TABLET = Actor("The tablet at the door")
NOT_ME_WITHIN = timedelta(minutes=2)
SALT = "tournament.tablet"
ASK_THE_DESK = "Please go to the desk: they let you in."
LATER = "That was too fast for the list. Wait a moment, and tap your name again."


@at_event(DESK)
def self_check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """The two switches, and the address that the tablet opens."""
    if request.method == "POST":
        tablet, guests = "tablet" in request.POST, "guests" in request.POST
        perform(
            request,
            event,
            lambda _by: allow_self_check_in(event, tablet=tablet, guests=guests),
            "Saved.",
        )
        return redirect("self_check_in", event.slug)
    address = event.tablet_secret and base_address() + _address(event)
    context = {"address": address, "code": code_image(address) if address else "", "key": new_key()}
    return render(request, "seating/self_check_in.html", context | {"event": event})


def _address(event: Event) -> str:
    return reverse("tablet", args=[event.slug, event.tablet_secret])


@at_event(PUBLIC)
def tablet(request: HttpRequest, event: Event, secret: str) -> HttpResponse:
    """The page of the tablet: letters, names, and the seat of who tapped."""
    if not event.tablet_secret or not secrets.compare_digest(
        secret.encode(), event.tablet_secret.encode()
    ):
        raise Http404("No tablet checks in here.")
    if request.method == "POST":
        answer = _not_me(request, event) if "not_me" in request.POST else _here(request, event)
    elif "here" in request.GET:
        answer = _seat_page(request, event)
    else:
        answer = _letters_page(request, event)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _letters_page(
    request: HttpRequest, event: Event, fault: str = "", status: int = 200
) -> HttpResponse:
    typed = door.typed_of(request.GET.get("q", "")[: door.MOST_TYPED * 2])
    numbers = "numbers" in request.GET or typed.isdigit()
    found = door.answering(event, typed)
    many = len(found) > door.MOST_SHOWN
    enough = bool(typed) if typed.isdigit() else len(typed) >= door.LETTERS
    context = {
        "event": event,
        "here": _address(event),
        "typed": typed,
        "letters": [typed[at : at + 1] for at in range(max(door.LETTERS, len(typed)))],
        "numbers": numbers,
        "rows": [
            [(key, (typed + key)[: door.MOST_TYPED]) for key in row] for row in _keys(numbers)
        ],
        "shorter": typed[:-1],
        "found": [] if many else [door.shown(guest) for guest in found],
        "many": len(found) if many else 0,
        "nobody": enough and not found,
        "help": "help" in request.GET,
        "fault": fault,
    }
    return render(request, "seating/tablet.html", context, status=status)


def _keys(numbers: bool) -> tuple[str, ...]:
    return door.DIGITS if numbers else door.KEYS


def _guest(event: Event, said: str) -> Guest | None:
    """Who has this number; nobody for a place that is held."""
    if not (said.isascii() and said.isdigit() and len(said) < 9 and int(said) <= LARGEST_NUMBER):
        return None
    listed = Guest.objects.filter(event=event, placeholder=False).select_related("livery")
    return listed.filter(badge=int(said)).first()


def _here(request: HttpRequest, event: Event) -> HttpResponse:
    """Check in who tapped; who is here already is told the seat again."""
    guest = _guest(event, request.POST.get("badge", ""))
    if guest is None:
        return _letters_page(request, event, ASK_THE_DESK, 422)
    if not spend(f"tablet-{event.pk}", A_MINUTE):
        return _letters_page(request, event, LATER, 429)
    said: dict[str, Any] = {"here": guest.badge}
    if guest.arrived_at is None:
        by = Signature(AT_TABLET, timezone.now(), new_key())
        try:
            check_in(event, guest.ref, by)
            said["mine"] = signing.dumps([guest.ref, by.at.isoformat()], salt=SALT)
        except AttendanceRefusedError:
            guest.refresh_from_db()
            if guest.arrived_at is None:
                return _letters_page(request, event, ASK_THE_DESK, 422)
    return HttpResponseRedirect(f"{_address(event)}?{urlencode(said)}")


def _seat_page(request: HttpRequest, event: Event) -> HttpResponse:
    guest = _guest(event, request.GET.get("here", ""))
    if guest is None or guest.arrived_at is None:
        return HttpResponseRedirect(_address(event))
    context = {
        "event": event,
        "here": _address(event),
        "shown": door.shown(guest),
        "place": door.place_of(event, guest),
        "mine": request.GET.get("mine", "")[:300],
    }
    return render(request, "seating/tablet.html", context)


def _not_me(request: HttpRequest, event: Event) -> HttpResponse:
    """Take back what this tablet did just now, and nothing else."""
    try:
        ref, at = signing.loads(
            request.POST.get("not_me", "")[:300], salt=SALT, max_age=NOT_ME_WITHIN
        )
    except (signing.BadSignature, ValueError):
        return _letters_page(request, event, ASK_THE_DESK, 422)
    guest = Guest.objects.filter(event=event, ref=ref).first()
    if guest is None or guest.arrived_at is None or guest.arrived_at.isoformat() != at:
        return HttpResponseRedirect(_address(event))
    try:
        undo_check_in(event, ref, Signature(AT_TABLET, timezone.now(), new_key()))
    except AttendanceRefusedError:
        return _letters_page(request, event, ASK_THE_DESK, 422)
    return HttpResponseRedirect(_address(event))
