"""The command `conform`: answers the questions of the conformance suite, a line
of JSON for each.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from scoring.command import Command, CommandError, Outcome, Read
from scoring.commands.adjudicate import answer
from scoring.games.registry import engine
from scoring.json_text import read_json
from scoring.law.lines_of_play import deal_told, lines_of_play

MANUAL = """
Answers questions line by line, as docs/conformance.md says, so that the rules here and elsewhere can be compared.

FILE holds one JSON object a line, with “id” and “ask”:
  verdict  game, options, position, play, as python -m scoring adjudicate reads a case
  count    game, options, deal (players, dealer, pack from the top), depth: how many lines of play there are

Each answer is a line with the same “id”: “verdict” and “then”, or “counts”, or “refused” with a sentence.

Example:  python -m scoring conform tests/conformance/example.jsonl
The suite and its runner:  python tests/conformance/runner.py -- python -m scoring conform -
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a file of questions, or - for the standard input"
    )


def _run(arguments: Namespace, read: Read) -> Outcome:
    lines = filter(None, map(str.strip, read(arguments.file).splitlines()))
    answers = [_answered(read_json(line, arguments.file)) for line in lines]
    return Outcome("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in answers))


def _answered(question: Any) -> dict[str, Any]:
    if not isinstance(question, dict):
        raise CommandError("A question is a JSON object on a line of its own.")
    values = {"id": question.get("id")}
    try:
        return values | (
            _counts(question) if question.get("ask") == "count" else _verdict(question)
        )
    except KeyError as missing:
        return values | {"refused": f"The key {missing} is missing."}
    except (ValueError, TypeError, AttributeError) as fault:
        return values | {"refused": str(fault)}


def _verdict(question: Mapping[str, Any]) -> dict[str, Any]:
    record = answer(question)
    return {key: record[key] for key in ("verdict", "then", "clauses", "status")}


def _counts(question: Mapping[str, Any]) -> dict[str, Any]:
    game = engine(question["game"])
    rules = game.rulebook.rules(question.get("options", {}))
    return {"counts": lines_of_play(deal_told(game, rules, question["deal"]), question["depth"])}


COMMAND = Command(
    "conform", "answer the questions of the conformance suite", MANUAL, _arguments, _run
)
