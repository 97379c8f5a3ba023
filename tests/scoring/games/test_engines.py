"""Engines are found by the name of their game."""

import pytest

from scoring.games.registry import ENGINES, engine
from scoring.law.rulebook import RulesError


def test_an_engine_is_found_with_hyphen_or_underscore() -> None:
    assert engine("swedish-pursuit") is engine("swedish_pursuit") is ENGINES["swedish_pursuit"]


def test_every_engine_obeys_the_rulebook_of_its_name() -> None:
    assert {name: engine.rulebook.name for name, engine in ENGINES.items()} == {
        name: name for name in ENGINES
    }


def test_a_game_without_an_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ENGINES, "swedish_pursuit")
    with pytest.raises(RulesError, match="Swedish Pursuit has rules but cannot be played"):
        engine("swedish-pursuit")
