"""How likely an entered figure is wrong, what was right then, and which kinds of mistakes this
evening makes.

Ten kinds: what is seen where sheets are copied by hand, and anything else. Their shares are
assumptions that the evening's own findings replace bit by bit; "anything" keeps its share for good,
since nobody knows all kinds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp2
from typing import Literal, NamedTuple

from scoring.foresight.simulation import TableResult

Kind = Literal[
    "neighbour", "row", "winner", "digits", "digit", "eight", "card", "sum", "tenfold", "anything"
]
Shares = Mapping[Kind, float]
SHARES: Shares = {
    "neighbour": 0.24,
    "row": 0.09,
    "winner": 0.07,
    "digits": 0.10,
    "digit": 0.08,
    "eight": 0.11,
    "card": 0.07,
    "sum": 0.10,
    "tenfold": 0.05,
    "anything": 0.09,
}
"""A neighbour's row, another row of the table, the winner mis-marked, two digits swapped, one
mis-keyed, an eight at its face value or the reverse, a card left out or counted twice, a sum,
tenfold or a tenth, anything.
"""
SHARES_CERTAINTY = 10.0
"""How many mistakes found weigh as much as the assumed shares."""
UNLIKELIEST = 1000.0
"""A figure entered is doubted at most so many times more than its kind of mistake alone would say:
enough to have a figure looked at that nobody holds.
"""
HALVED = 20.0
"""Beyond the highest figure of the sample every so many points more are held half as often. The
sample itself falls sooner; who plays otherwise than the sample is not to be doubted for it.
"""
WINNER = 0.625
"""At a table of five each of the four others may be the winner if the one marked is not: 5 of 8 on
average.
"""
SAME_SHEET = 2.0
"""Odds that a row of a sheet is wrong which bears what another row of it was corrected to, and that
row's figure belongs here: two rows exchanged, of which one was corrected.
"""
TAPPED, LOOKED_OVER, KEYED_TWICE, LET_STAND = 0.5, 0.5, 0.25, 3.0
"""What a figure's weight is multiplied by where cards were tapped and no figure written, where a
neighbour looked over it, where it was keyed twice alike, where an unlikely hand was let stand.
Assumptions; nothing was measured.
"""
FEWEST = 0.5
"""What a number of points counts that the sample does not have: rare is not impossible."""
CARDS = dict.fromkeys(range(1, 10), 1 / 13) | {10: 4 / 13}
"""The chance of each card value: tens and courts count 10."""

Odds = dict[int, float]
"""For each number of points that may have been right instead, its odds against the entry."""


@dataclass(frozen=True, eq=False, slots=True)
class Spread:
    """What guests hold at this game.

    `chance` of each number of points of those who did not go out (from `unseen` downwards above the
    highest of the sample), and how likely an 8 is among them (`with_eight`); `eight` is what an 8
    counts more than its face (0 where it counts its face). Shares of all figures: `held` where the
    guest held something, `two_digits` where digits can be swapped, `eights` where an 8 can be
    mistaken. The same only as itself, so that what follows from it can be kept.
    """

    chance: Mapping[int, float]
    unseen: float
    with_eight: Mapping[int, float]
    eight: int
    held: float
    two_digits: float
    eights: float

    def of(self, points: int) -> float:
        """The chance of so many points among those held: above the highest of the sample the rarer
        the more they are.
        """
        if (beyond := points - len(self.chance)) > 0:
            return self.unseen * exp2(-min(beyond / HALVED, 1000.0))
        return self.chance.get(points, 0.0)

    def ratio(self, right: int, entered: int) -> float:
        """How many times likelier these points are than those entered, `UNLIKELIEST` at most."""
        return min(UNLIKELIEST, self.of(right) / self.of(entered))


class Cell(NamedTuple):
    """One guest's figure of one game as entered, and what is known about it.

    `beside` and `across` are the figures of the neighbours and of the others at the table whose own
    card was not
    compared: where one was, the two rows were not taken for each other. `weight` multiplies the
    rate: below 1 where cards were tapped or a neighbour looked over it, above 1 where an unlikely
    hand was let stand. `swapped_with` is what another row of the sheet was entered as before it was
    corrected to these very points, None if none was.
    """

    points: int
    beside: tuple[int, ...]
    across: tuple[int, ...] = ()
    weight: float = 1.0
    swapped_with: int | None = None


class Found(NamedTuple):
    """A mistake found: what stood in the entry, what was right, what the others
    at the table have.
    """

    entered: int
    right: int
    beside: tuple[int, ...]
    across: tuple[int, ...] = ()


def spread(results: Iterable[TableResult], eight: int) -> Spread:
    """Count the points of all who did not go out; every number up to the highest has at least a
    small chance.
    """
    points: Counter[int] = Counter()
    eights: Counter[int] = Counter()
    for result in results:
        for number, caught in zip(result.points, result.eights, strict=True):
            points[number] += 1
            eights[number] += number > 0 and caught > 0
    counts = {number: points[number] + FEWEST for number in range(1, max(points, default=0) + 1)}
    total = sum(counts.values())
    chance = {number: count / total for number, count in counts.items()}
    with_eight = {
        number: eights[number] / count for number, count in counts.items() if eights[number]
    }
    holding = 1 - points[0] / points.total()
    return Spread(
        chance,
        FEWEST / total,
        with_eight if eight else {},
        eight,
        held=holding,
        two_digits=holding
        * sum(weight for number, weight in chance.items() if swapped(number) != number),
        eights=holding * sum(chance[number] * weight for number, weight in with_eight.items()),
    )


def odds(cell: Cell, known_spread: Spread, shares: Shares) -> Odds:
    """What may be right instead of this figure, for even odds of a mistake on the average figure.

    A nought is doubted only as a row or a winner taken for another, or as anything: that just one
    guest went out is checked at the entry itself.
    """
    by_figure = dict(slips(cell.points, known_spread, tuple(shares.items())))
    for right, weight in rows(cell, shares):
        by_figure[right] = by_figure.get(right, 0.0) + weight
    return {right: cell.weight * weight for right, weight in by_figure.items()}


def rows(cell: Cell, shares: Shares) -> list[tuple[int, float]]:
    """What may be right where rows were taken for each other: points and odds, some points more
    than once.
    """
    by_kind = _rows(cell).items()
    return [
        (right, shares[kind] * weight)
        for kind, rights in by_kind
        for right, weight in rights.items()
        if right != cell.points
    ]


def _rows(cell: Cell) -> dict[Kind, Odds]:
    """Rows taken for each other, and a winner who is none."""
    by_kind: dict[Kind, Odds] = {"neighbour": {}, "row": {}, "winner": {}}
    kinds: tuple[tuple[Kind, tuple[int, ...]], ...] = (
        ("neighbour", cell.beside),
        ("row", cell.across),
    )
    for kind, figures in kinds:
        for points in figures:
            by_kind[kind][points] = by_kind[kind].get(points, 0.0) + 0.5
    rest = (*cell.beside, *cell.across)
    for points in rest if cell.points == 0 else {0}.intersection(rest):
        by_kind["winner"][points] = by_kind["winner"].get(points, 0.0) + WINNER
    return by_kind


@lru_cache(maxsize=1 << 12)
def slips(
    points: int, known_spread: Spread, shares: tuple[tuple[Kind, float], ...]
) -> Mapping[int, float]:
    """All slips of the pen and of the head together that can have ended in these points."""
    kind_shares = dict(shares)
    by_figure: Odds = {}
    for kind, rights in _kinds_of_slips(points, known_spread).items():
        for right, likely in rights.items():
            by_figure[right] = by_figure.get(right, 0.0) + kind_shares[kind] * likely
    return by_figure


@lru_cache(maxsize=1 << 10)
def _kinds_of_slips(points: int, known_spread: Spread) -> Mapping[Kind, Mapping[int, float]]:
    anything = {
        number: known_spread.held * chance for number, chance in known_spread.chance.items()
    } | {0: 1 - known_spread.held}
    anything.pop(points, None)
    if not known_spread.of(points):
        return {"anything": anything}
    slips = _slips_of_the_pen(points, known_spread) | _slips_of_the_head(points, known_spread)
    by_kind: dict[Kind, Mapping[int, float]] = {
        kind: {
            right: weight * known_spread.ratio(right, points)
            for right, weight in rights.items()
            if known_spread.of(right)
        }
        for kind, rights in slips.items()
    }
    return by_kind | {"anything": anything}


def _slips_of_the_pen(points: int, known_spread: Spread) -> dict[Kind, Odds]:
    """How often each right figure is written as these points, for one such slip on the average
    figure.
    """
    digits = str(points)
    keyed = {
        int(digits[:index] + peer + digits[index + 1 :])
        for index in range(len(digits))
        for peer in "0123456789"
        if index or peer != "0"
    }
    other_way = swapped(points)
    tenth = [points // 10] if points % 10 == 0 else []
    return {
        "digits": {other_way: 1 / known_spread.two_digits} if other_way != points else {},
        "digit": dict.fromkeys(keyed - {points}, 1 / (9 * len(digits) * known_spread.held)),
        "tenfold": dict.fromkeys([10 * points, *tenth], 0.5 / known_spread.held),
    }


def _slips_of_the_head(points: int, known_spread: Spread) -> dict[Kind, Odds]:
    """The same for an eight, a card and a sum."""
    card = {points + value: 0.85 * weight for value, weight in CARDS.items()}
    card |= {points - value: 0.10 * weight for value, weight in CARDS.items()}
    card[points + 8 + known_spread.eight] = card.get(points + 8 + known_spread.eight, 0.0) + 0.05
    eight: Odds = {}
    if known_spread.eights and known_spread.eight:
        eight = {points - known_spread.eight: 0.5 / known_spread.held}
        eight[points + known_spread.eight] = (
            0.5
            * known_spread.with_eight.get(points + known_spread.eight, 0.0)
            / known_spread.eights
        )
    return {
        "card": {right: weight / known_spread.held for right, weight in card.items()},
        "eight": eight,
        "sum": dict.fromkeys(
            (points + sign * stride for stride in range(1, 11) for sign in (1, -1)),
            0.05 / known_spread.held,
        ),
    }


def swapped(points: int) -> int:
    """The figure with its last two digits changed about; the same one where that is no figure of
    two digits.
    """
    tens, units = divmod(points % 100, 10)
    return points - points % 100 + 10 * units + tens if tens and units else points


def learned(mistakes: Iterable[Found], known_spread: Spread) -> Shares:
    """The shares of the kinds after these findings: each is divided among the kinds that explain
    it.

    "Anything" never falls below its first share.
    """
    weights = {kind: SHARES_CERTAINTY * share for kind, share in SHARES.items()}
    for mistake in mistakes:
        cell = Cell(mistake.entered, mistake.beside, mistake.across)
        by_kind = {**_kinds_of_slips(mistake.entered, known_spread), **_rows(cell)}
        likely = {
            kind: SHARES[kind] * rights.get(mistake.right, 0.0) for kind, rights in by_kind.items()
        }
        total = sum(likely.values())
        if not total:
            weights["anything"] += 1.0
        for kind, chance in likely.items() if total else ():
            weights[kind] += chance / total
    everything = sum(weights.values())
    anything = max(SHARES["anything"], weights["anything"] / everything)
    rest = everything - weights["anything"]
    return {
        kind: anything if kind == "anything" else (1 - anything) * weight / rest
        for kind, weight in weights.items()
    }
