"""The engine of Swedish Pursuit agrees with the plain reference, and a bug planted in either is
found.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.games.shedding.flags import NONE, Flags
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.law.rulebook import Rules
from tests.reference import swedish_pursuit as plain
from tests.scoring.games.swedish_pursuit.differing import both, difference, random_options
from tests.scoring.games.swedish_pursuit.tables import OPTIONS


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_value_plays_alike(option: str) -> None:
    rng = Random(option)
    name, _, value = option.partition("=")
    for players in (2, 3, 5, 10):
        game, state = both(rng, {name: value}, players)
        assert difference(game, state, 90, rng) == ""


def disagreement(seed: int, plays: int) -> str:
    """Play so many random plays under mixed options at tables of every size;
    the first difference.
    """
    rng = Random(seed)
    done = 0
    while done < plays:
        game, state = both(rng, random_options(rng), rng.randint(2, 10))
        found = difference(game, state, 150, rng)
        done += len(game.record)
        if found:
            return found
    return ""


def test_two_thousand_random_plays_agree_under_mixed_options() -> None:
    assert disagreement(2026, 2_000) == ""


@pytest.mark.torture
def test_a_hundred_thousand_random_plays_agree() -> None:
    assert disagreement(2027, 100_000) == ""


def with_bug(bug: dict[str, Any]) -> Callable[[Rules], Flags]:
    """What reads the flags, some of them wrong."""
    return lambda rules: replace(flags_of(rules), **bug)


def test_a_bug_planted_in_the_engine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert disagreement(7, 600) == ""
    for bug in ({"turn_skips_two": True}, {"shown": NONE}, {"compulsory": False}):
        monkeypatch.setattr(SwedishPursuit, "read_flags", staticmethod(with_bug(bug)))
        assert disagreement(7, 2_000) != ""


def test_a_bug_planted_in_the_reference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plain.POINTS, "8", 8)
    assert "points" in disagreement(7, 2_000)
