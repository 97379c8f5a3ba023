"""Our own cases in JSON: answered as expected, with their clauses, and turned by the option values
they name.
"""

from typing import Any

import pytest

from tests.scoring.law.cases.told import Case, ask, own, rules_of

CASES = own()
TURNS = [(case, option) for case in CASES for option in case.get("turns", {})]


def agrees(case: Case, rules: Any, expected: dict[str, Any]) -> bool:
    verdict = ask(case, rules)
    then = expected.get("then", {})
    told = verdict.answer, {key: verdict.then.get(key) for key in then}
    return told == (expected["verdict"], then)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_is_answered_as_expected(case: Case) -> None:
    assert agrees(case, rules_of(case), case["expected"]), ask(case, rules_of(case)).text
    assert set(case["clauses"]) <= set(ask(case, rules_of(case)).clauses)


@pytest.mark.parametrize(
    ("case", "option"), TURNS, ids=lambda told: told if isinstance(told, str) else told["id"]
)
def test_an_option_value_turns_the_case(case: Case, option: str) -> None:
    assert agrees(case, rules_of(case).but(*option.split("=")), case["turns"][option])
    by_default, under = ask(case, rules_of(case)), ask(case, rules_of(case).but(*option.split("=")))
    assert (by_default.answer, by_default.then) != (under.answer, under.then)


def test_no_two_cases_have_the_same_name() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
