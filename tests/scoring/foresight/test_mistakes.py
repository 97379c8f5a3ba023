"""What an entered figure may have been, how likely, and how an evening's own
findings change that.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.foresight.mistakes import (
    SHARES,
    Cell,
    Found,
    Kind,
    Spread,
    learned,
    odds,
    spread,
    swapped,
)
from scoring.foresight.simulation import TableResult

EIGHT = 22
RESULTS = (
    TableResult((0, 30, 21, 12, 8), 1, (), (0, 1, 3, 2, 1), (0, 1, 0, 0, 0)),
    TableResult((0, 34, 12, 5, 5), 1, (), (0, 2, 2, 1, 1), (0, 1, 0, 0, 0)),
)
KNOWN = spread(RESULTS, EIGHT)


def only(kind: Kind) -> dict[Kind, float]:
    """Shares as if no other kind of mistake were ever made."""
    return {**dict.fromkeys(SHARES, 0.0), kind: 1.0}


def _odds(kind: Kind, cell: Cell, known: Spread = KNOWN) -> dict[int, float]:
    return {right: of for right, of in odds(cell, known, only(kind)).items() if of}


def _expected(entered: int, right: int) -> float:
    """How many times likelier one figure is held than the other."""
    return KNOWN.of(right) / KNOWN.of(entered)


def test_the_spread_counts_those_who_did_not_go_out_and_leaves_no_number_without_a_chance() -> None:
    assert set(KNOWN.chance) == set(range(1, 35))
    assert sum(KNOWN.chance.values()) == pytest.approx(1)
    assert KNOWN.of(12) == pytest.approx(2.5 / 25)
    assert KNOWN.of(1) == pytest.approx(0.5 / 25)
    assert (KNOWN.of(0), KNOWN.of(-3)) == (0, 0)
    assert [KNOWN.of(34 + more) for more in (20, 60)] == [KNOWN.of(1) / 2, KNOWN.of(1) / 8]
    assert KNOWN.of(10**6) > 0
    assert KNOWN.with_eight == pytest.approx({30: 1 / 1.5, 34: 1 / 1.5})
    assert KNOWN.held == pytest.approx(0.8)
    assert KNOWN.eights == pytest.approx(0.8 * 2 / 25)
    swaps = sum(KNOWN.of(held) for held in KNOWN.chance if swapped(held) != held)
    assert KNOWN.two_digits == pytest.approx(0.8 * swaps)


def test_where_an_eight_counts_its_face_nobody_can_mistake_it() -> None:
    plain = spread(RESULTS, 0)
    assert plain.with_eight == {}
    assert _odds("eight", Cell(12, ()), plain) == {}


def test_two_rows_may_have_been_taken_for_each_other() -> None:
    cell = Cell(0, (17, 3), (8, 17))
    assert _odds("neighbour", cell) == {17: 0.5, 3: 0.5}
    assert _odds("row", cell) == {8: 0.5, 17: 0.5}
    assert _odds("neighbour", Cell(5, (17, 17))) == {17: 1.0}
    assert _odds("neighbour", Cell(17, (17, 17))) == {}


def test_a_winner_may_have_been_marked_who_is_none() -> None:
    assert _odds("winner", Cell(0, (17, 3), (8, 9))) == {17: 0.625, 3: 0.625, 8: 0.625, 9: 0.625}
    assert _odds("winner", Cell(17, (0, 3), (8, 9))) == {0: 0.625}
    assert _odds("winner", Cell(17, (4, 3), (8, 9))) == {}


def test_an_eight_may_have_been_counted_at_its_face_or_the_other_way_round() -> None:
    assert _odds("eight", Cell(8, ())) == {
        30: pytest.approx(0.5 / KNOWN.eights * KNOWN.with_eight[30] * _expected(8, 30))
    }
    assert _odds("eight", Cell(34, ())) == {12: pytest.approx(0.5 / 0.8 * _expected(34, 12))}


def test_digits_may_have_been_swapped_or_one_of_them_mis_keyed() -> None:
    assert _odds("digits", Cell(12, ())) == {
        21: pytest.approx(1 / KNOWN.two_digits * _expected(12, 21))
    }
    assert _odds("digits", Cell(11, ())) == {}
    keyed = _odds("digit", Cell(12, ()))
    assert set(keyed) == {10, 11, 13, 14, 15, 16, 17, 18, 19, 22, 32, 42, 52, 62, 72, 82, 92}
    assert keyed[22] == pytest.approx(1 / 18 / 0.8 * _expected(12, 22))
    assert set(_odds("digit", Cell(5, ()))) == {1, 2, 3, 4, 6, 7, 8, 9}


def test_a_figure_may_be_ten_times_too_high_or_too_low() -> None:
    assert set(_odds("tenfold", Cell(20, ()))) == {2, 200}
    assert set(_odds("tenfold", Cell(12, ()))) == {120}


def test_a_card_may_be_missing_or_counted_twice_and_a_sum_may_be_out_both_ways() -> None:
    assert set(_odds("card", Cell(12, ()))) == {*range(2, 12), *range(13, 23), 42}
    assert _odds("card", Cell(12, ()))[22] == pytest.approx(0.85 * 4 / 13 / 0.8 * _expected(12, 22))
    found = _odds("sum", Cell(12, ()))
    assert set(found) == {*range(2, 12), *range(13, 23)}
    assert found[21] == pytest.approx(0.05 / 0.8 * _expected(12, 21))


def test_anything_else_may_be_right_with_the_chance_it_is_held_with() -> None:
    found = _odds("anything", Cell(12, ()))
    assert set(found) == {*range(35)} - {12}
    assert found[0] == pytest.approx(0.2)
    assert found[30] == pytest.approx(0.8 * KNOWN.of(30))
    assert sum(found.values()) == pytest.approx(1 - 0.8 * KNOWN.of(12))


def test_a_nought_is_no_slip_of_the_pen() -> None:
    for kind in ("digits", "digit", "eight", "card", "sum", "tenfold"):
        assert _odds(kind, Cell(0, ())) == {}


def test_a_figure_nobody_holds_is_doubted_the_more_the_higher_it_is_but_not_without_bound() -> None:
    rare = spread(
        (*RESULTS, *[TableResult((0, 9, 9, 9, 9), 1, (), (0, 1, 1, 1, 1), (0, 0, 0, 0, 0))] * 40),
        EIGHT,
    )
    tenth = [_odds("tenfold", Cell(10 * held, ()), rare)[held] for held in (8, 9, 30)]
    assert tenth[0] == pytest.approx(0.5 / rare.held * 3 * 2 ** (46 / 20)), "8 was held once"
    assert tenth[1] == pytest.approx(0.5 / rare.held * 1000)
    assert rare.of(9) > 1000 * rare.of(90), "the control: without a bound it would be more"
    assert tenth[2] == pytest.approx(0.5 / rare.held * 1000)


def test_the_weight_of_a_figure_multiplies_its_odds() -> None:
    plain = odds(Cell(12, (5,)), KNOWN, SHARES)
    assert odds(Cell(12, (5,), weight=2), KNOWN, SHARES) == pytest.approx(
        {at: 2 * of for at, of in plain.items()}
    )


@pytest.mark.parametrize(
    ("points", "other"),
    [(12, 21), (40, 40), (7, 7), (33, 33), (128, 182), (0, 0), (101, 101), (121, 112)],
)
def test_swapped_digits(points: int, other: int) -> None:
    assert swapped(points) == other


@given(st.integers(0, 2000))
def test_digits_swapped_twice_are_as_they_were(points: int) -> None:
    assert swapped(swapped(points)) == points


def test_without_any_finding_the_assumptions_stand() -> None:
    assert learned([], KNOWN) == pytest.approx(SHARES)
    assert sum(SHARES.values()) == pytest.approx(1)


def test_a_finding_is_divided_among_the_kinds_that_explain_it() -> None:
    shares = learned([Found(8, 30, (5, 17))], KNOWN)
    assert shares["eight"] > SHARES["eight"]
    assert shares["neighbour"] < SHARES["neighbour"]
    assert sum(shares.values()) == pytest.approx(1)


def test_what_no_kind_explains_was_anything() -> None:
    assert learned([Found(0, 2_000, ())], KNOWN)["anything"] == pytest.approx((0.9 + 1) / 11)


@given(
    st.lists(
        st.sampled_from([Found(8, 30, (5, 8)), Found(12, 21, (0, 21)), Found(0, 17, (17, 3))]),
        max_size=40,
    )
)
def test_anything_is_never_learned_away(found: list[Found]) -> None:
    shares = learned(found, KNOWN)
    assert shares["anything"] >= SHARES["anything"] - 1e-12
    assert sum(shares.values()) == pytest.approx(1)
