"""Saving what was sent from a grid of the desk: each whole column as its sheet, each half one kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from scoring.sheet import Finding
from tournament.acts.desk import DeskRefusedError, keep_typed, record_card_totals
from tournament.acts.entry import Outcome, SheetConflictError, SheetRefusedError, record_sheet
from tournament.desk_grid import DeskGrid
from tournament.forms.desk import GridForm, Sent
from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format
from tournament.models import Event
from tournament.submission import Place, Submission
from tournament.views.sheet_pages import at_desk, signature


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one column: saved, kept with hands wanting, refused, or in conflict."""

    game: int
    outcome: Outcome | None = None
    faults: tuple[Finding, ...] = ()
    wanting: tuple[str, ...] = ()
    conflict: bool = False

    @property
    def wrong(self) -> bool:
        """Whether the typist has to look at it again."""
        return bool(self.faults) or self.conflict


def save_columns(request: HttpRequest, grid: DeskGrid, form: GridForm) -> list[Done]:
    """Every column in turn, each an act of its own: a fault in one keeps none of the others from being saved."""
    done = [_save(request, grid, sent, form.key) for sent in form.columns if not sent.empty]
    keep_texts(request, grid, form, {one.game for one in done if one.outcome})
    return done


def keep_texts(request: HttpRequest, grid: DeskGrid, form: GridForm, saved: Iterable[int]) -> None:
    """Keep what is typed in columns without a sheet; forget it where the sheet is in."""
    kept, gone = {}, set(saved)
    seen = {(sent.game, seat): ref for sent in form.columns for seat, ref in sent.people.items()}
    for line in grid.lines:
        for box in line.boxes:
            if box is None or box.name not in form.texts:
                continue
            text = "" if box.game in gone else form.texts[box.name]
            if text or box.text:
                # What was typed belongs to whom the typist saw, also where somebody else sits there since.
                kept[box.game, seen.get((box.game, box.seat), line.guest.ref)] = text
    keep_typed(grid.event, grid.round, grid.table, kept, signature(request))


def save_cards(request: HttpRequest, grid: DeskGrid, form: GridForm) -> str:
    """Record what the cards say where it is new; a sentence where it is refused."""
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


def _save(request: HttpRequest, grid: DeskGrid, sent: Sent, key: str) -> Done:
    if sent.faults:
        return Done(sent.game, faults=sent.faults)
    if sent.wanting:
        return Done(sent.game, wanting=sent.wanting)
    submission = submission_of(grid, sent)
    try:
        by = signature(request, f"{key}-{sent.game}")
        return Done(sent.game, record_sheet(grid.event, submission, by, at_desk=at_desk(request)))
    except SheetRefusedError as refused:
        return Done(sent.game, faults=refused.findings)
    except SheetConflictError:
        return Done(sent.game, conflict=True)


def submission_of(grid: DeskGrid, sent: Sent) -> Submission:
    """A whole column as a sheet."""
    place = Place(grid.round, grid.table, sent.game)
    people = {seat: ref for seat, ref in sent.people.items() if seat in sent.texts}
    return Submission(place, sent.entries, seen=sent.seen, blocked=sent.blocked, people=people)


def receipts(done: Sequence[Done], event: Event, table: int) -> str:
    """The numbers under which the columns were saved, in a sentence; nothing where none was."""
    numbers = [one.outcome.number for one in done if one.outcome]
    if not numbers:
        return ""
    games = ", ".join(str(one.game) for one in done if one.outcome)
    form = event_format(event)
    word, kinds = (form.unit, "no.") if len(numbers) == 1 else (form.units, "nos.")
    where = table_label(event, table)
    return f"Table {where}, {word} {games} saved, {kinds} {', '.join(map(str, numbers))}."
