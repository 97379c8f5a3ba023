"""How often figures are wrong: eight rates weighed by what was found, and the upper end that stands
for the limit.
"""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.foresight.rate import (
    AT_FIRST,
    LEAST_WEIGHT,
    MOST_WEIGHT,
    RATES,
    Habits,
    Tried,
    even,
    exposure_of,
    likely,
    mean,
    upper,
    weights_by_way,
)


def test_before_a_card_was_compared_the_assumption_stands() -> None:
    assert tuple(likely(0, 0.0).values()) == pytest.approx(AT_FIRST)
    assert mean(Habits()) == pytest.approx(0.01098)
    assert upper(Habits()) == pytest.approx(0.03075, abs=1e-4)


def test_each_rate_weighs_as_much_as_it_explains_what_was_found() -> None:
    weights = [
        first * even(rate) ** 2 * exp(-150 * even(rate))
        for rate, first in zip(RATES, AT_FIRST, strict=True)
    ]
    expected = [weight / sum(weights) for weight in weights]
    assert tuple(likely(2, 150.0).values()) == pytest.approx(expected)


@given(st.integers(0, 40), st.floats(0, 2_000))
def test_a_card_that_agrees_lowers_the_rate_and_a_mistake_raises_it(
    wrong: int, exposure: float
) -> None:
    now = Habits(wrong=wrong, exposure=exposure)
    for of in (mean, upper):
        assert of(Habits(wrong=wrong, exposure=exposure + 10)) <= of(now) * (1 + 1e-9)
        assert of(Habits(wrong=wrong + 1, exposure=exposure)) >= of(now) * (1 - 1e-9)
    assert RATES[0] / 2 < upper(now) < 2 * RATES[-1]


def test_where_the_lot_shows_more_than_that_it_is_believed() -> None:
    quiet = Habits(compared=25, wrong=1, exposure=250.0)
    drawn = Habits(
        compared=25, wrong=1, exposure=250.0, by_lot=5, by_lot_wrong=1, by_lot_figures=50
    )
    many = Habits(compared=25, wrong=4, exposure=250.0, by_lot=5, by_lot_wrong=4, by_lot_figures=50)
    assert upper(quiet) < upper(drawn) == pytest.approx(0.02)
    assert upper(many) == pytest.approx(0.08)


def test_a_compared_figure_counts_as_a_figure_or_a_little_more_or_less() -> None:
    assert exposure_of([1.0, 1.2, 0.9]) == pytest.approx(3.1)
    assert exposure_of([0.0, 0.1]) == pytest.approx(1.2)
    assert exposure_of([9.0, 0.1]) == pytest.approx(2.8)


def test_figures_of_the_way_that_made_more_mistakes_are_doubted_more() -> None:
    ways = {"pad": Tried(800, 100, 0), "grid": Tried(200, 100, 6)}
    weights = weights_by_way(ways)
    assert weights["grid"] > 1.3 > 1 > weights["pad"] > 0.7
    assert sum(weights[way] * of.figures for way, of in ways.items()) == pytest.approx(1_000)


def test_ways_that_nobody_compared_and_a_single_way_weigh_as_they_did() -> None:
    assert weights_by_way({}) == {}
    assert weights_by_way({"pad": Tried(9), "grid": Tried(4)}) == {"pad": 1.0, "grid": 1.0}
    assert weights_by_way({"pad": Tried(500, 200, 9)}) == {"pad": 1.0}


def test_one_mistake_moves_a_way_a_little_and_fifty_no_further_than_the_bounds() -> None:
    def of(wrong: int) -> float:
        weights = weights_by_way({"pad": Tried(500, 100, 0), "grid": Tried(500, 100, wrong)})
        return weights["grid"] / weights["pad"]

    assert 1 < of(1) < 1.4
    assert of(3) < of(6)
    assert of(50) <= MOST_WEIGHT / LEAST_WEIGHT
