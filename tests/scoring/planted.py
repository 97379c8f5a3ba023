"""Invented evenings with mistakes planted in their entries, and ways of choosing which cards to compare with them.

22 tables of five, two rounds of five games. So many of a hundred figures are wrong: 40 % of the mistakes take two
neighbours' rows for each other, 20 % swap two digits, 20 % count an 8 at its face, 20 % are sums out by 1, 2 or 10.
Nothing here asks the queue how it thinks mistakes are made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from scoring.check_queue import Card, Question, queue
from scoring.mistakes import Cell, Found, Habits, Spread, habits, odds, spread
from scoring.rulebooks import rulebook
from scoring.simulation import TableResult, pool

PLAYERS, SEATS, ROUNDS, GAMES, THROUGH = 110, 5, 2, 5, 10
EIGHT = 22


@cache
def results(seed: int, size: int) -> tuple[TableResult, ...]:
    """Games of five at Swedish Pursuit."""
    return pool(rulebook("swedish_pursuit").rules(""), SEATS, size, Random(seed)).results


@cache
def known() -> Spread:
    """What the queue knows of hands: another sample than the one the evenings are made of."""
    return spread(results(1, 600), EIGHT)


@dataclass
class Figure:
    """One entry: what was right, what was entered, and the entries and owners beside it."""

    right: int
    entered: int
    beside: tuple[tuple[int, "Figure"], ...] = ()


@dataclass
class Evening:
    """The figures of each player, and the lot that splits ties."""

    figures: Mapping[int, list[Figure]]
    lot: Mapping[int, float]
    compared: set[int] = field(default_factory=set)
    found: list[Found] = field(default_factory=list)
    exposure: float = 0.0

    def order(self, *, right: bool = False) -> list[int]:
        """The players by total, the lowest first."""
        totals = {
            player: sum(one.right if right else one.entered for one in row) for player, row in self.figures.items()
        }
        return sorted(totals, key=lambda player: (totals[player], self.lot[player]))

    def total(self, player: int) -> int:
        """The total as entered."""
        return sum(figure.entered for figure in self.figures[player])

    def line(self) -> float:
        """Half way between the last in and the first out, as entered."""
        order = self.order()
        return (self.total(order[THROUGH - 1]) + self.total(order[THROUGH])) / 2

    def wrong(self) -> bool:
        """Whether the list of those who go through is not the right one."""
        return set(self.order()[:THROUGH]) != set(self.order(right=True)[:THROUGH])

    def settled(self) -> bool:
        """Whether the list is right and stays right, whichever of the mistakes left is found next or never."""
        inside = set(self.order(right=True)[:THROUGH])
        worst = max((self.total(player) + self._off(player, 1), self.lot[player]) for player in inside)
        others = self.figures.keys() - inside
        return worst < min((self.total(player) + self._off(player, -1), self.lot[player]) for player in others)

    def _off(self, player: int, sign: int) -> int:
        """By how much the total can still go up (sign 1) or down (sign -1) as mistakes are found."""
        off = (one.right - one.entered for one in self.figures[player])
        return sum(by for by in off if by * sign > 0)

    def cell(self, figure: Figure) -> Cell:
        """A figure that may be wrong, with the neighbours it can have been taken for."""
        return Cell(
            figure.entered, tuple(other.entered for owner, other in figure.beside if owner not in self.compared)
        )

    def compare(self, player: int) -> None:
        """Hold the card against the entries and mend what is wrong; of two rows exchanged both are mended."""
        self.compared.add(player)
        for figure in self.figures[player]:
            self.exposure += sum(odds(self.cell(figure), known(), Habits(0.5)).values())
            if figure.entered != figure.right:
                for _, other in figure.beside:
                    if (other.entered, other.right) == (figure.right, figure.entered):
                        other.entered = other.right
                self.found.append(Found(figure.entered, figure.right, tuple(one.entered for _, one in figure.beside)))
                figure.entered = figure.right


def evening(rate: float, rng: Random) -> Evening:
    """An evening with about so many mistakes among a figure's entries."""
    players = list(range(PLAYERS))
    figures: dict[int, list[Figure]] = {player: [] for player in players}
    tables: list[tuple[TableResult, list[Figure]]] = []
    for _ in range(ROUNDS):
        rng.shuffle(players)
        for first in range(0, PLAYERS, SEATS):
            seats = players[first : first + SEATS]
            for _ in range(GAMES):
                played = rng.choice(results(2, 600))
                row = [Figure(points, points) for points in played.points]
                for seat, player in enumerate(seats):
                    row[seat].beside = tuple((seats[at % SEATS], row[at % SEATS]) for at in (seat - 1, seat + 1))
                    figures[player].append(row[seat])
                tables.append((played, row))
    for _ in range(sum(rng.random() < rate for _ in range(PLAYERS * ROUNDS * GAMES))):
        _plant(tables, rng)
    return Evening(figures, {player: rng.random() for player in players})


def _plant(tables: Sequence[tuple[TableResult, list[Figure]]], rng: Random) -> None:
    """Make one mistake in a game that has none yet, of a kind drawn first."""
    made = rng.choices((_rows, _digits, _eight, _sum), (40, 20, 20, 20))[0]
    while True:
        played, row = rng.choice(tables)
        if all(figure.entered == figure.right for figure in row) and made(played, row, rng.randrange(SEATS), rng):
            return


def _rows(_: TableResult, row: list[Figure], seat: int, rng: Random) -> bool:
    one, other = row[seat], row[(seat + rng.choice((1, -1))) % SEATS]
    one.entered, other.entered = other.right, one.right
    return one.right != other.right


def _digits(_: TableResult, row: list[Figure], seat: int, rng: Random) -> bool:
    tens, ones = divmod(row[seat].right, 10)
    if not 0 < tens < 10 or ones in (0, tens):
        return False
    row[seat].entered = 10 * ones + tens
    return True


def _eight(played: TableResult, row: list[Figure], seat: int, rng: Random) -> bool:
    row[seat].entered -= EIGHT * (played.eights[seat] > 0)
    return played.eights[seat] > 0


def _sum(_: TableResult, row: list[Figure], seat: int, rng: Random) -> bool:
    out = row[seat].right + rng.choice((1, 2, 10)) * rng.choice((1, -1))
    if row[seat].right == 0 or out < 1:
        return False
    row[seat].entered = out
    return True


Way = Callable[[Evening, Random], Iterator[int]]


def at_random(of: Evening, rng: Random) -> Iterator[int]:
    """The cards in any order."""
    yield from rng.sample(sorted(of.figures), len(of.figures))


def nearest(of: Evening, _: Random) -> Iterator[int]:
    """The cards in the order of their distance from the line between the last in and the first out, as entered."""
    line = of.line()
    yield from sorted(of.order(), key=lambda player: abs(of.total(player) - line))


def nearest_anew(of: Evening, _: Random) -> Iterator[int]:
    """The card nearest the line as the totals stand now, sought anew after each."""
    while True:
        left = [player for player in of.order() if player not in of.compared]
        line = of.line()
        yield min(left, key=lambda player: abs(of.total(player) - line))


def asked(of: Evening) -> Question:
    """The evening as the queue is asked about it."""
    cards = tuple(
        Card(str(player), of.total(player), () if player in of.compared else tuple(map(of.cell, of.figures[player])))
        for player in of.order()
    )
    return Question(cards, THROUGH, known(), habits(of.found, of.exposure, EIGHT))


def by_queue(of: Evening, _: Random) -> Iterator[int]:
    """The first card of the queue, asked anew after each."""
    while True:
        yield int(queue(asked(of), longest=0).doubts[0].player)
