"""Saving what was sent from a grid of the desk: each whole column as its sheet, each half one kept.

A table of one round typed from paper as one grid: guests by games, the cards' totals compared
beside it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.counting.sheet import Finding
from scoring.formats import in_points
from scoring.words import listed
from tournament.counting.faces import for_script
from tournament.counting.formats import event_format, play_of
from tournament.counting.plan import table_label
from tournament.counting.submission import SIGNED, Place, SheetConflictError, Submission
from tournament.counting.words import seat_words
from tournament.entry.acts import Outcome, SheetRefusedError, record_sheet
from tournament.entry.acts_checking import (
    CheckRefusedError,
    mark_table_checked,
    mark_table_unchecked,
)
from tournament.entry.acts_desk import DeskRefusedError, keep_typed, record_card_totals
from tournament.entry.desk import (
    Box,
    Column,
    DeskGrid,
    Line,
    desk_grid,
    first_to_type,
    with_cards,
    with_texts,
)
from tournament.entry.forms import to_points
from tournament.entry.forms_desk import LONGEST_KEY, GridForm, Sent
from tournament.entry.views_saved import BY_A_SLIP
from tournament.entry.views_sheet import (
    Question,
    empty_table_page,
    look_again,
    question_of_nobody,
    question_of_reading,
    receipt,
    types_points,
)
from tournament.ledger.signing import new_key, signature
from tournament.models import LARGEST, Event
from tournament.site.access import DESK, at_desk, at_event


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one column: saved, kept with hands missing, asked about, refused, or in
    conflict.
    """

    game: int
    outcome: Outcome | None = None
    faults: tuple[Finding, ...] = ()
    wanting: tuple[str, ...] = ()
    conflict: bool = False
    question: Question | None = None

    @property
    def wrong(self) -> bool:
        """Whether the typist has to look at it again."""
        return bool(self.faults or self.question) or self.conflict


def save_columns(request: HttpRequest, grid: DeskGrid, form: GridForm) -> list[Done]:
    """Every column in turn, each an act of its own: a fault in one keeps none of the others from
    being saved.
    """
    results = [_save(request, grid, column, form) for column in form.columns if not column.empty]
    keep_texts(request, grid, form, {result.game for result in results if result.outcome})
    return results


def keep_texts(request: HttpRequest, grid: DeskGrid, form: GridForm, saved: Iterable[int]) -> None:
    """Keep what is typed in columns without a sheet; forget it where the sheet is in."""
    texts, emptied = {}, set(saved)
    seen_versions = {
        (column.game, seat): ref for column in form.columns for seat, ref in column.people.items()
    }
    for line in grid.lines:
        for box in line.boxes:
            if box is None or box.name not in form.texts:
                continue
            text = "" if box.game in emptied else form.texts[box.name]
            if text or box.text:
                # What was typed belongs to whom the typist saw, also where somebody else sits there
                # since.
                texts[box.game, seen_versions.get((box.game, box.seat), line.guest.ref)] = text
    keep_typed(grid.event, grid.round, grid.table, texts, signature(request))


def save_cards(request: HttpRequest, grid: DeskGrid, form: GridForm) -> str:
    """Record what the cards say where it is new; a sentence where it is refused."""
    form, _lost = form.followed((), grid.letters)
    new = {
        line.guest.ref: form.cards[line.seat]
        for line in grid.lines
        if line.seat in form.cards and form.cards[line.seat] != line.card
    }
    if not new:
        return ""
    try:
        record_card_totals(grid.event, grid.round, new, signature(request, f"{form.key}-cards"))
    except DeskRefusedError as refused:
        return str(refused)
    return ""


def check_the_rest(request: HttpRequest, grid: DeskGrid, form: GridForm) -> str:
    """Check what was saved before, where the umpire's sheet is signed; a sentence where that is
    refused.
    """
    if not (form.signed and grid.unchecked):
        return ""
    try:
        signer = signature(request, f"{form.key}-signed")
        mark_table_checked(grid.event, (grid.round, grid.table), grid.unchecked, signer)
    except CheckRefusedError as refused:
        return str(refused)
    return ""


