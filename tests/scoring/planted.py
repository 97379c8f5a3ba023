"""Invented evenings with mistakes planted in their entries, and ways of choosing which cards to
compare with them.

22 tables of five, two rounds of five games. Mistakes are planted by two mixes that share no line
with what the queue believes of mistakes: the milder one as sheets are usually copied, after which
the whole sheet is looked at; the harder one of gross mistakes, of which only the figure found is
mended.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from scoring.foresight.check_queue import Card, Question, queue
from scoring.foresight.mistakes import Cell, Found, Spread, learned, odds, spread
from scoring.foresight.rate import Habits, exposure_of
from scoring.foresight.simulation import TableResult, pool
from scoring.games.rulebooks import rulebook

PLAYERS, SEATS, ROUNDS, GAMES, THROUGH = 110, 5, 2, 5, 10
EIGHT = 22


@cache
def results(seed: int, size: int) -> tuple[TableResult, ...]:
    """Games of five at Swedish Pursuit."""
    return pool(rulebook("swedish_pursuit").rules(""), SEATS, size, Random(seed)).results


@cache
def known() -> Spread:
    """What the queue knows of hands: another sample than the one the evenings are made of."""
    return spread(results(1, 400), EIGHT)


@dataclass
class Sheet:
    """One game at one table: who sat there, what was right, what was entered, and what stood there
    at first.
    """

    guests: Sequence[int]
    played: TableResult
    right: list[int]
    entered: list[int]
    first: list[int] = field(default_factory=list)

    def wrong(self) -> int:
        """How many of its figures are wrong."""
        return sum(one != other for one, other in zip(self.right, self.entered, strict=True))


@dataclass
class Evening:
    """The sheets of each guest by round, the lot that splits ties, and what
    comparing cards found.
    """

    rounds: Mapping[int, list[list[Sheet]]]
    lot: Mapping[int, float]
    whole_sheets: bool
    through: int
    compared: set[int] = field(default_factory=set)
    found: list[Found] = field(default_factory=list)
    wrong_figures: int = 0
    exposure: float = 0.0
    kept: dict[int, tuple[Cell, ...]] = field(default_factory=dict)
    totals: dict[tuple[int, bool], int] = field(default_factory=dict)

    def total(self, guest: int, *, right: bool = False) -> int:
        """The total as entered, or the right one; kept like the cells."""
        if (guest, right) not in self.totals:
            seats = [
                (game, game.guests.index(guest)) for games in self.rounds[guest] for game in games
            ]
            figures = ((one.right if right else one.entered)[at] for one, at in seats)
            self.totals[guest, right] = sum(figures)
        return self.totals[guest, right]

    def order(self, *, right: bool = False) -> list[int]:
        """The guests by total, the lowest first."""
        return sorted(
            self.rounds, key=lambda guest: (self.total(guest, right=right), self.lot[guest])
        )

    def line(self) -> float:
        """Half way between the last in and the first out, as entered."""
        order = self.order()
        return (self.total(order[self.through - 1]) + self.total(order[self.through])) / 2

    def wrong(self) -> bool:
        """Whether the list of those who go through is not the right one."""
        return set(self.order()[: self.through]) != set(self.order(right=True)[: self.through])

    def compare(self, guest: int) -> None:
        """Hold the totals of a card against the entries, and mend the games of a round that
        differs.
        """
        cells = [
            self.cell(guest, sheet, first=True) for games in self.rounds[guest] for sheet in games
        ]
        self.exposure += exposure_of(
            sum(odds(cell, known(), Habits().shares).values()) for cell in cells
        )
        self.compared.add(guest)
        for games in self.rounds[guest]:
            for other in games[0].guests:
                self.kept.pop(other, None)
                self.totals.pop((other, False), None)
            seats = [(sheet, sheet.guests.index(guest)) for sheet in games]
            self.wrong_figures += sum(sheet.first[at] != sheet.right[at] for sheet, at in seats)
            if sum(sheet.entered[at] for sheet, at in seats) != sum(
                sheet.right[at] for sheet, at in seats
            ):
                for sheet, at in seats:
                    self._mend(sheet, at)

    def _mend(self, sheet: Sheet, seat: int) -> None:
        if sheet.entered[seat] == sheet.right[seat]:
            return
        for at in range(len(sheet.guests)) if self.whole_sheets else (seat,):
            if sheet.entered[at] != sheet.right[at]:
                beside, across = _others(sheet, at, sheet.entered, set())
                self.found.append(Found(sheet.entered[at], sheet.right[at], beside, across))
        sheet.entered = (
            list(sheet.right)
            if self.whole_sheets
            else [
                sheet.right[at] if at == seat else points for at, points in enumerate(sheet.entered)
            ]
        )

    def cells(self, guest: int) -> tuple[Cell, ...]:
        """The figures of a card as the queue is asked about them; kept until a card of one of its
        tables is compared.
        """
        if guest in self.compared:
            return ()
        if guest not in self.kept:
            self.kept[guest] = tuple(
                self.cell(guest, sheet) for games in self.rounds[guest] for sheet in games
            )
        return self.kept[guest]

    def cell(self, guest: int, sheet: Sheet, *, first: bool = False) -> Cell:
        """A figure as the queue is asked about it, or as it stood at first with the whole table
        beside it.
        """
        seat = sheet.guests.index(guest)
        figures = sheet.first if first else sheet.entered
        beside, across = _others(sheet, seat, figures, set() if first else self.compared)
        mended = [
            number
            for number in range(len(sheet.guests))
            if sheet.first[number] != sheet.entered[number]
        ]
        other = mended[0] if len(mended) == 1 else seat
        exchanged = other != seat and not first and sheet.entered[other] == figures[seat]
        return Cell(
            figures[seat], beside, across, swapped_with=sheet.first[other] if exchanged else None
        )


def _others(
    sheet: Sheet, seat: int, figures: Sequence[int], compared: set[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The figures of the neighbours, and of the others at the table, whose card
    was not compared.
    """
    seats = len(sheet.guests)
    near = {(seat - 1) % seats, (seat + 1) % seats}
    open_ = [
        number for number in range(seats) if number != seat and sheet.guests[number] not in compared
    ]
    return tuple(figures[at] for at in open_ if at in near), tuple(
        figures[at] for at in open_ if at not in near
    )


