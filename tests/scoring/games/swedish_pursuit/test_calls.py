"""LAST CARD: said in time or not, challenged in time or not."""

import pytest

from scoring.cards import cards_text
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.games.swedish_pursuit.calls import check_challenge
from scoring.law.plays import PICK_UP, Call, Challenge
from scoring.law.position import CallPosition
from scoring.law.verdict import IllegalPlay
from tests.scoring.games.swedish_pursuit.tables import BOOK, RULES, game, lay

STOCK = "2S 3S 4S 5S 6S 7S"


def table(options: str = "", stock: str = STOCK) -> SwedishPursuit:
    return game(["KS 3H", "9D KC 5D", "TC JC 7C"], "KH", stock, options)


def test_a_call_after_the_lay_is_in_time_until_the_next_player_acts() -> None:
    played = table()
    played.apply(lay("KS"))
    assert played.is_legal(Call(1))
    played.apply(Call(1))
    played.apply(lay("KC"))
    assert not played.is_legal(Challenge(2, 1))
    assert played.check(Challenge(2, 1)).clauses == ("SP-25",)


def test_a_call_just_before_the_lay_counts_and_is_marked_as_a_reading() -> None:
    played = table()
    assert played.check(Call(1)).status == "default"
    played.apply(Call(1))
    assert not played.is_legal(Call(1))
    played.apply(lay("KS"))
    assert played.silent == 0
    played.apply(lay("KC"))
    assert not played.is_legal(Challenge(3, 1))


def test_an_early_call_lapses_with_the_turn() -> None:
    played = game(["4C 3H", "9D KC 5D"], "KS", STOCK)
    played.apply(Call(1))
    played.apply(PICK_UP)
    assert played.called == 0


def test_a_missing_call_costs_two_cards_once_the_next_player_has_acted() -> None:
    played = table()
    played.apply(lay("KS"))
    assert not played.is_legal(Challenge(3, 1))
    assert "still time" in played.check(Challenge(3, 1)).text
    played.apply(lay("KC"))
    assert (
        played.check(Call(1)).text
        == "Illegal. The next player has acted: the call comes too late. (SP-25)"
    )
    verdict = played.check(Challenge(3, 1))
    assert (verdict.answer, verdict.clauses) == ("upheld", ("SP-25", "SP-26", "SP-27", "SP-28"))
    played.apply(Challenge(3, 1))
    assert cards_text(played.hand(1)) == "3H 2S 3S"
    with pytest.raises(IllegalPlay):
        played.apply(Challenge(3, 1))


@pytest.mark.parametrize(
    "challenge", [Challenge(1, 1), Challenge(0, 1), Challenge(9, 1), Challenge(2, 0)]
)
def test_nobody_challenges_themselves_or_from_no_seat(challenge: Challenge) -> None:
    played = table()
    played.apply(lay("KS"))
    played.apply(lay("KC"))
    assert not played.is_legal(challenge)
    assert played.check(challenge).answer == "denied"


def test_no_call_is_due_from_elsewhere() -> None:
    assert table().check(Call(2)).text == "Illegal. No call is due from this seat now. (SP-25)"
    assert table().check(Call(99)).answer == "illegal"


def silent_until_own_turn(options: str) -> SwedishPursuit:
    played = game(["KS 3H", "9D KC 5D", "TC JC 7C"], "KH", STOCK, options)
    for play in (lay("KS"), lay("KC"), lay("TC")):
        played.apply(play)
    played.apply(PICK_UP)
    return played


def test_a_challenge_may_come_late_unless_the_next_turn_closes_it() -> None:
    assert silent_until_own_turn("").is_legal(Challenge(2, 1))
    assert not silent_until_own_turn("challenge_until=next_turn").is_legal(Challenge(2, 1))


def silent_winner(options: str, stock: str = STOCK) -> SwedishPursuit:
    played = game(["KS 3S", "9D KC 5S", "TC 2S 7S"], "KH", stock, options)
    for play in (lay("KS"), lay("5S"), lay("7S"), lay("3S")):
        played.apply(play)
    return played


def test_after_the_win_a_challenge_is_too_late_unless_the_scores_close_it() -> None:
    assert not silent_winner("").is_legal(Challenge(2, 1))
    assert silent_winner("").check(Challenge(2, 1)).clauses == ("SP-28", "SP-27", "SP-8")
    assert not silent_winner("challenge_until=next_turn").is_legal(Challenge(2, 1))
    played = silent_winner("challenge_until=tally", "AD 4D 6D")
    played.apply(Challenge(2, 1))
    assert (played.over, played.winner, played.ending, played.turn) == (False, None, None, 2)
    assert cards_text(played.hand(1)) == "AD 4D"
    assert played.legal_plays() != ()


