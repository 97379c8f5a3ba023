"""A table of one round typed from paper as one grid, in three shapes: the whole table, the row of
one card, and the totals of its cards.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.formats import in_points
from scoring.words import noun
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.submission import Place
from tournament.entry.acts_checking import BY_A_SLIP, mark_table_checked, mark_table_unchecked
from tournament.entry.acts_desk import keep_typed
from tournament.entry.desk import (
    DeskGrid,
    Line,
    desk_grid,
    with_cards,
    with_texts,
)
from tournament.entry.forms_grid import LONGEST_KEY, GridForm, Lost, TypedColumn
from tournament.entry.forms_questions import questions_of
from tournament.entry.forms_twins import twins_typed
from tournament.entry.in_hand import seats_at
from tournament.entry.notation import TypedError, read_typed, typed
from tournament.entry.pages_desk import (
    card_text,
    found_grid,
    grid_page,
    in_points_typed,
    table_after,
    waits_for,
)
from tournament.entry.pages_saving import Done, check_the_rest, save_cards, save_columns
from tournament.entry.pages_sheet import (
    empty_table_page,
    look_again,
    missing_seats,
    receipt,
    types_points,
)
from tournament.entry.shapes import CARD, TABLE, TOTALS, Shape
from tournament.ledger.signing import signature
from tournament.models import LARGEST, LARGEST_NUMBER, Event, Seat
from tournament.refusal import Refused
from tournament.site.access import DESK, OFFICIAL, at_event
from tournament.site.text import whole_number


@at_event(DESK)
def desk_table(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The grid with what is saved and kept; POST saves every whole column, and the next table comes
    up.
    """
    grid = desk_grid(event, round, table) if max(round, table) <= LARGEST else None
    if grid is None:
        status = 200 if request.method == "GET" else 409
        return empty_table_page(request, event, Place(round, table, 1), status=status)
    return _shown_or_saved(request, Shape(TABLE, grid))


