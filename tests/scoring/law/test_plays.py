"""Plays are equal by what they hold and write themselves as a transcript does."""

from scoring.cards import parse_card
from scoring.law.plays import (
    DRAW,
    END_TURN,
    LAY,
    LAY_NAMING,
    MISS,
    PICK_UP,
    TAKE_DISCARD,
    TAKE_PENALTY,
    Discard,
    Lay,
    PutDown,
)


def test_plays_write_themselves() -> None:
    card = parse_card("10H")
    plays = [
        PICK_UP,
        TAKE_PENALTY,
        MISS,
        DRAW,
        TAKE_DISCARD,
        END_TURN,
        Discard(card),
        PutDown(((card, 0), (1,))),
    ]
    assert [str(play) for play in plays] == ["+", "++", "-", "+", "+d", ".", ">TH", "TH,AC/2C"]
    assert str(Lay((card, 0), 3)) == "TH,AC=S"


def test_single_lays_are_made_once_and_equal_any_other() -> None:
    assert all(LAY[card] == Lay((card,)) for card in range(54))
    assert all(
        LAY_NAMING[card][suit] == Lay((card,), suit) for card in range(54) for suit in range(4)
    )


def test_plays_without_a_field_are_equal_by_their_kind() -> None:
    assert {PICK_UP, type(PICK_UP)(), MISS} == {PICK_UP, MISS}
    assert (repr(DRAW), DRAW == MISS) == ("Draw()", False)
