"""The tables of a round as tiles: the shapes of their games, a line of words, and what they want.

Whom the box of the scores finds: a table, a badge or a name, and the way to each.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from scoring.names import folded
from tournament.counting.grid import WORDS, Cell, Grid
from tournament.counting.plan import table_label
from tournament.models import Event, Round, Seat

COME, CHECK, AGAIN = "come", "check", "again"
FILTERS: Mapping[str, str] = {COME: "To come", CHECK: "To check", AGAIN: "Look again"}
MOST_OFFERED = 6
NEAR = 0.72
_NUMBERED = re.compile(r"(|t|table|b|badge)\s*(\d{1,6})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of a round and its games."""

    cells: tuple[Cell, ...]

    @property
    def number(self) -> int:
        """The number of the table."""
        return self.cells[0].table

    @property
    def label(self) -> str:
        """What the table is called."""
        return self.cells[0].label or str(self.number)

    @property
    def wants(self) -> tuple[str, ...]:
        """What is waited for here, of the filters."""
        states = {cell.state for cell in self.cells}
        pairs = ((AGAIN, "flagged"), (COME, "missing"), (CHECK, "entered"))
        return tuple(name for name, state in pairs if state in states)

    @property
    def kind(self) -> str:
        """What colours it: to look at again, whole, or neither."""
        if AGAIN in self.wants:
            return AGAIN
        return "" if self.wants else "whole"

    @property
    def words(self) -> str:
        """What a flag says, else what is to come, else what is to check."""
        flagged = next((cell for cell in self.cells if cell.state == "flagged"), None)
        if flagged:
            return f"{flagged.unit} {flagged.game}: {_reason(flagged)}"
        for state, words in (("missing", "to come"), ("entered", "to check")):
            if number := sum(cell.state == state for cell in self.cells):
                return f"{number} {words}"
        return "all in"

    @property
    def to_sign(self) -> bool:
        """Whether everything is in, and something is not checked."""
        complete = all(
            cell.state not in ("missing", "total") and not cell.conflicts for cell in self.cells
        )
        return complete and any(cell.version and not cell.checked for cell in self.cells)


def _reason(cell: Cell) -> str:
    """The first clause of a flag, which says whose hand it is."""
    if not cell.flags:
        return "two sheets"
    return re.split(r"[,:.]", cell.flags[0], maxsplit=1)[0]


def tiles(cells: Iterable[Cell]) -> list[Tile]:
    """The tiles of a round, by table."""
    tables: dict[int, list[Cell]] = {}
    for cell in cells:
        tables.setdefault(cell.table, []).append(cell)
    return [Tile(tuple(tables[number])) for number in sorted(tables)]


def legend(grid: Grid) -> list[tuple[str, str]]:
    """Each state that there is, with how many sheets are in it."""
    always = ("missing", "entered", "checked")
    return [
        (state, f"{WORDS[state]} {number}")
        for state, number in grid.counts
        if number or state in always
    ]


def chips(of_round: Iterable[Tile], chosen: str) -> list[tuple[str, str, int, bool]]:
    """The filters with how many tables each leaves, and which one is chosen."""
    every = list(of_round)
    unfiltered = [("", "All", len(every), chosen not in FILTERS)]
    return unfiltered + [
        (name, words, sum(name in tile.wants for tile in every), chosen == name)
        for name, words in FILTERS.items()
    ]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a seat in the round."""

    badge: int
    name: str
    table: int
    label: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What the box leads to: a table, or the card of somebody there; `exact` where it was named by
    its number.
    """

    table: int
    words: str
    badge: int = 0
    note: str = ""
    exact: bool = False


def people(event: Event, round_: Round) -> list[Person]:
    """Everybody who sits in the round now, by badge. One query."""
    seats = Seat.objects.filter(event=event, round=round_, left_after_game=None)
    rows = seats.order_by("guest__badge").values_list(
        "guest__badge", "guest__name", "table__number"
    )
    return [Person(*row, table_label(event, row[2])) for row in rows]


def offers(
    query: str, tables: Iterable[Tile], seated: Iterable[Person], *, card_first: bool = False
) -> list[Offer]:
    """What the words may mean, the likeliest first; a number is a table first and a badge second.

    Where nobody is called so, those whose names come near are offered.
    """
    number, only = _number(query)
    if number is not None:
        cards = [
            _card(person, exact=True) for person in seated if person.badge == number and only != "t"
        ]
        table_offers = [
            Offer(table.number, f"Table {table.label}", exact=True)
            for table in tables
            if table.number == number and only != "b"
        ]
        return cards + table_offers if card_first else table_offers + cards
    folded_names = {person: folded(person.name) for person in seated}
    words = folded(query).split()
    called = [
        person for person, name in folded_names.items() if all(word in name for word in words)
    ]
    labels = [
        Offer(table.number, f"Table {table.label}", exact=True)
        for table in tables
        if table.label.casefold() == query.casefold()
    ]
    return labels + [
        _card(person) for person in (called or _near(folded(query), folded_names))[:MOST_OFFERED]
    ]


def _number(query: str) -> tuple[int | None, str]:
    """The number that was typed, and whether it is said to be a table's (t) or a badge's (b)."""
    match = _NUMBERED.fullmatch(query)
    return (int(match[2]), match[1][:1].casefold()) if match else (None, "")


def _near(query: str, folded_names: Mapping[Person, str]) -> list[Person]:
    """Those whose name, or a word of it, comes near."""
    spelt: dict[str, list[Person]] = {}
    for person, name in folded_names.items():
        for part in (name, *name.split()):
            spelt.setdefault(part, []).append(person)
    close = get_close_matches(query, spelt, n=MOST_OFFERED, cutoff=NEAR)
    return list(dict.fromkeys(person for part in close for person in spelt[part]))


def _card(person: Person, *, exact: bool = False) -> Offer:
    return Offer(
        person.table,
        f"Badge {person.badge}",
        person.badge,
        f"{person.name}, table {person.label}",
        exact=exact,
    )
