"""Exact counts of the lines of play from a known deal, found by two separate engines, kept as
regression.
"""

import copy

import pytest

from scoring.cards import parse_cards
from scoring.games.ottawa import OTTAWA
from scoring.games.ottawa.game import Ottawa
from scoring.law.game import Laid
from scoring.law.rulebook import Rules
from tests.reference import ottawa as plain
from tests.scoring.games.ottawa.differing import by_name, texts

HANDS = ("7C 8S 9D QH", "6D 7H 6S AS", "5S 9C JD AH")
PILE = "9S 8D"
STOCK = "7S TD 9H 3C 2H"


def dealt(rules: Rules) -> Ottawa:
    hands = tuple(map(parse_cards, HANDS))
    return Ottawa(rules, Laid(hands, parse_cards(PILE), parse_cards(STOCK)), by_name)


def copied(table: Ottawa) -> Ottawa:
    after = copy.copy(table)
    after.hands = [list(hand) for hand in table.hands]
    after.stock, after.pile, after.record = list(table.stock), list(table.pile), []
    return after


def counts(table: Ottawa, depth: int) -> list[int]:
    """Lines of 1, 2, ... plays; a finished deal counts once at each greater depth."""
    found, open_deals, finished = [], [table], 0
    for _ in range(depth):
        following = []
        for before in open_deals:
            for play in before.legal_plays():
                after = copied(before)
                after.apply(play)
                finished += after.over
                following += [] if after.over else [after]
        open_deals = following
        found.append(len(open_deals) + finished)
    return found


def plain_counts(options: dict[str, str], depth: int) -> list[int]:
    under, top = texts(parse_cards(PILE))
    hands = [texts(parse_cards(hand)) for hand in HANDS]
    state = plain.new(3, hands, texts(parse_cards(STOCK)), top, options)
    state.pile.insert(0, under)
    found, open_deals, finished = [], [state], 0
    for _ in range(depth):
        after = [plain.apply(before, play) for before in open_deals for play in plain.legal(before)]
        finished += sum(state.over for state in after)
        open_deals = [state for state in after if not state.over]
        found.append(len(open_deals) + finished)
    return found


COUNTED: list[tuple[str, list[int]]] = [
    ("", [4, 16, 44, 76, 116, 174, 286, 398]),
    ("example2=literal", [3, 7, 11, 17, 23, 35, 50, 65]),
    ("run_to_set=free", [4, 16, 46, 80, 122, 182, 302, 422]),
]


@pytest.mark.parametrize(("options", "expected"), COUNTED)
def test_the_lines_of_play_are_as_many_as_ever(options: str, expected: list[int]) -> None:
    rules = OTTAWA.rules(options)
    assert counts(dealt(rules), len(expected)) == expected
    assert plain_counts(dict(rules.changed), len(expected)) == expected
