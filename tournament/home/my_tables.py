"""The umpire's own home on a phone: the tables of the round, what one of them waits for first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse

from scoring.words import number_word
from tournament.counting.formats import event_format
from tournament.counting.grid import Cell
from tournament.home.phase import Evening
from tournament.models import Call, Event
from tournament.standings.pace import RoundPace

CALLS, FLAGGED, LATE, TO_CHECK, PLAYS, IN = range(6)
"""What is looked at first."""


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table as a row of the umpire's home: its games, what is to be done there, and the page on
    which it is done.
    """

    label: str
    cells: tuple[Cell, ...]
    words: str
    url: str
    urgency: int

    @property
    def presses(self) -> bool:
        """Whether somebody waits, or a figure is doubted."""
        return self.urgency <= FLAGGED


@dataclass(frozen=True, slots=True)
class MyTables:
    """The round in words, and its tables."""

    to_come: str
    ends: str
    tables: tuple[MyTable, ...]


def my_tables(event: Event, evening: Evening, pace: RoundPace | None) -> MyTables | None:
    """The tables of the round that is played, the most urgent first; None while there is none.

    One query beside what the home has read.
    """
    grid = evening.current
    if grid is None or event.paired:
        return None
    calls = {
        call.table.number: f"Calls: {call.reason or 'no reason given'}"
        + (f" · {call.seen_by} is going" if call.seen_at else "")
        for call in Call.objects.filter(
            event=event, done_at=None, table__round__number=grid.round
        ).select_related("table")
    }
    by_table = groupby(sorted(grid.cells, key=lambda cell: (cell.table, cell.game)), _table)
    late = set(pace.late) if pace else set()
    tables = [_my_table(event, tuple(cells), calls, late) for _number, cells in by_table]
    remaining, form = grid.due - grid.entered, event_format(event)
    units = form.unit if remaining == 1 else form.units
    return MyTables(
        f"{remaining} {units} to come." if remaining > 0 else f"All {form.units} are in.",
        pace.ends if pace and remaining > 0 else "",
        tuple(sorted(tables, key=lambda my_table: my_table.urgency)),
    )


def _table(cell: Cell) -> int:
    return cell.table


def _my_table(
    event: Event, cells: tuple[Cell, ...], calls: dict[int, str], late: set[str]
) -> MyTable:
    label = cells[0].label or str(cells[0].table)
    urgency, words, url = next(_tasks(event, cells, calls, late=label in late))
    return MyTable(label, cells, words, url, urgency)


def _tasks(
    event: Event, cells: Sequence[Cell], calls: dict[int, str], *, late: bool
) -> Iterator[tuple[int, str, str]]:
    """What is to be done at a table, the most urgent first."""
    unit = event_format(event).unit
    if words := calls.get(cells[0].table):
        yield CALLS, words, reverse("calls", args=[event.slug])
    for cell in cells:
        if cell.conflicts:
            words = (
                f"{unit.capitalize()} {cell.game}: the table has chosen; confirm it"
                if cell.chosen
                else f"{unit.capitalize()} {cell.game}: two sheets"
            )
            yield FLAGGED, words, _page(event, cell)
        elif cell.flags:
            yield FLAGGED, f"{unit.capitalize()} {cell.game}: {cell.flags[0]}", _page(event, cell)
    missing = next((cell for cell in cells if cell.state == "missing"), None)
    if late and missing:
        words = f"Late: {unit} {missing.game} is not in"
        yield LATE, words, _page(event, missing)
    if to_check := [cell for cell in cells if cell.state == "entered"]:
        many = "one sheet" if len(to_check) == 1 else f"{number_word(len(to_check))} sheets"
        yield TO_CHECK, f"{many.capitalize()} to check", _page(event, to_check[0])
    if missing:
        yield PLAYS, f"{unit.capitalize()} {missing.game} next", _page(event, missing)
    yield IN, "All in", _page(event, cells[-1])


def _page(event: Event, cell: Cell) -> str:
    route = "conflict" if cell.conflicts else "sheet"
    return reverse(route, args=[event.slug, cell.round, cell.table, cell.game])
