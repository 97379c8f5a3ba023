"""How often figures are entered wrong this evening: not one rate but eight, weighed by what
comparing cards found.

The limit that is told stands at the upper end of what the rate may be, so that a lucky start
promises nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import exp, log
from typing import NamedTuple

from scoring.foresight.mistakes import SHARES, Shares

RATES = (0.001, 0.002, 0.004, 0.007, 0.011, 0.017, 0.026, 0.040)
"""Shares of wrong figures among those entered."""
AT_FIRST = (0.05, 0.10, 0.17, 0.21, 0.19, 0.15, 0.09, 0.04)
"""How likely each of them is as long as nothing was compared. An assumption."""
UPPER = 0.95
"""The limit counts with the rate that so many of the likely ones do not exceed."""
LEAST_EXPOSURE, MOST_EXPOSURE = 0.6, 1.4
"""What a compared figure can count at least and at most, whatever its own odds were."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What comparing has taught about this evening's mistakes.

    `compared` cards, on which `wrong` figures were wrong as first entered; `exposure` is how many
    average figures the compared ones amount to (`exposure_of`). Of the cards `by_lot` were drawn by
    lot, with `by_lot_wrong` wrong figures among their `by_lot_figures`. `shares` are the kinds of
    mistakes as learned.
    """

    compared: int = 0
    wrong: int = 0
    exposure: float = 0.0
    by_lot: int = 0
    by_lot_wrong: int = 0
    by_lot_figures: int = 0
    shares: Shares = field(default_factory=lambda: SHARES)


def exposure_of(odds: Iterable[float]) -> float:
    """How many average figures the figures of one card count, by the sum of the odds of each at
    even odds.

    So a card chosen because it looked doubtful does not make the whole evening look so, nor a card
    that looked safe.
    """
    weights_found = list(odds)
    return min(
        MOST_EXPOSURE * len(weights_found),
        max(LEAST_EXPOSURE * len(weights_found), sum(weights_found)),
    )


def even(rate: float) -> float:
    """The odds of a mistake on the average figure."""
    return rate / (1 - rate)


def likely(wrong: int, exposure: float) -> Mapping[float, float]:
    """How likely each of `RATES` is after so many wrong figures in so many compared; the chances
    add up to 1.
    """
    heights = [
        log(first) + wrong * log(even(rate)) - exposure * even(rate)
        for rate, first in zip(RATES, AT_FIRST, strict=True)
    ]
    weights = [exp(height - max(heights)) for height in heights]
    return {rate: weight / sum(weights) for rate, weight in zip(RATES, weights, strict=True)}


def mean(habits: Habits) -> float:
    """The rate to be expected: it puts the cards in order, and is never told."""
    return sum(rate * weight for rate, weight in likely(habits.wrong, habits.exposure).items())


def upper(habits: Habits) -> float:
    """The rate that stands for the limit: `UPPER` of the likely ones are below it.

    Where cards drawn by lot show more mistakes than that, what they show.
    """
    chances = likely(habits.wrong, habits.exposure)
    by_lot = habits.by_lot_wrong / habits.by_lot_figures if habits.by_lot_figures else 0.0
    weights = list(chances.values())
    logs = [log(rate) for rate in RATES]
    middles = [(first + second) / 2 for first, second in pairwise(logs)]
    ends = [2 * logs[0] - middles[0], *middles, 2 * logs[-1] - middles[-1]]
    below = list(accumulate(weights, initial=0.0))
    weight = next(index for index, total in enumerate(below[1:]) if total >= UPPER)
    share = (UPPER - below[weight]) / weights[weight]
    return max(by_lot, exp(ends[weight] + share * (ends[weight + 1] - ends[weight])))


ALIKE = 4.0
"""The assumption that all ways of entry are alike weighs as much as so many expected mistakes."""
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 2.0
"""However few or many mistakes a way shows, its figures are doubted no less and no more than so."""


class Tried(NamedTuple):
    """Figures that came in one way: how many, how many of them were compared with a card, and how
    many of those were wrong as first entered.
    """

    figures: int
    compared: int = 0
    wrong: int = 0


def weights_by_way(ways: Mapping[str, Tried]) -> dict[str, float]:
    """By how much the figures of each way are doubted more, or less, than the average figure.

    Shrunk towards no difference, since a way has few mistakes; all figures together keep their
    weight.
    """
    wrong, compared = (
        sum(getattr(way, figure_name) for way in ways.values())
        for figure_name in ("wrong", "compared")
    )
    rate = mean(Habits(wrong=wrong, exposure=compared))
    weights = {
        way: min(
            MOST_WEIGHT, max(LEAST_WEIGHT, (tried.wrong + ALIKE) / (tried.compared * rate + ALIKE))
        )
        for way, tried in ways.items()
    }
    figures = sum(way.figures for way in ways.values())
    if len(set(weights.values())) <= 1 or not figures:
        return dict.fromkeys(ways, 1.0)
    average = sum(weights[way] * tried.figures for way, tried in ways.items()) / figures
    return {way: weight / average for way, weight in weights.items()}
