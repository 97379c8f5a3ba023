"""Interleaved measuring: every series takes its turn in every round, and only ratios within one run
are judged.
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.tournament.load.crowd import Told

ROUNDS = int(os.environ.get("ROUNDS", "9"))
SAVE_WITHIN, PAGE_WITHIN = 250, 300  # milliseconds, at the 99th percentile
NOISE = 0.25
"""A series whose quartiles lie further apart than this share of its median is called noisy."""


@dataclass(frozen=True, slots=True)
class Series:
    """The seconds of one thing, round by round."""

    name: str
    seconds: tuple[float, ...]

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """Lower quartile, median, upper quartile."""
        low, middle, high = statistics.quantiles(self.seconds, n=4)
        return low, middle, high

    def each(self, count: int) -> "Series":
        """The seconds of one of so many that were done each time."""
        return Series(self.name, tuple(seconds / count for seconds in self.seconds))

    @property
    def middle(self) -> str:
        """The median in words."""
        return f"{1000 * self.quartiles[1]:.3g} ms"

    @property
    def noisy(self) -> bool:
        """Whether this machine was too busy to judge the series."""
        low, middle, high = self.quartiles
        return (high - low) / middle > NOISE

    def line(self) -> str:
        """The series in words."""
        low, middle, high = (value * 1000 for value in self.quartiles)
        return (
            f"  {self.name:44} {middle:10.3f} ms  ({low:.3f} to"
            f" {high:.3f}){'  noisy' if self.noisy else ''}"
        )


class Row(NamedTuple):
    """A line of the table that `make bench` ends with: what is measured, its goal, ours, what it is
    compared with, their ratio, a no-op of the same server in the same run, and whether it is met.
    """

    subject: str
    goal: str
    ours: str
    peer: str = "–"
    ratio: str = "–"
    no_op: str = "–"
    verdict: str = ""


def noted(row: Row) -> None:
    """Put a line to the table, where one is made (BENCH_ROWS names its file)."""
    if path := os.environ.get("BENCH_ROWS"):
        with Path(path).open("a") as file:
            file.write(json.dumps(row) + "\n")


def within(
    subject: str, figure: float, goal: float, unit: str, *, no_op: Series | None = None
) -> bool:
    """Print and note a figure that is to be at most so much, and whether it is."""
    met = figure <= goal
    print(f"  {subject}: {figure:.3g} {unit}, goal at most {goal:g}: {'met' if met else 'MISSED'}")
    beside = no_op.middle if no_op else "–"
    noted(
        Row(
            subject,
            f"at most {goal:g} {unit}",
            f"{figure:.3g} {unit}",
            no_op=beside,
            verdict=in_a_word(met=met),
        )
    )
    return met


def in_a_word(*series: Series, met: bool) -> str:
    """Whether a goal is met, and whether the machine was too busy to say."""
    words = "met" if met else "**not met**"
    return f"{words}, noisy" if any(one.noisy for one in series) else words


def interleaved(
    things: Mapping[str, Callable[[], object]], *, rounds: int = ROUNDS, repeat: int = 1
) -> dict[str, Series]:
    """CPU seconds of this process for each thing, taken turn by turn; the first round only warms
    up.
    """
    taken: dict[str, list[float]] = {name: [] for name in things}
    for turn in range(rounds + 1):
        for name, thing in things.items():
            start = time.process_time()
            for _ in range(repeat):
                thing()
            if turn:
                taken[name].append((time.process_time() - start) / repeat)
    found = {name: Series(name, tuple(seconds)) for name, seconds in taken.items()}
    for series in found.values():
        print(series.line())
    return found


def judge(
    words: str, above: Series, below: Series, goal: float | None, *, no_op: Series | None = None
) -> bool:
    """Print and note the median of the ratios round by round with its quartiles, and whether the
    goal, if there is one, is met.
    """
    ratios = [one / other for one, other in zip(above.seconds, below.seconds, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    met = goal is None or middle <= goal
    wanted = "none set" if goal is None else f"at most {goal:g}"
    verdict = "told" if goal is None else in_a_word(above, below, met=met)
    noise = "; noisy, judge again on a quiet machine" if above.noisy or below.noisy else ""
    print(
        f"  {words}: {middle:.2f} ({low:.2f} to {high:.2f}), goal {wanted}:"
        f" {'met' if met else 'MISSED'}{noise}"
    )
    noted(
        Row(
            words,
            wanted,
            above.middle,
            f"{below.name}, {below.middle}",
            f"{middle:.2f} ({low:.2f} to {high:.2f})",
            no_op.middle if no_op else "–",
            verdict,
        )
    )
    return met


def beside(
    name: str,
    ask: Callable[[], object],
    other: Callable[[], object],
    before: Callable[[], object],
    *,
    rounds: int = ROUNDS,
    repeat: int = 10,
) -> tuple[Series, Series]:
    """A thing and a no-op, each once after every time that something else was done, in changing
    order: what a page costs that is not asked again and again, and what a no-op does there. A
    processor that has just done other work takes some 1.5 times as long for the same no-op.
    """
    things = {name: ask, "no-op beside it": other}
    taken: dict[str, list[float]] = {name: [] for name in things}
    for turn in range(rounds + 1):
        spent = dict.fromkeys(things, 0.0)
        for index in range(repeat):
            before()
            for thing in sorted(things, reverse=bool(index % 2)):
                start = time.process_time()
                things[thing]()
                spent[thing] += time.process_time() - start
        for thing in things if turn else ():
            taken[thing].append(spent[thing] / repeat)
    found = [Series(thing, tuple(seconds)) for thing, seconds in taken.items()]
    for series in found:
        print(series.line())
    return found[0], found[1]


def load() -> str:
    """The load of the machine at the start, for the reader to weigh the figures by."""
    return f"  load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def judged(words: str, told: Told, goal: int) -> None:
    """Print and note how long the answers took, and whether the goal is met."""
    cuts = statistics.quantiles(told.seconds, n=100, method="inclusive")
    p50, p99, worst = (round(1000 * one) for one in (cuts[49], cuts[98], max(told.seconds)))
    errors = sum(told.statuses[status] for status in told.statuses if status >= 400)
    print(
        f"  {words + f' ({len(told.seconds):,})':28} p50 {p50} ms, p99 {p99} ms, worst {worst} ms,"
        f" {errors} errors; goal p99 {goal} ms: {'met' if p99 <= goal else 'MISSED'}"
    )
    noted(
        Row(f"{words}, p99", f"at most {goal} ms", f"{p99} ms", verdict=in_a_word(met=p99 <= goal))
    )
