"""The command `rule`: turns claims into rulings of five parts."""

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from scoring.command import Command, CommandError, Outcome, Read
from scoring.disputes.adjudication import (
    Ruling,
    adjudicate,
    printed,
    read_claim,
    situations,
    spoken,
    told,
)
from scoring.games.rulebooks import RULEBOOKS, SLUGS, rulebook
from scoring.json_text import read_json
from scoring.law.facts import FACTS
from scoring.law.rulebook import Rules

MANUAL = """
Rules on the claims of a file: finding, law, rectification, penalty, finality.

FILE holds a claim, a list of claims, or an object with a list “claims”. Each claim has
  game      GAMES
  kind      what is said to have gone wrong, such as card_did_not_match (all kinds: --kinds instead of FILE)
  noticed   at_once (before the next play), after_next_play, after_game, after_round
  seat      the seat said to have erred, if known
  source    how the facts were found: agreed, cards_seen, balance (of probabilities), unknown (not to be found out)
  facts     what the kind asks for, as far as known: {"cards": "QS", "top": "QH", "hand": ["3C", "9D"]}
  options   the options in force, such as {"late_error": "rewind"}; {} for the defaults
  id        a name, if you like
Cards are written 10H or TH, JK is a Joker; seats count from 1 clockwise.

Prints a JSON list, or with --aloud the words to read to the table, with --paper the long form with clauses. Each
statement has a status: text (a clause says so), default (a reading fixed before play) or discretion (the Umpire's).
A ruling whose act is “look” names under “needs” what must be looked at first.

Example:  python -m scoring rule fixtures/claims.json --aloud
Ends with 2 and a sentence if the file or a claim cannot be read.
""".replace("GAMES", SLUGS)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a JSON file of claims, or - for the standard input"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--aloud", action="store_true", help="the words to be read to the table")
    form.add_argument(
        "--paper", action="store_true", help="the long form with clauses and statuses"
    )
    form.add_argument(
        "--kinds",
        action="store_true",
        help="list the kinds of each game with the facts they ask for",
    )


def _run(arguments: Namespace, read: Read) -> Outcome:
    if arguments.kinds:
        return Outcome(
            "\n".join(line for book in RULEBOOKS.values() for line in _kinds(book.rules())) + "\n"
        )
    if arguments.file is None:
        raise CommandError("Name a file of claims, or ask for --kinds.")
    claims = _claims(read_json(read(arguments.file), arguments.file), arguments.file)
    ruled = [(claim, _ruled(claim, place)) for place, claim in enumerate(claims, start=1)]
    if arguments.aloud or arguments.paper:
        form = spoken if arguments.aloud else printed
        return Outcome("\n\n".join(form(ruling) for _, ruling in ruled) + "\n")
    answers = [{"id": claim.get("id"), **told(ruling)} for claim, ruling in ruled]
    return Outcome(json.dumps(answers, indent=1, ensure_ascii=False) + "\n")


def _claims(read: Any, name: str) -> list[Any]:
    if isinstance(read, dict):
        read = read.get("claims", [read])
    if isinstance(read, list):
        return read
    raise CommandError(f"{name}: write a claim, or a list of claims.")


def _ruled(claim: Any, place: int) -> Ruling:
    if not isinstance(claim, dict):
        raise CommandError(
            f"Claim {place}: a claim is an object with “game”, “kind”, “noticed” and “facts”."
        )
    try:
        game, options = claim.get("game"), claim.get("options") or {}
        if not isinstance(game, str):
            raise CommandError(
                f"“game” must be one of {', '.join(book.slug for book in RULEBOOKS.values())}."
            )
        if not isinstance(options, dict) or not all(
            isinstance(value, str) for value in options.values()
        ):
            raise CommandError(
                '“options” must be an object of texts, such as {"late_error": "rewind"}.'
            )
        rules = rulebook(game).rules(options)
        return adjudicate(read_claim(claim, rules), rules)
    except ValueError as fault:
        raise CommandError(f"Claim {claim.get('id', place)}: {fault}") from None


def _kinds(rules: Rules) -> list[str]:
    lines = [rules.rulebook.title]
    for kind, situation in situations(rules).items():
        lines.append(f"  {kind}: {situation.name} ({situation.example})")
        for name in situation.facts:
            need = "needed" if name in situation.needed else "helps"
            lines.append(f"    {name} ({need}): {FACTS[name].question}")
    return [*lines, ""]


COMMAND = Command("rule", "rule on disputed plays in five parts", MANUAL, _arguments, _run)
