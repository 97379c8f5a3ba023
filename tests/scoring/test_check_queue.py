"""Which card to compare next: nearest danger first, never one that cannot matter, and a certainty that adds up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.check_queue import Card, Question, queue
from scoring.mistakes import MIX, Cell, Habits
from tests.scoring.test_mistakes import KNOWN

OFTEN = Habits(0.02, MIX)


def _cards(*totals: int, beside: tuple[int, ...] = (3,)) -> tuple[Card, ...]:
    return tuple(Card(f"P{place}", total, (Cell(12, beside),)) for place, total in enumerate(totals, start=1))


def _asked(*cards: Card, through: int = 2) -> Question:
    return Question(cards, through, KNOWN, OFTEN)


def test_a_list_whose_every_figure_was_compared_is_beyond_doubt() -> None:
    bare = tuple(Card(f"P{place}", 10 * place) for place in range(1, 6))
    told = queue(_asked(*bare))
    assert (told.sure, told.doubts, told.enough) == (1.0, (), 0)


def test_the_chance_of_a_single_doubtful_card_is_counted_exactly() -> None:
    """Only the third may be wrong, and only a right figure of 3 instead of 12 brings the total to 21 before 25."""
    cards = (Card("P1", 20), Card("P2", 25), Card("P3", 30, (Cell(12, (3, 40)),)))
    told = queue(_asked(*cards))
    odds = 0.02 / 0.98 * 0.4
    whole = 1 + 2 * odds + _slips()
    lost = odds + _slip(2)
    assert told.sure == pytest.approx(1 - lost / whole)
    (doubt,) = told.doubts
    assert (doubt.player, doubt.gap) == ("P3", 5)
    assert doubt.gain == pytest.approx(1 - told.sure)
    assert doubt.wrong == pytest.approx(1 - 1 / whole)


def _slips() -> float:
    return sum(_slip(right) for right in (2, 10, 11, 13, 14, 21, 22, 34))


def _slip(right: int) -> float:
    """The odds of a slip from these points to 12, written out."""
    share = KNOWN.of(right) / KNOWN.of(12) * 0.02 / 0.98
    if right == 21:
        return share * 0.2 / KNOWN.two_digits
    if right == 34:
        return share * 0.2 / KNOWN.eights * KNOWN.with_eight[34]
    return share * 0.2 / 6 / KNOWN.held


def test_the_cards_nearest_the_line_come_first_where_all_else_is_equal() -> None:
    told = queue(_asked(*_cards(10, 50, 52, 70, 99, 200)))
    assert {doubt.player for doubt in told.doubts[:2]} == {"P2", "P3"}
    assert [doubt.gap for doubt in told.doubts if doubt.player == "P6"] == [150]


def test_a_card_that_cannot_reach_the_line_adds_nothing() -> None:
    told = queue(_asked(*_cards(10, 50, 52, 1000)))
    assert [doubt.gain for doubt in told.doubts if doubt.player == "P4"] == pytest.approx([0.0], abs=1e-12)


def test_a_doubtful_sheet_brings_a_farther_card_forward() -> None:
    near, far = _cards(10, 50, 56, 58)[2:]
    heavy = replace(far, cells=tuple(replace(cell, weight=8.0) for cell in far.cells))
    cards = _cards(10, 50)
    assert queue(_asked(*cards, near, far)).doubts[0].player != "P4"
    assert queue(_asked(*cards, near, heavy)).doubts[0].player == "P4"


def test_enough_says_how_many_cards_make_the_list_as_sure_as_was_asked() -> None:
    cards = _cards(10, 50, 51, 52, 53, 54)
    told = queue(_asked(*cards), wanted=0.999)
    assert told.enough is not None
    compared = {doubt.player for doubt in told.doubts[: told.enough]}
    left = tuple(replace(card, cells=()) if card.player in compared else card for card in cards)
    assert queue(_asked(*left)).sure >= 0.999
    last = told.doubts[told.enough - 1].player
    one_short = tuple(replace(card, cells=()) if card.player in compared - {last} else card for card in cards)
    assert queue(_asked(*one_short)).sure < 0.999


def test_only_so_many_cards_are_put_in_order_and_the_rest_follow() -> None:
    cards = _cards(10, 50, 51, 52, 53, 54)
    told = queue(_asked(*cards), longest=2)
    assert len(told.doubts) == 6
    assert told.doubts[:2] == queue(_asked(*cards)).doubts[:2]
    assert queue(_asked(*cards), wanted=0.99999, longest=1).enough is None


def test_where_the_highest_go_through_the_same_holds_upside_down() -> None:
    """A right figure of 18 or more instead of 12 brings the total of 15 beyond the 20 of the last inside."""
    cards = (Card("P1", 25), Card("P2", 20), Card("P3", 15, (Cell(12, (40, 3)),)))
    told = queue(Question(cards, 2, KNOWN, OFTEN, "highest"))
    odds = 0.02 / 0.98 * 0.4
    gained = odds + sum(_slip(right) for right in (21, 22, 34))
    assert told.sure == pytest.approx(1 - gained / (1 + 2 * odds + _slips()))
    assert told.doubts[0].gap == 5


@pytest.mark.parametrize("through", [0, 3, 4])
def test_a_cut_that_leaves_nobody_in_or_out_is_refused(through: int) -> None:
    with pytest.raises(ValueError, match="The cut is from 1 to 2 players here"):
        queue(_asked(*_cards(1, 2, 3), through=through))


@given(st.lists(st.integers(0, 400), min_size=3, max_size=8), st.integers(1, 30), st.integers(0, 30))
def test_each_card_compared_adds_its_gain_to_the_certainty(totals: list[int], one: int, other: int) -> None:
    cards = _cards(*sorted(totals), beside=(one, other))
    told = queue(_asked(*cards))
    assert 0 <= told.sure <= 1
    assert {doubt.player for doubt in told.doubts} == {card.player for card in cards}
    assert told.sure + sum(doubt.gain for doubt in told.doubts) == pytest.approx(1)


def test_two_mistakes_on_one_card_count_where_they_can_matter_and_not_below() -> None:
    two = Card("P3", 30, (Cell(12, (10,)), Cell(12, (10,))))
    often = queue(Question((Card("P1", 20), Card("P2", 27), two), 2, KNOWN, OFTEN))
    assert often.sure < queue(Question((Card("P1", 20), Card("P2", 25), two), 2, KNOWN, OFTEN)).sure
    seldom = Habits(1e-6, MIX)
    alone = Card("P3", 30, (Cell(12, (10,)),))
    twice = queue(Question((Card("P1", 20), Card("P2", 27), two), 2, KNOWN, seldom)).sure
    once = queue(Question((Card("P1", 20), Card("P2", 27), alone), 2, KNOWN, seldom)).sure
    assert 1 - twice == pytest.approx(2 * (1 - once), rel=1e-3)
