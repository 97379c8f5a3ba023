"""The guest list, and each guest: added, changed, removed, kept apart.

Where a guest sits, found from three letters of the name or the badge; no log-in, published seats
only.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.names import folded
from scoring.pairing.course import next_match
from scoring.words import many
from tournament.counting.matches import course_of
from tournament.counting.plan import stand, table_label
from tournament.counting.scores import cut_announced
from tournament.counting.seats import last_change
from tournament.guests import acts, own_data
from tournament.guests.forms import GuestForm, KeepApartForm, PlacesForm
from tournament.guests.names import public_name
from tournament.guests.tables import NO_LIVERY, guest_rows, guest_table
from tournament.ledger.signing import new_key, perform, pressed_before
from tournament.models import Event, Guest, KeepApart, Round, Seat, Stage, in_list_order
from tournament.models.seating import RoundState
from tournament.site.access import (
    DESK,
    OFFICIAL,
    ORGANISER,
    PUBLIC,
    at_event,
    guest_of,
    may,
    of_event,
)
from tournament.site.downloads import download
from tournament.site.spreadsheet import file_of
from tournament.site.tables import arrange


@at_event(OFFICIAL)
def guests(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody, searched, filtered, sorted, a page at a time."""
    filters = {name: request.GET.get(name, "") for name in ("q", "livery", "sort")}
    table = guest_table(guest_rows(event, filters), paired=event.paired)
    table.editable = may(request, DESK.roles)
    if file := arrange(
        request, table, f"{event.slug}-guests", saves=table.editable, groups=event.groups
    ):
        return file
    everybody = list(event.guests.values_list("livery__name", "placeholder"))
    liveries = sorted({livery for livery, _placeholder in everybody if livery})
    context = {
        "table": table,
        "asked": filters,
        "filtered": bool(filters["q"] or filters["livery"]),
        "editable": may(request, DESK.roles),
        "may_import": may(request, ORGANISER.roles),
        "total": len(everybody),
        "liveries": liveries,
        "number_of_groups": event.groups.counted(len(liveries)),
        "without_livery": NO_LIVERY
        if any(not livery for livery, _placeholder in everybody)
        else "",
        "to_follow": sum(placeholder for _livery, placeholder in everybody),
    }
    return render(request, "guests/list.html", context)


@at_event(DESK)
def add_guest(request: HttpRequest, event: Event) -> HttpResponse:
    """A new guest; the page stays open for the next one."""
    form = GuestForm(event, None, request.POST or None, private=may(request, ORGANISER.roles))
    # A second press finds the guest on the list, which is no reason to refuse it.
    if request.method == "POST" and (form.is_valid() or pressed_before(request, event)):
        fields = form.fields_of_guest
        if perform(
            request,
            event,
            lambda signature: acts.add_guest(event, fields, signature),
            f"{fields['name']} is on the list.",
        ):
            return redirect("add_guest", event.slug)
    return render(
        request, "guests/add.html", {"form": form, "hold": PlacesForm(event), "key": new_key()}
    )


@at_event(DESK)
@require_POST
def hold_places(request: HttpRequest, event: Event) -> HttpResponse:
    """Places for guests whose names follow."""
    form = PlacesForm(event, request.POST)
    if form.is_valid():
        number, livery = form.cleaned_data["places"], form.cleaned_data.get("livery")
        words = f"{many(number, 'place is', 'places are')} held."
        perform(
            request,
            event,
            lambda signature: acts.add_placeholders(event, number, livery, signature),
            words,
        )
        return redirect("guests", event.slug)
    guest = GuestForm(event, None, private=may(request, ORGANISER.roles))
    return render(request, "guests/add.html", {"form": guest, "hold": form, "key": new_key()})


@at_event(DESK)
def guest(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """One guest, to be changed."""
    stored = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=badge)
    form = GuestForm(event, stored, request.POST or None, private=may(request, ORGANISER.roles))
    if request.method == "POST" and form.is_valid():
        fields = form.fields_of_guest
        if perform(
            request,
            event,
            lambda signature: acts.change_guest(event, stored, fields, signature),
            f"{fields['name']}: saved.",
        ):
            return redirect("guests", event.slug)
    return _guest_page(request, stored, form, KeepApartForm(event))


@at_event(DESK)
@require_POST
def remove_guest(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Take a guest without a seat off the list."""
    if pressed_before(request, event):
        return redirect("guests", event.slug)
    stored = get_object_or_404(Guest, event=event, badge=badge)
    words = f"{stored.name} is off the list."
    if perform(
        request, event, lambda signature: acts.remove_guest(event, stored, signature), words
    ):
        return redirect("guests", event.slug)
    return redirect("guest", event.slug, badge)


@at_event(ORGANISER)
def guest_data(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """All that is kept of one guest, as a file to hand to them."""
    guest_of(event, badge)
    guest = event.guests.select_related("livery").get(badge=badge)
    return download(file_of(own_data.pages(guest)), f"{event.slug}-badge-{badge}.xlsx")


@at_event(DESK)
@require_POST
def keep_apart(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Name another guest who is not to sit with this one."""
    stored = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=badge)
    form = KeepApartForm(event, request.POST)
    if not form.is_valid():
        return _guest_page(
            request, stored, GuestForm(event, stored, private=may(request, ORGANISER.roles)), form
        )
    peer = form.cleaned_data["other"]
    perform(
        request,
        event,
        lambda signer: acts.keep_apart(event, stored, peer),
        f"{stored.name} and {peer.name} will be kept apart.",
    )
    return redirect("guest", event.slug, badge)


