"""How often figures are wrong: eight rates weighed by what was found, and the upper end that stands
for the limit.
"""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.foresight.rate import AT_FIRST, RATES, Habits, even, exposure_of, likely, mean, upper


def test_before_a_card_was_compared_the_assumption_stands() -> None:
    assert tuple(likely(0, 0.0).values()) == pytest.approx(AT_FIRST)
    assert mean(Habits()) == pytest.approx(0.01098)
    assert upper(Habits()) == pytest.approx(0.0242, abs=1e-4)


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
