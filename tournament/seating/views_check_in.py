"""The door: guests checked in as they come or added there and then, who signed in by phone, tables
opened for those who wait, and the list of all, which follows by itself and shows whom the box may
mean.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST

from tournament.counting.plan import stand, table_label
from tournament.counting.seats import hall, locked_tables, round_in_play
from tournament.guests.acts import next_badge
from tournament.guests.namesakes import Namesake, namesakes
from tournament.ledger.signing import new_key, signature
from tournament.models import Event, Guest, Round, Seat, in_list_order
from tournament.models.guest import AWAY, GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating import acts_door as acts
from tournament.seating.acts_places import as_registered
from tournament.seating.acts_walk_in import add_walk_in
from tournament.seating.forms_door import (
    LONGEST_TYPED,
    CheckInForm,
    NewcomerForm,
    last_part,
    meant,
    nearest,
)
from tournament.seating.offers import best_places
from tournament.seating.pages_arrivals import added, arrivals
from tournament.seating.pages_question import done_for_a_reason
from tournament.seating.tables import DoorTable
from tournament.site.access import DESK, OFFICIAL, at_event, may
from tournament.site.codes import digest_of
from tournament.site.keeping import kept
from tournament.site.tables import arrange

LAST_IN = 6
SHOWS = ("to-arrive", "here", "everyone")


class Place(NamedTuple):
    """A table as it is called, a seat, and the number the table is sorted by."""

    stand: str
    seat: str
    number: int


NO_SEAT = Place("", "", 0)


@at_event(OFFICIAL)
def door(request: HttpRequest, event: Event) -> HttpResponse:
    """The page: the field for the next guest, who was checked in last, and the list."""
    return _door_page(request, "seating/door.html", _page(request, event, CheckInForm()))


@at_event(OFFICIAL)
@kept()
def door_now(request: HttpRequest, event: Event) -> HttpResponseBase:
    """The lists alone, as the page asks for them again and again."""
    etag = f'"door-{event.version}-{digest_of(request.GET.urlencode())[:8]}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = _door_page(request, "seating/_door_now.html", _lists(request, event))
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _door_page(request: HttpRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """The list sorted and turned to the page asked for; or all of it, as a file."""
    file = arrange(
        request,
        page["guests"],
        f"{page['event'].slug}-door",
        saves=True,
        groups=page["event"].groups,
    )
    return file or render(request, template, page)


@at_event(OFFICIAL)
@require_POST
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Check in whom the text means, or whose button was pressed; of several, or of none, the page
    asks which.
    """
    form = CheckInForm({"typed": request.POST.get("badge") or request.POST.get("typed", "")})
    if not form.is_valid():
        return _door_page(request, "seating/door.html", _page(request, event, form))
    entries = form.cleaned_data["typed"]
    guests = meant(event, entries)
    if len(guests) == 1:
        _let_in(request, event, guests[0])
        return _back(request, event, guests)
    context = _page(request, event, form) | {"choices": _seated(event, guests)}
    if not guests:
        form.add_error("typed", _nobody(entries))
        near = nearest(event, entries)
        if near:
            # Enter takes the first of them: its button has the focus instead of the box.
            form.fields["typed"].widget.attrs.pop("autofocus", None)
        context |= {
            "choices": _seated(event, near),
            "near": bool(near),
            "newcomer": NewcomerForm.of(entries, event),
            "missed": True,
        }
    return _door_page(request, "seating/door.html", context)


def _nobody(text: str) -> str:
    """Why nobody is checked in: a number that is no badge, a card of somebody else, or a name that
    is not listed.
    """
    if text.isdigit():
        return f"Nobody has badge {text[:20]}."
    if last_part(text) != text:
        return "This card belongs to nobody on the list."
    return f"Nobody on the list is called “{text}”."


