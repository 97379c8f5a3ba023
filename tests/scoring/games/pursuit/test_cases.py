"""The sample cases of Pursuit, each interpretation with its answer under the other option value
too.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.commands.adjudicate import answer

CASES = json.loads(
    (Path(__file__).parents[4] / "fixtures" / "rulebook" / "cases.json").read_text(encoding="utf-8")
)
PURSUIT: list[dict[str, Any]] = [case for case in CASES["cases"] if case["game"] == "pursuit"]


@pytest.mark.parametrize("case", PURSUIT, ids=lambda case: str(case["id"]))
def test_a_sample_case_is_answered_as_expected(case: dict[str, Any]) -> None:
    given = answer({name: case[name] for name in ("id", "game", "options", "position", "play")})
    assert (given["verdict"], given["status"]) == (case["expected"]["verdict"], case["status"])
    assert set(case["clauses"]) <= set(given["clauses"])
    for name, value in case["expected"].get("then", {}).items():
        assert given["then"][name] == value


def test_the_descending_sequence_is_legal_once_both_directions_are_open() -> None:
    case = next(case for case in PURSUIT if case["id"] == "PU10")
    name, value = case["alternative"]["option"].split("=")
    given = answer({**case, "options": {name: value}})
    assert given["verdict"] == "legal"
    assert {"option": "direction=both", "verdict": "legal"}.items() <= answer(case)["turned_by"][
        0
    ].items()