def question_of(event: Event, submission: Sent, *, points: bool) -> Question | None:
    """What is to be asked of one column before it is saved: of one half typed only what cannot be
    read.
    """
    if submission.wanting and not submission.faults:
        return None
    play, unit, ending = play_of(event), event_format(event).unit, str(submission.game)
    label_parts = (ending, f"{unit.capitalize()} {submission.game}, seat {{}}")
    reading = question_of_reading(play, submission.raw, submission.sure, label_parts, points=points)
    if reading or submission.faults or submission.wanting:
        return reading
    label_parts = (ending, f"{unit} {submission.game}")
    return question_of_nobody(
        play, submission.entries, submission.sure, label_parts, blocked=submission.blocked
    )


def _save(request: HttpRequest, grid: DeskGrid, data: Sent, form: GridForm) -> Done:
    question = question_of(grid.event, data, points=form.points)
    if question:
        return Done(data.game, question=question)
    if data.faults:
        return Done(data.game, faults=data.faults)
    if data.wanting:
        return Done(data.game, wanting=data.wanting)
    submission = submission_of(grid, data)
    if form.signed:
        submission = replace(submission, checked=True, checker=SIGNED)
    try:
        signer = signature(request, f"{form.key}-{data.game}")
        return Done(
            data.game, record_sheet(grid.event, submission, signer, at_desk=at_desk(request))
        )
    except SheetRefusedError as refused:
        return Done(data.game, faults=refused.findings)
    except SheetConflictError:
        return Done(data.game, conflict=True)


def submission_of(grid: DeskGrid, submission: Sent) -> Submission:
    """A whole column as a sheet."""
    place = Place(grid.round, grid.table, submission.game)
    people = {seat: ref for seat, ref in submission.people.items() if seat in submission.texts}
    return Submission(
        place, submission.entries, seen=submission.seen, blocked=submission.blocked, people=people
    )


def receipts(event: Event, table: int, results: Iterable[Done]) -> str:
    """The receipt of the columns that were saved; nothing where none was."""
    saved = {column.game: column.outcome for column in results if column.outcome}
    return receipt(event, table, saved) if saved else ""


