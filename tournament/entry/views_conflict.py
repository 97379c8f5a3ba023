"""Two sheets of one game: side by side, and a person chooses, with the reason. The second keying:
the same grid, blind; equal is checked, what differs stands side by side.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.counting.sheet import Finding
from tournament.approvals.acts import Asked
from tournament.approvals.pages_by_two import by_two, fault_of_witness
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.submission import Place, Submission, submission_from
from tournament.entry.acts import SheetRefusedError, resolve_conflict
from tournament.entry.acts_desk import key_again
from tournament.entry.desk import DeskGrid, with_texts
from tournament.entry.forms import ConflictForm
from tournament.entry.forms_grid import GridForm, TypedColumn
from tournament.entry.notation import typed
from tournament.entry.pages_conflict import conflict_page, other_entry, waiting_entries
from tournament.entry.pages_desk import found_grid, grid_page
from tournament.entry.pages_sheet import found_page, receipt, sheet_payload, types_points
from tournament.entry.place import accepted
from tournament.entry.reading import TablePage
from tournament.entry.shapes import AGAIN, Shape
from tournament.ledger.signing import signature
from tournament.models import Event, LedgerEntry, SecondKeying
from tournament.refusal import Refused
from tournament.site.access import DESK, OFFICIAL, at_desk, at_event
from tournament.site.password import asked_again

Twice = dict[str, Any]
"""One game keyed twice with differences, and the second keying as a correction would take it."""


@at_event(DESK)
def desk_again(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """A blank grid of what is saved and not checked; POST compares every whole column."""
    grid = found_grid(event, round, table, again=True)
    if request.method != "POST":
        return grid_page(request, Shape(AGAIN, grid))
    form = GridForm(request.POST, event_format(event))
    types_points(request, event)
    compared = [
        _compared(request, grid, column, form.key) for column in form.columns if not column.empty
    ]
    faults = [outcome for outcome in compared if isinstance(outcome, str)]
    differing = [outcome for outcome in compared if isinstance(outcome, dict)]
    agreed = [str(outcome) for outcome in compared if isinstance(outcome, int)]
    if agreed:
        form_of = event_format(event)
        called = form_of.unit if len(agreed) == 1 else form_of.units
        label = f"Table {table_label(event, table)}, {called} {', '.join(agreed)}"
        messages.success(request, f"{label}: typed twice, and both agree. Checked.")
    if not faults and not differing:
        return redirect("desk_table", event.slug, round, table)
    grid = with_texts(found_grid(event, round, table, again=True), form.texts)
    extras = {"told": faults, "differences": differing}
    return grid_page(request, Shape(AGAIN, grid), extras, status=422)


def _compared(
    request: HttpRequest, grid: DeskGrid, column: TypedColumn, key: str
) -> str | Twice | int:
    """What became of one column: a fault in words, the differences, or its
    number where both agree.
    """
    fault = _fault(column, event_format(grid.event).unit.capitalize())
    if fault:
        return fault
    try:
        keyed = key_again(
            grid.event,
            column.submission(Place(grid.round, grid.table, column.game)),
            signature(request, f"{key}-{column.game}"),
        )
    except Refused as refused:
        return str(refused)
    return column.game if keyed.agrees else _twice(grid, column, keyed)


def _fault(column: TypedColumn, unit: str) -> str:
    if column.faults:
        return f"{unit} {column.game}: {column.faults[0].text}"
    if column.missing:
        seats = ", ".join(column.missing)
        return f"{unit} {column.game}: seat {seats} is missing. Type it, then compare."
    return ""


def _twice(grid: DeskGrid, column: TypedColumn, keyed: SecondKeying) -> Twice:
    """Both keyings of the seats on which they differ."""
    first = {entry.seat: typed(entry) for entry in submission_from(keyed.sheet.entry.body).entries}
    second = {entry.seat: typed(entry) for entry in submission_from(keyed.entry.body).entries}
    names = {
        box.seat: line.guest.name
        for line in grid.lines
        for box in line.boxes
        if box and box.game == column.game
    }
    return {
        "game": column.game,
        "version": keyed.sheet.version,
        "seats": [
            (seat, names.get(seat, ""), first.get(seat, ""), text)
            for seat, text in second.items()
            if first.get(seat) != text
        ],
        "texts": second,
        "blocked": column.blocked,
    }


CLOSED = Finding(
    "round_not_open", (), "The round is closed: the head umpire settles this now.", refused=True
)


@at_event(OFFICIAL)
def conflict(request: HttpRequest, event: Event, round: int, table: int, game: int) -> HttpResponse:
    """The conflict of a game that waits longest, or the one asked for; POST settles all of the
    game.
    """
    page = found_page(event, Place(round, table, game))
    waiting = waiting_entries(page)
    ledger_entries = [entry for entry in waiting if str(entry.number) == request.GET.get("number")]
    if not waiting:
        messages.info(request, "This conflict is settled: here is the sheet that counts.")
        return redirect("sheet", event.slug, round, table, game)
    entry = (ledger_entries or waiting)[0]
    return (
        _settle(request, page, entry)
        if request.method == "POST"
        else conflict_page(request, page, entry)
    )


def _settle(request: HttpRequest, page: TablePage, entry: LedgerEntry) -> HttpResponse:
    form = ConflictForm(request.POST)
    if not form.is_valid():
        return conflict_page(request, page, entry, form, status=422)
    submission = _chosen(page, entry, form)
    if submission.witness and (question := asked_again(request)):
        return question
    try:
        _allowed(request, page, submission.witness)
        outcome = resolve_conflict(
            page.event, submission, signature(request, form.cleaned_data["key"])
        )
    except SheetRefusedError as refused:
        if not page.event.one_official and [finding.kind for finding in refused.findings] == [
            "witness"
        ]:
            proposal = Asked("resolve", submission.reason, sheet_payload(page, submission))
            return by_two(request, page.event, proposal, "Settled.", "desk")
        form.add_error(None, str(refused))
        return conflict_page(request, page, entry, form, status=422)
    place = page.place
    sentence = receipt(page.event, place.table, {place.game: outcome})
    messages.success(request, f"Settled. {sentence} The other sheet stays on record.")
    return redirect("sheet", page.event.slug, place.round, place.table, place.game)


def _allowed(request: HttpRequest, page: TablePage, witness: str) -> None:
    if not (page.seats[0].round.open or at_desk(request)):
        raise SheetRefusedError(CLOSED)
    fault = fault_of_witness(request, page.event, witness)
    if fault:
        raise SheetRefusedError(Finding("own_witness", (), fault, refused=True))


def _chosen(page: TablePage, entry: LedgerEntry, form: ConflictForm) -> Submission:
    current, answers = accepted(page.event, page.place), form.cleaned_data
    ledger_entry = entry if current is None else other_entry(page, current, entry)
    body = (
        ledger_entry.body if answers["choice"] == "mine" or current is None else current.entry.body
    )
    witness = answers["witness"] if page.event.one_official else ""
    return replace(
        submission_from(body),
        seen=answers["seen"],
        waiting=answers["waiting"],
        reason=answers["reason"],
        witness=witness,
    )
