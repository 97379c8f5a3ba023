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
from random import Random
from statistics import NormalDist

USUAL = 450.0
"""Seconds of a game as long as nothing is known of this hall."""
USUAL_WITHIN = 0.35
"""By how much that may be wrong, as a standard deviation of its logarithm."""
KNOWN_FROM = 8
"""So many finished games say where to look; before, the grid is as wide as the assumption."""
SPREADS = {0.16: 0.3, 0.24: 0.4, 0.32: 0.3}
"""By what share of its length a game varies at one and the same table, with the weight of each."""
DIFFERENCES = {0.02: 0.55, 0.08: 0.25, 0.14: 0.13, 0.20: 0.07}
"""By how much tables differ, as a standard deviation of the logarithm; even tables are likeliest,
since a slow one shows soon, and where all are feared to differ the end is told too late.
"""
SLOWNESS = {step / 2: exp(-step * step / 8) for step in range(-5, 6)}
"""How slow a table is beside the others, in standard deviations, with weights."""
STEPS = 15
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
    """One idea of the hall: the seconds of a game by slowness, the share by which a game varies,
    and its weight.
    """

    lengths: tuple[float, ...]
    spread: float
    weight: float
    by_table: tuple[tuple[float, ...], ...]


def ends(tables: Sequence[Played], count: int, rng: Random) -> Ends:
    """Finish the round `count` times."""
    cells = _cells(tables)
    drawn = rng.choices(cells, cum_weights=list(accumulate(cell.weight for cell in cells)), k=count)
    until, one_more = [], []
    for cell in drawn:
        pairs = [_finish(table, cell, at, rng) for at, table in enumerate(tables)]
        until.append(tuple(end for end, _game in pairs))
        one_more.append(tuple(game for _end, game in pairs))
    return Ends(tuple(until), tuple(one_more))


def usual_length(tables: Sequence[Played]) -> float:
    """The seconds of a game to be expected at the table in the middle."""
    cells = _cells(tables)
    middle = len(SLOWNESS) // 2
    return sum(cell.weight * cell.lengths[middle] for cell in cells) / sum(
        cell.weight for cell in cells
    )


def _finish(table: Played, cell: _Cell, at: int, rng: Random) -> tuple[float, float]:
    (length,) = rng.choices(cell.lengths, cum_weights=cell.by_table[at])
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
    lengths = sorted(length for table in tables for length in table.lengths)
    if len(lengths) >= KNOWN_FROM:
        first, step = sum(map(log, lengths)) / len(lengths) - 0.2, 0.05
    else:
        first, step = log(USUAL) - 2.5 * USUAL_WITHIN, 5 * USUAL_WITHIN / (STEPS - 1)
    sums = [
        _sums(table, LONGEST * lengths[len(lengths) // 2] if lengths else 0.0) for table in tables
    ]
    found = []
    for number, spread, difference in product(range(STEPS), SPREADS, DIFFERENCES):
        middle = first + number * step
        a_game = tuple(exp(middle + difference * slow) for slow in SLOWNESS)
        by_table = [
            _weights(table, known, a_game, spread)
            for table, known in zip(tables, sums, strict=True)
        ]
        height = -(((middle - log(USUAL)) / USUAL_WITHIN) ** 2) / 2 + log(
            SPREADS[spread] * DIFFERENCES[difference]
        )
        height += sum(top + log(sum(weights)) for top, weights in by_table)
        found.append(
            (
                height,
                a_game,
                spread,
                tuple(tuple(accumulate(weights)) for _top, weights in by_table),
            )
        )
    highest = max(height for height, *_rest in found)
    return [
        _Cell(a_game, spread, exp(height - highest), tables_)
        for height, a_game, spread, tables_ in found
    ]


def _sums(table: Played, longest: float) -> tuple[int, float, float]:
    """How many games, their seconds and the squares of them: all that matters of finished games."""
    lengths = [min(longest, length) for length in table.lengths]
    return len(lengths), sum(lengths), sum(length * length for length in lengths)


def _weights(
    table: Played, known: tuple[int, float, float], a_game: Sequence[float], spread: float
) -> tuple[float, list[float]]:
    """How well each slowness explains the table, as multiples of the best; and the logarithm of the
    best.
    """
    games, total, squares = known
    heights = []
    for length, first in zip(a_game, SLOWNESS.values(), strict=True):
        within = spread * length
        height = log(first) - games * log(within)
        height -= (squares - 2 * length * total + games * length * length) / (2 * within * within)
        if table.left:
            height += log(max(1e-12, _lasts(table.age, length, within)))
        heights.append(height)
    top = max(heights)
    return top, [exp(height - top) for height in heights]


def _lasts(age: float, length: float, within: float) -> float:
    """The chance that a game lasts at least so long."""
    return erfc((age - length) / within / sqrt(2)) / 2
