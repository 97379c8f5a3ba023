"""The suit of an 8 named after the card: in time, too late, or not at all (SP-A9)."""

from itertools import permutations

import pytest

from scoring.games.swedish_pursuit import ENGINE, SwedishPursuit
from scoring.law.plays import Call, Nominate
from scoring.law.position import NamingPosition
from scoring.law.verdict import IllegalPlay
from tests.scoring.games.swedish_pursuit.tables import BOOK, game, lay

CLUBS, SPADES = 0, 3
NO_SUIT = 4


def laid(card: str = "8C", options: str = "") -> SwedishPursuit:
    table = game(["8C KH 3C 4C", "9S 9D 5C", "TC JC"], top="KH", stock="2S 3S 4S", options=options)
    table.apply(lay(card))
    return table


def test_a_suit_may_follow_until_the_next_player_acts() -> None:
    table = laid()
    assert table.suit == CLUBS
    table.apply(Nominate(1, SPADES))
    assert (table.suit, [str(play) for play in table.legal_plays()]) == (SPADES, ["9S"])
    late = laid()
    late.apply(lay("5C"))
    assert not late.is_legal(Nominate(1, SPADES))


def test_the_first_word_binds() -> None:
    table = laid()
    table.apply(Nominate(1, SPADES))
    assert not table.is_legal(Nominate(1, CLUBS))
    assert table.check(Nominate(1, CLUBS)).text.startswith(
        "Illegal. The first suit named binds. (SP-18)"
    )
    assert not laid("8C=D").is_legal(Nominate(1, SPADES))


@pytest.mark.parametrize("naming", [Nominate(2, SPADES), Nominate(1, NO_SUIT), Nominate(0, CLUBS)])
def test_only_the_player_of_the_eight_names_one_of_four_suits(naming: Nominate) -> None:
    table = laid()
    assert not table.is_legal(naming)
    with pytest.raises(IllegalPlay):
        table.apply(naming)


def test_no_other_card_names_a_suit_and_nothing_is_named_before_the_first_lay() -> None:
    assert not laid("KH").is_legal(Nominate(1, SPADES))
    fresh = game(["8C 3C", "9S 9D"], top="8H")
    assert not fresh.is_legal(Nominate(1, SPADES))
    assert fresh.check(Nominate(1, SPADES)).answer == "illegal"


def test_where_the_card_binds_a_later_word_is_void() -> None:
    table = laid(options="nominate_until=card")
    verdict = table.check(Nominate(1, SPADES))
    assert not table.is_legal(Nominate(1, SPADES))
    assert (verdict.answer, verdict.clauses) == ("illegal", ("SP-18",))
    assert [f"{turn.option}={turn.value}" for turn in verdict.turned_by] == [
        "nominate_until=next_play"
    ]


NOBODY = 0
"""The bit mask of `silent`: no seat still owes its call."""


@pytest.mark.parametrize("words", list(permutations([Nominate(1, SPADES), Call(1)])))
def test_the_suit_and_the_call_follow_in_either_order(words: tuple[Nominate | Call, ...]) -> None:
    table = game(["8C 3C", "9S 9D"], top="KH", stock="2S 3S")
    table.apply(lay("8C"))
    for word in words:
        assert table.is_legal(word)
        table.apply(word)
    assert (table.suit, table.silent) == (SPADES, NOBODY)


def test_nothing_is_named_after_the_end() -> None:
    table = game(["8C", "9S 9D"], top="KH", stock="2S 3S")
    table.apply(lay("8C"))
    assert not table.is_legal(Nominate(1, SPADES))
    assert table.check(Nominate(1, SPADES)).answer == "illegal"


@pytest.mark.parametrize(("told", "options", "answer"), [
    ({"next_player_has_acted": False}, "", "legal"),
    ({"next_player_has_acted": True}, "", "illegal"),
    ({"next_player_has_acted": False, "named_before": True}, "", "illegal"),
    ({}, "", "depends"),
    ({}, "nominate_until=card", "illegal"),
])  # fmt: skip
def test_a_late_suit_is_ruled_from_the_facts(
    told: dict[str, object], options: str, answer: str
) -> None:
    question = ENGINE.read_question({"kind": "nominate", "nominate": "S"}, told)
    verdict = ENGINE.check(ENGINE.read_position(told, "nominate"), question, BOOK.rules(options))
    assert isinstance(ENGINE.read_position(told, "nominate"), NamingPosition)
    assert (verdict.answer, bool(verdict.needs)) == (answer, answer == "depends")
    # Each answer rests on the open question SP-A9, of which the option is another reading.
    assert verdict.status == "default"
