"""Which card to compare next: nearest danger first, never one that cannot matter, and a limit that
adds up.
"""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.foresight import check_queue
from scoring.foresight.check_queue import (
    DEEP,
    LEAST_COMPARED,
    LIMIT,
    MARGIN,
    Card,
    Question,
    queue,
)
from scoring.foresight.mistakes import SHARES, Cell, spread
from scoring.foresight.rate import Habits, even, mean, upper
from scoring.foresight.totals import Shifts, shifts
from tests.scoring.foresight.test_mistakes import EIGHT, KNOWN, RESULTS, only

ENOUGH = Habits(compared=LEAST_COMPARED)
AGREED = Habits(compared=30, exposure=300.0)


def _cards(*totals: int, beside: tuple[int, ...] = (3,)) -> tuple[Card, ...]:
    return tuple(
        Card(f"P{place}", total, (Cell(12, beside),)) for place, total in enumerate(totals, start=1)
    )


def _asked(*cards: Card, through: int = 2, habits: Habits = ENOUGH) -> Question:
    return Question(cards, through, KNOWN, habits)


def _neighbours_only(*cards: Card, direction: str = "lowest") -> Question:
    habits = replace(ENOUGH, shares=only("neighbour"))
    return Question(cards, 2, KNOWN, habits, "highest" if direction == "highest" else "lowest")


def test_a_list_whose_every_figure_was_compared_is_beyond_doubt() -> None:
    found = queue(_asked(*(Card(f"P{place}", 10 * place) for place in range(1, 6))))
    assert (found.limit, found.doubts, found.enough) == (0.0, (), 0)


def test_the_chance_of_a_single_doubtful_card_is_counted_exactly() -> None:
    """Only the third may be wrong, and only a right figure of 3 instead of 12 brings the total to
    21 before 25.
    """
    found = queue(
        _neighbours_only(Card("P1", 20), Card("P2", 25), Card("P3", 30, (Cell(12, (3, 40)),)))
    )

    def lost(rate: float) -> float:
        t = even(rate)
        return (0.5 * t + 0.125 * t * t) / (1 + t + 0.5 * t * t)

    assert found.limit == pytest.approx(MARGIN * lost(upper(ENOUGH)), rel=1e-4)
    (doubt,) = found.doubts
    assert (doubt.player, doubt.gap, doubt.tied) == ("P3", 5, False)
    assert doubt.gain == pytest.approx(lost(mean(ENOUGH)), rel=1e-4)


def test_where_the_highest_go_through_the_same_holds_upside_down() -> None:
    """Only a right figure of 40 instead of 12 brings the total of 15 beyond the 20 of the last
    inside.
    """
    low = queue(
        _neighbours_only(
            Card("P1", 25),
            Card("P2", 20),
            Card("P3", 15, (Cell(12, (40, 3)),)),
            direction="highest",
        )
    )
    t = even(upper(ENOUGH))
    # Two mistakes at once: 28 - 9 = 19 still brings it beyond.
    lost = (0.5 * t + 0.375 * t * t) / (1 + t + 0.5 * t * t)
    assert low.limit == pytest.approx(MARGIN * lost, rel=1e-2)
    assert low.doubts[0].gap == 5


def test_the_gain_of_every_card_is_what_comparing_it_alone_changes() -> None:
    """The limits of the same field with one card compared, at one and the same rate."""
    cards = _cards(10, 50, 51, 52, 53, 90)
    first = queue(_asked(*cards), longest=0)
    for doubt in first.doubts:
        left = tuple(
            replace(card, cells=()) if card.player == doubt.player else card for card in cards
        )
        # The gains of what is left sum to all that is left, so their differences are the gain of
        # this one.
        before, after = (
            sum(one.gain for one in queue(_asked(*some)).doubts) for some in (cards, left)
        )
        assert before - after == pytest.approx(doubt.gain, abs=1e-9)


def test_the_card_nearest_the_line_comes_first_and_one_that_cannot_matter_last() -> None:
    found = queue(_asked(*_cards(10, 50, 52, 90, 400)))
    assert {doubt.player for doubt in found.doubts[:2]} == {"P2", "P3"}
    assert found.doubts[-1].player == "P5"
    assert found.doubts[-1].gain == pytest.approx(0, abs=1e-6)


def _as_of_all_cards(monkeypatch: pytest.MonkeyPatch, deep: int) -> bool:
    """Whether the queue of a large field is the one that follows every card at every point."""
    few = (Cell(40, (3,), (9, 30)), Cell(7, (60, 2)), Cell(31, (0,), swapped_with=5))
    cards = tuple(Card(f"P{place}", 100 + 3 * place, few) for place in range(200))
    monkeypatch.setattr(check_queue, "DEEP", deep)
    quick = queue(_asked(*cards, through=60), longest=3)
    monkeypatch.setattr(check_queue, "DEEP", len(cards))
    monkeypatch.setattr("scoring.foresight.check_queue._Cards._may_reach", lambda *_card: True)
    whole = queue(_asked(*cards, through=60), longest=3)
    gains, all_gains = ({doubt.player: doubt.gain for doubt in q.doubts} for q in (quick, whole))
    return quick.limit == pytest.approx(whole.limit) and gains == pytest.approx(all_gains, abs=1e-9)


