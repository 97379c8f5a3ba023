"""The guest list, and each guest: added, changed, removed, kept apart."""

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.access import DESK, OFFICIAL, ORGANISER, at_event
from tournament.actor import actor_of
from tournament.acts import guests as acts
from tournament.forms.guest import GuestForm, KeepApartForm, PlacesForm
from tournament.ledger.chain import Signature
from tournament.ledger.seat_history import SUBSTITUTE, UNDONE_BY_SEAT, last_change
from tournament.models import Event, Guest, KeepApart, Round, Seat, Stage
from tournament.models.seating import RoundState
from tournament.tables.guests import NO_LIVERY, GuestTable, guest_rows, guest_table
from tournament.tables.paging import arrange
from tournament.views.their_rows import guest_of, of_event


@at_event(OFFICIAL)
def guests(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody, searched, filtered, sorted, a page at a time."""
    asked = {name: request.GET.get(name, "") for name in ("q", "livery", "sort")}
    rows = guest_rows(event, asked)
    table = guest_table(rows)
    arrange(request, table, GuestTable.Meta.per_page)
    held = list(event.guests.values_list("livery__name", "placeholder"))
    context = {
        "table": table,
        "asked": asked,
        "filtered": bool(asked["q"] or asked["livery"]),
        "editable": may(request, DESK.roles),
        "may_import": may(request, ORGANISER.roles),
        "total": len(held),
        "liveries": sorted({livery or NO_LIVERY for livery, _placeholder in held}),
        "to_follow": sum(placeholder for _livery, placeholder in held),
    }
    return render(request, "tournament/guests.html", context)


@at_event(DESK)
def add_guest(request: HttpRequest, event: Event) -> HttpResponse:
    """A new guest; the page stays open for the next one."""
    form = GuestForm(event, None, request.POST or None, private=may(request, ORGANISER.roles))
    if request.method == "POST" and form.is_valid():
        fields = form.fields_of_guest
        if done(request, lambda: acts.add_guest(event, fields, signed(request)), f"{fields['name']} is on the list."):
            return redirect("add_guest", event.slug)
    return render(request, "tournament/guest_add.html", {"form": form, "hold": PlacesForm(event)})


@at_event(DESK)
@require_POST
def hold_places(request: HttpRequest, event: Event) -> HttpResponse:
    """Places for guests whose names follow."""
    form = PlacesForm(event, request.POST)
    if form.is_valid():
        number, livery = form.cleaned_data["places"], form.cleaned_data["livery"]
        words = "1 place is held." if number == 1 else f"{number} places are held."
        done(request, lambda: acts.add_placeholders(event, number, livery, signed(request)), words)
        return redirect("guests", event.slug)
    guest = GuestForm(event, None, private=may(request, ORGANISER.roles))
    return render(request, "tournament/guest_add.html", {"form": guest, "hold": form})


@at_event(DESK)
def guest(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """One guest, to be changed."""
    found = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=badge)
    form = GuestForm(event, found, request.POST or None, private=may(request, ORGANISER.roles))
    if request.method == "POST" and form.is_valid():
        fields = form.fields_of_guest
        if done(request, lambda: acts.change_guest(event, found, fields, signed(request)), f"{fields['name']}: saved."):
            return redirect("guests", event.slug)
    return _guest_page(request, found, form, KeepApartForm(event))


@at_event(DESK)
@require_POST
def remove_guest(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Take a guest without a seat off the list."""
    found = get_object_or_404(Guest, event=event, badge=badge)
    words = f"{found.name} is off the list."
    if done(request, lambda: acts.remove_guest(event, found, signed(request)), words):
        return redirect("guests", event.slug)
    return redirect("guest", event.slug, badge)


@at_event(DESK)
@require_POST
def keep_apart(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Name another guest who is not to sit with this one."""
    found = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=badge)
    form = KeepApartForm(event, request.POST)
    if not form.is_valid():
        return _guest_page(request, found, GuestForm(event, found, private=may(request, ORGANISER.roles)), form)
    other = form.cleaned_data["other"]
    done(request, lambda: acts.keep_apart(event, found, other), f"{found.name} and {other.name} will be kept apart.")
    return redirect("guest", event.slug, badge)


@at_event(DESK)
@require_POST
def let_meet(request: HttpRequest, event: Event, badge: int, pair: int) -> HttpResponse:
    """Take such a wish back."""
    guest_of(event, badge)
    of_event(KeepApart, event, pair)
    done(request, lambda: acts.let_meet(event, pair), "The two may meet again.")
    return redirect("guest", event.slug, badge)


def signed(request: HttpRequest) -> Signature:
    """Who acts, now; each request is its own."""
    return Signature(actor_of(request), timezone.now(), f"guest-{uuid.uuid4()}")


def may(request: HttpRequest, roles: frozenset[str]) -> bool:
    """Whether the official who asks has one of these roles."""
    official = getattr(request, "official", None)
    return official is not None and official.role in roles


def done(request: HttpRequest, act: Callable[[], object], words: str) -> bool:
    """Do an act and say so, or say why it was refused."""
    try:
        act()
    except acts.GuestRefusedError as refused:
        messages.error(request, str(refused))
        return False
    messages.success(request, words)
    return True


def tonight(guest: Guest, seats: Sequence[Seat]) -> dict[str, Any]:
    """What can be done with a guest's seats: the rounds they could join, and the one they could leave or hand over."""
    rounds = Round.objects.filter(event=guest.event, stage=Stage.QUALIFYING).exclude(state=RoundState.CLOSED)
    numbers = list(rounds.order_by("number").values_list("number", flat=True))
    sits = [seat.round.number for seat in seats if seat.left_after_game is None]
    without = [number for number in numbers if number not in sits]
    last = last_change(guest.event, guest.ref)
    return {
        "without": without[:1],
        "round": next((number for number in numbers if number in sits), None),
        "sat_in": last == SUBSTITUTE,
        "undo": numbers[0] if numbers and last in UNDONE_BY_SEAT else None,
    }


def _guest_page(request: HttpRequest, found: Guest, form: GuestForm, apart: KeepApartForm) -> HttpResponse:
    pairs = KeepApart.objects.filter(Q(one=found) | Q(other=found)).select_related("one", "other")
    context = {
        "form": form,
        "guest": found,
        "apart": apart,
        "pairs": [(pair.pk, pair.other if pair.one_id == found.pk else pair.one) for pair in pairs],
        "seats": (seats := list(found.seats.select_related("table", "round").order_by("round__number"))),
        "tonight": tonight(found, seats),
    }
    return render(request, "tournament/guest.html", context)
