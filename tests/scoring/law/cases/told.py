"""The cases told in JSON files: the sample of the rulebooks and our own, put to the engines."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from scoring.games.registry import engine
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

SAMPLE = Path(__file__).parents[4] / "fixtures" / "rulebook" / "cases.json"
Case = dict[str, Any]


@cache
def own() -> tuple[Case, ...]:
    """Our own cases, game by game. Beside the keys of the sample: `turns`, the answer under other
    option values, and `shows`, clauses that what follows bears out though the verdict does not cite
    them.
    """
    folder = Path(__file__).parent
    return tuple(
        case | {"game": name}
        for name in RULEBOOKS
        for case in json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    )


@cache
def sample() -> tuple[Case, ...]:
    """The sample cases that came with the rulebooks."""
    return tuple(json.loads(SAMPLE.read_text(encoding="utf-8"))["cases"])


def rules_of(case: Case) -> Rules:
    """The rules with the options of a case in force."""
    return RULEBOOKS[case["game"]].rules(case["options"])


def ask(case: Case, rules: Rules) -> Verdict:
    """Put a case under rules of its game."""
    game = engine(case["game"])
    read = game.read_position(case["position"], case["play"]["kind"])
    return game.check(read, game.read_question(case["play"], case["position"]), rules)
