"""The guest list, and each guest: added, changed, removed, kept apart.

Taking a guest list in: choose the file, match its columns, mend its rows, then all or nothing.

Where a guest sits, found from three letters of the name or the badge; no log-in, published seats
only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.names import folded, listed_name
from tournament.counting.seats import SUBSTITUTE, UNDONE_BY_SEAT, last_change, stand, table_label
from tournament.guests import acts
from tournament.guests.forms import (
    FileForm,
    GuestForm,
    GuestList,
    KeepApartForm,
    PlacesForm,
    hold,
    resumed,
    uploaded,
)
from tournament.guests.names import public_name
from tournament.guests.rows import ADDED, CHANGED, MATCHED, Candidate, Fault, counts, judge
from tournament.guests.spreadsheet import (
    BY_FIELD,
    COLUMNS,
    GuestFileError,
    fault_in_columns,
    left_out,
)
from tournament.guests.tables import NO_LIVERY, GuestTable, guest_rows, guest_table
from tournament.ledger.signing import new_key, once, perform, pressed_before
from tournament.models import Event, Guest, KeepApart, Round, Seal, Seat, Stage, in_list_order
from tournament.models.names import hidden
from tournament.models.seating import RoundState
from tournament.site.access import (
    DESK,
    OFFICIAL,
    ORGANISER,
    ORGANISER_GRAVE,
    PUBLIC,
    at_event,
    guest_of,
    may,
    of_event,
)
from tournament.site.tables import arrange


@at_event(OFFICIAL)
def guests(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody, searched, filtered, sorted, a page at a time."""
    asked = {name: request.GET.get(name, "") for name in ("q", "livery", "sort")}
    rows = guest_rows(event, asked)
    table = guest_table(rows)
    arrange(
        request, table, max(1, len(rows)) if request.GET.get("all") else GuestTable.Meta.per_page
    )
    held = list(event.guests.values_list("livery__name", "placeholder"))
    context = {
        "table": table,
        "asked": asked,
        "filtered": bool(asked["q"] or asked["livery"]),
        "editable": may(request, DESK.roles),
        "may_import": may(request, ORGANISER.roles),
        "total": len(held),
        "liveries": sorted({livery for livery, _placeholder in held if livery}),
        "without_livery": NO_LIVERY if any(not livery for livery, _placeholder in held) else "",
        "to_follow": sum(placeholder for _livery, placeholder in held),
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
            lambda by: acts.add_guest(event, fields, by),
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
        number, livery = form.cleaned_data["places"], form.cleaned_data["livery"]
        words = "1 place is held." if number == 1 else f"{number} places are held."
        perform(request, event, lambda by: acts.add_placeholders(event, number, livery, by), words)
        return redirect("guests", event.slug)
    guest = GuestForm(event, None, private=may(request, ORGANISER.roles))
    return render(request, "guests/add.html", {"form": guest, "hold": form, "key": new_key()})


@at_event(DESK)
def guest(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """One guest, to be changed."""
    found = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=badge)
    form = GuestForm(event, found, request.POST or None, private=may(request, ORGANISER.roles))
    if request.method == "POST" and form.is_valid():
        fields = form.fields_of_guest
        if perform(
            request,
            event,
            lambda by: acts.change_guest(event, found, fields, by),
            f"{fields['name']}: saved.",
        ):
            return redirect("guests", event.slug)
    return _guest_page(request, found, form, KeepApartForm(event))


@at_event(DESK)
@require_POST
def remove_guest(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Take a guest without a seat off the list."""
    if pressed_before(request, event):
        return redirect("guests", event.slug)
    found = get_object_or_404(Guest, event=event, badge=badge)
    words = f"{found.name} is off the list."
    if perform(request, event, lambda by: acts.remove_guest(event, found, by), words):
        return redirect("guests", event.slug)
    return redirect("guest", event.slug, badge)


@at_event(DESK)
@require_POST
def keep_apart(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Name another guest who is not to sit with this one."""
    found = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=badge)
    form = KeepApartForm(event, request.POST)
    if not form.is_valid():
        return _guest_page(
            request, found, GuestForm(event, found, private=may(request, ORGANISER.roles)), form
        )
    other = form.cleaned_data["other"]
    perform(
        request,
        event,
        lambda by: acts.keep_apart(event, found, other),
        f"{found.name} and {other.name} will be kept apart.",
    )
    return redirect("guest", event.slug, badge)


@at_event(DESK)
@require_POST
def let_meet(request: HttpRequest, event: Event, badge: int, pair: int) -> HttpResponse:
    """Take such a wish back."""
    guest_of(event, badge)
    of_event(KeepApart, event, pair)
    perform(request, event, lambda by: acts.let_meet(event, pair), "The two may meet again.")
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
    last = last_change(guest.event, guest.ref)
    return {
        "without": without[:1],
        "round": next((number for number in numbers if number in sits), None),
        "sat_in": last == SUBSTITUTE,
        "undo": numbers[0] if numbers and last in UNDONE_BY_SEAT else None,
    }


def _guest_page(
    request: HttpRequest, found: Guest, form: GuestForm, apart: KeepApartForm
) -> HttpResponse:
    pairs = KeepApart.objects.filter(Q(one=found) | Q(other=found)).select_related("one", "other")
    context = {
        "form": form,
        "guest": found,
        "apart": apart,
        "pairs": [(pair.pk, pair.other if pair.one_id == found.pk else pair.one) for pair in pairs],
        "seats": (
            seats := list(found.seats.select_related("table", "round").order_by("round__number"))
        ),
        "tonight": tonight(found, seats),
        "key": new_key(),
    }
    return render(request, "guests/guest.html", context)


MENDED_AT_ONCE = 50
SHOWN_READY = 8
SHOWN = ("badge", "name", "livery", "office")
LONGEST_SHOWN = 60
ANSWER = "as_it_stands"
"""The column that holds an answer given on the page, and is in nobody's list."""


@at_event(ORGANISER)
def import_guests(request: HttpRequest, event: Event) -> HttpResponse:
    """Choose a file; see what it would do, and mend it. Nothing is saved here."""
    if request.method != "POST":
        return _choose(request)
    try:
        listed = resumed(event, request.POST) if "held" in request.POST else uploaded(request)
    except GuestFileError as error:
        return _choose(request, str(error))
    return render(request, "guests/import_preview.html", _preview(event, listed))


@at_event(ORGANISER_GRAVE)
@require_POST
def take_guests_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the list of the page in, all of it or nothing: an address of its own, as a chosen file
    could not be carried past the question for the password.
    """
    try:
        listed = resumed(event, request.POST)
    except GuestFileError as error:
        return _choose(request, str(error))
    if _taken_in(request, event, listed):
        return redirect("guests", event.slug)
    return render(request, "guests/import_preview.html", _preview(event, listed))


def _choose(request: HttpRequest, fault: str = "") -> HttpResponse:
    return render(
        request,
        "guests/import.html",
        {"form": FileForm(), "columns": COLUMNS, "fault": fault, "answer": ANSWER},
    )


def _taken_in(request: HttpRequest, event: Event, listed: GuestList) -> bool:
    if pressed_before(request, event):
        return True
    try:
        told = counts(
            once(
                request,
                event,
                lambda by: acts.import_guests(event, listed.file.rows, listed.columns, by),
            )
        )
    except acts.GuestRefusedError as refused:
        messages.error(request, str(refused))
        return False
    messages.success(request, _taken(told))
    return True


def _taken(told: Mapping[str, int]) -> str:
    """What was taken in, in a sentence: only what there was of."""
    many = told[ADDED]
    parts = (
        [f"{many} guest{'s' * (many != 1)} added"]
        if many or not (told[CHANGED] or told[MATCHED])
        else []
    )
    parts += [f"{told[CHANGED]} changed"] * bool(told[CHANGED])
    parts += [f"{told[MATCHED]} on the list already"] * bool(told[MATCHED])
    return f"{', '.join(parts)}."


def _preview(event: Event, listed: GuestList) -> dict[str, Any]:
    fault = fault_in_columns(listed.columns)
    rows = [] if fault else judge(listed.file.rows, listed.columns, event)
    faulty = [row for row in rows if row.faults]
    ready = [row for row in rows if not row.faults]
    return {
        "file": listed.file,
        "held": hold(event, listed),
        "fault": fault,
        "boxes": _boxes(listed),
        "columns": COLUMNS,
        "left_out": left_out(listed.file.headings, listed.columns),
        "faulty": [_faulty(row, listed) for row in faulty[:MENDED_AT_ONCE]],
        "faulty_number": len(faulty),
        "more_faulty": max(0, len(faulty) - MENDED_AT_ONCE),
        "ready": [_ready(row) for row in ready[:SHOWN_READY]],
        "more_ready": [_ready(row) for row in ready[SHOWN_READY:]],
        "ready_number": len(ready),
        "told": counts(rows),
        "liveries": len({row.values["livery"] for row in ready if row.values.get("livery")}),
        "companies": event.liveries.all(),
        "key": new_key(),
    }


def _boxes(listed: GuestList) -> list[tuple[int, str, str]]:
    """Number, heading and chosen field of every column that has a heading or anything under it."""
    used = {place for row in listed.file.rows for place, cell in enumerate(row.cells) if cell}
    return [
        (place, heading or f"Column {place + 1}", listed.columns.get(place, ""))
        for place, heading in enumerate(listed.file.headings)
        if heading or place in used
    ]


def _faulty(row: Candidate, listed: GuestList) -> dict[str, Any]:
    bad = {fault.field: fault for fault in row.faults}
    cells = [(field, parts(row.cells.get(field, "")), field in bad) for field in SHOWN]
    return {
        "number": row.number,
        "cells": cells,
        "faults": [_fault(row, fault, listed) for fault in row.faults],
    }


def _fault(row: Candidate, fault: Fault, listed: GuestList) -> dict[str, Any]:
    cell = row.cells.get(fault.field, "")
    return {
        "where": listed.place(fault.field),
        "label": BY_FIELD[fault.field].label,
        "bold": fault.bold,
        "words": fault.words,
        "mends": [
            (mend.words, listed.place(mend.field) if mend.field else "", mend.text)
            for mend in fault.mends
        ],
        "cell": cell,
        "parts": parts(cell) if fault.field not in SHOWN else [],
    }


def _ready(row: Candidate) -> dict[str, Any]:
    livery = row.values.get("livery")
    shown = [
        row.values.get("badge") or "",
        row.values["name"],
        livery.name if livery else "",
        row.values.get("office", ""),
    ]
    if row.guest:
        shown[0] = row.guest.badge
    changes: Sequence[tuple[str, str, str]] = [
        (label, old, new) for label, (old, new) in row.changes.items()
    ]
    listed = listed_name(
        row.values["name"], row.values.get("sort_name", ""), row.values.get("last_name", "")
    )
    return {
        **{"number": row.number, "shown": shown, "outcome": row.outcome, "changes": changes},
        "listed": "" if row.values.get("placeholder") else str(listed),
    }


def parts(cell: str) -> list[tuple[str, bool]]:
    """A cell in pieces: text, and marks that are not seen, which the page draws as a sign."""
    pieces: list[tuple[str, bool]] = []
    for character in _short(cell):
        unseen = hidden(character)
        if pieces and pieces[-1][1] == unseen and not unseen:
            pieces[-1] = (pieces[-1][0] + character, False)
        else:
            pieces.append(("" if unseen else character, unseen))
    return pieces


def _short(cell: str) -> Iterable[str]:
    return cell if len(cell) <= LONGEST_SHOWN else f"{cell[:LONGEST_SHOWN]}…"


MOST = 20
LETTERS = 3
LONGEST = 80


@at_event(PUBLIC)
def finder(request: HttpRequest, event: Event) -> HttpResponse:
    """The form, and whoever answers to it."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    found = _found(event, query) if query else None
    fault = (
        "Type three letters of the name, or the badge number." if found is None and query else ""
    )
    shown = (found or [])[:MOST]
    context = {
        "event": event,
        "query": query,
        "fault": fault,
        "finder_url": reverse("finder", args=[event.slug]),
        "found": None if found is None else _with_seats(event, shown),
        "too_many": len(found) if found and len(found) > MOST else 0,
    }
    return render(request, "guests/finder.html", context)


def _found(event: Event, query: str) -> list[dict[str, Any]] | None:
    """Who answers to a badge number, or to letters however accented; None where too little was
    typed.
    """
    guests = in_list_order(Guest.objects.filter(event=event).select_related("livery"))
    rows: list[Any] = [
        {
            "pk": guest.pk,
            "name": guest.name,
            "badge": guest.badge,
            "livery": guest.livery_name,
            "unnamed": guest.unnamed,
        }
        for guest in guests
    ]
    if query.isascii() and query.isdigit():
        found = [row for row in rows if str(row["badge"]) == query.lstrip("0")]
        return [
            row | {"name": public_name(row["name"], row["badge"], unnamed=row["unnamed"])}
            for row in found
        ]
    # Who chose not to be named is found by their badge alone: an answer to the name would give it
    # away.
    rows = [row for row in rows if not row["unnamed"]]
    wanted = folded(query).split()
    if sum(map(len, wanted)) >= LETTERS:
        return [row for row in rows if all(part in folded(row["name"]) for part in wanted)]
    # Whole names of one or two letters are names too.
    whole = [row for row in rows if wanted and set(wanted) <= set(folded(row["name"]).split())]
    return whole or None


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


def _open_to_all(event: Event) -> Q:
    """Seats in the play-off would name those who are through before they are announced; an extra
    game, who is level.
    """
    announced = Seal.objects.filter(event=event, broken_at=None, revealed_at__isnull=False).exists()
    shown = [Stage.QUALIFYING, *([Stage.PLAYOFF] if announced else [])]
    return Q(round__stage__in=shown)
