"""Rounds of 22 tables and five games, invented in seven ways: when each sheet comes in, in seconds
since “Start round” was pressed. Nothing of it is taken from what foresees their end.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate
from math import ceil
from random import Random

TABLES, GAMES = 22, 5
MINUTE = 60.0

Sheets = list[float]
"""When the sheets of one table come in."""


def _finished(lengths: Iterator[float], shuffling: float = 2.0) -> Sheets:
    """When the games of a table end, by their minutes."""
    first, *rest = (
        MINUTE * max(1.0, minutes) for _, minutes in zip(range(GAMES), lengths, strict=False)
    )
    return list(accumulate(rest, initial=first + MINUTE * shuffling))


def _skewed(rng: Random) -> Iterator[float]:
    slow = rng.lognormvariate(0, 0.15)
    while True:
        yield slow * 6 * rng.lognormvariate(-0.045, 0.3)


def _even(rng: Random) -> Iterator[float]:
    while True:
        yield rng.normalvariate(8, 2)


def one_by_one(rng: Random) -> list[Sheets]:
    """Games of six minutes that are skewed; tables differ."""
    return [_finished(_skewed(rng)) for _ in range(TABLES)]


def normal(rng: Random) -> list[Sheets]:
    """Games of eight minutes, every table alike."""
    return [_finished(_even(rng)) for _ in range(TABLES)]


def stalls(rng: Random) -> list[Sheets]:
    """A slow or a fast hall, in which one game in forty stands still for up to 15 minutes."""
    hall = rng.lognormvariate(0, 0.25)

    def table() -> Iterator[float]:
        slow = hall * rng.lognormvariate(0, 0.2)
        while True:
            stall = rng.uniform(5, 15) if rng.random() < 1 / 40 else 0
            yield 6.5 * slow * rng.normalvariate(1, 0.22) + stall

    return [_finished(table()) for _ in range(TABLES)]


def _carried(sheets: Sheets, batch: int) -> Sheets:
    """The same sheets, each waiting until so many can be carried together."""
    return [
        sheets[min(ceil((number + 1) / batch) * batch, len(sheets)) - 1] for number in range(GAMES)
    ]


def in_twos(rng: Random) -> list[Sheets]:
    """At half of the tables two sheets are carried to the desk together."""
    return [_carried(_finished(_skewed(rng)), 1 + index % 2) for index in range(TABLES)]


def at_the_end(rng: Random) -> list[Sheets]:
    """Every table hands in all five sheets when it is done."""
    return [_carried(_finished(_skewed(rng)), GAMES) for _ in range(TABLES)]


def learning(rng: Random) -> list[Sheets]:
    """The first game takes half as long again, each later one less; some tables start late."""

    def table() -> Iterator[float]:
        slow = rng.lognormvariate(0, 0.12)
        for factor in (1.5, 1.15, 1.0, 0.95, 0.9):
            yield 7 * factor * slow * rng.normalvariate(1, 0.2)

    late = (rng.uniform(2, 7) if rng.random() < 0.3 else 2.0 for _ in range(TABLES))
    return [_finished(table(), shuffling) for shuffling in late]


def by_runner(rng: Random) -> list[Sheets]:
    """A runner fetches, table after table once in seven minutes, what has been finished."""
    every = 7 * MINUTE
    return [
        [ceil((time - at) / every) * every + at for time in _finished(_skewed(rng))]
        for at in (index * every / TABLES for index in range(TABLES))
    ]


HALLS: dict[str, Callable[[Random], list[Sheets]]] = {
    "one by one": one_by_one,
    "normal": normal,
    "stalls": stalls,
    "in twos": in_twos,
    "at the end": at_the_end,
    "learning": learning,
    "by runner": by_runner,
}
