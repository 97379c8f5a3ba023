"""How long games last at the tables of a hall, and simulated ends of a round: games that still run
count as well.

A game at a table lasts about `a` seconds, give or take a share of it; tables differ, some play
slowly all evening. How long, how evenly and how differently is weighed on a grid by what is known:
a finished game by how likely its length is, a running one by how likely it is to last at least so
long. Leaving the running games out would count the short ones first and tell every hall an end that
comes too early.
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import erfc, exp, log, sqrt
from operator import mul
from random import Random
from statistics import NormalDist, fmean
from sys import float_info
from typing import NamedTuple

USUAL = 450.0
"""Seconds of a game as long as nothing is known of this hall."""
USUAL_WITHIN = 0.35
"""By how much that may be wrong, as a standard deviation of its logarithm."""
KNOWN_FROM = 8
"""So many finished games say where to look; before, the grid is as wide as the assumption."""
SPREADS = {0.16: 0.3, 0.24: 0.4, 0.32: 0.3}
"""By what share of its length a game varies at one and the same table, with the weight of each."""
USUAL_SPREAD = 0.24
DIFFERENCES = {0: 0.5, 2: 0.25, 3: 0.16, 4: 0.09}
"""By how much tables differ, as a standard deviation of the logarithm in steps of `2 * FINE`; even
tables are likeliest, since a slow one shows soon, and where all are feared to differ the end is
told too late.
"""
SLOWEST = 5
SLOWNESS = [exp(-step * step / 8) for step in range(-SLOWEST, SLOWEST + 1)]
"""How slow a table is beside the others, in halves of a standard deviation, as weights."""
ALIKE = sum(SLOWNESS)
FINE = 0.025
"""The logarithms of lengths are weighed in steps of this."""
STEPS = 15
LEAST = 0.005
"""A running game is held for no less likely than so, however long it lasts already."""
LONGEST = 2.2
"""A finished game counts as at most so many usual ones: one long wait is a stall."""
STALLS = 0.3, 100.0
"""Stalls and games by which their share is weighed as long as nothing is known of this hall."""
A_STALL = 1.2
"""How long a stall lasts beyond its game, in usual games, as long as none is known."""

WINDOW = 0.1, 0.5, 0.9
"""A window holds the end in four finishes of five, and has the middle of them."""
MOST_TABLES = 256
"""What was reckoned of so many tables is kept: it follows from nothing but its arguments."""

UNLIKELY = 1e-9
"""So unlikely a length is drawn at the most."""
ROOT = sqrt(2)

_NORMAL = NormalDist()


class Batch(NamedTuple):
    """Sheets handed in together: how many, and the seconds that all their games took."""

    games: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a table: the batches of sheets it handed in, the seconds since the last, and
    how many games are to come.

    `sizes` are the batches that may come in next, by how many sheets, with the weight of each: what
    runs now may be one game, or all those that are carried to the desk together. At `left` 0 the
    table is done and `age` says nothing.
    """

    batches: tuple[Batch, ...]
    age: float
    left: int
    sizes: tuple[tuple[int, float], ...] = ((1, 1.0),)


class Ends(NamedTuple):
    """Simulated finishes of one table: for each, the seconds until its last sheet and those of one
    more game there; the `window` of the first, the average of the second.
    """

    until: tuple[float, ...]
    one_more: tuple[float, ...]
    window: tuple[float, ...]
    a_game: float


class _Idea(NamedTuple):
    """One idea of the hall: the share by which a game varies, the place of its usual length on the
    grid, and how far tables differ.
    """

    spread: float
    at: int
    apart: int


@dataclass(frozen=True, slots=True, eq=False)
class Hall:
    """How long games last here: the lengths that are weighed, after how many seconds a finished
    game counts as no longer, and the ideas of the hall with the number of finishes that follow
    each. A game stalls with the chance `stall`, for about `stalled` seconds.
    """

    lengths: tuple[float, ...]
    longest: float
    ideas: tuple[tuple[_Idea, int], ...]
    stall: float = 0.0
    stalled: float = 0.0


def hall(tables: Sequence[Played], count: int) -> Hall:
    """How long games last at these tables, for so many simulated finishes."""
    lengths, longest, places = _grid(tables)
    every, heights = [], []
    for spread, likely in SPREADS.items():
        best, tried = _tried(tables, lengths, longest, places, spread)
        for apart, height in tried.items():
            every += [_Idea(spread, place, apart) for place in places]
            heights += [best + log(likely * DIFFERENCES[apart]) + weight for weight in height]
    highest = max(heights)
    weights = [exp(height - highest) for height in heights]
    total = sum(weights)
    upto = [int(count * weight / total + 0.5) for weight in accumulate(weights)]
    shared = zip(every, [later - before for before, later in pairwise([0, *upto])], strict=True)
    ideas = tuple((idea, finishes) for idea, finishes in shared if finishes)
    return Hall(lengths, longest, ideas, *_stalls(tables, longest))


