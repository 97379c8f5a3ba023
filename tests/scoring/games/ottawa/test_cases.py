"""The sample cases of Ottawa, and cases of our own for its open questions, both ways."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.ottawa import ENGINE, OTTAWA
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

CASES = [
    case
    for case in json.loads(
        (Path(__file__).parents[4] / "fixtures" / "rulebook" / "cases.json").read_text()
    )["cases"]
    if case["game"] == "ottawa"
]


def ask(position: dict[str, Any], play: dict[str, Any], rules: Rules) -> Verdict:
    read = ENGINE.read_position(position, play["kind"])
    return ENGINE.check(read, ENGINE.read_question(play, position), rules)


def lay_off(pile: str, hand: str, cards: str, options: str = "") -> Verdict:
    position = {"players": 4, "pile_top_last": pile.split(), "hand": hand.split()}
    return ask(
        position, {"kind": "lay_off", "cards": cards.split()}, ENGINE.rulebook.rules(options)
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_sample_case_is_answered_as_expected(case: dict[str, Any]) -> None:
    verdict = ask(case["position"], case["play"], ENGINE.rulebook.rules(case["options"]))
    then = case["expected"].get("then", {})
    assert (verdict.answer, {key: verdict.then.get(key) for key in then}) == (
        case["expected"]["verdict"],
        then,
    )
    assert set(case["clauses"]) <= set(verdict.clauses)
    assert verdict.status == "text"


def test_all_six_sample_cases_are_there() -> None:
    assert [case["id"] for case in CASES] == ["OT01", "OT03", "OT05", "OT07", "OT08", "OT09"]


@pytest.mark.parametrize(("pile", "cards", "clauses"), [
    ("7C 8D", "8H", ("OT-22", "OT-13", "OT-25")),
    ("7C 8D", "9S", ("OT-24", "OT-25")),
    ("7C 8D", "7D", ("OT-23", "OT-25")),
    ("3C 8D", "9D", ("OT-23",)),
    ("9C 8D", "9D", ("OT-23", "OT-26")),
    ("KD", "AD", ("OT-23", "OT-4")),
    ("AD", "2D", ("OT-23", "OT-4")),
    ("QC KD", "AS", ("OT-24", "OT-25")),
    ("3C 4D", "5C 6D 7S", ("OT-24", "OT-25", "OT-10")),
    ("3C 6D", "7D 8S 7S 6C", ("OT-23", "OT-10", "OT-11")),
    ("3C QD", "KD AS 2S 3H", ("OT-23", "OT-10", "OT-12")),
    ("9C 4S", "4D 4H", ("OT-22", "OT-13")),
    ("9C 4S", "5S 6S 7S 7D", ("OT-23", "OT-10", "OT-14", "OT-13")),
])  # fmt: skip
def test_a_legal_lay_off_cites_what_it_rests_on(
    pile: str, cards: str, clauses: tuple[str, ...]
) -> None:
    verdict = lay_off(pile, f"{cards} JC", cards)
    assert (verdict.answer, verdict.clauses, verdict.status) == ("legal", clauses, "text")


def test_a_set_opened_on_the_run_of_the_pile_is_a_reading_and_may_need_the_suit() -> None:
    verdict = lay_off("6C 7D", "8S 8D JC", "8S 8D")
    assert (verdict.answer, verdict.status) == ("legal", "default")
    assert verdict.clauses == ("OT-24", "OT-25", "OT-13", "OT-14")
    strict = OTTAWA.rules("set_on_run=suit")
    assert verdict.again is not None
    assert verdict.again(strict).answer == "illegal"
    assert "here it needs the suit of 7♦" in verdict.again(strict).text
    suited = lay_off("6C 7D", "8D 8S JC", "8D 8S")
    assert suited.again is not None
    assert (suited.answer, suited.again(strict).answer) == ("legal", "legal")


@pytest.mark.parametrize(("pile", "cards", "clauses"), [
    ("7C 8D", "7S", ("OT-21", "OT-22", "OT-23", "OT-24", "OT-25")),
    ("3C 8D", "9S", ("OT-21", "OT-22", "OT-23", "OT-24")),
    ("8D", "9S", ("OT-21", "OT-22", "OT-23", "OT-24")),
    ("9C 8D", "9S", ("OT-21", "OT-22", "OT-23", "OT-24", "OT-26")),
    ("7C 8D", "JS", ("OT-21", "OT-22", "OT-23", "OT-24", "OT-25")),
    ("KC AD", "2S", ("OT-24", "OT-12", "OT-21", "OT-22", "OT-23")),
    ("3C 4D", "5C 7D", ("OT-10",)),
    ("3C 6D", "7D 8S 7C", ("OT-11",)),
    ("3C QD", "KD AS 2D", ("OT-12",)),
    ("3C JS", "JD JH QD", ("OT-14",)),
    ("3C 4D", "5C 5C", ("OT-9",)),
    ("3C 4D", "JK", ("OT-4",)),
])  # fmt: skip
def test_an_illegal_lay_off_says_which_rule_it_breaks(
    pile: str, cards: str, clauses: tuple[str, ...]
) -> None:
    hand = " ".join(dict.fromkeys(card for card in cards.split() if card != "JK"))
    verdict = lay_off(pile, f"{hand} TC", cards)
    assert (verdict.answer, verdict.clauses, verdict.status) == ("illegal", clauses, "text")


def test_example_two_is_a_misprint_unless_the_event_says_otherwise() -> None:
    verdict = lay_off("9C 8D", "7S JC", "7S")
    assert (verdict.answer, verdict.status, verdict.clauses) == (
        "legal",
        "default",
        ("OT-24", "OT-26"),
    )
    assert verdict.reasons[0].question == "OT-A1"
    literal = lay_off("9C 8D", "7S JC", "7S", "example2=literal")
    assert (literal.answer, literal.clauses[:2]) == ("illegal", ("OT-26", "OT-24"))
    assert [turn.value for turn in verdict.turned_by] == ["literal"]
    assert lay_off("9C 8D", "7D JC", "7D", "example2=literal").answer == "legal"
    assert lay_off("7C 8D", "9S JC", "9S", "example2=literal").answer == "legal"


def test_the_first_card_of_a_set_after_a_run_matches_unless_the_event_frees_it() -> None:
    verdict = lay_off("2C 3S", "4C 5C 6S 7D 7S JC", "4C 5C 6S 7D 7S")
    assert (verdict.answer, verdict.clauses, verdict.status) == (
        "illegal",
        ("OT-14", "OT-10"),
        "default",
    )
    free = lay_off("2C 3S", "4C 5C 6S 7D 7S JC", "4C 5C 6S 7D 7S", "run_to_set=free")
    assert (free.answer, free.status) == ("legal", "default")
    assert "here its suit is free" in free.text
    assert [turn.value for turn in verdict.turned_by] == ["free"]
    assert lay_off("2C 3S", "4C 5C 6S 7S 7D JC", "4C 5C 6S 7S 7D").answer == "legal"


def test_run_and_set_may_alternate_again_by_a_reading() -> None:
    verdict = lay_off("3C 6D", "7D 7H 8H 8C JC", "7D 7H 8H 8C")
    assert (verdict.answer, verdict.status, verdict.reasons[-1].clause) == (
        "legal",
        "default",
        "OT-14",
    )


def test_going_out_wins_at_once() -> None:
    verdict = lay_off("7C 8D", "9S", "9S")
    assert (verdict.clauses[-2:], verdict.then["game_over"], verdict.then["hand_left"]) == (
        ("OT-28", "OT-29"),
        True,
        [],
    )
