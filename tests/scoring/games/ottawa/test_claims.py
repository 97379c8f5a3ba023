"""Claims in Ottawa that are no plays: set-up, score, tally, blocked deal, and how they are read."""

from typing import Any

import pytest

from scoring.cards import CardError
from scoring.games.ottawa import ENGINE
from scoring.law.game import GameError
from scoring.law.plays import DRAW, END_TURN
from scoring.law.verdict import Verdict


def ask(kind: str, position: dict[str, Any], options: str = "", **play: Any) -> Verdict:
    question = ENGINE.read_question({"kind": kind} | play, position)
    return ENGINE.check(
        ENGINE.read_position(position, kind), question, ENGINE.rulebook.rules(options)
    )


@pytest.mark.parametrize(("position", "answer", "clauses"), [
    ({"players": 4, "decks": 1, "dealt": 7}, "legal", ("OT-4", "OT-6")),
    ({"players": 6, "dealt": 6}, "legal", ("OT-4", "OT-6")),
    ({"players": 4, "decks": 2}, "illegal", ("OT-4",)),
    ({"players": 7}, "illegal", ("OT-1",)),
])  # fmt: skip
def test_players_packs_and_cards_dealt(
    position: dict[str, Any], answer: str, clauses: tuple[str, ...]
) -> None:
    verdict = ask("setup", position)
    assert (verdict.answer, verdict.clauses) == (answer, clauses)


def test_any_card_opens_the_pile() -> None:
    verdict = ask("start", {"players": 4, "turned_up": ["10H"], "dealer": 1})
    assert (verdict.answer, verdict.clauses) == ("legal", ("OT-7", "OT-15"))
    assert verdict.then == {"top": "10H", "next_turn": 2, "direction": 1}
    assert ask("start", {"players": 4, "turned_up": ["8H", "2C"]}).answer == "illegal"
    with pytest.raises(GameError, match="turned_up"):
        ask("start", {"players": 4, "turned_up": []})


def test_the_winners_score_is_what_the_others_hold() -> None:
    others = {"others": [["5C", "KD", "AS"], ["10H", "2D"]]}
    assert ask("score", others, claimed=42).answer == "correct"
    wrong = ask("score", others, claimed=28)
    assert (wrong.answer, wrong.then) == ("incorrect", {"winner_scores": 42})
    assert wrong.reasons[-1].words == "The winner scores what the others hold: 30 + 12 = 42."
    assert ask("score", {}).then == {"winner_scores": 0}


def test_one_hand_is_counted_for_the_winner() -> None:
    verdict = ask("tally", {"hand": ["8H", "AS"]}, claimed=31)
    assert (verdict.answer, verdict.then, verdict.clauses) == (
        "incorrect",
        {"score": 23},
        ("OT-31", "OT-32", "OT-33"),
    )
    assert ask("tally", {"hand": ["8H"]}, claimed=8).answer == "correct"


@pytest.mark.parametrize(("position", "answer"), [
    ({"players": 4, "stock": 3}, "denied"),
    ({"players": 4, "stock": 0, "consecutive_misses": 3}, "denied"),
    ({"stock": 0, "consecutive_misses": 3}, "depends"),
    ({"players": 4, "stock": 0, "consecutive_misses": 4}, "upheld"),
])  # fmt: skip
def test_a_deal_is_blocked_when_all_have_passed_with_nothing_to_draw(
    position: dict[str, Any], answer: str
) -> None:
    assert ask("claim_blocked", position).answer == answer


def test_how_a_blocked_deal_counts_turns_with_its_option() -> None:
    verdict = ask("claim_blocked", {"players": 4, "stock": 0, "consecutive_misses": 4})
    assert verdict.status == "default"
    assert [(turn.option, turn.value) for turn in verdict.turned_by] == [("blocked", "no_score")]


def test_the_simple_plays_are_read() -> None:
    assert ENGINE.read_question({"kind": "draw"}, {}) == DRAW
    assert ENGINE.read_question({"kind": "pass"}, {}) == END_TURN


def test_what_cannot_be_read_is_named() -> None:
    with pytest.raises(GameError, match="no play of the kind “discard”"):
        ENGINE.read_question({"kind": "discard"}, {})
    with pytest.raises(GameError, match="without Jokers"):
        ENGINE.read_position({"hand": ["JK"]}, "lay_off")
    with pytest.raises(GameError, match="“players” must be a whole number from 2 to 6, not 7"):
        ENGINE.read_position({"players": 7}, "lay_off")
    assert ENGINE.read_position({"hand": "8H 10C"}, "lay_off").hand == (33, 9)
    with pytest.raises(CardError, match="“1H” is not a card"):
        ENGINE.read_position({"pile_top_last": ["1H"]}, "lay_off")