@at_event(DESK)
@require_POST
def let_meet(request: HttpRequest, event: Event, badge: int, pair: int) -> HttpResponse:
    """Take such a wish back."""
    guest_of(event, badge)
    of_event(KeepApart, event, pair)
    perform(request, event, lambda signer: acts.let_meet(event, pair), "These two can meet again.")
    return redirect("guest", event.slug, badge)


def tonight(guest: Guest, seats: Sequence[Seat]) -> dict[str, Any]:
    """What can be done with a guest's seats: the rounds they could join, and the one they could
    leave or hand over.
    """
    rounds = Round.objects.filter(event=guest.event, stage=Stage.QUALIFYING).exclude(
        state=RoundState.CLOSED
    )
    numbers = list(rounds.order_by("number").values_list("number", flat=True))
    sits = [seat.round.number for seat in seats if seat.left_after_game is None]
    without = [number for number in numbers if number not in sits]
    return {
        "without": without[:1],
        "round": next((number for number in numbers if number in sits), None),
        "undo": last_change(guest.event, guest.ref) if numbers else 0,
    }


def _guest_page(
    request: HttpRequest, stored: Guest, form: GuestForm, apart: KeepApartForm
) -> HttpResponse:
    pairs = KeepApart.objects.filter(Q(one=stored) | Q(other=stored)).select_related("one", "other")
    context = {
        "form": form,
        "guest": stored,
        "apart": apart,
        "pairs": [
            (pair.pk, pair.other if pair.one_id == stored.pk else pair.one) for pair in pairs
        ],
        "seats": (
            seats := list(stored.seats.select_related("table", "round").order_by("round__number"))
        ),
        "tonight": tonight(stored, seats),
        "private": may(request, ORGANISER.roles),
        "key": new_key(),
    }
    return render(request, "guests/guest.html", context)


MOST = 20
LETTERS = 3
LONGEST = 80


@at_event(PUBLIC)
def finder(request: HttpRequest, event: Event) -> HttpResponse:
    """The form, and whoever answers to it."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    matches = _matches(event, query) if query else None
    fault = (
        "Type three letters of the name, or the badge number." if matches is None and query else ""
    )
    visible = (matches or [])[:MOST]
    seated = _with_opponents if event.paired else _with_seats
    context = {
        "event": event,
        "query": query,
        "fault": fault,
        "finder_url": reverse("finder", args=[event.slug]),
        "found": None if matches is None else seated(event, visible),
        "too_many": len(matches) if matches and len(matches) > MOST else 0,
    }
    return render(request, "guests/finder.html", context)


def _matches(event: Event, query: str) -> list[dict[str, Any]] | None:
    """Who answers to a badge number, or to letters however accented; None where too little was
    typed.
    """
    guests = in_list_order(Guest.objects.filter(event=event).select_related("livery"))
    rows: list[Any] = [
        {
            "pk": guest.pk,
            "ref": guest.ref,
            "name": guest.name,
            "badge": guest.badge,
            "livery": guest.livery_name,
            "unnamed": guest.unnamed,
        }
        for guest in guests
    ]
    if query.isascii() and query.isdigit():
        matches = [row for row in rows if str(row["badge"]) == query.lstrip("0")]
        return [
            row | {"name": public_name(row["name"], row["badge"], unnamed=row["unnamed"])}
            for row in matches
        ]
    # Who chose not to be named is found by their badge alone: an answer to the name would give it
    # away.
    rows = [row for row in rows if not row["unnamed"]]
    words = folded(query).split()
    if sum(map(len, words)) >= LETTERS:
        return [row for row in rows if all(part in folded(row["name"]) for part in words)]
    # Whole names of one or two letters are names too.
    full_matches = [row for row in rows if words and set(words) <= set(folded(row["name"]).split())]
    return full_matches or None


def _with_seats(event: Event, guests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The guests with their table and seat in every published round."""
    seats = Seat.objects.filter(
        event=event, guest__in=[row["pk"] for row in guests], left_after_game=None
    )
    seats = (
        seats.exclude(round__state=RoundState.DRAFT)
        .filter(_open_to_all(event))
        .order_by("round__number")
    )
    places: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for seat in seats.select_related("round", "table"):
        number = "" if seat.round.stage == Stage.PLAYOFF else seat.round.number
        places[seat.guest_id].append(
            {
                "round": number,
                "table": table_label(event, seat.table.number),
                "hall": stand(event, seat.table.number).room,
                "seat": seat.letter,
            }
        )
    return [row | {"rounds": places[row["pk"]]} for row in guests]


def _with_opponents(event: Event, guests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The guests with the table of the match they play next, and whom they meet there."""
    course = course_of(event)
    following = [next_match(course, row["ref"]) if course else None for row in guests]
    rows = event.guests.order_by().values_list("ref", "name", "badge", "unnamed")
    names = {ref: public_name(name, badge, unnamed=unnamed) for ref, name, badge, unnamed in rows}
    places = [
        [
            {
                "round": place[0].number,
                "table": table_label(event, place[1].table),
                "hall": stand(event, place[1].table).room,
                "opponent": names[str(place[1].opponent(row["ref"]))],
            }
        ]
        if place and place[1].other
        else []
        for row, place in zip(guests, following, strict=True)
    ]
    return [row | {"rounds": here} for row, here in zip(guests, places, strict=True)]


def _open_to_all(event: Event) -> Q:
    """Seats in the play-off would name those who are through before they are announced; an extra
    game, who is level.
    """
    stages = [Stage.QUALIFYING, *([Stage.PLAYOFF] if cut_announced(event) else [])]
    return Q(round__stage__in=stages)
