"""A guest list taken in: choose the file, match its columns, mend its rows, then all or nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.names import listed_name
from tournament.ledger.signing import new_key, once, pressed_before
from tournament.models import Event, TicketState
from tournament.models.event import Groups
from tournament.models.guest import hidden
from tournament.refusal import Refused
from tournament.site.access import ORGANISER, ORGANISER_GRAVE, at_event
from tournament.tickets import acts
from tournament.tickets.forms import (
    AS_BEFORE,
    EVERYWHERE,
    FileForm,
    GuestList,
    hold,
    resumed,
    uploaded,
)
from tournament.tickets.headings import (
    BY_FIELD,
    COLUMNS,
    called,
    fault_in_columns,
    left_out,
    remarks,
)
from tournament.tickets.judging import ADDED, CHANGED, GIVES_UP, MATCHED, Candidate, Judged, counts
from tournament.tickets.last_time import found_again
from tournament.tickets.matching import judge
from tournament.tickets.questions import questions
from tournament.tickets.rows import Fault
from tournament.tickets.shaping import shaped
from tournament.tickets.sheets import GuestFileError
from tournament.tickets.twins import shown_twins
from tournament.tickets.words import differences, taken_words

MENDED_AT_ONCE = 50
SHOWN_READY = 8
SHOWN = ("badge", "name", "livery", "office")
LONGEST_SHOWN = 60
ANSWER = "as_it_stands"
"""The column that holds an answer given on the page, and is in nobody's list."""


@at_event(ORGANISER)
def tickets(request: HttpRequest, event: Event) -> HttpResponse:
    """What the last list said of every ticket: those whose holders do not come first."""
    rows = list(event.tickets.select_related("guest").order_by("name"))
    states = Counter(row.get_state_display() for row in rows)
    context = {
        "rows": sorted(rows, key=lambda row: row.state == TicketState.COMING),
        "states": states.most_common(),
    }
    return render(request, "tickets/list.html", context)


@at_event(ORGANISER)
def import_guests(request: HttpRequest, event: Event) -> HttpResponse:
    """Choose a file; see what it would do, and mend it. Nothing is saved here."""
    if request.method != "POST":
        return _choose(request)
    try:
        listed = (
            resumed(event, request.POST) if "held" in request.POST else uploaded(request, event)
        )
    except GuestFileError as error:
        return _choose(request, str(error))
    return render(request, "tickets/import_preview.html", _preview(event, listed))


