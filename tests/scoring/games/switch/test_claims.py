"""Claims in Switch that are no plays: start, set-up, tally, blocked game, missed call, and how they
are read.
"""

from typing import Any

import pytest

from scoring.cards import CardError
from scoring.games.switch import ENGINE
from scoring.law.game import GameError
from scoring.law.verdict import Verdict


def ask(kind: str, position: dict[str, Any], options: str = "", **play: Any) -> Verdict:
    told = {"kind": kind} | play
    question = ENGINE.read_question(told, position)
    return ENGINE.check(
        ENGINE.read_position(position, kind), question, ENGINE.rulebook.rules(options)
    )


def test_a_plain_start_card_opens_the_pile() -> None:
    verdict = ask("start", {"players": 4, "turned_up": ["KD"], "dealer": 2})
    assert (verdict.answer, verdict.clauses) == ("legal", ("SW-5", "SW-7", "SW-8"))
    assert verdict.then == {"top": "KD", "next": "left of dealer", "next_turn": 3, "direction": 1}


def test_every_power_card_goes_back_and_no_other() -> None:
    again = ask("start", {"players": 4, "turned_up": ["7H", "AD"]})
    assert (again.answer, again.then) == ("illegal", {"returned_and_reshuffled": ["7H", "AD"]})
    wrong = ask("start", {"players": 4, "turned_up": ["7H", "KD", "3S"]})
    assert (wrong.answer, wrong.then["top"], wrong.clauses[0]) == ("illegal", "KD", "SW-6")


@pytest.mark.parametrize(("position", "answer", "clauses"), [
    ({"players": 5, "decks": 1, "dealt": 7}, "legal", ("SW-2", "SW-4")),
    ({"players": 6}, "legal", ("SW-2", "SW-4")),
    ({"players": 5, "decks": 2}, "illegal", ("SW-2",)),
    ({"players": 5, "dealt": 6}, "illegal", ("SW-4",)),
    ({"players": 1}, "illegal", ("SW-1",)),
    ({"players": 11}, "legal", ("SW-2", "SW-4", "SW-1")),
    ({"players": 14, "decks": 2}, "legal", ("SW-2", "SW-4", "SW-1")),
    ({"players": 15}, "illegal", ("SW-4",)),
])  # fmt: skip
def test_packs_and_cards_dealt(
    position: dict[str, Any], answer: str, clauses: tuple[str, ...]
) -> None:
    verdict = ask("setup", position)
    assert (verdict.answer, verdict.clauses) == (answer, clauses)


def test_there_is_nothing_to_tally_unless_values_are_borrowed() -> None:
    silent = ask("tally", {"hand": ["8H", "AC"]}, claimed=31)
    assert (silent.answer, silent.then, silent.status) == ("incorrect", {}, "default")
    assert ask("tally", {"hand": ["8H"]}).answer == "correct"
    borrowed = ask("tally", {"hand": ["8H", "AC"]}, "scoring=hand_points", claimed=31)
    assert (borrowed.answer, borrowed.then, borrowed.clauses) == (
        "correct",
        {"score": 31},
        ("SW-20",),
    )
    assert "8H 30 (SP-30)" in borrowed.text
    assert ask("tally", {"hand": []}, "scoring=hand_points", claimed=1).answer == "incorrect"


@pytest.mark.parametrize(("position", "answer"), [
    ({"players": 4, "stock": 3, "consecutive_misses": 4}, "denied"),
    ({"players": 4, "stock": 0, "consecutive_misses": 0}, "denied"),
    ({"players": 4, "stock": 0, "consecutive_misses": 3}, "denied"),
    ({"players": 4, "stock": 0}, "depends"),
    ({"players": 4, "stock": 0, "consecutive_misses": 4}, "upheld"),
])  # fmt: skip
def test_a_blocked_game_is_nearly_always_helped_by_a_reshuffle(
    position: dict[str, Any], answer: str
) -> None:
    assert ask("claim_blocked", position).answer == answer


CAUGHT: dict[str, Any] = {
    "players": 4,
    "offender": 1,
    "offender_hand_count": 1,
    "said": False,
    "offender_has_acted": False,
    "stock": 9,
}


def test_whoever_is_caught_takes_one_card() -> None:
    verdict = ask("challenge", CAUGHT, signature=3)
    assert (verdict.answer, verdict.then, verdict.clauses) == (
        "upheld", {"offender_draws": 1, "stock": 8}, ("SW-18", "SW-17"),
    )  # fmt: skip
    assert ask("challenge", CAUGHT | {"stock": 0}, signature=3).then == {"offender_draws": 1}


@pytest.mark.parametrize(("facts", "by", "clause"), [
    ({}, 1, "SW-18"),
    ({"said": True}, 3, "SW-17"),
    ({"offender_hand_count": 2}, 3, "SW-17"),
    ({"game_over": True}, 3, "SW-20"),
    ({"offender_has_acted": True}, 3, "SW-18"),
])  # fmt: skip
def test_a_challenge_is_denied_with_its_reason(facts: dict[str, Any], by: int, clause: str) -> None:
    verdict = ask("challenge", CAUGHT | facts, by=by)
    assert (verdict.answer, verdict.clauses) == ("denied", (clause,))


def test_a_late_challenge_turns_with_its_option() -> None:
    late = CAUGHT | {"offender_has_acted": True}
    assert ask("challenge", late, "challenge_until=any_time", signature=3).answer == "upheld"
    assert [turn.value for turn in ask("challenge", late, signature=3).turned_by] == ["any_time"]


def test_unknown_facts_of_a_challenge_are_asked_for() -> None:
    verdict = ask("challenge", {"offender": 1, "offender_has_acted": None}, signature=3)
    assert (verdict.answer, verdict.needs) == (
        "depends",
        (
            "whether last card was said",
            "how many cards the challenged player holds now",
            "whether the challenged player has had a turn since",
        ),
    )  # fmt: skip


def test_what_cannot_be_read_is_named() -> None:
    with pytest.raises(GameError, match="no play of the kind “lay_off”"):
        ENGINE.read_question({"kind": "lay_off"}, {})
    with pytest.raises(GameError, match="without Jokers"):
        ENGINE.read_position({"top": "JK"}, "discard")
    for nothing in ({"players": 4, "turned_up": []}, {"players": 4, "turned_up": ["JK"]}):
        with pytest.raises(GameError):
            ENGINE.read_position(nothing, "start")
    with pytest.raises(GameError, match="“stock” must be a whole number from 0 to 104, not 105"):
        ENGINE.read_position({"stock": 105}, "pick_up")
    assert ENGINE.read_position({"stock": 61}, "pick_up").stock == 61
    with pytest.raises(CardError, match="“1H” is not a card"):
        ENGINE.read_position({"hand": ["1H"]}, "discard")
