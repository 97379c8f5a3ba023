"""The sample cases of Switch, and cases of our own for each open question, both ways."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.switch import ENGINE
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

CASES = [
    case
    for case in json.loads(
        (Path(__file__).parents[4] / "fixtures" / "rulebook" / "cases.json").read_text()
    )["cases"]
    if case["game"] == "switch"
]
FOR_READERS = {"must", "next"}
TABLE: dict[str, Any] = {
    "players": 4,
    "turn": 1,
    "direction": 1,
    "top": "KH",
    "suit_in_force": "H",
    "pending": 0,
    "stock": 20,
}


def ask(position: dict[str, Any], play: dict[str, Any], rules: Rules) -> Verdict:
    read = ENGINE.read_position(position, play["kind"])
    return ENGINE.check(read, ENGINE.read_question(play, position), rules)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_sample_case_is_answered_as_expected(case: dict[str, Any]) -> None:
    verdict = ask(case["position"], case["play"], ENGINE.rulebook.rules(case["options"]))
    then = {
        key: value
        for key, value in case["expected"].get("then", {}).items()
        if key not in FOR_READERS
    }
    assert (verdict.answer, {key: verdict.then.get(key) for key in then}) == (
        case["expected"]["verdict"],
        then,
    )
    assert set(case["clauses"]) <= set(verdict.clauses)
    assert verdict.status == "text"


def test_all_six_sample_cases_are_there() -> None:
    assert [case["id"] for case in CASES] == ["SW01", "SW02", "SW03", "SW05", "SW06", "SW09"]


Asked = tuple[str, str, dict[str, Any], str, tuple[str, ...], str, str]

OPEN: list[Asked] = [
    # question, option turned, table, play, default answer, then what the option makes of it
    ("SW-A1", "compulsory=no", {"hand": "9H 3C"}, "pick_up", ("SW-9", "SW-7"), "illegal", "legal"),
    ("SW-A2", "mix_penalties=yes", {"top": "2S", "suit_in_force": "S", "pending": 2, "hand": "4S 9C"}, "4S",
     ("SW-10", "SW-11"), "illegal", "legal"),
    ("SW-A2", "mix_penalties=yes", {"top": "4S", "suit_in_force": "S", "pending": 4, "hand": "2S 9C"}, "2S",
     ("SW-11", "SW-10"), "illegal", "legal"),
    ("SW-A3", "ace_ban=literal", {"top": "2S", "suit_in_force": "S", "hand": "AH 9C"}, "AH=D",
     ("SW-15", "SW-16"), "legal", "illegal"),
    ("SW-A10", "two_compulsory=yes", {"top": "2S", "suit_in_force": "S", "pending": 2, "hand": "2H 9C"}, "pick_up",
     ("SW-10",), "legal", "illegal"),
    ("SW-A13", "same_suit_or_rank=yes", {"hand": "9H 5H 3C"}, "9H 5H", ("SW-12", "SW-24"), "illegal", "legal"),
    ("SW-A14", "suit_runs=yes", {"hand": "9H TH JH 3C"}, "9H TH JH", ("SW-12", "SW-24", "SW-25"), "illegal", "legal"),
]  # fmt: skip


def put(told: dict[str, Any], play: str, options: str = "") -> Verdict:
    """`9H 5H` lays these two, `AH=D` names diamonds, `pick_up` is itself."""
    position = (
        TABLE | told | ({"hand": told["hand"].split()} if told.get("hand") is not None else {})
    )
    cards, _, suit = play.partition("=")
    asked = {"kind": "discard", "cards": cards.split(), "nominate": suit or None}
    return ask(
        position,
        {"kind": play} if play in ("pick_up", "miss") else asked,
        ENGINE.rulebook.rules(options),
    )


@pytest.mark.parametrize("asked", OPEN, ids=lambda asked: f"{asked[0]} {asked[3]}")
def test_an_open_question_is_answered_both_ways(asked: Asked) -> None:
    question, option, told, play, clauses, answer, otherwise = asked
    verdict = put(told, play)
    assert (verdict.answer, verdict.status, verdict.clauses) == (answer, "default", clauses)
    assert put(told, play, option).answer == otherwise
    assert option in {f"{turn.option}={turn.value}" for turn in verdict.turned_by}
    assert question in {
        asked.id for asked in ENGINE.rulebook.option(option.partition("=")[0]).asked
    }


def test_only_the_top_card_of_a_seven_drop_acts() -> None:
    told = {"hand": "7H 2H 8H 3C", "turn": 2}
    default = put(told, "7H 2H 8H")
    assert (default.then["pending"], default.then["missed"], default.then["next_turn"]) == (0, 3, 4)
    assert default.status == "default"
    every = put(told, "7H 2H 8H", "seven_powers=all")
    assert (every.then["pending"], every.then["missed"], every.then["next_turn"]) == (2, 3, 4)


def test_a_jack_between_two_players() -> None:
    told = {"players": 2, "hand": "JH 3C"}
    assert put(told, "JH").then["next_turn"] == 2
    assert put(told, "JH", "jack_two=skip").then["next_turn"] == 1
    assert put({"players": 2, "hand": "8H 3C"}, "8H").then["next_turn"] == 1


def test_the_last_card_wins_at_once_or_takes_a_place() -> None:
    assert put({"hand": "9H"}, "9H").then["game_over"] is True
    on = put({"hand": "9H"}, "9H", "play_on=yes")
    assert (on.then["game_over"], on.then["winner"], on.then["next_turn"]) == (False, 1, 2)


def test_going_out_on_a_two_is_allowed_and_the_reading_is_named() -> None:
    verdict = put({"hand": "2H"}, "2H")
    assert (verdict.answer, verdict.status) == ("legal", "default")
    assert verdict.reasons[-1].question == "SW-A7"
