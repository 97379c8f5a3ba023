"""Positions as case files write them."""

import pytest

from scoring.cards import CardError
from scoring.law.case_file import read_position
from scoring.law.game import GameError
from scoring.law.position import CallPosition, HandPosition, SetupPosition, TablePosition


def test_every_key_of_a_table_position_may_be_missing() -> None:
    assert read_position({}, "discard") == TablePosition()


def test_a_table_position_is_read() -> None:
    told = {"players": 4, "turn": 2, "direction": -1, "top": "10H", "suit_in_force": "H", "pending": 0, "stock": 3,
            "hand": ["TS", "jk"], "said_last_card": True, "already_picked_up": "KD"}  # fmt: skip
    assert read_position(told, "discard") == TablePosition(
        players=4, turn=2, direction=-1, top=35, suit=2, pending=0, stock=3, hand=(48, 52), said_last_card=True,
        picked_up="KD",
    )  # fmt: skip


def test_challenge_and_set_up_are_read() -> None:
    told = CallPosition(players=None, offender=1, offender_has_acted=False)
    assert read_position({"offender": 1}, "challenge") == told
    assert read_position({"players": 5, "dealt": 7}, "setup") == SetupPosition(5, None, 7)


def test_a_card_that_cannot_be_read_is_named() -> None:
    with pytest.raises(CardError, match="“1X”"):
        read_position({"top": "1X"}, "discard")


@pytest.mark.parametrize(("told", "kind", "message"), [
    ({"players": 21}, "discard", "“players” must be a whole number from 2 to 20, not 21."),
    ({"players": 4, "turn": 5}, "discard", "“turn” must be a whole number from 1 to 4, not 5."),
    ({"stock": 10**9}, "pick_up", "“stock” must be a whole number from 0 to 104, not 1000000000."),
    ({"pending": "two"}, "pick_up", "“pending” must be a whole number from 0 to 104, not 'two'."),
    ({"stock": True}, "claim_blocked", "“stock” must be a whole number from 0 to 104, not True."),
    ({"offender": 1, "players": 1}, "challenge", "“players” must be a whole number from 2 to 20, not 1."),
    ({"players": 5, "turned_up": []}, "start", "“turned_up” must name at least one card."),
])  # fmt: skip
def test_a_number_out_of_range_is_named(told: dict[str, object], kind: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        read_position(told, kind)
    assert str(caught.value) == message


def test_a_hand_may_be_written_as_one_text() -> None:
    assert read_position({"hand": "8H, 10C"}, "tally") == HandPosition((33, 9))
