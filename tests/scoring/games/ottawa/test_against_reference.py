"""The engine of Ottawa agrees with the plain reference, and a bug planted in either is found."""

from random import Random

import pytest

from scoring.games.ottawa import game as engine
from tests.reference import ottawa as plain
from tests.scoring.games.ottawa.differing import OPTION_VALUES, both, difference


@pytest.mark.parametrize(("option", "value"), OPTION_VALUES)
def test_every_option_value_plays_alike(option: str, value: str) -> None:
    rng = Random(f"{option}={value}")
    for players in (2, 3, 4, 5, 6):
        game, state = both(rng, {option: value}, players)
        assert difference(game, state, 80, rng) == ""


def _options(rng: Random) -> dict[str, str]:
    return {name: value for name, value in OPTION_VALUES if rng.random() < 0.5}


def test_two_thousand_random_plays_agree_under_mixed_options() -> None:
    rng, plays = Random(2026), 0
    while plays < 2000:
        game, state = both(rng, _options(rng), rng.randint(2, 6))
        assert difference(game, state, 120, rng) == ""
        plays += sum(seat > 0 for seat, _ in game.record)


def _found(seed: int) -> bool:
    rng = Random(seed)
    return any(difference(*both(rng, {}, 4), 100, rng) != "" for _ in range(20))


def test_a_bug_planted_in_the_engine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _found(7)
    monkeypatch.setattr(engine, "KEPT", 1)
    assert _found(7)


def test_a_bug_planted_in_the_reference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "step", lambda low, high: 0)
    assert _found(7)


@pytest.mark.torture
def test_a_hundred_thousand_plays_agree() -> None:
    rng, plays = Random(100_000), 0
    while plays < 100_000:
        game, state = both(rng, _options(rng), rng.randint(2, 6))
        assert difference(game, state, 300, rng) == ""
        plays += sum(seat > 0 for seat, _ in game.record)
