"""The suit of an Ace named after the card: in time, too late, twice (SW-16; the text is silent on
the time).
"""

import pytest

from scoring.games.switch import ENGINE, SWITCH, Switch
from scoring.law.plays import Call, Nominate
from scoring.law.verdict import IllegalPlay
from scoring.transcript import follow, loads
from tests.scoring.games.switch.test_game import game, lay

SPADES = 3


def laid(card: str = "AC") -> Switch:
    table = game("AC 3C 4C/9S 9D 5C/TC JC", "KH", "2S 3S 4S")
    table.apply(lay(card))
    return table


def test_a_suit_may_follow_until_the_next_player_acts() -> None:
    table = laid()
    assert table.suit == 0
    table.apply(Nominate(1, SPADES))
    assert (table.suit, [str(play) for play in table.legal_plays()]) == (SPADES, ["9S"])
    late = laid()
    late.apply(lay("5C"))
    assert not late.is_legal(Nominate(1, SPADES))
    assert late.check(Nominate(1, SPADES)).clauses == ("SW-16",)


def test_the_first_word_binds_and_leaves_a_call_open() -> None:
    table = laid()
    assert table.check(Nominate(1, SPADES)).status == "default"
    table.apply(Nominate(1, SPADES))
    assert not table.is_legal(Nominate(1, 0))
    assert not laid("AC=D").is_legal(Nominate(1, SPADES))
    alone = game("AC 3C/9S 9D", "KH", "2S")
    alone.apply(lay("AC"))
    alone.apply(Call(1))
    assert alone.is_legal(Nominate(1, SPADES))


@pytest.mark.parametrize("naming", [Nominate(2, SPADES), Nominate(1, 4), Nominate(0, 0)])
def test_only_the_player_of_the_ace_names_one_of_four_suits(naming: Nominate) -> None:
    table = laid()
    with pytest.raises(IllegalPlay):
        table.apply(naming)
    assert table.suit == 0
    assert not game("9H/9S", "KH").is_legal(naming)


@pytest.mark.parametrize(("told", "answer"), [
    ({"next_player_has_acted": False}, "legal"),
    ({"next_player_has_acted": True}, "illegal"),
    ({"next_player_has_acted": False, "named_before": True}, "illegal"),
    ({}, "depends"),
])  # fmt: skip
def test_a_late_suit_is_ruled_from_the_facts(told: dict[str, object], answer: str) -> None:
    question = ENGINE.read_question({"kind": "nominate", "nominate": "S"}, told)
    verdict = ENGINE.check(ENGINE.read_position(told, "nominate"), question, SWITCH.rules())
    assert (verdict.answer, bool(verdict.needs), verdict.status) == (
        answer,
        answer == "depends",
        "default",
    )
    assert verdict.then == ({"suit_in_force": "S"} if answer == "legal" else {})


def test_a_late_suit_goes_on_paper_in_a_fragment() -> None:
    known = '[Game "switch"] [Players "3"] [Turn "1"] [Top "KH"] [Suit "H"] [Pending "0"] '
    assert follow(loads(known + "1:AC 1:=S 2:9S")).stop is None
    assert follow(loads(known + "1:AC 1:=S 2:9C")).stop is not None
