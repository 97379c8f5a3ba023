"""Guests check themselves in at a tablet: three letters, a tap on the name, table and seat large.

The tablet has nothing but its address; it does one act, that of the door. Whom three letters mean,
and where a guest who came sits: what is told here the finder tells everybody: name, company, badge,
table and seat, and who sits there too.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.names import folded
from tournament.counting.plan import stand
from tournament.guests.names import called
from tournament.ledger.signing import new_key, perform, sign
from tournament.models import Event, Guest, Seat, Stage, in_list_order
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts_door import check_in, undo_check_in
from tournament.seating.acts_walk_in import allow_self_check_in
from tournament.site.access import DESK, PUBLIC, Actor, at_event
from tournament.site.codes import base_address, code_image
from tournament.site.limits import spend
from tournament.site.text import whole_number

LETTERS, MOST_TYPED, MOST_SHOWN = 3, 12, 6
KEYS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
DIGITS = ("12345", "67890")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a guest sits: the round, the table as it is called, its room, the letter, and the
    letters and names of the table.
    """

    round: str
    table: str
    room: str
    letter: str
    around: tuple[tuple[str, str], ...]


def typed_of(text: str) -> str:
    """What was typed so far: letters or digits alone, in capitals."""
    return "".join(name for name in folded(text) if name.isalnum())[:MOST_TYPED].upper()


def answering(event: Event, text: str) -> list[Guest]:
    """Who answers to the first letters of a surname, else of any part of the name, or to a number.

    Who chose not to be named is found by their number alone; a place held for a name is nobody's.
    """
    listed = Guest.objects.filter(event=event, placeholder=False).select_related("livery")
    if text.isdigit():
        return list(listed.filter(badge=int(text))) if len(text) < MOST_TYPED else []
    if len(text) < LETTERS:
        return []
    target = text.lower()
    guests = in_list_order(listed.filter(unnamed=False))
    return [guest for guest in guests if _begins(guest.listed.surname, target)] or [
        guest for guest in guests if _begins(guest.name, target)
    ]


def _begins(name: str, target: str) -> bool:
    """Whether the name, or a word of it, begins so; signs and spaces do not count."""
    words = folded(name).replace("-", " ").split()
    plain = ["".join(filter(str.isalnum, word)) for word in words]
    return "".join(plain).startswith(target) or any(word.startswith(target) for word in plain)


def shown(guest: Guest) -> dict[str, Any]:
    """A guest as the tablet lists them."""
    if guest.unnamed:
        return {"head": called(guest), "rest": "", "livery": guest.livery_name, "guest": guest}
    name = guest.listed
    return {"head": name.surname, "rest": name.rest, "livery": guest.livery_name, "guest": guest}


def place_of(event: Event, guest: Guest) -> Place | None:
    """The first seat that is published and not left; none of a play-off, which would name those
    who are through.
    """
    current = Seat.objects.filter(
        event=event, guest=guest, left_after_game=None, round__stage=Stage.QUALIFYING
    )
    published = current.exclude(round__state__in=(RoundState.DRAFT, RoundState.CLOSED))
    seat = published.select_related("round", "table").order_by("round__number").first()
    if seat is None:
        return None
    seats = Seat.objects.filter(table=seat.table, left_after_game=None).order_by("letter")
    around = tuple((seat.letter, _short(seat.guest)) for seat in seats.select_related("guest"))
    table = stand(event, seat.table.number)
    return Place(str(seat.round), table.label, table.room, seat.letter, around)


def _short(guest: Guest) -> str:
    return called(guest) if guest.unnamed else guest.listed.surname


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
            lambda _actor: allow_self_check_in(event, tablet=tablet, guests=guests),
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
    text = typed_of(request.GET.get("q", "")[: MOST_TYPED * 2])
    numbers = "numbers" in request.GET or text.isdigit()
    guests = answering(event, text)
    many = len(guests) > MOST_SHOWN
    enough = bool(text) if text.isdigit() else len(text) >= LETTERS
    context = {
        "event": event,
        "here": _address(event),
        "typed": text,
        "letters": [text[index : index + 1] for index in range(max(LETTERS, len(text)))],
        "numbers": numbers,
        "rows": [
            [(key, (text + key)[:MOST_TYPED]) for key in row]
            for row in (DIGITS if numbers else KEYS)
        ],
        "shorter": text[:-1],
        "found": [] if many else [shown(guest) for guest in guests],
        "many": len(guests) if many else 0,
        "nobody": enough and not guests,
        "help": "help" in request.GET,
        "fault": fault,
    }
    return render(request, "seating/tablet.html", context, status=status)


def _guest(event: Event, text: str) -> Guest | None:
    """Who has this number; nobody for a place that is held."""
    badge = whole_number(text, 8)
    listed = Guest.objects.filter(event=event, placeholder=False).select_related("livery")
    return None if badge is None else listed.filter(badge=badge).first()


def _here(request: HttpRequest, event: Event) -> HttpResponse:
    """Check in who tapped; who is here already is told the seat again."""
    guest = _guest(event, request.POST.get("badge", ""))
    if guest is None:
        return _letters_page(request, event, ASK_THE_DESK, 422)
    if not spend(f"tablet-{event.pk}", A_MINUTE):
        return _letters_page(request, event, LATER, 429)
    query: dict[str, Any] = {"here": guest.badge}
    if guest.arrived_at is None:
        signature = sign(AT_TABLET, new_key())
        try:
            check_in(event, guest.ref, signature)
            query["mine"] = signing.dumps([guest.ref, signature.at.isoformat()], salt=SALT)
        except Refused:
            guest.refresh_from_db()
            if guest.arrived_at is None:
                return _letters_page(request, event, ASK_THE_DESK, 422)
    return HttpResponseRedirect(f"{_address(event)}?{urlencode(query)}")


def _seat_page(request: HttpRequest, event: Event) -> HttpResponse:
    guest = _guest(event, request.GET.get("here", ""))
    if guest is None or guest.arrived_at is None:
        return HttpResponseRedirect(_address(event))
    context = {
        "event": event,
        "here": _address(event),
        "shown": shown(guest),
        "place": place_of(event, guest),
        "mine": request.GET.get("mine", "")[:300],
    }
    return render(request, "seating/tablet.html", context)


def _not_me(request: HttpRequest, event: Event) -> HttpResponse:
    """Take back what this tablet did just now, and nothing else."""
    try:
        ref, moment = signing.loads(
            request.POST.get("not_me", "")[:300], salt=SALT, max_age=NOT_ME_WITHIN
        )
    except (signing.BadSignature, ValueError):
        return _letters_page(request, event, ASK_THE_DESK, 422)
    guest = Guest.objects.filter(event=event, ref=ref).first()
    if guest is None or guest.arrived_at is None or guest.arrived_at.isoformat() != moment:
        return HttpResponseRedirect(_address(event))
    try:
        undo_check_in(event, ref, sign(AT_TABLET, new_key()))
    except Refused:
        return _letters_page(request, event, ASK_THE_DESK, 422)
    return HttpResponseRedirect(_address(event))
