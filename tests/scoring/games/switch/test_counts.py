"""Exact counts of the lines of play from a known deal, found by two separate engines, kept as
regression.
"""

import pytest

from scoring.cards import parse_cards
from scoring.games.switch import SWITCH, Switch
from scoring.law.rulebook import Rules
from tests.reference import switch as plain
from tests.scoring.games.switch.differing import begin, by_name, texts

HANDS = ("7H 2H JH 9H", "2S 4H AC 5H")
STOCK = "KH 9C 4S 8D 3S QS 2C JS 6D TD"


def dealt(rules: Rules) -> Switch:
    hands = [parse_cards(hand) for hand in HANDS]
    return begin(rules, hands, list(parse_cards(STOCK)), dealer=2, shuffle=by_name)


def counts(table: Switch, depth: int) -> list[int]:
    """Lines of 1, 2, ... plays; a finished game counts once at each greater depth."""
    found, open_games, finished = [], [table], 0
    for _ in range(depth):
        following = []
        for before in open_games:
            for play in before.legal_plays():
                after = before.copy()
                after.apply(play)
                finished += after.over
                following += [] if after.over else [after]
        open_games = following
        found.append(len(open_games) + finished)
    return found


def plain_counts(options: dict[str, str], depth: int) -> list[int]:
    start, *below = texts(parse_cards(STOCK))
    hands = [texts(parse_cards(hand)) for hand in HANDS]
    found, open_games, finished = [], [plain.new(2, hands, below, start, options)], 0
    for _ in range(depth):
        after = [plain.apply(state, play) for state in open_games for play in plain.legal(state)]
        finished += sum(state.over for state in after)
        open_games = [state for state in after if not state.over]
        found.append(len(open_games) + finished)
    return found


COUNTED: list[tuple[str, list[int]]] = [
    ("", [16, 65, 104, 254, 349, 610]),
    ("mix_penalties=yes", [16, 69, 115, 300, 446, 850]),
    ("two_compulsory=yes", [16, 61, 93, 191, 259, 363]),
    ("seven_powers=all", [16, 57, 96, 244, 339, 596]),
    ("jack_two=skip", [16, 52, 100, 189, 318, 452]),
    ("compulsory=no", [17, 81, 216, 812]),
    ("ace_ban=literal", [16, 65, 104, 206, 269, 445]),
    ("same_suit_or_rank=yes", [52, 272, 502, 1247]),
    ("suit_runs=yes", [16, 83, 138, 386, 576, 978]),
]


@pytest.mark.parametrize(("options", "expected"), COUNTED)
def test_the_lines_of_play_are_as_many_as_ever(options: str, expected: list[int]) -> None:
    rules = SWITCH.rules(options)
    assert counts(dealt(rules), len(expected)) == expected
    # The plain reference takes seconds for what lies deeper.
    assert plain_counts(dict(rules.changed), 4) == expected[:4]
