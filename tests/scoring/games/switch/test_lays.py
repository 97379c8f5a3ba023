"""The forms a lay of Switch can take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import cards_text, parse_cards
from scoring.games.switch import SWITCH
from scoring.games.switch.forms import is_allowed_form, is_run, rows_of, spelt_row
from scoring.law.rulebook import Rules

PLAIN = SWITCH.rules()
GROUPS = SWITCH.rules("same_suit_or_rank=yes")
RUNS = SWITCH.rules("suit_runs=yes")
BOTH = SWITCH.rules("same_suit_or_rank=yes suit_runs=yes")


def rows(hand: str, rules: Rules) -> set[str]:
    return {cards_text(row) for row in rows_of(parse_cards(hand), rules)}


@pytest.mark.parametrize(("row", "plain", "groups", "runs"), [
    ("9H", True, True, True),
    ("7H 3H 9H", True, True, True),
    ("3H 7H", False, True, False),
    ("9H 9C 9D", False, True, False),
    ("9H TH JH", False, True, True),
    ("JH TH 9H", False, True, True),
    ("9H JH", False, True, False),
    ("9H TC", False, False, False),
    ("7H 8C", False, False, False),
    ("7H 7C", False, True, False),
])  # fmt: skip
def test_which_cards_may_go_down_together(
    row: str, *, plain: bool, groups: bool, runs: bool
) -> None:
    cards = parse_cards(row)
    assert [is_allowed_form(cards, rules) for rules in (PLAIN, GROUPS, RUNS, BOTH)] == [
        plain,
        groups,
        runs,
        groups or runs,
    ]


@pytest.mark.parametrize(
    ("row", "run"), [("AH 2H", True), ("2H AH", True), ("KH AH", False), ("KC AD", False)]
)
def test_the_ace_is_next_to_the_two_only(row: str, *, run: bool) -> None:
    assert is_run(parse_cards(row), SWITCH.rules()) is run


def test_a_hand_makes_every_row_once() -> None:
    assert rows("7H 3H 9H", PLAIN) == {"7H", "3H", "9H", "7H 3H", "7H 9H", "7H 3H 9H", "7H 9H 3H"}
    assert rows("9H TH JH", RUNS) == {
        "9H",
        "TH",
        "JH",
        "9H TH",
        "TH 9H",
        "TH JH",
        "JH TH",
        "9H TH JH",
        "JH TH 9H",
    }
    assert rows("9H 9C KH", GROUPS) == {"9H", "9C", "KH", "9H 9C", "9C 9H", "9H KH", "KH 9H"}
    assert rows("9H 9H", GROUPS) == {"9H", "9H 9H"}


def test_a_row_with_free_order_has_one_spelling() -> None:
    assert spelt_row(parse_cards("7H 9H 3H 5H"), PLAIN) == parse_cards("7H 3H 9H 5H")
    assert spelt_row(parse_cards("JH TH 9H 8H"), RUNS) == parse_cards("JH TH 9H 8H")
    assert spelt_row(parse_cards("JH TH 9H 8H"), BOTH) == parse_cards("JH 9H TH 8H")


@given(
    st.lists(st.integers(0, 51), min_size=1, max_size=6),
    st.sampled_from([PLAIN, GROUPS, RUNS, BOTH]),
)
def test_every_row_listed_is_of_an_allowed_form_and_in_the_hand(
    hand: list[int], rules: Rules
) -> None:
    listed = rows_of(hand, rules)
    assert all(is_allowed_form(row, rules) and spelt_row(row, rules) == row for row in listed)
    assert all(row.count(card) <= hand.count(card) for row in listed for card in row)