@at_event(DESK)
def desk_card(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    """The row of one guest; POST keeps it, and saves every game that is whole by it."""
    seats = Seat.objects.filter(event=event, round__number=round, guest__badge=badge)
    possible = badge <= LARGEST_NUMBER and round <= LARGEST
    seat = seats.select_related("table").order_by("-from_game").first() if possible else None
    if seat is None:
        raise Http404(f"Badge {badge} has no seat in round {round}.")
    grid = found_grid(event, round, seat.table.number)
    letter = next(line.seat for line in grid.lines if line.guest.badge == badge)
    return _shown_or_saved(request, Shape(CARD, grid, letter))


@at_event(OFFICIAL)
def desk_totals(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """What the card of each guest says, beside the sum of the games; POST records and compares."""
    return _shown_or_saved(request, Shape(TOTALS, found_grid(event, round, table)))


def _shown_or_saved(request: HttpRequest, shape: Shape) -> HttpResponse:
    if request.method != "POST":
        return grid_page(request, shape)
    event, part = shape.grid.event, shape.part
    types_points(request, event)
    form, strays = GridForm(request.POST, event_format(event)), list[Lost]()
    if shape.name == CARD:
        form, strays = form.followed(part.spots, part.letters)
    if number := request.POST.get("belongs", "").strip():
        return _moved(request, shape, form, number)
    faults = [_without_seat(shape.line, piece, form) for piece in strays]
    results = _saved(request, shape, form, faults)
    if faults or any(result.wrong for result in results):
        return _again(request, shape, form, results, faults)
    return _onwards(request, shape, form, results)


def _saved(request: HttpRequest, shape: Shape, form: GridForm, faults: list[str]) -> list[Done]:
    """What became of each column; what else is at fault is added."""
    faults += [save_cards(request, shape.part, form), check_the_rest(request, shape.grid, form)]
    faults[:] = [text for text in (*faults, *form.card_faults) if text]
    return save_columns(request, shape, form) if shape.name != TOTALS else []


def _without_seat(line: Line, piece: Lost, form: GridForm) -> str:
    """What is said of a hand that fits no open game of the guest; nothing where it is in already,
    as it was typed.
    """
    game, _guest, raw = piece
    unit, text = form.format.unit.capitalize(), form.spelt(raw)
    box = next((box for box in line.boxes if box and box.game == game), None)
    if box is None:
        place = f"{unit} {game}" if game else "The total"
        return f"{place}: {line.guest.name} has no seat there now, so {text} is not kept."
    with suppress(TypedError):
        entry = read_typed(box.seat, text, form.format)
        if box.entry and sorted(typed(entry).split()) == sorted(typed(box.entry).split()):
            return ""
    return f"{unit} {game} is in with another hand, so {text} is not kept."


def _moved(request: HttpRequest, shape: Shape, form: GridForm, number: str) -> HttpResponse:
    """What was typed is saved for the table it belongs to, seat by seat; what cannot be saved there
    stands on its page as it was typed.
    """
    grid, event = shape.grid, shape.grid.event
    table = whole_number(number, 4)
    second = desk_grid(event, grid.round, table) if table else None
    games = [column for column in form.columns if not column.empty]
    if second is None:
        faults = [f"There is no table {number[:20]} in this round: give its number, such as 5."]
    elif not games or second.table == grid.table:
        faults = ["Type the hands first, then the number of the other table."]
    else:
        faults = _in_the_way(second, games)
    if second is None or faults:
        return _again(request, shape, form, [], faults)
    form = form.elsewhere(second.spots, second.letters)
    shape, faults = Shape(TABLE, second), []
    results = _saved(request, shape, form, faults)
    empty = {(game, ref): "" for game, _seat, ref in grid.spots}
    keep_typed(event, grid.round, grid.table, empty, signature(request))
    if faults or any(result.wrong for result in results):
        return _again(request, shape, form, results, faults)
    _say_what_became(request, shape.grid, results)
    return redirect("desk_table", event.slug, grid.round, grid.table)


def _in_the_way(second: DeskGrid, games: Iterable[TypedColumn]) -> list[str]:
    """Why what was typed cannot stand at the other table: something stands there, or a seat is
    missing.
    """
    unit, place = event_format(second.event).unit, table_label(second.event, second.table)
    boxes = {(box.game, box.seat): box for line in second.lines for box in line.boxes if box}
    faults = []
    for column in games:
        column_boxes = [box for (game, _seat), box in boxes.items() if game == column.game]
        if any(box.text.strip() or box.entry or not box.open for box in column_boxes):
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
    card = "card" in request.GET
    questions = questions_of(event, form, card=card)
    twins = () if card else twins_typed(event, (round, table), form)
    number = request.POST.get("belongs") or request.POST.get("to_table", "")
    return JsonResponse(
        {
            "told": differences,
            "questions": [question.json for question in questions],
            "twins": [about for _finding, about in twins],
            "names": _names_at(event, round, number),
        }
    )


def _names_at(event: Event, number: int, table: str) -> str:
    """Who sits at the table whose number is typed: the check that it is the right one."""
    target = whole_number(table, 4)
    seats = seats_at(event, number, target) if target else ()
    return ", ".join(seat.guest.name for seat in seats if seat.left_after_game is None)


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
    except Refused as refused:
        messages.error(request, str(refused))
    if "list" in request.POST:
        return redirect(f"{reverse('desk', args=[event.slug])}?round={round}#signed")
    return redirect("desk_table", event.slug, round, table)


def _versions_seen(request: HttpRequest, grid: DeskGrid) -> dict[int, int]:
    """The versions that stood on the page, by game."""
    fields = {column.game: request.POST.get(f"seen_{column.game}", "") for column in grid.columns}
    versions = {game: whole_number(text, 5) for game, text in fields.items()}
    return {game: version for game, version in versions.items() if version is not None}


def _afresh(shape: Shape) -> Shape:
    """The same as it is kept by now."""
    grid = shape.grid
    return replace(shape, grid=found_grid(grid.event, grid.round, grid.table))


def marked(grid: DeskGrid, results: Iterable[Done]) -> DeskGrid:
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
    before: Shape,
    form: GridForm,
    results: list[Done],
    faults: list[str],
) -> HttpResponse:
    """The page as it is now: what was saved is saved, and all else stands as it was typed."""
    shape, event = _afresh(before), before.grid.event
    grid = shape.grid
    followed, _lost = form.followed(grid.spots, grid.letters)
    grid = marked(with_cards(with_texts(grid, followed.texts), followed.cards), results)
    unit, table = event_format(event).unit.capitalize(), grid.table
    faults += [
        f"{unit} {result.game}: {finding.text}"
        for result in results
        for finding in result.faults
        if finding.kind != "typed"  # such a fault is said at its cell, and nowhere else
    ]
    if shape.name == TABLE:
        faults += [missing_seats(event, table, result) for result in results if result.missing]
    questions = [result.question for result in results if result.question]
    shape = replace(shape, grid=grid)
    lines = [
        (line, followed.card_texts.get(line.seat, card_text(line)))
        for line in map(in_points_typed if form.points else _as_it_is, shape.lines)
    ]
    extras = {
        "lines": lines,
        "told": faults,
        "conflicts": [result.game for result in results if result.conflict],
        "saved": receipts(event, table, results),
        "sent": form,
        "blocked": [column.game for column in form.columns if column.blocked],
        "questions": tuple(dict.fromkeys(questions)),
        "sure": [
            *(("", answer) for answer in form.sure),
            *((column.game, answer) for column in form.columns for answer in column.sure),
        ],
    }
    return grid_page(request, shape, extras, status=422)


def _as_it_is(line: Line) -> Line:
    return line


def receipts(event: Event, table: int, results: Iterable[Done]) -> str:
    """The receipt of the columns that were saved; nothing where none was."""
    saved = {column.game: column.outcome for column in results if column.outcome}
    return receipt(event, table, saved) if saved else ""


def _onwards(
    request: HttpRequest, before: Shape, form: GridForm, results: list[Done]
) -> HttpResponse:
    """Say what was saved and kept; stay while a card differs, else on to what comes next in this
    shape.
    """
    shape, event = _afresh(before), before.grid.event
    grid, unit = shape.grid, event_format(event).unit
    if shape.name == CARD:
        _say_what_a_card_waits_for(request, shape, form)
    _say_what_became(request, grid, results, missing=shape.name == TABLE)
    if shape.name == TOTALS:
        return _after_totals(request, shape, form)
    if shape.part.differing or (shape.name == TABLE and _half_typed_now(before, form, results)):
        return redirect(shape.address)
    if shape.name == CARD:
        return redirect(f"{reverse('desk', args=[event.slug])}?round={grid.round}&by=card")
    if grid.next_table is None:
        if not any(cell.due for cell in grid.around):
            messages.success(request, f"Every {unit} of {event.round_within(grid.round)} is in.")
        return redirect("desk", event.slug)
    return redirect("desk_table", event.slug, grid.round, grid.next_table)


def _say_what_became(
    request: HttpRequest, grid: DeskGrid, results: Iterable[Done], *, missing: bool = True
) -> None:
    event, columns = grid.event, list(results)
    if saved := receipts(event, grid.table, columns):
        messages.success(request, saved)
    for result in columns:
        if result.missing and missing:
            messages.warning(request, missing_seats(event, grid.table, result))
        if result.outcome and result.outcome.flags:
            flag = result.outcome.flags[0].text
            messages.warning(request, look_again(event_format(event).unit, result.game, flag))


def _say_what_a_card_waits_for(request: HttpRequest, shape: Shape, form: GridForm) -> None:
    grid, name = shape.grid, shape.line.guest.name
    if any(text.strip() for text in form.texts.values()) or form.cards:
        messages.success(request, f"The card of {name} is kept.")
    else:
        messages.info(request, f"Nothing new is typed on the card of {name}.")
    open_columns = [column for column in grid.columns if column.open]
    seats = sorted({seat for column in open_columns for seat in waits_for(grid, column)})
    if seats:
        label = table_label(grid.event, grid.table)
        waits = f"waits for the cards of {noun(len(seats), 'seat')} {', '.join(seats)}."
        messages.info(request, f"Table {label} {waits}")


def _after_totals(request: HttpRequest, shape: Shape, form: GridForm) -> HttpResponse:
    grid, event = shape.grid, shape.grid.event
    label, units = table_label(event, grid.table), event_format(event).units
    if number := len(grid.differing):
        cards = noun(number, "one card does", f"{number} cards do")
        messages.warning(request, f"Table {label}: {cards} not say what the {units} make.")
        return redirect(shape.address)
    if form.cards:
        messages.success(
            request, f"Table {label}: what was typed agrees with the {units}. Verified."
        )
    following = table_after(grid)
    if following is None:
        return redirect("desk", event.slug)
    return redirect("desk_totals", event.slug, grid.round, following)


def _half_typed_now(before: Shape, form: GridForm, results: Iterable[Done]) -> bool:
    """Whether a column was left half typed just now; sent once more as it is kept, it is left so on
    purpose.
    """
    half, texts = {result.game for result in results if result.missing}, form.texts
    boxes = [box for line in before.lines for box in line.boxes if box and box.game in half]
    return any(texts.get((box.game, box.seat), box.text) != box.text for box in boxes)
