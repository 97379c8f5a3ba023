"""All play all."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.pairing.round_robin import circle
from tests.scoring.pairing.playing import refs


@pytest.mark.parametrize("number", range(2, 21))
def test_every_pair_meets_once_and_nobody_twice_in_a_round(number: int) -> None:
    rounds = circle(refs(number))
    met = Counter(frozenset(pair) for held in rounds for pair in held if pair[1])
    assert met == Counter(frozenset(pair) for pair in combinations(refs(number), 2))
    assert len(rounds) == number - 1 + number % 2
    for held in rounds:
        names = [ref for pair in held for ref in pair if ref]
        assert sorted(names) == sorted(refs(number))


@pytest.mark.parametrize("number", range(2, 21))
def test_everybody_has_the_ten_and_the_five_alike(number: int) -> None:
    tens = Counter(one for held in circle(refs(number)) for one, other in held if other)
    fives = Counter(other for held in circle(refs(number)) for one, other in held if other)
    assert {abs(tens[ref] - fives[ref]) for ref in refs(number)} == {(number - 1) % 2}


def test_one_player_cannot_play_all() -> None:
    with pytest.raises(ValueError, match="needs at least two players"):
        circle(["P01"])