Slip = Callable[[Sheet, int, Random, Sequence[Sheet]], None]


def _rows(sheet: Sheet, seat: int, other: int) -> None:
    sheet.entered[seat], sheet.entered[other] = sheet.right[other], sheet.right[seat]


def _neighbours(sheet: Sheet, seat: int, rng: Random, _: Sequence[Sheet]) -> None:
    _rows(sheet, seat, (seat + rng.choice((1, -1))) % SEATS)


def _far_rows(sheet: Sheet, seat: int, rng: Random, _: Sequence[Sheet]) -> None:
    _rows(sheet, seat, (seat + rng.choice((2, 3))) % SEATS)


def _one_seat_on(sheet: Sheet, _seat: int, _rng: Random, _: Sequence[Sheet]) -> None:
    sheet.entered[:] = sheet.right[1:] + sheet.right[:1]


def _winner(sheet: Sheet, seat: int, _rng: Random, _: Sequence[Sheet]) -> None:
    if 0 in sheet.right:
        _rows(sheet, seat, sheet.right.index(0))


def _digits(sheet: Sheet, seat: int, _rng: Random, _: Sequence[Sheet]) -> None:
    if sheet.right[seat] > 9:
        sheet.entered[seat] = int(str(sheet.right[seat])[::-1])


def _key(sheet: Sheet, seat: int, rng: Random, _: Sequence[Sheet]) -> None:
    """A key beside the right one on a pad of numbers."""
    beside = {
        "0": "12",
        "1": "024",
        "2": "0135",
        "3": "26",
        "4": "157",
        "5": "2468",
        "6": "359",
        "7": "48",
    }
    text = str(sheet.right[seat])
    at = rng.randrange(len(text))
    digit = rng.choice((beside | {"8": "579", "9": "68"})[text[at]])
    sheet.entered[seat] = int(text[:at] + digit + text[at + 1 :])


def _card_left_out(sheet: Sheet, seat: int, rng: Random, _: Sequence[Sheet]) -> None:
    sheet.entered[seat] = max(
        0, sheet.right[seat] - rng.choice((1, 2, 3, 4, 5, 6, 7, 30, 9, 10, 10, 10, 10))
    )


def _eight_at_face(sheet: Sheet, seat: int, _rng: Random, _: Sequence[Sheet]) -> None:
    sheet.entered[seat] -= EIGHT * (sheet.played.eights[seat] > 0)


def _sum(sheet: Sheet, seat: int, rng: Random, _: Sequence[Sheet]) -> None:
    sheet.entered[seat] = max(0, sheet.right[seat] + rng.choice((1, -1, 2, -2, 10, -10)))


def _tenfold(sheet: Sheet, seat: int, _rng: Random, _: Sequence[Sheet]) -> None:
    sheet.entered[seat] *= 10


def _other_table(sheet: Sheet, _seat: int, rng: Random, sheets: Sequence[Sheet]) -> None:
    sheet.entered[:] = rng.choice(sheets).right


def _anything(sheet: Sheet, seat: int, rng: Random, sheets: Sequence[Sheet]) -> None:
    sheet.entered[seat] = rng.choice(rng.choice(sheets).right)


def _round_one_seat_on(sheet: Sheet, seat: int, rng: Random, sheets: Sequence[Sheet]) -> None:
    """The names of a table taken down one row on: all its games of the round."""
    for game in sheets:
        if game.guests == sheet.guests:
            _one_seat_on(game, seat, rng, sheets)


