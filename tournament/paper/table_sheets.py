"""The umpire's sheet of one table: a row for each seat, three columns for each game, in the order
of the phone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any

from tournament.counting.words import WORDS, SeatWords
from tournament.paper.drawing import (
    CAPTION,
    EMPHASIS,
    TOTAL,
    Box,
    Code,
    Drawing,
    Line,
    Mark,
    Ring,
    Words,
    rehearsal,
)
from tournament.paper.fitting import fitted_words, set_in
from tournament.paper.labels import foot, in_words
from tournament.paper.values import DrawnPaper, Edition, Named, ValueGroup

WIDTH, HEIGHT = 297.0, 210.0
LEFT, RIGHT = 12.0, 285.0
GRID, GRID_TOP, TOTALS = 83.0, 40.9, 267.0
ROW, ROWS_HEIGHT, CLOSING_ROW = 23.5, 117.5, 7.2
COMPACT = 16.0
"""In rows lower than this the livery, badge and checker of a seat share one line."""
GAMES_A_SHEET = 6
SHARES = (18 / 36.8, 30 / 36.8)
"""Cards left, points and check take 18, 12 and 6.8 parts of a game's width."""


@dataclass(frozen=True)
class SheetSeat:
    """One row of a table sheet; `checked_by` is the seat that looks over this hand."""

    seat: str
    guest: Named
    checked_by: str


@dataclass(frozen=True)
class TableSheet:
    """The umpire's sheet of one table and round: cards left, points and check for each game and
    seat. `dealers` is the letter of the seat that deals each game, empty while nobody has said.
    """

    table: int
    round: int
    seats: tuple[SheetSeat, ...]
    games: int
    name: str = ""
    label: str = ""
    dealers: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table or "")


@dataclass(frozen=True)
class TableSheets(DrawnPaper):
    """The table sheets of a printing, with the card values at their head; `said` words what is
    written in the boxes.
    """

    name = "Table sheets"
    items = "sheets"
    sheets: tuple[TableSheet, ...]
    values: tuple[ValueGroup, ...] = ()
    said: SeatWords = WORDS["hand"]

    def key(self, item: TableSheet) -> str:
        """The number of its table."""
        return str(item.table)

    def says(self, item: TableSheet) -> Any:
        """What it says but for the dealers: a sheet without them is not printed anew."""
        return {name: value for name, value in asdict(item).items() if name != "dealers"}

    def laid_out(self) -> Sequence[tuple[TableSheet, range]]:
        """Every page: the sheet of a table, and which games stand on it."""
        return [(sheet, games) for sheet in self.sheets for games in parts(sheet)]

    def drawings(self, sheets: Sequence[tuple[TableSheet, range]]) -> Iterator[Drawing]:
        """Some of the pages as drawings."""
        return (sheet_form(self, sheet, games) for sheet, games in sheets)


def parts(sheet: TableSheet) -> list[range]:
    """The games of a sheet, parted evenly over as many pages as they need (one up to six games)."""
    pages = ceil(sheet.games / GAMES_A_SHEET)
    size = ceil(sheet.games / pages)
    return [
        range(start, min(start + size, sheet.games + 1))
        for start in range(1, sheet.games + 1, size)
    ]


def sheet_form(paper: TableSheets, sheet: TableSheet, games: range) -> Drawing:
    """One page of a table's sheet with room for these games."""
    edition, words = paper.edition, paper.said
    row = min(ROW, ROWS_HEIGHT / len(sheet.seats))
    bottom = GRID_TOP + row * len(sheet.seats)
    marks: list[Mark] = [rehearsal(WIDTH, HEIGHT)] if edition.rehearsal else []
    marks += [*_head(edition, sheet), *_values(paper.values, words)]
    for number, seat in enumerate(sheet.seats):
        marks += _seat(seat, GRID_TOP + number * row, row)
    for number, game in enumerate(games):
        share = (TOTALS - GRID) / len(games)
        edges = [GRID_TOP + n * row for n in range(len(sheet.seats) + 1)]
        x = GRID + number * share
        marks += [*_dealer(sheet, game, x + share), *_game(game, x, share, edges, words)]
    marks += _totals(sheet, games, row)
    marks += [
        Words(20, bottom + CLOSING_ROW / 2 + 1.2, words.paper, 9),
        Words(20, bottom + CLOSING_ROW * 1.5 + 1.2, "Typed into the table’s page", 9),
        Line(LEFT, bottom, GRID, bottom),
    ]
    marks += _signatures(sheet)
    if not sheet.dealers:
        possible = dealers([seat.seat for seat in sheet.seats], games, words.unit)
        marks.append(Words(LEFT, 198.2, *fitted_words(possible, 8.6, RIGHT - LEFT)))
    marks.append(
        Words(LEFT, 204.2, foot(edition, "fill in seat order, left to right, as on the phone"), 7.6)
    )
    marks.append(
        Words(
            RIGHT,
            204.2,
            f"Table {sheet.called or '…'} · {(sheet.name or f'Round {sheet.round}').lower()}",
            7.6,
            anchor="end",
        )
    )
    if edition.address:
        marks.append(Code(274, 4.5, 11, edition.address))
    return Drawing(WIDTH, HEIGHT, tuple(marks))


def _head(edition: Edition, sheet: TableSheet) -> list[Mark]:
    table, title = sheet.called or "…", f"{edition.event} · umpire’s sheet".upper()
    return [
        Words(LEFT, 24.6, "TABLE", 9.6, "600", spacing=0.09),
        Words(28, 24.6, *fitted_words(table, 47, 20), "700"),
        Words(50, 16.8, *fitted_words(title, 7.5, 100), "600", spacing=0.09),
        Words(50, 24.6, sheet.name or f"Round {sheet.round}", 22, "600"),
        Line(LEFT, 28.2, RIGHT, 28.2),
    ]


