"""By how much a total can be off: written out for small cards, at any rate."""

from collections import defaultdict

import pytest

from scoring.foresight.mistakes import SHARES, Cell, odds
from scoring.foresight.rate import even
from scoring.foresight.totals import CERTAIN, FARTHEST, SCALE, Shifts, shifts
from tests.scoring.foresight.test_mistakes import KNOWN, only

ALL = tuple(SHARES.items())
ROWS = tuple(only("neighbour").items())
TENFOLD = tuple(only("tenfold").items())


def _chances(card: Shifts, rate: float, least: int, most: int) -> dict[int, float]:
    """The chance of each shift, from the rising row."""
    rising = card.up_to(least - 1, most - least + 2, rate)
    found = {
        least + number: rising[number + 1] - rising[number] for number in range(most - least + 1)
    }
    return {shift: of for shift, of in found.items() if of > 1e-12}


def wrong(card: Shifts, rate: float) -> float:
    """The chance that the total is not the one entered."""
    before, own = card.up_to(-1, 2, rate)
    return 1 - (own - before)


def test_one_mistake_and_two_are_counted_exactly() -> None:
    """Two figures of 12, each perhaps taken for a neighbour's 3 or 40: odds of one half each."""
    card = shifts((Cell(12, (3, 40)), Cell(12, (3, 40))), KNOWN, ROWS, 1)
    t = even(0.02)
    one = {-9: 2 * 0.5 * t, 28: 2 * 0.5 * t}
    # S times S over 2, S the odds of both figures together.
    two = {-18: 0.5 * t * t, 56: 0.5 * t * t, 19: t * t}
    whole = 1 + 2 * t + 2 * t * t
    expected = {shift: of / whole for shift, of in ({0: 1.0} | one | two).items()}
    assert _chances(card, 0.02, -60, 60) == pytest.approx(expected, rel=1e-4)
    assert card.whole == pytest.approx(2.0)
    assert wrong(card, 0.02) == pytest.approx(1 - 1 / whole)


def test_all_the_odds_of_a_card_are_in_its_sum() -> None:
    cells = (Cell(12, (3, 40)), Cell(0, (5, 17), (8,)))
    alone = sum(sum(odds(cell, KNOWN, SHARES).values()) for cell in cells)
    assert shifts(cells, KNOWN, ALL, 1).whole == pytest.approx(alone, rel=1e-5)


def test_two_mistakes_on_a_card_are_all_pairs_of_its_odds() -> None:
    """The long number squared says the same as the pairs written out, whatever the kinds and the
    weights.
    """
    cells = (Cell(12, (3, 40), weight=0.5), Cell(0, (5, 17), (8,)), Cell(70, (), weight=3.0))
    card = shifts(cells, KNOWN, ALL, 1)
    one: dict[int, float] = defaultdict(float)
    for cell in cells:
        for right, of in odds(cell, KNOWN, SHARES).items():
            one[right - cell.points] += of
    for shift in (-FARTHEST, -60, -9, 0, 28, 90, FARTHEST):
        pairs = sum(a * b for x, a in one.items() for y, b in one.items() if x + y <= shift)
        if shift < FARTHEST:
            assert card.two[FARTHEST + shift] / SCALE**2 == pytest.approx(pairs, abs=2e-4)
    assert card.two[-1] / SCALE**2 == pytest.approx(card.whole**2)
    rising, left = card.up_to(-500, 1001, 0.02), card.beyond(-500, 1001, 0.02)
    assert [1 - up for up in rising] == pytest.approx(left)


def test_where_the_highest_total_is_best_shifts_turn_round() -> None:
    card, turned = (shifts((Cell(12, (3,)),), KNOWN, ROWS, sign) for sign in (1, -1))
    assert _chances(card, 0.02, -20, 20)[-9] == pytest.approx(_chances(turned, 0.02, -20, 20)[9])


def test_a_total_off_by_more_than_is_followed_may_be_off_by_any_more() -> None:
    """A figure of 510 that may have been 51 shifts a total of 551 to 92, farther than is followed:
    a line at 100 is not out of its reach, nor out of the reach of one where the highest is best.
    """
    for sign, shift in ((1, -FARTHEST - 40), (-1, FARTHEST + 40)):
        card = shifts((Cell(510, ()),), KNOWN, TENFOLD, sign)
        (up_to,), (beyond,) = (of(shift, 1, 0.02) for of in (card.up_to, card.beyond))
        assert (up_to if sign == 1 else beyond) == pytest.approx(wrong(card, 0.02), abs=1e-4)
        assert up_to + beyond == pytest.approx(1)
    assert wrong(card, 0.02) > 0.8
    both = shifts((Cell(12, (2_000,)), Cell(900, (3,))), KNOWN, ROWS, 1)
    rising = both.up_to(-FARTHEST - 9, 2 * FARTHEST + 19, 0.02)
    assert rising == sorted(rising)
    assert 0 < rising[0] == rising[9] < rising[-1] == rising[-20] < 1


def test_odds_without_bound_still_fit_their_words() -> None:
    """Ten figures that nobody holds, every one of them let stand."""
    card = shifts((Cell(900, (), weight=6.0),) * 10, KNOWN, TENFOLD, 1)
    assert card.whole == pytest.approx(10 * 128)
    assert card.two[-1] / SCALE**2 == pytest.approx((10 * 128) ** 2)


def test_a_row_that_bears_what_another_row_was_corrected_to_is_probably_that_one() -> None:
    card = shifts((Cell(12, (), swapped_with=30),), KNOWN, ROWS, 1)
    assert _chances(card, 0.01, -60, 60) == pytest.approx({0: 1 / 3, 18: 2 / 3})
    two = (Cell(12, (), swapped_with=30), Cell(5, (), swapped_with=2))
    assert _chances(shifts(two, KNOWN, ROWS, 1), 0.01, -60, 60) == pytest.approx(
        {0: 1 / 9, 18: 2 / 9, -3: 2 / 9, 15: 4 / 9}
    )


def test_a_compared_card_is_certain() -> None:
    assert shifts((), KNOWN, ALL, 1) is CERTAIN
    assert (CERTAIN.whole, wrong(CERTAIN, 0.04)) == (0.0, 0.0)