@at_event(DESK)
@require_POST
def add_here(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody who is not on the list is added, and is here."""
    form = NewcomerForm(request.POST, event=event, asks=True)
    if not form.is_valid():
        page = _page(request, event, CheckInForm()) | {
            "newcomer": form,
            "missed": True,
            "choices": _seated(event, form.namesakes),
            "next_badge": next_badge(event),
        }
        return _door_page(request, "seating/door.html", page)
    name, company = form.cleaned_data["name"], form.cleaned_data["company"]
    added(request, event, lambda signer: add_walk_in(event, name, company, signer))
    return redirect("door", event.slug)


@at_event(OFFICIAL)
@require_POST
def undo_check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """The wrong guest was let in: they are awaited again."""
    guests = meant(event, request.POST.get("badge", "")[:8])
    try:
        if len(guests) != 1:
            raise Refused("There is no such guest.")
        acts.undo_check_in(event, guests[0].ref, signature(request))
        messages.success(request, f"Taken back: {guests[0].name} is expected again.")
    except Refused as refused:
        messages.error(request, str(refused))
    return _back(request, event, guests)


def _back(request: HttpRequest, event: Event, guests: list[Guest]) -> HttpResponse:
    """To the card that was scanned, where the button stood there; else to the door."""
    if request.POST.get("back") == "card" and len(guests) == 1:
        return redirect("guest_card", event.slug, guests[0].badge)
    return redirect("door", event.slug)


@at_event(DESK)
def expected_again(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Ask why, then list a guest as registered: they were marked as never come, as late or as gone
    home by mistake.
    """
    guest = get_object_or_404(Guest, event=event, badge=badge)
    consequence = (
        f"They are listed as “{guest.get_status_display()}”. Their seats stay as they are."
    )
    words = (f"List {guest.name} as registered again?", consequence, "List as registered")
    outcome = f"{guest.name} is listed as registered again."
    act = partial(as_registered, event, guest.ref)
    return done_for_a_reason(request, event, words, act, outcome)


def _let_in(request: HttpRequest, event: Event, guest: Guest) -> None:
    try:
        guest = acts.check_in(event, guest.ref, signature(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return
    messages.success(request, _is_here(event, guest))


def _is_here(event: Event, guest: Guest) -> str:
    """Who came, with the seat to send them to, or that they need one."""
    seats = Seat.objects.filter(event=event, guest=guest, left_after_game=None)
    seat = (
        seats.exclude(round__state=RoundState.DRAFT)
        .select_related("table")
        .order_by("round__number")
        .first()
    )
    here = f"{guest.name} is here, badge {guest.badge}"
    if seat is not None:
        return f"{here}: table {stand(event, seat.table.number).words}, seat {seat.letter}."
    if guest.status == GuestStatus.LATE:
        return f"{here}. The door is closed: find them a seat."
    return f"{here}."


def _page(request: HttpRequest, event: Event, form: CheckInForm) -> dict[str, Any]:
    lists, desk = _lists(request, event), may(request, DESK.roles)
    more: dict[str, Any] = {
        "form": form,
        "choices": (),
        "near": False,
        "newcomer": NewcomerForm(event=event) if desk else None,
        "missed": False,
        "key": new_key(),
    }
    if not lists["awaited"] and desk:
        # Only somebody new can come now: what is typed next is their name.
        form.fields["typed"].widget.attrs.pop("autofocus", None)
        more["newcomer"].fields["name"].widget.attrs["autofocus"] = True
    seatless = [guest for guest, _best in lists["without_place"]]
    return lists | (arrivals(event, lists["round"], seatless) if desk else {}) | more


def _lists(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Who is awaited, who is here and sits where, who has no seat, and who never came."""
    round_ = round_in_play(event)
    guests = in_list_order(event.guests.select_related("livery"))
    seats = _seats(event, round_)
    entered = [guest for guest in guests if guest.arrived_at]
    awaited = [
        guest for guest in guests if not guest.arrived_at and guest.status == GuestStatus.REGISTERED
    ]
    by_arrival = sorted(entered, key=lambda guest: (guest.arrived_at, guest.badge))
    without = [guest for guest in by_arrival if guest.pk not in seats and guest.status not in AWAY]
    without = without if round_ else []
    listed = {"to-arrive": awaited, "here": entered, "everyone": guests}
    show, text = _show(request), _typed_name(request)
    exact = meant(event, text) if text else []
    visible = (exact or nearest(event, text)) if text else listed[show]
    return {
        "event": event,
        "at_desk": may(request, DESK.roles),
        "awaited": awaited,
        "came": len(entered),
        "due": len(entered) + len(awaited),
        "show": show,
        "shows": [
            (name, name.replace("-", " ").capitalize(), len(some)) for name, some in listed.items()
        ],
        "typed": text,
        "near": bool(text and not exact),
        "guests": _table(request, event, visible, seats if round_ else None),
        "last_in": [
            (guest, *seats.get(guest.pk, NO_SEAT)[:2]) for guest in by_arrival[: -LAST_IN - 1 : -1]
        ],
        "never_came": [guest for guest in guests if guest.status == GuestStatus.NO_SHOW],
        "round": round_,
        "without_place": _with_best(event, round_ if may(request, DESK.roles) else None, without),
        "seat_key": new_key() if without else "",
    }


def _table(
    request: HttpRequest, event: Event, guests: list[Guest], seats: Mapping[int, Place] | None
) -> DoorTable:
    """The list itself, with the columns of the seats once there are any."""
    shared = namesakes(event)
    rows = [
        {
            "pk": guest.pk,
            "badge": guest.badge,
            "name": _in_the_list(guest, shared.get(guest.ref)),
            "sort": (guest.listed.order, guest.badge),
            "company": guest.livery_name,
            "url": reverse("guest", args=[event.slug, guest.badge]),
            "arrived": date(localtime(guest.arrived_at), "H:i") if guest.arrived_at else "",
            "awaited": guest.status == GuestStatus.REGISTERED,
            "status": guest.get_status_display(),
        }
        | (seats or {}).get(guest.pk, NO_SEAT)._asdict()
        for guest in guests
    ]
    table = DoorTable(  # type: ignore[no-untyped-call]
        rows, exclude=() if seats is not None else ("stand", "seat")
    )
    table.at_desk = may(request, DESK.roles)
    table.undoing = reverse("undo_check_in", args=[event.slug])
    table.address = reverse("door", args=[event.slug])
    table.caption = "Guests, with table and seat"
    return table


def _in_the_list(guest: Guest, namesake: Namesake | None) -> str:
    """The name as a list has it, beside the livery, told apart from a namesake."""
    return " ".join(filter(None, (str(guest.listed), namesake.mark if namesake else "")))


MOST_OFFERED = 4
"""So many of those who wait are offered their best seats on the page of the door itself."""


def _with_best(
    event: Event, round_: Round | None, waiting: list[Guest]
) -> list[tuple[Guest, tuple[str, str] | None]]:
    """Each who has no seat, with the best free places while nothing is played."""
    if round_ is None or not waiting or locked_tables(event, round_.number):
        return [(guest, None) for guest in waiting]
    hall_ = hall(event)
    return [
        (guest, best_places(hall_, round_.number, guest) if index < MOST_OFFERED else None)
        for index, guest in enumerate(waiting)
    ]


def _show(request: HttpRequest) -> str:
    """Which part of the list is asked for."""
    show = request.GET.get("show", "")
    return show if show in SHOWS else SHOWS[0]


def _typed_name(request: HttpRequest) -> str:
    """What stands in the box so far: the list shows whom it may mean."""
    return " ".join(request.GET.get("q", "")[:LONGEST_TYPED].split())


def _seats(event: Event, round_: Round | None) -> Mapping[int, Place]:
    """The table as it is called and the seat of everybody in the open round, by the guest's key."""
    if round_ is None:
        return {}
    seats = Seat.objects.filter(round=round_, left_after_game=None).order_by()
    rows = seats.values_list("guest_id", "table__number", "letter")
    return {
        guest: Place(table_label(event, number), letter, number) for guest, number, letter in rows
    }


def _seated(event: Event, guests: list[Guest]) -> list[tuple[Guest, str, str]]:
    """Each with table and seat."""
    seats = _seats(event, round_in_play(event)) if guests else {}
    return [(guest, *seats.get(guest.pk, NO_SEAT)[:2]) for guest in guests]