def _stalls(tables: Sequence[Played], longest: float) -> tuple[float, float]:
    """How likely a game is to stall here, and for how many seconds."""
    usual = (longest or LONGEST * USUAL) / LONGEST
    ran = [(batch.games, batch.seconds) for table in tables for batch in table.batches]
    ran += [(max(size for size, _ in table.sizes), table.age) for table in tables if table.left]
    beyond = [seconds - games * usual for games, seconds in ran]
    stalls = [excess for excess in beyond if excess > (LONGEST - 1) * usual]
    games = sum(number for number, _seconds in ran)
    share = (len(stalls) + STALLS[0]) / (games + STALLS[1])
    return share, (sum(stalls) + A_STALL * usual) / (len(stalls) + 1)


def usual_length(tables: Sequence[Played]) -> float:
    """The seconds of a game to be expected at the table in the middle."""
    lengths, longest, places = _grid(tables)
    _best, tried = _tried(tables, lengths, longest, places, USUAL_SPREAD)
    highest = max(map(max, tried.values()))
    total = expected = 0.0
    for apart, heights in tried.items():
        for place, height in zip(places, heights, strict=True):
            weight = DIFFERENCES[apart] * exp(height - highest)
            total, expected = total + weight, expected + weight * lengths[place]
    return expected / total


