"""The engine of Pursuit agrees with the plain reference, and a bug planted in either is found."""

from collections.abc import Sequence
from random import Random

import pytest

from scoring.cards import Card
from scoring.games.pursuit import sequences
from scoring.games.pursuit.sequences import Chain, Spot
from scoring.law.rulebook import Rules
from tests.reference import pursuit as plain
from tests.scoring.games.pursuit.differing import OPTION_VALUES, both, difference, random_options


@pytest.mark.parametrize(("option", "value"), OPTION_VALUES)
def test_every_option_value_plays_alike(option: str, value: str) -> None:
    rng = Random(f"{option}={value}")
    for _ in range(6):
        game, state = both(rng, {option: value}, 2)
        assert difference(game, state, 40, rng) == ""


def test_two_thousand_random_plays_agree_under_mixed_options() -> None:
    rng, plays = Random(2026), 0
    while plays < 2000:
        options = random_options(rng)
        players = rng.choice((2, 3, 4, 8)) if options.get("racing") == "yes" else 2
        game, state = both(rng, options, players)
        assert difference(game, state, 50, rng) == ""
        plays += sum(seat > 0 for seat, _ in game.record)


def _found(seed: int) -> bool:
    rng = Random(seed)
    for _ in range(30):
        game, state = both(rng, {}, 2)
        if difference(game, state, 40, rng):
            return True
    return False


def test_a_bug_planted_in_the_engine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _found(7)
    real = sequences.put_downs

    def short_only(spot: Spot, rules: Rules, hand: Sequence[Card]) -> list[Chain]:
        return [chain for chain in real(spot, rules, hand) if len(chain) < 3]

    monkeypatch.setattr("scoring.games.pursuit.game.put_downs", short_only)
    assert _found(7)


def test_a_bug_planted_in_the_reference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "kept", lambda last: 1)
    assert _found(7)


@pytest.mark.torture
def test_a_hundred_thousand_plays_agree() -> None:
    rng = Random(100_000)
    plays = 0
    while plays < 100_000:
        options = random_options(rng)
        players = rng.choice((2, 3, 5, 8)) if options.get("racing") == "yes" else 2
        game, state = both(rng, options, players)
        assert difference(game, state, 200, rng) == ""
        plays += sum(seat > 0 for seat, _ in game.record)