def _guests_exchanged(sheet: Sheet, seat: int, rng: Random, sheets: Sequence[Sheet]) -> None:
    """Two guests of one table taken for each other all round."""
    other = (seat + rng.choice((1, 2, 3, 4))) % SEATS
    for game in sheets:
        if game.guests == sheet.guests:
            _rows(game, seat, other)


@dataclass(frozen=True)
class Mix:
    """Kinds of mistakes with their shares, and whether the whole sheet is looked at once one figure
    is found wrong.
    """

    slips: Mapping[Slip, float]
    whole_sheets: bool = True
    tables: int = 0
    """Mistakes fall on the sheets of so many tables alone, in both rounds; 0 for all of them."""


MILDER = Mix({
    _neighbours: 25, _far_rows: 10, _one_seat_on: 6, _digits: 12, _key: 10, _card_left_out: 15, _eight_at_face: 8,
    _winner: 7, _sum: 4, _other_table: 3,
})  # fmt: skip
HARDER = Mix(
    {_winner: 25, _far_rows: 20, _anything: 25, _tenfold: 5, _key: 15, _neighbours: 10},
    whole_sheets=False,
)
KINDS = {
    slip.__name__[1:]: Mix({slip: 1})
    for slip in (
        _neighbours,
        _far_rows,
        _one_seat_on,
        _winner,
        _key,
        _tenfold,
        _other_table,
        _anything,
    )
}
CLUSTERED = {
    "two careless tables": replace(HARDER, tables=2),
    "a round one row on": Mix({_round_one_seat_on: 1}),
    "two guests for each other": Mix({_guests_exchanged: 1}),
    "eights at face at two tables": Mix({_eight_at_face: 1}, tables=2),
}
"""Mistakes that do not fall on tables by chance, or not one by one: the limit is not promised for
these.
"""


def evening(
    rate: float,
    rng: Random,
    mix: Mix = MILDER,
    tables: int = PLAYERS // SEATS,
    through: int = THROUGH,
) -> Evening:
    """An evening of so many tables with about such a share of wrong figures."""
    guests = list(range(tables * SEATS))
    rounds: dict[int, list[list[Sheet]]] = {guest: [[] for _ in range(ROUNDS)] for guest in guests}
    sheets: list[Sheet] = []
    for number in range(ROUNDS):
        rng.shuffle(guests)
        for first in range(0, len(guests), SEATS):
            for _ in range(GAMES):
                played = rng.choice(results(2, 600))
                seats = guests[first : first + SEATS]
                sheets.append(Sheet(seats, played, list(played.points), list(played.points)))
                for guest in seats:
                    rounds[guest][number].append(sheets[-1])
    _plant(sheets, sum(rng.random() < rate for _ in range(len(sheets) * SEATS)), mix, rng)
    for sheet in sheets:
        sheet.first = list(sheet.entered)
    return Evening(rounds, {guest: rng.random() for guest in guests}, mix.whole_sheets, through)


def _plant(sheets: Sequence[Sheet], figures: int, mix: Mix, rng: Random) -> None:
    """Make mistakes until so many figures are wrong, each on a sheet that has none yet while there
    is one.
    """
    hall = len(sheets) // ROUNDS // GAMES
    chosen = rng.sample(range(hall), mix.tables) if mix.tables else range(hall)
    among = [sheet for at, sheet in enumerate(sheets) if at // GAMES % hall in chosen]
    tries, wrong = 0, 0
    while wrong < figures and tries < 100 * len(sheets):
        tries += 1
        (slip,) = rng.choices(list(mix.slips), list(mix.slips.values()))
        sheet = rng.choice(among)
        if not sheet.wrong():
            slip(sheet, rng.randrange(SEATS), rng, sheets)
            wrong = sum(one.wrong() for one in sheets) if sheet.wrong() else wrong


Way = Callable[[Evening, Random], Iterator[int]]


def at_random(of: Evening, rng: Random) -> Iterator[int]:
    """The cards in any order."""
    yield from rng.sample(sorted(of.rounds), len(of.rounds))


def nearest(of: Evening, _: Random) -> Iterator[int]:
    """The card nearest the line as the totals stand now, sought anew after each."""
    while True:
        left = [guest for guest in of.order() if guest not in of.compared]
        line = of.line()
        yield min(left, key=lambda guest: abs(of.total(guest) - line))


def asked(of: Evening) -> Question:
    """The evening as the queue is asked about it."""
    cards = tuple(Card(str(guest), of.total(guest), of.cells(guest)) for guest in of.order())
    habits = Habits(
        len(of.compared), of.wrong_figures, of.exposure, shares=learned(of.found, known())
    )
    return Question(cards, of.through, known(), habits)


def by_queue(of: Evening, _: Random) -> Iterator[int]:
    """The first card of the queue, asked anew after each."""
    while True:
        yield int(queue(asked(of), longest=0).doubts[0].player)
