"""How long games last at the tables of a hall, and simulated ends of a round: games that still run
count as well.

A game at a table lasts about `a` seconds, give or take a share of it; tables differ, some play
slowly all evening. How long, how evenly and how differently is weighed on a grid by what is known:
a finished game by how likely its length is, a running one by how likely it is to last at least so
long. Leaving the running games out would count the short ones first and tell every hall an end that
comes too early.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import erfc, exp, log, sqrt
from operator import mul
from random import Random
from statistics import NormalDist
from sys import float_info

USUAL = 450.0
"""Seconds of a game as long as nothing is known of this hall."""
USUAL_WITHIN = 0.35
"""By how much that may be wrong, as a standard deviation of its logarithm."""
KNOWN_FROM = 8
"""So many finished games say where to look; before, the grid is as wide as the assumption."""
SPREADS = {0.16: 0.3, 0.24: 0.4, 0.32: 0.3}
"""By what share of its length a game varies at one and the same table, with the weight of each."""
DIFFERENCES = {0: 0.62, 2: 0.20, 3: 0.12, 4: 0.06}
"""By how much tables differ, as a standard deviation of the logarithm in steps of `2 * FINE`; even
tables are likeliest, since a slow one shows soon, and where all are feared to differ the end is
told too late.
"""
SLOWEST = 5
SLOWNESS = [exp(-step * step / 8) for step in range(-SLOWEST, SLOWEST + 1)]
"""How slow a table is beside the others, in halves of a standard deviation, as weights."""
FINE = 0.025
"""The logarithms of lengths are weighed in steps of this."""
STEPS = 15
LEAST = 1e-12
"""A running game is held for no less likely than so, however long it lasts already."""
LONGEST = 3.0
"""A finished game counts as at most so many usual ones: one long wait is no habit."""

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a table: seconds of its finished games, of the game it plays now, and how
    many are to come.

    `left` counts the running game; at 0 the table is done and `age` says nothing.
    """

    lengths: tuple[float, ...]
    age: float
    left: int


@dataclass(frozen=True, slots=True)
class Ends:
    """Simulated finishes: for each, by table, the seconds until its last sheet and those of one
    more game there.
    """

    until: tuple[tuple[float, ...], ...]
    one_more: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """One idea of the hall: its weight, the share by which a game varies, the seconds of a game by
    slowness, and how well each slowness explains each table.
    """

    weight: float
    spread: float
    lengths: Sequence[float]
    by_table: Sequence[Sequence[float]]


def ends(tables: Sequence[Played], count: int, rng: Random) -> Ends:
    """Finish the round `count` times."""
    cells = _cells(tables)
    weights = accumulate(cell.weight for cell in cells)
    drawn = rng.choices(range(len(cells)), cum_weights=list(weights), k=count)
    slowness = {
        at: [list(accumulate(map(mul, SLOWNESS, explained))) for explained in cells[at].by_table]
        for at in set(drawn)
    }
    until, one_more = [], []
    for at in drawn:
        pairs = [
            _finish(table, cells[at], weights_, rng)
            for table, weights_ in zip(tables, slowness[at], strict=True)
        ]
        until.append(tuple(end for end, _game in pairs))
        one_more.append(tuple(game for _end, game in pairs))
    return Ends(tuple(until), tuple(one_more))


def usual_length(tables: Sequence[Played]) -> float:
    """The seconds of a game to be expected at the table in the middle."""
    cells = _cells(tables)
    whole = sum(cell.weight for cell in cells)
    return sum(cell.weight * cell.lengths[SLOWEST] for cell in cells) / whole


def _finish(
    table: Played, cell: _Cell, slowness: Sequence[float], rng: Random
) -> tuple[float, float]:
    (length,) = rng.choices(cell.lengths, cum_weights=slowness)
    within = cell.spread * length
    one_more = max(0.0, rng.gauss(length, within))
    if not table.left:
        return 0.0, one_more
    # One of those games that last at least as long as this one has lasted already.
    lasting = max(1e-9, (1 - rng.random()) * _lasts(table.age, length, within))
    running = max(table.age, length + within * _NORMAL.inv_cdf(1 - lasting)) - table.age
    others = table.left - 1
    return running + max(0.0, rng.gauss(others * length, sqrt(others) * within)), one_more


def _cells(tables: Sequence[Played]) -> list[_Cell]:
    finished = sorted(length for table in tables for length in table.lengths)
    if len(finished) >= KNOWN_FROM:
        first, stride = sum(map(log, finished)) / len(finished) - 0.2, 2
    else:
        first, stride = log(USUAL) - 2.5 * USUAL_WITHIN, 5
    margin = SLOWEST * max(DIFFERENCES)
    logs = [first + FINE * place for place in range(-margin, (STEPS - 1) * stride + margin + 1)]
    lengths = [exp(one) for one in logs]
    longest = LONGEST * finished[len(finished) // 2] if finished else 0.0
    found = []
    for spread, likely in SPREADS.items():
        explained = [_explained(table, longest, lengths, spread) for table in tables]
        best = sum(top for top, _of in explained)
        for number, apart in product(range(STEPS), DIFFERENCES):
            at = margin + number * stride
            by_table = [_by_slowness(of, at, apart) for _top, of in explained]
            height = best - ((logs[at] - log(USUAL)) / USUAL_WITHIN) ** 2 / 2
            height += log(likely * DIFFERENCES[apart])
            height += sum(log(sum(map(mul, SLOWNESS, of))) for of in by_table)
            found.append((height, spread, _by_slowness(lengths, at, apart), by_table))
    highest = max(height for height, *_rest in found)
    return [
        _Cell(exp(height - highest), spread, of, by_table) for height, spread, of, by_table in found
    ]


def _by_slowness(row: Sequence[float], at: int, apart: int) -> Sequence[float]:
    """The values at each slowness around a place, where tables differ by so many steps."""
    if not apart:
        return [row[at]] * len(SLOWNESS)
    return row[at - SLOWEST * apart : at + SLOWEST * apart + 1 : apart]


def _explained(
    table: Played, longest: float, lengths: Sequence[float], spread: float
) -> tuple[float, list[float]]:
    """How well each length of a game explains the table, as multiples of the best; and the
    logarithm of the best.

    Of finished games their number, their seconds and the squares of them are all that matters.
    """
    known = [min(longest, length) for length in table.lengths]
    games, total, squares = len(known), sum(known), sum(length * length for length in known)
    heights = []
    for length in lengths:
        within = spread * length
        height = -games * log(within)
        height -= (squares - 2 * length * total + games * length * length) / (2 * within * within)
        if table.left:
            height += log(max(LEAST, _lasts(table.age, length, within)))
        heights.append(height)
    top = max(heights)
    return top, [max(float_info.min, exp(height - top)) for height in heights]


def _lasts(age: float, length: float, within: float) -> float:
    """The chance that a game lasts at least so long."""
    return erfc((age - length) / within / sqrt(2)) / 2