def test_whoever_went_out_without_a_word_cannot_say_it_after_the_win() -> None:
    played = silent_winner("challenge_until=tally")
    assert not played.is_legal(Call(1))
    words = "Illegal. The game is over: the call comes too late. (SP-25)"
    assert played.check(Call(1)).text == words
    with pytest.raises(IllegalPlay):
        played.apply(Call(1))
    assert played.is_legal(Challenge(2, 1))


def test_a_call_with_two_cards_left_does_not_heal_the_silence_of_an_earlier_turn() -> None:
    played = game(["KS 3C", "9D 5S 4S 6S KD"], "KH", "9C 7S 2D 4D 5D")
    for play in (lay("KS"), lay("5S"), PICK_UP, lay("4S"), PICK_UP, lay("6S"), lay("7S")):
        played.apply(play)
    assert cards_text(played.hand(1)) == "3C 9C"
    assert not played.is_legal(Call(1))
    assert played.check(Challenge(2, 1)).answer == "upheld"
    assert played.is_legal(Challenge(2, 1))


def test_with_an_empty_stock_a_silent_winner_stays_out() -> None:
    played = silent_winner("challenge_until=tally", "")
    played.apply(Challenge(2, 1))
    assert (played.over, played.winner) == (True, 1)


FACTS = {
    "players": 5,
    "offender": 1,
    "offender_hand_count": 1,
    "said": False,
    "next_player_has_acted": True,
}


@pytest.mark.parametrize(("facts", "options", "answer"), [
    ({}, "", "upheld"),
    ({"said": True}, "", "denied"),
    ({"next_player_has_acted": False}, "", "denied"),
    ({"offender_hand_count": 2}, "", "depends"),
    ({"offender_hand_count": 2, "offender_has_acted": False}, "", "denied"),
    ({"offender_hand_count": 2, "offender_has_acted": True}, "", "depends"),
    ({"offender_hand_count": 2, "held_then": 1, "offender_has_acted": True}, "", "upheld"),
    ({"offender_hand_count": 2, "held_then": 1}, "challenge_until=next_turn", "depends"),
    ({"offender_hand_count": 1, "held_then": 2}, "", "denied"),
    ({"offender_hand_count": None, "held_then": 1}, "", "upheld"),
    ({"offender_hand_count": 0}, "", "denied"),
    ({"offender_hand_count": 0}, "challenge_until=tally", "upheld"),
    ({"offender_hand_count": 0, "next_player_has_acted": None}, "challenge_until=tally", "upheld"),
    ({"offender_hand_count": 0, "confirmed": True}, "challenge_until=tally", "denied"),
    ({"offender_has_acted": True}, "", "upheld"),
    ({"offender_has_acted": True}, "challenge_until=next_turn", "denied"),
    ({"game_over": True}, "", "denied"),
    ({"said": None}, "", "depends"),
    ({"next_player_has_acted": None}, "", "depends"),
    ({"said": None, "next_player_has_acted": False}, "", "denied"),
])  # fmt: skip
def test_a_challenge_is_ruled_from_the_facts_that_decide(
    facts: dict[str, object], options: str, answer: str
) -> None:
    position = CallPosition(**{**FACTS, **facts})  # type: ignore[arg-type]
    verdict = check_challenge(position, Challenge(3, 1), BOOK.rules(options))
    assert verdict.answer == answer
    assert bool(verdict.needs) == (answer == "depends")


@pytest.mark.parametrize(("stock", "options", "drawn"), [
    (12, "", 2), (1, "", 1), (0, "", 0), (None, "", 2), (1, "short_stock=reshuffle", 2),
])  # fmt: skip
def test_the_penalty_takes_what_is_there(stock: int | None, options: str, drawn: int) -> None:
    position = CallPosition(**FACTS, stock=stock)  # type: ignore[arg-type]
    verdict = check_challenge(position, Challenge(3, 1), BOOK.rules(options))
    assert verdict.then["offender_draws"] == drawn
    assert verdict.then.get("stock") == (None if stock is None else max(stock - drawn, 0))


def test_a_short_penalty_is_a_reading_of_the_silent_text() -> None:
    told = FACTS | {"stock": 1, "offender_has_acted": False}
    verdict = check_challenge(CallPosition(**told), Challenge(3, 1), RULES)  # type: ignore[arg-type]
    assert verdict.status == "default"
    assert [f"{turn.option}={turn.value}" for turn in verdict.turned_by] == [
        "short_stock=reshuffle"
    ]