def _grid(tables: Sequence[Played]) -> tuple[tuple[float, ...], float, range]:
    """The lengths that are weighed, the longest that counts of a finished game, and at which
    places that of the table in the middle may lie.
    """
    finished = sorted(
        batch.seconds / batch.games
        for table in tables
        for batch in table.batches
        for _ in range(batch.games)
    )
    if len(finished) >= KNOWN_FROM:
        first, stride = sum(map(log, finished)) / len(finished) - 0.2, 2
    else:
        first, stride = log(USUAL) - 2.5 * USUAL_WITHIN, 5
    margin = SLOWEST * max(DIFFERENCES)
    places = range(margin, margin + STEPS * stride, stride)
    lengths = tuple(
        exp(first + FINE * (index - margin)) for index in range(places[-1] + margin + 1)
    )
    return lengths, LONGEST * finished[len(finished) // 2] if finished else 0.0, places


def _tried(
    tables: Sequence[Played],
    lengths: tuple[float, ...],
    longest: float,
    places: range,
    spread: float,
) -> tuple[float, dict[int, list[float]]]:
    """The logarithm of how likely all that is known would be, by how far tables differ and by the
    place of the usual length; what all have in common apart.
    """
    explained = [_explained(table, longest, lengths, spread) for table in tables]
    usual = [-((log(lengths[place] / USUAL) / USUAL_WITHIN) ** 2) / 2 for place in places]
    tried = {}
    for apart in DIFFERENCES:
        rows = (_by_slowness(line_heights, places, apart) for _top, line_heights in explained)
        tried[apart] = [sum(height_column, 0.0) for height_column in zip(usual, *rows, strict=True)]
    return sum((top for top, _line_heights in explained), 0.0), tried


@lru_cache(MOST_TABLES)
def ends(table: Played, number: int, model: Hall, seed: int) -> Ends:
    """Finish the round at the table of this number, once for every finish of the hall.

    Its draws follow from seed and number alone, so that it ends the same way whatever the other
    tables do.
    """
    until: list[float] = []
    one_more: list[float] = []
    draws = _draws(seed, number, sum(finishes for _idea, finishes in model.ideas))
    for idea, finishes in model.ideas:
        part = slice(len(until), len(until) + finishes)
        slow, more, running, rest, stall = (draw[part] for draw in draws)
        lengths = _lengths(table, model, idea, slow)
        one_more += [
            max(0.0, length * (1 + idea.spread * factor))
            for length, factor in zip(lengths, more, strict=True)
        ]
        courses = zip(lengths, running, rest, stall, strict=True)
        until += _until(table, idea.spread, model, courses)
    return Ends(tuple(until), tuple(one_more), shares(sorted(until), WINDOW), fmean(one_more))


def shares(ascending: Sequence[float], targets: Iterable[float]) -> tuple[float, ...]:
    """The values below which these shares of all lie."""
    return tuple(ascending[int(share * len(ascending))] for share in targets)


def _lengths(table: Played, model: Hall, idea: _Idea, slow: Sequence[float]) -> list[float]:
    """The seconds of a game of this table, drawn by how well each slowness explains it."""
    if not idea.apart:
        return [model.lengths[idea.at]] * len(slow)
    _top, explained = _explained(table, model.longest, model.lengths, idea.spread)
    weights = list(accumulate(map(mul, SLOWNESS, _around(explained, idea.at, idea.apart))))
    lengths, last = _around(model.lengths, idea.at, idea.apart), 2 * SLOWEST
    return [lengths[bisect(weights, share * weights[-1], 0, last)] for share in slow]


def _until(
    table: Played, spread: float, model: Hall, draws: Iterable[tuple[float, float, float, float]]
) -> list[float]:
    """The seconds until the last sheet, for each length of a game with what was drawn for it."""
    if not table.left:
        return [0.0 for _ in draws]
    seconds = []
    stalls = model.stall * table.left
    for length, running, factor, stall in draws:
        size, to_come = _running(table, length, spread, model, running)
        remaining = table.left - size
        rest = length * (remaining + spread * sqrt(remaining) * factor)
        if stall < stalls:
            rest -= model.stalled * log(stall / stalls)
        seconds.append(max(to_come, 0.0) + max(rest, 0.0))
    return seconds


def _running(
    table: Played, length: float, spread: float, model: Hall, share: float
) -> tuple[int, float]:
    """How many games run at a table, and the seconds they still take: by a share of all that may
    run there and last as long already. A game that stalls may last much longer.
    """
    likely = [
        (size, _lasts(table.age, size * length, spread * sqrt(size) * length) * weight, weight)
        for size, weight in table.sizes
    ]
    beyond = max(0.0, table.age - length)
    stall = model.stall * exp(-beyond / model.stalled) if model.stalled else 0.0
    remaining = share * (stall + sum(chance for _size, chance, _weight in likely))
    for size, chance, weight in likely:
        if remaining < chance:
            within = spread * sqrt(size) * _NORMAL.inv_cdf(max(UNLIKELY, remaining / weight))
            return size, length * (size - within) - table.age
        remaining -= chance
    return 1, -model.stalled * log(max(UNLIKELY, remaining / stall) if stall else 1.0)


@lru_cache(MOST_TABLES)
def _draws(seed: int, table: int, count: int) -> tuple[tuple[float, ...], ...]:
    """What chance decides at a table: its slowness and how long its game runs, as shares; by how
    many deviations one more game, and the others, differ.

    Each is spread evenly over all finishes, in an order of its own.
    """
    rng = Random(f"{seed} {table}")  # noqa: S311 -- play, no secrets
    shares = [(index + 0.5) / count for index in range(count)]
    deviations = [_NORMAL.inv_cdf(share) for share in shares]
    return tuple(
        tuple(rng.sample(spread, count))
        for spread in (shares, deviations, shares, deviations, shares)
    )


def _by_slowness(row: Sequence[float], places: range, apart: int) -> list[float]:
    """How well a usual length at each place explains a table, over all that the table may be
    slower or faster.
    """
    if not apart:
        return [log(row[place] * ALIKE) for place in places]
    return [log(sum(map(mul, SLOWNESS, _around(row, place, apart)))) for place in places]


def _around(row: Sequence[float], index: int, apart: int) -> Sequence[float]:
    """The values at each slowness around a place, where tables differ by so many steps."""
    return row[index - SLOWEST * apart : index + SLOWEST * apart + 1 : apart]


@lru_cache(len(SPREADS) * MOST_TABLES)
def _explained(
    table: Played, longest: float, lengths: tuple[float, ...], spread: float
) -> tuple[float, list[float]]:
    """How well each length of a game explains the table, as multiples of the best; and the
    logarithm of the best.

    Of finished games their number, that of their batches, their seconds and the squares of them are
    all that matters.
    """
    existing = [(batch.games, min(longest * batch.games, batch.seconds)) for batch in table.batches]
    games = sum(number for number, _seconds in existing)
    total = sum(seconds for _number, seconds in existing)
    squares = sum(seconds * seconds / number for number, seconds in existing)
    heights = [
        total * by_total - squares * by_squares - games * by_games - len(existing) * by_batches
        for by_batches, by_games, by_total, by_squares in _scales(lengths, spread)
    ]
    if table.left:
        lasts = (
            sum(
                weight * _lasts(table.age, size * length, spread * sqrt(size) * length)
                for size, weight in table.sizes
            )
            for length in lengths
        )
        heights = [
            height + log(max(LEAST, scale)) for height, scale in zip(heights, lasts, strict=True)
        ]
    top = max(heights)
    return top, [exp(height - top) or float_info.min for height in heights]


@lru_cache(len(SPREADS))
def _scales(lengths: tuple[float, ...], spread: float) -> list[tuple[float, float, float, float]]:
    """What is multiplied, for each length of a game, with the number of batches, that of games,
    their seconds and the squares of them.
    """
    scale = 1 / (spread * spread)
    return [
        (log(spread * length), scale / 2, scale / length, scale / (2 * length * length))
        for length in lengths
    ]


def _lasts(age: float, length: float, within: float) -> float:
    """The chance that games of such a length in all last at least so long."""
    return erfc((age - length) / within / ROOT) / 2
