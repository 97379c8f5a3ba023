"""Exact counts of the lines of play of Pursuit from a known deal, found by two separate engines,
kept as regression.
"""

import copy
from random import Random

import pytest

from scoring.games.pursuit import PursuitGame
from tests.reference import pursuit as plain
from tests.scoring.games.pursuit.differing import both


def counts(game: PursuitGame, depth: int) -> int:
    """Lines of play of exactly `depth` plays; a finished game counts once."""
    if game.over or depth == 0:
        return 1
    total = 0
    for play in game.legal_plays():
        after = copy.deepcopy(game, {id(game.rules): game.rules})
        after.apply(play)
        total += counts(after, depth - 1)
    return total


def plain_counts(state: plain.State, depth: int) -> int:
    """The same by the reference."""
    if state.over or depth == 0:
        return 1
    return sum(plain_counts(plain.apply(state, play), depth - 1) for play in plain.legal(state))


COUNTED: list[tuple[dict[str, str], list[int]]] = [
    ({}, [2, 25, 84, 447]),
    ({"direction": "both"}, [2, 37, 142, 698]),
    ({"no_final_joker": "yes"}, [2, 23, 72, 421]),
    ({"racing": "yes", "opposite_directions": "yes"}, [2, 34, 128, 535]),
]


@pytest.mark.parametrize(("options", "expected"), COUNTED)
def test_the_lines_of_play_are_as_many_as_ever(
    options: dict[str, str], expected: list[int]
) -> None:
    game, state = both(Random(4), options, 2)
    depths = range(1, len(expected) + 1)
    assert [counts(game, depth) for depth in depths] == expected
    assert [plain_counts(state, depth) for depth in depths] == expected