@at_event(ORGANISER_GRAVE)
@require_POST
def take_guests_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the list of the page in, all of it or nothing: an address of its own, as a chosen file
    could not be carried past the question for the password. One change alone leaves the page open
    for the others.
    """
    try:
        listed = resumed(event, request.POST)
    except GuestFileError as error:
        return _choose(request, str(error))
    if _taken_in(request, event, listed) and "alone" not in request.POST:
        return redirect("guests", event.slug)
    event.refresh_from_db()
    return render(request, "tickets/import_preview.html", _preview(event, listed))


def _choose(request: HttpRequest, fault: str = "") -> HttpResponse:
    context = {"form": FileForm(), "columns": COLUMNS, "fault": fault, "answer": ANSWER}
    return render(request, "tickets/import.html", context)


def _taken_in(request: HttpRequest, event: Event, listed: GuestList) -> bool:
    if pressed_before(request, event):
        return True
    shape = shaped(listed.file, listed.columns)
    only, mended = _only(request.POST), listed.mended
    chosen = acts.Chosen(listed.wishes, listed.file.headings, only, mended)
    try:
        candidates = once(
            request,
            event,
            lambda signature: acts.import_guests(
                event, shape.rows, shape.columns, signature, chosen
            ),
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return False
    messages.success(request, taken_words(counts(candidates)))
    return True


def _only(fields: QueryDict) -> frozenset[str] | None:
    """The changes that are accepted: one alone, or those that are ticked; None for all."""
    if "alone" in fields:
        return frozenset({fields.get("alone", "")})
    return frozenset(fields.getlist("take")) if "ticks" in fields else None


def _preview(event: Event, listed: GuestList) -> dict[str, Any]:
    headings, columns, source = listed.file.headings, listed.columns, listed.source
    shape = shaped(listed.file, columns)
    fault = fault_in_columns(columns, event.groups)
    judged = Judged([], []) if fault else judge(shape.rows, shape.columns, event, listed.wishes)
    rows = judged.candidates
    faulty = [row for row in rows if row.faults]
    twins = [row for row in faulty if row.like and len(row.faults) == 1]
    to_fix = [row for row in faulty if row not in twins]
    ready = [row for row in rows if row.outcome in (ADDED, CHANGED, MATCHED, GIVES_UP)]
    again = bool(judged.gone) or any(row.guest for row in rows)
    remembered = event.list_headings.get(source.key, {})
    asked = questions(listed.file, dict(columns), shape, judged, event.groups, listed.left)
    return {
        "file": listed.file,
        "source": source,
        "held": hold(event, listed),
        "questions": asked,
        "open_questions": sum(not question.pressed for question in asked),
        "twins": shown_twins(event, listed.twins, rows, twins),
        "alike": len(twins) + len(listed.twins),
        "missing": len(judged.gone),
        "read_as": ", ".join(
            called(name, event.groups) for name in columns.values() if name in BY_FIELD
        ),
        "fault": fault,
        "boxes": _boxes(listed),
        "columns": COLUMNS,
        "left_out": left_out(headings, columns),
        "remarks": remarks(headings, columns, remembered, event.groups),
        "mended_before": found_again(event, listed.file.rows, columns),
        "as_before": AS_BEFORE,
        "faulty": [_faulty(row, listed, event.groups) for row in to_fix[:MENDED_AT_ONCE]],
        "faulty_number": len(faulty),
        "more_faulty": max(0, len(to_fix) - MENDED_AT_ONCE),
        "again": again,
        "differences": differences(event, judged) if again and not faulty else [],
        "ready": [_ready(row) for row in ready[:SHOWN_READY]],
        "more_ready": [_ready(row) for row in ready[SHOWN_READY:]],
        "ready_number": len(ready),
        "not_coming": [row for row in rows if not row.said.comes],
        "places_held": sum(row.held and row.outcome == ADDED for row in rows),
        "told": counts(rows),
        "liveries": len({row.values["livery"].name for row in ready if row.values.get("livery")}),
        "without": sum(not row.values.get("livery") for row in ready if row.said.comes),
        "companies": event.liveries.all(),
        "key": new_key(),
    }


def _boxes(listed: GuestList) -> list[tuple[int, str, str]]:
    """Number, heading and chosen field of every column that has a heading or anything under it."""
    used = {place for row in listed.file.lines for place, cell in enumerate(row.cells) if cell}
    return [
        (place, heading or f"Column {place + 1}", listed.columns.get(place, ""))
        for place, heading in enumerate(listed.file.headings)
        if heading or place in used
    ]


def _faulty(row: Candidate, listed: GuestList, groups: Groups) -> dict[str, Any]:
    bad = {fault.field: fault for fault in row.faults}
    cells = [(field, parts(row.cells.get(field, "")), field in bad) for field in SHOWN]
    return {
        "number": row.number,
        "place": row.place,
        "cells": cells,
        "faults": [_fault(row, fault, listed, groups) for fault in row.faults],
    }


def _fault(row: Candidate, fault: Fault, listed: GuestList, groups: Groups) -> dict[str, Any]:
    cell = row.cells.get(fault.field, "")
    return {
        "where": listed.place(fault.field),
        "field": fault.field,
        "label": called(fault.field, groups),
        "bold": fault.bold,
        "words": fault.words,
        "mends": [
            (
                mend.words,
                EVERYWHERE * mend.everywhere + listed.place(mend.field) if mend.field else "",
                mend.text,
            )
            for mend in fault.mends
        ],
        "cell": cell,
        "parts": parts(cell) if fault.field not in SHOWN else [],
    }


def _ready(row: Candidate) -> dict[str, Any]:
    livery = row.values.get("livery")
    visible = [
        row.values.get("badge") or "",
        row.values["name"],
        livery.name if livery else "",
        row.values.get("office", ""),
    ]
    if row.guest:
        visible[0] = row.guest.badge
    changes: Sequence[tuple[str, str, str]] = [
        (label, old, new) for label, (old, new) in row.changes.items()
    ]
    listed = listed_name(
        row.values["name"], row.values.get("sort_name", ""), row.values.get("last_name", "")
    )
    return {
        **{
            "number": row.number,
            "place": row.place,
            "shown": visible,
            "outcome": row.outcome,
            "changes": changes,
        },
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