@at_event(DESK)
def desk_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The grid with what is saved and kept; POST saves every whole column, and the next table comes
    up.
    """
    grid = desk_grid(event, round, table) if max(round, table) <= LARGEST else None
    if grid is None:
        status = 200 if request.method == "GET" else 409
        return empty_table_page(request, event, Place(round, table, 1), status=status)
    if request.method != "POST":
        return grid_page(request, grid, {})
    form = GridForm(request.POST, event_format(event))
    types_points(request, event)
    if number := request.POST.get("belongs", "").strip():
        return _moved(request, grid, form, number)
    fault = save_cards(request, grid, form)
    unsigned = check_the_rest(request, grid, form)
    results = save_columns(request, grid, form)
    if any(result.wrong for result in results) or fault or unsigned or form.card_faults:
        faults = [fault, unsigned, *form.card_faults]
        return _again(request, event, grid, form, results, [text for text in faults if text])
    return _onwards(request, event, grid, form, results)


def _moved(request: HttpRequest, grid: DeskGrid, form: GridForm, number: str) -> HttpResponse:
    """What was typed goes letter by letter to the table it belongs to, and is kept there: nothing
    is saved before somebody sees the names of that table.
    """
    event, digits = grid.event, number.isascii() and number.isdigit() and len(number) < 5
    second = (
        desk_grid(event, grid.round, int(number)) if digits and int(number) <= LARGEST else None
    )
    columns = [column for column in form.columns if not column.empty]
    if second is None:
        faults = [f"There is no table {number[:20]} in this round: give its number, such as 5."]
    elif not columns or second.table == grid.table:
        faults = ["Type the hands first, then the number of the other table."]
    else:
        faults = _in_the_way(second, columns)
    if second is None or faults:
        return _again(request, event, grid, form, [], faults)
    there = {(game, seat): ref for game, seat, ref in second.spots}
    hands = {
        (column.game, there[column.game, seat]): text
        for column in columns
        for seat, text in column.texts.items()
        if text.strip()
    }
    keep_typed(event, grid.round, second.table, hands, signature(request))
    empty = {(game, ref): "" for game, _seat, ref in grid.spots}
    keep_typed(event, grid.round, grid.table, empty, signature(request))
    here, place = table_label(event, grid.table), table_label(event, second.table)
    text = f"Typed at table {here}, not saved yet: look if these are the names, then save."
    messages.warning(request, f"Table {place}. {text}")
    return redirect("desk_table", event.slug, grid.round, second.table)


def _in_the_way(second: DeskGrid, columns: Iterable[Sent]) -> list[str]:
    """Why what was typed cannot stand at the other table: something stands there, or a seat is
    missing.
    """
    unit, place = event_format(second.event).unit, table_label(second.event, second.table)
    boxes = {(box.game, box.seat): box for line in second.lines for box in line.boxes if box}
    faults = []
    for column in columns:
        own = [box for (game, _seat), box in boxes.items() if game == column.game]
        if any(box.text.strip() or box.entry or not box.open for box in own):
            faults.append(f"Table {place} has something in {unit} {column.game}: look there first.")
        for seat, text in column.texts.items():
            if text.strip() and (column.game, seat) not in boxes:
                faults.append(f"Table {place} has no seat {seat} in {unit} {column.game}.")
    return faults


@require_POST
def _look(request: HttpRequest, event: Event, round: int, table: int) -> JsonResponse:
    """What would explain the differences, while they are typed: nothing is saved."""
    form = GridForm(request.POST, event_format(event))
    types_points(request, event)
    grid = with_cards(with_texts(found_grid(event, round, table), form.texts), form.cards)
    differences = [
        {
            "seat": line.seat,
            "name": line.name,
            "card": in_points(line.card),
            "sum": in_points(line.sum),
            "words": line.cause,
            "game": line.why[0].game if line.why else None,
        }
        for line in grid.differing
    ]
    questions = (
        question_of(event, column, points=form.points)
        for column in form.columns
        if not column.empty
    )
    return JsonResponse(
        {"told": differences, "questions": [question.json for question in questions if question]}
    )


desk_look = at_event(DESK)(_look)


@require_POST
@at_event(DESK)
def desk_signed(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The umpire's sheet of a table is signed: all its games are checked by one press; or that is
    taken back.
    """
    grid, key = found_grid(event, round, table), request.POST.get("key", "")[:LONGEST_KEY]
    label, form = table_label(event, table), event_format(event)
    seen_versions, signer = _versions_seen(request, grid), signature(request, key)
    try:
        if "take_back" in request.POST:
            mark_table_unchecked(event, (round, table), seen_versions, signer, reason=BY_A_SLIP)
            messages.success(request, f"Table {label}: the umpire's sheet is not signed after all.")
        else:
            mark_table_checked(event, (round, table), seen_versions, signer)
            messages.success(
                request,
                f"Table {label}: the umpire's sheet is signed, its {form.units} are checked.",
            )
    except CheckRefusedError as refused:
        messages.error(request, str(refused))
    if "list" in request.POST:
        return redirect(f"{reverse('desk', args=[event.slug])}?round={round}#signed")
    return redirect("desk_table", event.slug, round, table)


def _versions_seen(request: HttpRequest, grid: DeskGrid) -> dict[int, int]:
    """The versions that stood on the page, by game."""
    fields = {column.game: request.POST.get(f"seen_{column.game}", "") for column in grid.columns}
    return {
        game: int(text)
        for game, text in fields.items()
        if text.isascii() and text.isdigit() and len(text) < 6
    }


def found_grid(event: Event, number: int, table: int, *, again: bool = False) -> DeskGrid:
    """The grid of a table; to everyone it is not there when there is no such table."""
    grid = desk_grid(event, number, table, again=again) if max(number, table) <= LARGEST else None
    if grid is None:
        raise Http404(f"There is no table {table} in round {number}.")
    return grid


