"""The sample cases of Swedish Pursuit, each also under the option value of its alternative."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.swedish_pursuit import ENGINE
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

CASES = [
    case
    for case in json.loads(
        (Path(__file__).parents[4] / "fixtures" / "rulebook" / "cases.json").read_text()
    )["cases"]
    if case["game"] == "swedish_pursuit"
]
FOR_READERS = {"must", "next"}
ANSWERED_OTHERWISE: dict[str, tuple[str, dict[str, Any]]] = {
    "SP21": ("legal", {"next_turn": 5, "direction": -1, "suit_in_force": "S"}),
    "SP23": ("legal", {"game_over": True, "winner": 1, "cards_drawn": 2}),
    "SP27": ("upheld", {"game_over": True, "winner": None, "all_tally": False, "redeal": True}),
}


def ask(case: dict[str, Any], rules: Rules) -> Verdict:
    position = ENGINE.read_position(case["position"], case["play"]["kind"])
    return ENGINE.check(position, ENGINE.read_question(case["play"], case["position"]), rules)


def told(verdict: Verdict, asked: dict[str, Any]) -> dict[str, Any]:
    return {key: verdict.then.get(key, "missing") for key in asked if key not in FOR_READERS}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_sample_case_is_answered_as_expected(case: dict[str, Any]) -> None:
    verdict = ask(case, ENGINE.rulebook.rules(case["options"]))
    then = {
        key: value
        for key, value in case["expected"].get("then", {}).items()
        if key not in FOR_READERS
    }
    assert (verdict.answer, told(verdict, then)) == (case["expected"]["verdict"], then)
    assert set(case["clauses"]) <= set(verdict.clauses)
    assert ("certain" if verdict.status == "text" else "interpretation") == case["status"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "alternative" in case], ids=lambda case: case["id"]
)
def test_an_interpretation_turns_with_its_option(case: dict[str, Any]) -> None:
    option = case["alternative"]["option"]
    verdict = ask(case, ENGINE.rulebook.rules(option))
    answer, then = ANSWERED_OTHERWISE[case["id"]]
    assert (verdict.answer, told(verdict, then)) == (answer, then)
    turns = ask(case, ENGINE.rulebook.rules()).turned_by
    assert option in {f"{turn.option}={turn.value}" for turn in turns}


def test_every_case_cites_clauses_that_exist() -> None:
    verdicts = [ask(case, ENGINE.rulebook.rules()) for case in CASES]
    assert len(verdicts) == 17
    assert all(
        ENGINE.rulebook.clause(clause).id == clause
        for verdict in verdicts
        for clause in verdict.clauses
    )
