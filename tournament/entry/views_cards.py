"""One personal card, found by its badge: all games of the guest in a row, kept until their tables
are whole.

The paper card as a second count: its total alone is typed; equal is verified, else the likely cause
is named.

What a tie on the line still wants to know of bare points: whom to ask for what, and taking in what
they say.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.counting.cut import Cut
from scoring.counting.sheet import SeatEntry
from scoring.counting.standings import Prompt
from scoring.formats import Format
from scoring.words import listed, many, noun
from tournament.counting.board import board
from tournament.counting.faces import for_script
from tournament.counting.formats import event_format, play_of
from tournament.counting.plan import table_label
from tournament.counting.submission import Place, SheetConflictError, Submission
from tournament.counting.words import seat_words
from tournament.entry.acts import SheetRefusedError, record_sheet
from tournament.entry.acts_cards import (
    Said,
    record_answer,
    record_round_total,
    take_back_answer,
    take_back_round_total,
)
from tournament.entry.acts_desk import DeskRefusedError, keep_typed
from tournament.entry.desk import Column, DeskGrid, Line, first_to_type, with_cards, with_texts
from tournament.entry.forms import CARDS, TypedError, from_points, read_typed, typed
from tournament.entry.forms import types_points as points_in
from tournament.entry.forms_desk import GridForm
from tournament.entry.views_desk import found_grid, in_points_typed, keep_texts, save_cards
from tournament.entry.views_sheet import (
    Question,
    look_again,
    question_of_nobody,
    question_of_reading,
    receipt,
    types_points,
)
from tournament.ledger.signing import new_key, signature
from tournament.models import LARGEST, LARGEST_NUMBER, Answer, Event, Guest, Seat, Tally
from tournament.site.access import DESK, OFFICIAL, at_desk, at_event, guest_of, round_of

CARD = "card"
"""The ending of the field in which a card says that its numbers are meant as they are read."""


@at_event(DESK)
def desk_card(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    """The row of one guest; POST keeps it, and saves every game that is whole by it."""
    grid, line = _card_line(event, round, badge)
    if request.method != "POST":
        return _card_page(request, grid, line, [])
    types_points(request, event)
    own = replace(grid, lines=(line,))
    form, lost = GridForm(request.POST, event_format(event)).followed(own.spots, own.letters)
    plain = from_points if form.points else str
    faults = [_without_seat(line, game, plain(text), event_format(event)) for game, _, text in lost]
    faults = [text for text in faults if text]
    faults += [text for text in (save_cards(request, own, form), *form.card_faults) if text]
    faults += [finding.text for column in form.columns for finding in column.faults]
    keep_texts(request, own, form, ())
    question = _question(event, form, line)
    if faults or question:
        grid, line = _card_line(event, round, badge)
        line = with_texts(replace(grid, lines=(line,)), form.texts).lines[0]
        return _card_page(request, grid, line, [] if question else faults, question, status=422)
    begun = any(text.strip() for text in form.texts.values()) or bool(form.cards)
    return _onwards(request, event, grid, badge, form.key, begun=begun)


def _without_seat(line: Line, game: int, text: str, form: Format) -> str:
    """What is said of a hand that fits no open game of the guest; nothing where it is in already,
    as it was typed.
    """
    box = next((box for box in line.boxes if box and box.game == game), None)
    if box is None:
        place = f"{form.unit.capitalize()} {game}" if game else "The total"
        return f"{place}: {line.guest.name} has no seat there now, so {text} is not kept."
    with suppress(TypedError):
        entry = read_typed(box.seat, text, form)
        if box.entry and sorted(typed(entry).split()) == sorted(typed(box.entry).split()):
            return ""
    return f"{form.unit.capitalize()} {game} is in with another hand, so {text} is not kept."


def _card_line(event: Event, number: int, badge: int) -> tuple[DeskGrid, Line]:
    """The grid of the guest's table, and their line in it."""
    seats = Seat.objects.filter(
        event=event, round__number=number, guest__badge=badge
    ).select_related("table")
    seat = (
        seats.order_by("-from_game").first()
        if badge <= LARGEST_NUMBER and number <= LARGEST
        else None
    )
    if seat is None:
        raise Http404(f"Badge {badge} has no seat in round {number}.")
    grid = found_grid(event, number, seat.table.number)
    line = next(line for line in grid.lines if line.guest.badge == badge)
    return grid, line