@pytest.mark.parametrize(("deep", "same"), [(DEEP, True), (2, False)])
def test_what_lies_beyond_forty_cards_on_either_side_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, deep: int, *, same: bool
) -> None:
    """Beyond two cards it would."""
    assert _as_of_all_cards(monkeypatch, deep) == same


def test_two_tied_on_the_line_come_first() -> None:
    """Even where another card is far likelier to be wrong."""
    cards = list(_cards(10, 50, 50, 51, 90))
    cards[3] = Card(
        "P4", 51, tuple(Cell(points, (3, 0), (9, 30)) for points in (12, 30, 34, 21, 30))
    )
    found = queue(_asked(*cards))
    assert {doubt.player for doubt in found.doubts[:2]} == {"P2", "P3"}
    assert [doubt.tied for doubt in found.doubts] == [True, True, False, False, False]
    apart = queue(
        _asked(*(replace(card, total=49) if card.player == "P2" else card for card in cards))
    )
    assert (apart.doubts[0].player, apart.doubts[0].tied) == ("P4", False)


def test_so_many_cards_bring_the_limit_down() -> None:
    """Promised at the rate that the agreeing cards leave; counted here by comparing them."""
    cards = _cards(*range(20, 80, 2), beside=(3, 40))
    found = queue(_asked(*cards, through=10), target=0.02)
    assert found.enough
    assert found.limit > 0.02
    compared = {doubt.player for doubt in found.doubts[: found.enough]}
    left = tuple(replace(card, cells=()) if card.player in compared else card for card in cards)
    habits = replace(ENOUGH, exposure=float(found.enough))
    assert queue(_asked(*left, through=10, habits=habits), target=0.02).limit <= 0.02
    assert queue(_asked(*cards, through=10), target=0.02, longest=1).enough is None


def test_before_ten_cards_the_promise_asks_for_ten() -> None:
    far = _cards(10, 11, 12, *range(300, 340, 2))
    assert queue(_asked(*far, through=3)).enough == 0
    assert queue(_asked(*far, through=3, habits=Habits(compared=4))).enough == 6
    assert queue(_asked(*_cards(10, 50, 390), habits=Habits())).enough == 3


def test_only_so_many_cards_are_put_in_order_and_the_rest_follow() -> None:
    cards = _cards(10, 50, 51, 52, 53, 54)
    found = queue(_asked(*cards), longest=2)
    assert len(found.doubts) == 6
    assert found.doubts[:2] == queue(_asked(*cards)).doubts[:2]


@pytest.mark.parametrize("through", [0, 3, 4])
def test_a_cut_that_leaves_nobody_in_or_out_is_refused(through: int) -> None:
    with pytest.raises(ValueError, match="The cut is from 1 to 2 players here"):
        queue(_asked(*_cards(1, 2, 3), through=through))


@given(
    st.lists(st.integers(0, 400), min_size=3, max_size=8), st.integers(1, 30), st.integers(0, 30)
)
def test_all_cards_compared_leave_no_doubt(totals: list[int], one: int, other: int) -> None:
    cards = _cards(*sorted(totals), beside=(one, other))
    found = queue(_asked(*cards))
    assert 0 <= found.limit <= 1
    assert {doubt.player for doubt in found.doubts} == {card.player for card in cards}
    assert found.enough is not None


@settings(max_examples=15)
@given(st.integers(0, 60), st.integers(0, 30))
def test_the_sum_is_that_of_every_pair_of_totals(gap: int, other: int) -> None:
    """One card inside and one outside: all pairs of right totals written out."""
    one, two = (
        shifts((Cell(points, (3, other)),), KNOWN, tuple(SHARES.items()), 1) for points in (12, 20)
    )
    rate = upper(ENOUGH)

    def chances(card_total: int, card: Shifts) -> dict[int, float]:
        rising = card.up_to(-300, 601, rate)
        return {
            card_total - 299 + number: rising[number + 1] - rising[number] for number in range(600)
        }

    inside, outside = chances(100, one), chances(100 + gap, two)
    wrong = sum(
        of * there
        for total, of in inside.items()
        for beyond, there in outside.items()
        if beyond < total
    )
    found = queue(
        _asked(
            Card("A", 100, (Cell(12, (3, other)),)),
            Card("B", 100 + gap, (Cell(20, (3, other)),)),
            through=1,
        )
    )
    assert found.limit == pytest.approx(MARGIN * wrong, abs=4e-3)


def test_a_figure_nobody_holds_is_looked_at_however_far_outside_it_puts_a_guest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty cards agreed, and one guest stands 450 points behind the line by a figure of 510,
    which was 51 if a nought too many was typed: inside, so the list is not safe before it is seen.
    """

    def limit(points: int) -> float:
        known = spread(RESULTS, EIGHT)
        far = Card("P6", 30 + points, (Cell(points, ()), Cell(12, ()), Cell(18, ())))
        cards = (*(Card(f"P{number}", 70 + 10 * number) for number in range(1, 6)), far)
        return queue(Question(cards, 3, known, AGREED)).limit

    assert limit(510) > LIMIT
    monkeypatch.setattr("scoring.foresight.mistakes.UNLIKELIEST", 20.0)
    assert limit(510) < LIMIT, "the control: doubted no more than any rare figure"
