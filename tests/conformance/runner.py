"""Runs the conformance suite against any implementation of the four games; knows nothing of how it
is made.

    python runner.py [--only FILE] [--certain] -- COMMAND [WORD...]

Starts COMMAND once for each file of the suite, writes one JSON object a line to its standard input,
reads one a line from its standard output, and compares. Ends with 0 when all agree, 1 when one does
not, 2 when COMMAND cannot be run. Python's standard library is all it needs: the folder can be
copied and used on its own.
"""

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FILES = ("cases.json", "impossible.json", "counts.json")
SECONDS = 900
"""How long one file may take."""
MOST_SHOWN = 20

Item = Mapping[str, Any]


class NoAnswerError(Exception):
    """The implementation cannot be run, or does not speak the protocol; the
    message is a sentence.
    """


def question(item: Item) -> dict[str, Any]:
    """What is asked: an item of the suite without what it expects."""
    return {
        key: value
        for key, value in item.items()
        if key not in ("expected", "status", "clauses", "fault")
    }


def asked(items: Sequence[Item], command: Sequence[str]) -> dict[str, Item]:
    """The answers of the implementation by the ids of the items. Raises NoAnswerError."""
    lines = "".join(json.dumps(question(item), ensure_ascii=False) + "\n" for item in items)
    try:
        done = subprocess.run(
            command,
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise NoAnswerError(f"The command cannot be run: {fault}") from None
    answers: dict[str, Item] = {}
    for line in filter(None, map(str.strip, done.stdout.splitlines())):
        try:
            told = json.loads(line)
            answers[told["id"]] = told
        except (ValueError, TypeError, KeyError):
            raise NoAnswerError(f"This line is no answer: {line[:200]}") from None
    if not answers:
        raise NoAnswerError(f"The command gave no answer. It said: {done.stderr.strip()[-500:]}")
    return answers


def faults(items: Sequence[Item], answers: Mapping[str, Item]) -> Iterator[str]:
    """A line for every item that was answered otherwise than the suite expects."""
    for item in items:
        told = answers.get(item["id"])
        if told is None:
            yield f"{item['id']}: no answer"
        elif wrong := "; ".join(differences(item["expected"], told)):
            yield f"{item['id']}: {wrong}"


def differences(expected: Item, told: Item) -> Iterator[str]:
    """Where an answer differs: what was not expected to be told is not looked at."""
    if expected.get("refused"):
        if not (isinstance(told.get("refused"), str) and told["refused"].strip()):
            yield "a position that cannot be was not refused with a sentence"
        return
    if "refused" in told:
        yield f"refused: {told['refused']}"
        return
    for key in ("verdict", "counts"):
        if key in expected and told.get(key) != expected[key]:
            yield f"{key} is {told.get(key)}, not {expected[key]}"
    then = told.get("then") or {}
    for key, value in expected.get("then", {}).items():
        if then.get(key) != value:
            yield f"then.{key} is {then.get(key)}, not {value}"


def main(words: Sequence[str]) -> int:
    """Run the suite; gives the exit code."""
    parser = ArgumentParser(
        "runner.py", description="Run the conformance suite against an implementation."
    )
    parser.add_argument("--only", choices=FILES, help="one file of the suite")
    parser.add_argument(
        "--certain", action="store_true", help="leave out what rests on a reading of ours"
    )
    parser.add_argument("command", nargs="+", help="the implementation, behind --")
    told = parser.parse_args(words)
    wrong = 0
    for name in [told.only] if told.only else FILES:
        suite = json.loads((HERE / name).read_text(encoding="utf-8"))
        items = [
            item
            for item in suite["items"]
            if not (told.certain and item.get("status") == "interpretation")
        ]
        try:
            found = list(faults(items, asked(items, told.command)))
        except NoAnswerError as fault:
            print(fault, file=sys.stderr)
            return 2
        for line in found[:MOST_SHOWN]:
            print(f"{name} {line}")
        print(f"{name}: {len(items) - len(found)} of {len(items)} agree (suite {suite['version']})")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
