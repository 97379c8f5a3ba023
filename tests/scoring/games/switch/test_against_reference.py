"""The engine of Switch agrees with the plain reference, and a bug planted in either is found."""

from dataclasses import replace
from random import Random

import pytest

from scoring.games.shedding.flags import Flags
from scoring.games.switch import Switch
from scoring.games.switch.flags import flags_of
from scoring.law.rulebook import Rules
from tests.reference import switch as plain
from tests.scoring.games.switch.differing import OPTION_VALUES, both, difference, random_options


@pytest.mark.parametrize(("option", "value"), OPTION_VALUES)
def test_every_option_value_plays_alike(option: str, value: str) -> None:
    rng = Random(f"{option}={value}")
    for players in (2, 3, 5, 6):
        game, state = both(rng, {option: value}, players)
        assert difference(game, state, 80, rng) == ""


def test_two_thousand_random_plays_agree_under_mixed_options() -> None:
    rng, plays = Random(2026), 0
    while plays < 2000:
        game, state = both(rng, random_options(rng), rng.randint(2, 10))
        assert difference(game, state, 80, rng) == ""
        plays += sum(seat > 0 for seat, _ in game.record)


def _found(seed: int, options: dict[str, str]) -> bool:
    rng = Random(seed)
    return any(difference(*both(rng, options, 3), 60, rng) != "" for _ in range(20))


def skipping_two(rules: Rules) -> Flags:
    """The flags of Switch with an 8 that passes over two players."""
    flags = flags_of(rules)
    effects = [effect._replace(skips=2 * effect.skips) for effect in flags.effects]
    return replace(flags, effects=tuple(effects))


def test_a_bug_planted_in_the_engine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _found(7, {})
    monkeypatch.setattr(Switch, "read_flags", staticmethod(skipping_two))
    assert _found(7, {})


def test_a_bug_planted_in_the_reference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    alternatives = {"same_suit_or_rank": "yes"}
    assert not _found(8, alternatives)
    monkeypatch.setattr(plain, "groups", lambda hand: set())
    assert _found(8, alternatives)


@pytest.mark.torture
def test_a_hundred_thousand_plays_agree() -> None:
    rng, plays = Random(100_000), 0
    while plays < 100_000:
        game, state = both(rng, random_options(rng), rng.randint(2, 10))
        assert difference(game, state, 400, rng) == ""
        plays += sum(seat > 0 for seat, _ in game.record)
