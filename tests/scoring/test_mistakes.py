"""What an entered figure may have been, how likely, and how an evening's own findings change that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.mistakes import MIX, RATE, Cell, Found, Habits, habits, kind_of, odds, spread, swapped
from scoring.simulation import TableResult

EIGHT = 22
RESULTS = (
    TableResult((0, 30, 21, 12, 8), 1, (), (0, 1, 3, 2, 1), (0, 1, 0, 0, 0)),
    TableResult((0, 34, 12, 5, 5), 1, (), (0, 2, 2, 1, 1), (0, 1, 0, 0, 0)),
)
KNOWN = spread(RESULTS, EIGHT)
EVEN = Habits(0.5, MIX)


def _odds(points: int, *beside: int, weight: float = 1.0) -> dict[int, float]:
    return odds(Cell(points, beside, weight), KNOWN, EVEN)


def test_the_spread_counts_those_who_did_not_go_out_and_leaves_no_number_without_a_chance() -> None:
    assert set(KNOWN.chance) == set(range(1, 35))
    assert sum(KNOWN.chance.values()) == pytest.approx(1)
    assert KNOWN.of(12) == pytest.approx(2.5 / 25)
    assert KNOWN.of(1) == pytest.approx(0.5 / 25)
    assert (KNOWN.of(0), KNOWN.of(-3)) == (0, 0)
    assert KNOWN.of(35) == KNOWN.of(1)
    assert KNOWN.with_eight == pytest.approx({30: 1 / 1.5, 34: 1 / 1.5})
    assert KNOWN.held == pytest.approx(0.8)
    assert KNOWN.eights == pytest.approx(0.8 * 2 / 25)
    swaps = sum(KNOWN.of(held) for held in KNOWN.chance if swapped(held) != held)
    assert KNOWN.two_digits == pytest.approx(0.8 * swaps)


def test_where_an_eight_counts_its_face_nobody_can_mistake_it() -> None:
    assert spread(RESULTS, 0).with_eight == {}


def test_two_rows_may_have_been_taken_for_each_other() -> None:
    assert _odds(0, 17, 3) == {17: 0.4, 3: 0.4}
    assert _odds(0, 17, 17) == {17: 0.8}
    assert _odds(17, 17, 17).get(17) is None


def test_an_eight_may_have_been_counted_at_its_face() -> None:
    found = _odds(8, 0, 0)
    expected = 0.2 / KNOWN.eights * KNOWN.with_eight[30] * KNOWN.of(30) / KNOWN.of(8)
    assert found[30] == pytest.approx(expected)


def test_digits_may_have_been_swapped_and_a_sum_may_be_out_both_ways() -> None:
    found = _odds(12, 0, 0)
    assert found[21] == pytest.approx(0.2 / KNOWN.two_digits * KNOWN.of(21) / KNOWN.of(12))
    assert found[22] == pytest.approx(0.2 / 6 / 0.8 * KNOWN.of(22) / KNOWN.of(12))
    assert set(found) == {0, 2, 10, 11, 13, 14, 21, 22, 34}


def test_a_figure_beyond_what_was_ever_held_is_doubted_most() -> None:
    assert set(_odds(34, 0)) == {0, 24, 32, 33, 35, 36, 43, 44}
    assert _odds(40, 0)[30] == pytest.approx(0.2 / 6 / 0.8 * KNOWN.of(30) / KNOWN.unseen)
    assert _odds(40, 0)[50] == pytest.approx(0.2 / 6 / 0.8)


def test_the_weight_of_a_figure_multiplies_its_odds_and_a_compared_one_has_none() -> None:
    assert _odds(12, 5, weight=2) == pytest.approx({right: 2 * of for right, of in _odds(12, 5).items()})
    assert _odds(12, 5, weight=0) == {}


@pytest.mark.parametrize(
    ("points", "other"), [(12, 21), (40, 40), (7, 7), (33, 33), (128, 182), (0, 0), (101, 101), (121, 112)]
)
def test_swapped_digits(points: int, other: int) -> None:
    assert swapped(points) == other


@given(st.integers(0, 2000))
def test_digits_swapped_twice_are_as_they_were(points: int) -> None:
    assert swapped(swapped(points)) == points


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        (Found(8, 30, (5, 8)), "eight"),
        (Found(12, 21, (12, 0)), "digits"),
        (Found(5, 17, (5, 0)), "neighbour"),
        (Found(5, 6, (4, 0)), "sum"),
    ],
)
def test_a_mistake_found_has_its_likeliest_kind(found: Found, kind: str) -> None:
    assert kind_of(found, EIGHT) == kind


def test_without_any_finding_the_assumptions_stand() -> None:
    assert habits([], 0.0, EIGHT) == Habits(RATE, MIX)


def test_cards_that_prove_right_make_the_evening_more_trusted_and_mistakes_less() -> None:
    wrong = Found(8, 30, (5, 8))
    assert habits([], 200.0, EIGHT).rate == pytest.approx(1 / 400)
    assert habits([wrong] * 3, 200.0, EIGHT).rate == pytest.approx(4 / 400)
    assert habits([wrong] * 9, 1.0, EIGHT).rate < 0.5
    assert habits([wrong] * 999, 1.0, EIGHT).rate == 0.5
    mix = habits([wrong] * 8, 200.0, EIGHT).mix
    assert mix == pytest.approx({"neighbour": 0.2, "digits": 0.1, "eight": 0.6, "sum": 0.1})
