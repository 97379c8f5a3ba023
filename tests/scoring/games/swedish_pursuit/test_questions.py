"""Questions as case files write them."""

import pytest

from scoring.games.swedish_pursuit import ENGINE
from scoring.law.game import GameError
from scoring.law.plays import PICK_UP, TAKE_PENALTY, Challenge, Lay, Setup

read_question = ENGINE.read_question


def test_a_discard_may_be_one_card_or_several() -> None:
    assert read_question({"kind": "discard", "card": "8C", "nominate": "S"}, {}) == Lay((7,), 3)
    assert read_question({"kind": "discard", "cards": ["AC", "2C"]}, {}) == Lay((0, 1))


def test_a_pick_up_is_the_penalty_if_one_is_due() -> None:
    assert read_question({"kind": "pick_up"}, {"pending": 0}) is PICK_UP
    assert read_question({"kind": "pick_up"}, {"pending": 2}) is TAKE_PENALTY


def test_a_challenge_and_a_set_up_are_read() -> None:
    assert read_question({"kind": "challenge", "by": 3}, {"offender": 1}) == Challenge(3, 1)
    assert read_question({"kind": "setup"}, {}) == Setup()


def test_a_kind_of_play_that_the_game_lacks_is_named() -> None:
    with pytest.raises(GameError, match="no play of the kind “lay_off”"):
        read_question({"kind": "lay_off"}, {})
