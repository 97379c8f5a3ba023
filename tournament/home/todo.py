"""Still to do, grouped by table with the reason: what has to be looked at again, the slowest
tables, what is to be checked, and last how many are fine.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from django.urls import reverse

from tournament.counting.formats import event_format
from tournament.counting.grid import Cell
from tournament.home.hindrances import Hindrance, Link
from tournament.models import Event
from tournament.standings.reading import RoundPace

LOOKED_AT, NAMED = 4, 8
"""So many sheets to look at again are named one by one, and so many tables of a line."""
OF_GAMES = frozenset({"conflict", "missing", "flagged", "unchecked"})


@dataclass(frozen=True, slots=True)
class Todo:
    """One line: a sign, the places as links between the words, and who does it or why."""

    shape: str
    words: str
    note: str
    before: str = ""
    places: tuple[Link, ...] = ()
    more: int = 0
    acts: tuple[Link, ...] = ()


def todo(event: Event, found: Iterable[Hindrance], pace: RoundPace | None) -> tuple[Todo, ...]:
    """The lines in the order of doing."""
    every = tuple(found)
    cells = {one.kind: one.cells for one in every if one.kind in OF_GAMES}
    return (
        *_again(event, cells.get("conflict", ()), cells.get("flagged", ())),
        *(_elsewhere(one) for one in every if one.kind not in OF_GAMES),
        *_slow(event, cells.get("missing", ()), pace),
        *_to_check(event, cells.get("unchecked", ())),
        *_to_come(event, cells.get("missing", ()), pace),
    )


def _elsewhere(one: Hindrance) -> Todo:
    return Todo(one.shape, one.words, one.who, acts=one.links)


def _again(event: Event, conflicts: Sequence[Cell], flagged: Sequence[Cell]) -> Iterator[Todo]:
    """Sheets that somebody has to look at again, each with its reason."""
    unit = event_format(event).unit
    for cell in conflicts[:LOOKED_AT]:
        link = Link(cell.label, _address(event, "conflict", cell))
        words = f", {unit} {cell.game}: two sheets that differ"
        yield Todo("flagged", words, "Head umpire: choose the right one", "Table ", (link,))
    alone = [cell for cell in flagged if cell not in conflicts]
    for cell in alone[:LOOKED_AT]:
        link = Link(cell.label, _address(event, "sheet", cell))
        reason = cell.flags[0].rstrip(".")
        words = f", {unit} {cell.game}"
        yield Todo("flagged", words, f"Head umpire: {reason}", "Table ", (link,))
    left = len(conflicts[LOOKED_AT:]) + len(alone[LOOKED_AT:])
    if left:
        yield Todo("flagged", f"{_sheets(left)} more to look at again", "Head umpire")


def _slow(event: Event, missing: Sequence[Cell], pace: RoundPace | None) -> Iterator[Todo]:
    """The tables that lag behind the hall or are silent, the slowest first."""
    if pace is None or pace.of is None:
        return
    middle = median(one.ends.middle for one in pace.of.tables)
    for shown in pace.tables:
        own = [cell for cell in missing if cell.table == shown.of.table]
        if not own or not (shown.of.lags or shown.of.silent):
            continue
        behind = round((shown.of.ends.middle - middle) / 60)
        note = (
            f"Its umpire: about {behind} minutes behind the others"
            if shown.of.lags and behind > 1
            else "Its umpire: no sheet for a long time"
        )
        yield Todo("missing", f": {_games(event, own)}", note, "Table ", (_first(event, own),))


def _to_check(event: Event, unchecked: Sequence[Cell]) -> Iterator[Todo]:
    if unchecked:
        places = _by_table(event, unchecked)
        yield Todo(
            "entered",
            f": {_sheets(len(unchecked))} to check",
            "Umpires: the left-hand neighbours have not signed",
            "Tables " if len(places) > 1 else "Table ",
            places[:NAMED],
            len(places[NAMED:]),
        )


def _to_come(event: Event, missing: Sequence[Cell], pace: RoundPace | None) -> Iterator[Todo]:
    """What is still being played, as one line; table by table towards the end."""
    slow = set()
    if pace and pace.of:
        slow = {one.of.table for one in pace.tables if one.of.lags or one.of.silent}
    rest = [cell for cell in missing if cell.table not in slow]
    places = _by_table(event, rest)
    if not rest:
        return
    if len(places) <= NAMED:
        words = f": {_games(event, rest) if len(places) == 1 else f'{_sheets(len(rest))} to come'}"
        lead = "Table " if len(places) == 1 else "Tables "
        yield Todo("missing", words, "Still playing", lead, places)
        return
    others = f"{len(places)} {'other tables' if slow else 'tables'}"
    said = "On time, nothing to do" if pace and pace.of else "Still playing"
    yield Todo("missing", f"{others}: {_sheets(len(rest))} to come", said)


def _games(event: Event, cells: Sequence[Cell]) -> str:
    """`game 3`, `games 3, 4 and 5`."""
    form, numbers = event_format(event), sorted({cell.game for cell in cells})
    if len(numbers) == 1:
        return f"{form.unit} {numbers[0]}"
    return f"{form.units} {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _by_table(event: Event, cells: Sequence[Cell]) -> tuple[Link, ...]:
    """A link for each table, to its first sheet of these."""
    first: dict[tuple[int, int], Cell] = {}
    for cell in cells:
        first.setdefault((cell.round, cell.table), cell)
    return tuple(_first(event, (cell,)) for cell in first.values())


def _first(event: Event, cells: Sequence[Cell]) -> Link:
    return Link(cells[0].label, _address(event, "sheet", cells[0]))


def _address(event: Event, route: str, cell: Cell) -> str:
    return reverse(route, args=[event.slug, cell.round, cell.table, cell.game])


def _sheets(number: int) -> str:
    return "1 sheet" if number == 1 else f"{number} sheets"
