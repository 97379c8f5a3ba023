"""Saving what was sent from a grid of the desk: each whole column as its sheet, each half one
kept, and what the cards say.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest

from scoring.counting.sheet import Finding
from tournament.counting.submission import Place, SheetConflictError
from tournament.entry.acts import Outcome, SheetRefusedError, record_sheet
from tournament.entry.acts_checking import mark_table_checked
from tournament.entry.acts_desk import keep_typed, record_card_totals
from tournament.entry.desk import DeskGrid
from tournament.entry.forms_grid import GridForm, Key, TypedColumn
from tournament.entry.forms_questions import Question, question_of_reading, questions_of_nobody
from tournament.entry.shapes import CARD, Shape
from tournament.ledger.signing import signature
from tournament.models import Event, LedgerEntry
from tournament.refusal import Refused
from tournament.site.access import at_desk


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one column: saved, kept with hands missing, asked about, refused, or in
    conflict.
    """

    game: int
    outcome: Outcome | None = None
    faults: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()
    conflict: LedgerEntry | None = None
    question: Question | None = None

    @property
    def wrong(self) -> bool:
        """Whether the typist has to look at it again."""
        return bool(self.faults or self.question or self.conflict)


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
        else save_column(request, event, Place(grid.round, grid.table, column.game), form, column)
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


def save_column(
    request: HttpRequest, event: Event, place: Place, form: GridForm, column: TypedColumn
) -> Done:
    """One game as its sheet, whatever page it was typed on."""
    if column.faults:
        return Done(column.game, faults=column.faults)
    if column.missing:
        return Done(column.game, missing=column.missing)
    key = form.key if form.game else f"{form.key}-{column.game}"
    submission, signer = form.submission(place, column), signature(request, key)
    try:
        outcome = record_sheet(event, submission, signer, at_desk=at_desk(request))
    except SheetRefusedError as refused:
        return Done(column.game, faults=refused.findings)
    except SheetConflictError as conflict:
        return Done(column.game, conflict=conflict.entry)
    return Done(column.game, outcome)