def grid_page(
    request: HttpRequest, grid: DeskGrid, more: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page of a grid, column by column."""
    points = types_points(request, grid.event)
    columns = by_column(grid, points=points)
    context = {
        "points": points,
        "grid": grid,
        "columns": columns,
        "focus": first_to_type(box for _column, boxes in columns for _seat, _name, box in boxes),
        "faces": for_script(play_of(grid.event)),
        "whole_table": event_format(grid.event).scorer != "own_hand",
        "said": seat_words(event_format(grid.event)),
        "key": new_key(),
        "rows": len(grid.lines),
    }
    return render(request, "entry/desk_table.html", context | more, status=status)


def by_column(
    grid: DeskGrid, *, points: bool
) -> list[tuple[Column, list[tuple[str, str, Box | None]]]]:
    """Each game with its boxes in the order of the seats: seat, name, box; texts as one types them
    there.
    """
    lines = [in_points_typed(line) for line in grid.lines] if points else grid.lines
    return [
        (
            column,
            [(line.seat, line.name, line.boxes[index] if line.boxes else None) for line in lines],
        )
        for index, column in enumerate(grid.columns)
    ]


def in_points_typed(line: Line) -> Line:
    """A line whose open boxes are spelt as where points are typed."""
    return replace(
        line,
        boxes=tuple(
            replace(box, text=to_points(box.text)) if box and box.open else box
            for box in line.boxes
        ),
    )


def marked(grid: DeskGrid, results: list[Done]) -> DeskGrid:
    """The grid with the faults at their boxes."""
    faults = {
        (result.game, seat): finding.text
        for result in results
        for finding in result.faults
        for seat in finding.seats
    }
    lines = tuple(
        replace(
            line,
            boxes=tuple(
                replace(box, fault=faults[box.game, box.seat])
                if box and (box.game, box.seat) in faults
                else box
                for box in line.boxes
            ),
        )
        for line in grid.lines
    )
    return replace(grid, lines=lines)


def _again(
    request: HttpRequest,
    event: Event,
    before: DeskGrid,
    form: GridForm,
    results: list[Done],
    faults: list[str],
) -> HttpResponse:
    """The grid as it is now: what was saved is saved, and all else stands as it was typed."""
    grid = found_grid(event, before.round, before.table)
    followed, _lost = form.followed(grid.spots, grid.letters)
    grid = marked(with_cards(with_texts(grid, followed.texts), followed.cards), results)
    unit = event_format(event).unit.capitalize()
    faults += [
        f"{unit} {result.game}: {finding.text}" for result in results for finding in result.faults
    ]
    faults += [missing(event, before.table, result) for result in results if result.wanting]
    conflicts = [result.game for result in results if result.conflict]
    saved = receipts(event, before.table, results)
    more = {
        "told": faults,
        "conflicts": conflicts,
        "saved": saved,
        "sent": form,
        "blocked": _blocked(form),
    }
    more |= {
        "questions": tuple(result.question for result in results if result.question),
        "sure": _sure(form),
    }
    return grid_page(request, grid, more, status=422)


def _blocked(form: GridForm) -> list[int]:
    return [column.game for column in form.columns if column.blocked]


def _sure(form: GridForm) -> list[tuple[int, str]]:
    return [(column.game, answer) for column in form.columns for answer in column.sure]


def missing(event: Event, table: int, half: Done) -> str:
    """Which seats of a half typed column are missing."""
    seats = listed(half.wanting)
    label = f"Table {table_label(event, table)}, {event_format(event).unit} {half.game}"
    if len(half.wanting) == 1:
        return f"{label}: seat {seats} is missing. What you typed is kept."
    return f"{label}: seats {seats} are missing. What you typed is kept."


def _onwards(
    request: HttpRequest, event: Event, before: DeskGrid, form: GridForm, results: list[Done]
) -> HttpResponse:
    """Say what was saved and kept; stay while a card differs, else on to the next table that wants
    a game.
    """
    grid = found_grid(event, before.round, before.table)
    saved = receipts(event, grid.table, results)
    unit = event_format(event).unit
    if saved:
        messages.success(request, saved)
    for result in results:
        if result.wanting:
            messages.warning(request, missing(event, grid.table, result))
        if result.outcome and result.outcome.flags:
            flag = result.outcome.flags[0].text
            messages.warning(request, look_again(unit, result.game, flag))
    if grid.differing or _half_typed_now(before, form, results):
        return redirect("desk_table", event.slug, grid.round, grid.table)
    if grid.next_table is None:
        messages.success(request, f"Every {unit} of {event.round_within(grid.round)} is in.")
        return redirect("desk", event.slug)
    return redirect("desk_table", event.slug, grid.round, grid.next_table)


def _half_typed_now(before: DeskGrid, form: GridForm, results: list[Done]) -> bool:
    """Whether a column was left half typed just now; sent once more as it is kept, it is left so on
    purpose.
    """
    half = {result.game for result in results if result.wanting}
    boxes = [box for line in before.lines for box in line.boxes if box and box.game in half]
    return any(form.texts.get(box.name, box.text) != box.text for box in boxes)