def _values(values: tuple[ValueGroup, ...], words: SeatWords) -> list[Mark]:
    costs = "\u2003".join("{} = {}".format(*in_words(group)) for group in values)
    return [
        Words(RIGHT, 20.7, *fitted_words(costs, 10, 110), "600", "end"),
        Words(RIGHT, 25.2, words.umpires_rule, 10, anchor="end"),
    ]


def _seat(seat: SheetSeat, y: float, row: float) -> list[Mark]:
    middle, guest = y + row / 2, seat.guest
    badge = "" if guest.badge is None else f"badge {guest.badge} · "
    marks: list[Mark] = [
        Line(LEFT, y, GRID, y),
        Words(LEFT, middle + 2.6, seat.seat, 20, "700"),
        *_name(guest.name, middle - (1 if row < COMPACT else 2.2)),
    ]
    if row < COMPACT:
        livery = f"{guest.livery} · " if guest.livery else ""
        line = f"{livery}{badge}checked by {seat.checked_by}"
        return [*marks, Words(20, middle + 2.9, *fitted_words(line, 8.2, GRID - 22))]
    return [
        *marks,
        Words(20, middle + 2.2, *fitted_words(guest.livery, 9, GRID - 20), "italic"),
        Words(20, middle + 6.2, f"{badge}checked by {seat.checked_by}", 8.6),
    ]


def _name(name: str, y: float) -> list[Mark]:
    percent, lines = set_in(name, 11.6, GRID - 22)
    size = 11.6 * percent / 100
    first = y - 1.5 * (len(lines) - 1)
    return [Words(20, first + 2.4 * number, line, size, "600") for number, line in enumerate(lines)]


def _game(game: int, x: float, share: float, edges: list[float], words: SeatWords) -> list[Mark]:
    points, check = (x + share * part for part in SHARES)
    *tops, bottom = edges
    marks: list[Mark] = [
        Words(x + 1.6, 34.8, f"{words.unit.capitalize()} {game}", 10, "600"),
        Words(x + 1, 39.1, words.short, 7, "italic"),
        Words((points + check) / 2, 39.1, "points", 7, "italic", "middle"),
        Words((check + x + share) / 2, 39.1, "chk", 7, "italic", "middle"),
        Line(x, GRID_TOP, x, bottom + 2 * CLOSING_ROW, 0.5),
        *(Line(part, GRID_TOP, part, bottom) for part in (points, check)),
    ]
    for top in tops:
        marks += [Line(x, top, x + share, top), Ring(x + 3, top + 2.8, 1.7)]
    return [*marks, *_closed(x, bottom, share, words)]


def _dealer(sheet: TableSheet, game: int, right: float) -> Iterator[Mark]:
    """Who deals a game: a line to write on, or the seat that is known."""
    yield Words(right - 7, 34.8, "dealer", 8, anchor="end")
    if sheet.dealers:
        yield Words(right - 3.7, 34.8, sheet.dealers[game - 1], 10, "700", "middle")
    else:
        yield Line(right - 6.4, 34.8, right - 1, 34.8)


def _closed(x: float, bottom: float, share: float, words: SeatWords) -> list[Mark]:
    nobody, entered = bottom + CLOSING_ROW / 2, bottom + CLOSING_ROW * 1.5
    rules = (
        Line(x, y, x + share, y) for y in (bottom, bottom + CLOSING_ROW, bottom + 2 * CLOSING_ROW)
    )
    return [
        *rules,
        Box(x + 1.8, nobody - 1.7, 3.4, 3.4, 0.25),
        Words(x + 7, nobody + 1.2, words.boxed, 9),
        Words(x + 1.8, entered + 1.2, "entered", 9),
        Ring(x + 16.5, entered, 1.7),
    ]


def _totals(sheet: TableSheet, games: range, row: float) -> Iterable[Mark]:
    last = games[-1] == sheet.games
    yield Words((TOTALS + RIGHT) / 2, 34.8, "Total" if last else "So far", 10, "600", "middle")
    yield Line(
        TOTALS,
        GRID_TOP + row * len(sheet.seats),
        TOTALS,
        GRID_TOP + row * len(sheet.seats) + 2 * CLOSING_ROW,
    )
    for number in range(len(sheet.seats)):
        weight = TOTAL if last else EMPHASIS
        yield Box(TOTALS, GRID_TOP + number * row, RIGHT - TOTALS, row, weight)


def _signatures(sheet: TableSheet) -> Iterable[Mark]:
    captions = ("Umpire", "Round won by", "First dealer", "Finished at", "Ruling no.")
    first = next((seat for seat in sheet.seats if seat.seat == sheet.dealers[:1]), None)
    for number, caption in enumerate(captions):
        x = LEFT + number * 55.2
        yield Line(x, 188, x + 50, 188)
        yield Words(x, 192, caption, 8.6, "italic", colour=CAPTION)
        if first and caption == "First dealer":
            yield Words(x, 186.4, *fitted_words(f"{first.seat}  {first.guest.name}", 10, 50))


def dealers(letters: Sequence[str], games: range, unit: str) -> str:
    """Who deals each game of a page, for whoever deals first: the deal passes to the left."""
    rows = (
        "".join(letters[(first + game - 1) % len(letters)] for game in games)
        for first in range(len(letters))
    )
    return f"Who deals, {unit} by {unit} (ring the row that is yours): {'  '.join(rows)}"