def _question(event: Event, form: GridForm, line: Line) -> Question | None:
    """Whether the numbers of the card are cards or points."""
    raw = {str(column.game): column.raw.get(line.seat, "") for column in form.columns}
    columns = (CARD, f"{event_format(event).unit.capitalize()} {{}}")
    return question_of_reading(play_of(event), raw, form.sure, columns, points=form.points)


def _card_page(
    request: HttpRequest,
    grid: DeskGrid,
    line: Line,
    faults: list[str],
    question: Question | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    points = types_points(request, grid.event)
    line = in_points_typed(line) if points else line
    boxes = line.boxes or [None] * len(grid.columns)
    context = {
        "points": points,
        "questions": (question,) if question else (),
        "grid": grid,
        "line": line,
        "cells": list(zip(grid.columns, boxes, strict=True)),
        "waiting": [
            (column.game, _wanting(grid, index))
            for index, column in enumerate(grid.columns)
            if column.open
        ],
        "focus": first_to_type(boxes),
        "told": faults,
        "key": new_key(),
        "faces": for_script(play_of(grid.event)),
        "whole_table": event_format(grid.event).scorer != "own_hand",
        "said": seat_words(event_format(grid.event)),
        "difference": line if line.difference and line.whole else None,
    }
    return render(request, "entry/desk_card.html", context, status=status)


def _wanting(grid: DeskGrid, index: int) -> list[str]:
    """Whose hands of a game are still wanting, as seats."""
    return [
        box.seat
        for line in grid.lines
        if line.boxes and (box := line.boxes[index]) and not box.text.strip()
    ]


def _onwards(
    request: HttpRequest, event: Event, before: DeskGrid, badge: int, key: str, *, begun: bool
) -> HttpResponse:
    """Save what is whole now, say what waits for whom, and ask for the next card."""
    grid, _line = _card_line(event, before.round, badge)
    for index, column in enumerate(grid.columns):
        if column.open and not _wanting(grid, index):
            _save(request, grid, column, f"{key}-{column.game}")
    grid, line = _card_line(event, before.round, badge)
    grid = with_cards(grid, {})
    waiting = {
        seat for at, column in enumerate(grid.columns) if column.open for seat in _wanting(grid, at)
    }
    if begun:
        messages.success(request, f"The card of {line.guest.name} is kept.")
    else:
        messages.info(request, f"Nothing new is typed on the card of {line.guest.name}.")
    if waiting:
        messages.info(
            request,
            f"Table {table_label(event, grid.table)} waits for the cards of"
            f" {noun(len(waiting), 'seat')} {', '.join(sorted(waiting))}.",
        )
    if line.difference and line.whole:
        return redirect("desk_card", event.slug, grid.round, badge)
    return redirect(f"{reverse('desk', args=[event.slug])}?round={grid.round}&by=card")


def _save(request: HttpRequest, grid: DeskGrid, column: Column, key: str) -> None:
    """One game whose cards are all typed, through the one writer."""
    place, label = Place(grid.round, grid.table, column.game), table_label(grid.event, grid.table)
    unit = event_format(grid.event).unit.capitalize()
    boxes = [box for line in grid.lines for box in line.boxes if box and box.game == column.game]
    entries = tuple(box.entry for box in boxes if box.entry)
    try:
        if len(entries) < len(boxes):
            raise DeskRefusedError(next(box.fault for box in boxes if box.fault))
        if question_of_nobody(play_of(grid.event), entries, (), ("", ""), blocked=False):
            raise DeskRefusedError(
                "Nobody went out. Open the table and say if the game was blocked."
            )
        outcome = record_sheet(
            grid.event,
            Submission(place, entries),
            signature(request, key),
            at_desk=at_desk(request),
        )
    except (DeskRefusedError, SheetRefusedError, SheetConflictError) as refused:
        messages.error(
            request,
            f"{unit} {place.game} of table {label} is typed whole, but not saved: {refused}",
        )
        return
    empty = {
        (box.game, line.guest.ref): ""
        for line in grid.lines
        for box in line.boxes
        if box and box in boxes
    }
    keep_typed(grid.event, grid.round, grid.table, empty, signature(request))
    messages.success(request, receipt(grid.event, place.table, {place.game: outcome}))
    if outcome.flags:
        messages.warning(request, look_again(unit, place.game, outcome.flags[0].text))


@at_event(OFFICIAL)
def desk_totals(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """A line a guest with the sum of the games, and what their card says; POST records and
    compares.
    """
    grid = found_grid(event, round, table)
    if request.method != "POST":
        return _totals_page(request, grid)
    form, units = GridForm(request.POST, event_format(event)), event_format(event).units
    faults = [text for text in (save_cards(request, grid, form), *form.card_faults) if text]
    grid = with_cards(found_grid(event, round, table), form.cards)
    if faults:
        return _totals_page(request, grid, form, faults)
    label = table_label(event, table)
    if grid.differing:
        messages.warning(
            request, f"Table {label}: {_count(len(grid.differing))} not say what the {units} make."
        )
        return redirect("desk_totals", event.slug, round, table)
    if form.cards:
        messages.success(
            request, f"Table {label}: what was typed agrees with the {units}. Verified."
        )
    following = _next_table(grid)
    return (
        redirect("desk_totals", event.slug, round, following)
        if following
        else redirect("desk", event.slug)
    )


def _count(number: int) -> str:
    return noun(number, "one card does", f"{number} cards do")


def _next_table(grid: DeskGrid) -> int | None:
    tables = sorted({cell.table for cell in grid.around})
    return next((table for table in tables if table > grid.table), None)


def _totals_page(
    request: HttpRequest,
    grid: DeskGrid,
    form: GridForm | None = None,
    faults: list[str] | None = None,
) -> HttpResponse:
    texts = form.card_texts if form else {}
    without = [
        line
        for line in grid.lines
        if line.in_all is None and not any(box and box.entry for box in line.boxes)
    ]
    context = {
        "grid": grid,
        "lines": [
            (line, texts.get(line.seat, "" if line.card is None else str(line.card)))
            for line in grid.lines
        ],
        "told": faults or [],
        "without": without,
        "in_all": [(line, _saved_without(grid)) for line in grid.lines if line.in_all is not None],
        "at_desk": at_desk(request),
        "following": _next_table(grid),
        "key": new_key(),
        "points": types_points(request, grid.event) and event_format(grid.event).entry in CARDS,
    }
    return render(request, "entry/desk_totals.html", context, status=422 if faults else 200)


def _saved_without(grid: DeskGrid) -> list[int]:
    """The games of the table whose sheets are in: a total taken back needs a hand in each."""
    return [column.game for column in grid.columns if column.cell.version]


@require_POST
def _round_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    round_of(event, round)
    points, key = request.POST.get("points", "").strip(), request.POST.get("key", "")[:60]
    guest = _guest(event, badge)
    try:
        if not (points.isascii() and points.isdigit() and len(points) < 5):
            raise DeskRefusedError("Type the total on the card as a whole number, such as 61.")
        signer, reason = signature(request, key), request.POST.get("reason", "")[:300]
        record_round_total(event, (round, guest.ref), int(points), signer, reason=reason)
        messages.success(
            request,
            f"{guest.name}: the card says {points} for round {round}, and nothing of its"
            f" {event_format(event).units}.",
        )
    except DeskRefusedError as refused:
        messages.error(request, str(refused))
    return _back(request, event, round)


@require_POST
def _take_back_total(request: HttpRequest, event: Event, round: int, badge: int) -> HttpResponse:
    round_of(event, round)
    guest, key = _guest(event, badge), request.POST.get("key", "")[:60]
    try:
        signer, reason = signature(request, key), request.POST.get("reason", "")[:300]
        take_back_round_total(
            event, (round, guest.ref), _hands(request, event_format(event)), signer, reason=reason
        )
        messages.success(
            request,
            f"{guest.name}: the total is taken back. Their {event_format(event).units} are counted"
            " one by one.",
        )
    except (DeskRefusedError, TypedError) as refused:
        messages.error(request, str(refused))
    return _back(request, event, round)


round_total, take_back_total = at_event(DESK)(_round_total), at_event(DESK)(_take_back_total)


def _guest(event: Event, badge: int) -> Guest:
    guest_of(event, badge)
    return Guest.objects.get(event=event, badge=badge)


def _hands(request: HttpRequest, form: Format) -> dict[int, SeatEntry]:
    """The hands typed for the games saved without them; the seat is known to the act."""
    texts = {game: request.POST.get(f"hand_{game}", "").strip()[:241] for game in range(1, 100)}
    if points_in(request.POST, form):
        texts = {game: from_points(text) for game, text in texts.items()}
    return {game: read_typed("A", text, form) for game, text in texts.items() if text}


def _back(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    table = request.POST.get("table", "")
    if table.isascii() and table.isdigit() and len(table) < 5:
        return redirect("desk_totals", event.slug, round, int(table))
    return redirect("desk", event.slug)


ASKED = {"eights_caught": ("eights", "eights"), "cards_left": ("cards", "cards left")}
"""The tie-breaks that bare points leave open: the field of each, and its word."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One figure of one game of one guest, as the form asks for it."""

    player: str
    name: str
    kind: str
    place: Place
    points: int

    @property
    def field(self) -> str:
        """The name of the field: what, who and where."""
        return f"{self.kind}:{self.player}:{self.place.round}:{self.place.table}:{self.place.game}"


def asked_for(event: Event, cut: Cut) -> dict[str, Any]:
    """Whom to ask for what, as sentences with the names together, and a field for each game; two
    queries, if any.
    """
    if not cut.tied:
        return {}
    prompts = [prompt for prompt in cut.prompts if prompt.criterion in ASKED and prompt.cells]
    names = {standing.player: standing.name for standing in cut.tied}
    points = _points(event, prompts)
    doubts = [
        Wanted(
            prompt.player,
            names[prompt.player],
            ASKED[prompt.criterion][0],
            Place(*cell),
            points[prompt.player, cell],
        )
        for prompt in dict.fromkeys(prompts)
        for cell in prompt.cells
        if (prompt.player, cell) in points
    ]
    return {
        "sentences": list(_sentences(prompts, names)),
        "wanted": doubts,
        "answered": _answered(event, names),
    }


def other_prompts(cut: Cut) -> list[str]:
    """What else is wanting, which no answer can mend."""
    return list(
        dict.fromkeys(
            prompt.words
            for prompt in cut.prompts
            if prompt.criterion not in ASKED or not prompt.cells
        )
    )


def _sentences(prompts: Sequence[Prompt], names: dict[str, str]) -> Iterable[str]:
    for criterion, (_kind, words) in ASKED.items():
        person = list(
            dict.fromkeys(
                names[prompt.player] for prompt in prompts if prompt.criterion == criterion
            )
        )
        if person:
            yield f"Ask {listed(person)} for their {words}: only the points are known."


def _points(event: Event, prompts: Iterable[Prompt]) -> dict[tuple[str, tuple[int, int, int]], int]:
    """The bare points of those to be asked, by guest and cell."""
    rows = Tally.objects.filter(event=event, sheet__accepted=True, hand=None, points__isnull=False)
    rows = rows.filter(guest__ref__in={prompt.player for prompt in prompts})
    columns = (
        "sheet__game__table__round__number",
        "sheet__game__table__number",
        "sheet__game__number",
    )
    return {
        (ref, (a, b, c)): points or 0
        for ref, a, b, c, points in rows.values_list("guest__ref", *columns, "points")
    }


def _answered(event: Event, names: dict[str, str]) -> list[Answer]:
    answers = Answer.objects.filter(event=event, taken_back_by=None, guest__ref__in=names)
    return list(answers.select_related("guest", "entry", "game__table__round"))


@require_POST
def _answer(request: HttpRequest, event: Event) -> HttpResponse:
    """Record every figure that was typed, a game at a time; or take one answer back."""
    key = request.POST.get("key", "")[:60]
    try:
        if "take_back" in request.POST:
            _take_back(request, event, key)
        elif not _record(request, event, key):
            messages.info(request, "Nothing has been typed yet: type what they said.")
    except DeskRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("cut", event.slug)


def _record(request: HttpRequest, event: Event, key: str) -> int:
    cut = board(event).cut
    requested = asked_for(event, cut).get("wanted", []) if isinstance(cut, Cut) else []
    answers: dict[tuple[str, Place], dict[str, int]] = {}
    for item in requested:
        text = request.POST.get(item.field, "").strip()
        if text:
            if not (text.isascii() and text.isdigit() and len(text) < 3):
                raise DeskRefusedError(f"{item.name}: {item.kind} are counted, such as 0 or 1.")
            answers.setdefault((item.player, item.place), {})[item.kind] = int(text)
    for index, ((player, place), numbers) in enumerate(answers.items(), start=1):
        record_answer(event, Said(place, player, **numbers), signature(request, f"{key}-{index}"))
    if answers:
        messages.success(
            request,
            f"Recorded: {many(len(answers), 'answer')}. The tie-breaks count them.",
        )
    return len(answers)


def _take_back(request: HttpRequest, event: Event, key: str) -> None:
    number = request.POST["take_back"]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise DeskRefusedError("There is no such answer.")
    take_back_answer(
        event, int(number), signature(request, key), reason=request.POST.get("reason", "")[:300]
    )
    messages.success(request, "The answer is taken back.")


answer = at_event(DESK)(_answer)
