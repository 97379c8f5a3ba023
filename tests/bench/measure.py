"""Interleaved measuring: every series takes its turn in every round, and only ratios within one run
are judged.
"""

import os
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.tournament.load.crowd import Told

ROUNDS = 9
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


def judge(words: str, above: Series, below: Series, goal: float) -> bool:
    """Print the median of the ratios round by round with its quartiles, and whether the goal is
    met.
    """
    ratios = [one / other for one, other in zip(above.seconds, below.seconds, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    met = middle <= goal
    noise = "; noisy, judge again on a quiet machine" if above.noisy or below.noisy else ""
    print(
        f"  {words}: {middle:.2f} ({low:.2f} to {high:.2f}), goal at most {goal:g}:"
        f" {'met' if met else 'MISSED'}{noise}"
    )
    return met


def load() -> str:
    """The load of the machine at the start, for the reader to weigh the figures by."""
    return f"  load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def judged(words: str, told: Told, within: int) -> None:
    """Print how long the answers took, and whether the goal is met."""
    cuts = statistics.quantiles(told.seconds, n=100, method="inclusive")
    p50, p99, worst = (round(1000 * one) for one in (cuts[49], cuts[98], max(told.seconds)))
    errors = sum(told.statuses[one] for one in told.statuses if one >= 400)
    print(
        f"  {words + f' ({len(told.seconds):,})':28} p50 {p50} ms, p99 {p99} ms, worst {worst} ms,"
        f" {errors} errors; goal p99 {within} ms: {'met' if p99 <= within else 'MISSED'}"
    )
