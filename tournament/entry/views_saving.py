"""Saving what was sent from a grid of the desk: each whole column as its sheet, each half one
kept, and what the cards say.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse

from scoring.counting.sheet import Finding
from tournament.counting.submission import SIGNED, Place, SheetConflictError
from tournament.entry.acts import Outcome, SheetRefusedError, record_sheet
from tournament.entry.acts_checking import mark_table_checked
from tournament.entry.acts_desk import keep_typed, record_card_totals
from tournament.entry.desk import DeskGrid, Line
from tournament.entry.forms_grid import GridForm, Key, TypedColumn
from tournament.entry.forms_questions import Question, question_of_reading, questions_of_nobody
from tournament.ledger.signing import signature
from tournament.refusal import Refused
from tournament.site.access import at_desk

TABLE, CARD, TOTALS, AGAIN = "table", "card", "totals", "again"


@dataclass(frozen=True, slots=True)
class Shape:
    """What of a table a page shows to be typed: all of it, the row of a guest (by seat), or what
    their cards say.
    """

    name: str
    grid: DeskGrid
    seat: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the page."""
        return tuple(line for line in self.grid.lines if self.seat in ("", line.seat))

    @property
    def line(self) -> Line:
        """The one line of a card."""
        return self.lines[0]

    @property
    def part(self) -> DeskGrid:
        """The grid of these lines alone."""
        return replace(self.grid, lines=self.lines)

    @property
    def address(self) -> str:
        """Where it is typed."""
        slug, number = self.grid.event.slug, self.grid.round
        if self.name == CARD:
            return reverse("desk_card", args=[slug, number, self.line.guest.badge])
        name = {TOTALS: "desk_totals", AGAIN: "desk_again"}.get(self.name, "desk_table")
        return reverse(name, args=[slug, number, self.grid.table])


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one column: saved, kept with hands missing, asked about, refused, or in
    conflict.
    """

    game: int
    outcome: Outcome | None = None
    faults: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()
    conflict: bool = False
    question: Question | None = None

    @property
    def wrong(self) -> bool:
        """Whether the typist has to look at it again."""
        return bool(self.faults or self.question) or self.conflict


def save_columns(request: HttpRequest, shape: Shape, form: GridForm) -> list[Done]:
    """Every column in turn, each an act of its own: a fault in one keeps none of the others from
    being saved. What is typed in columns without a sheet is kept.
    """
    grid, event = shape.grid, shape.grid.event
    complete = form.completed(_kept(grid)) if shape.name == CARD else form
    reading = question_of_reading(event, form, card=shape.name == CARD)
    questions = (*questions_of_nobody(event, complete), *([reading] if reading else []))
    waits = {game: question for question in questions for game in question.games}
    results = [
        Done(column.game, question=waits[column.game])
        if column.game in waits
        else _save(request, grid, column, form)
        for column in complete.columns
        if not column.empty
    ]
    _keep_texts(request, shape, form, {result.game for result in results if result.outcome})
    return results


def _kept(grid: DeskGrid) -> dict[Key, str]:
    """What is kept of every open box, and whose it is."""
    hands: dict[Key, str] = {}
    for line in grid.lines:
        for box in line.boxes:
            if box and box.open:
                hands["hand", box.game, box.seat] = box.text
                hands["who", box.game, box.seat] = box.ref
    return hands


def _keep_texts(request: HttpRequest, shape: Shape, form: GridForm, saved: Iterable[int]) -> None:
    """Keep what is typed in columns without a sheet; forget all of a column whose sheet is in."""
    texts, emptied, typed_texts = {}, set(saved), form.texts
    people = {
        (column.game, seat): ref for column in form.columns for seat, ref in column.people.items()
    }
    for line in shape.grid.lines:
        for box in line.boxes:
            if box is None or not box.open:
                continue
            cell = (box.game, box.seat)
            text = "" if box.game in emptied else typed_texts.get(cell, box.text)
            # What was typed belongs to whom the typist saw, also where somebody else sits there
            # since.
            ref = people.get(cell, box.ref)
            if text != box.text or ref != box.ref:
                texts[box.game, ref] = text
    keep_typed(shape.grid.event, shape.grid.round, shape.grid.table, texts, signature(request))


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
    except Refused as refused:
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
    except Refused as refused:
        return str(refused)
    return ""


def _save(request: HttpRequest, grid: DeskGrid, column: TypedColumn, form: GridForm) -> Done:
    if column.faults:
        return Done(column.game, faults=column.faults)
    if column.missing:
        return Done(column.game, missing=column.missing)
    submission = column.submission(Place(grid.round, grid.table, column.game))
    if form.signed:
        submission = replace(submission, checked=True, checker=SIGNED)
    try:
        signer = signature(request, f"{form.key}-{column.game}")
        return Done(
            column.game, record_sheet(grid.event, submission, signer, at_desk=at_desk(request))
        )
    except SheetRefusedError as refused:
        return Done(column.game, faults=refused.findings)
    except SheetConflictError:
        return Done(column.game, conflict=True)
