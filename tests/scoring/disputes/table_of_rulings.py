"""The table of rulings in docs/proofs/rulings.md: run this module to write it anew."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from scoring.disputes.adjudication import printed, situations
from scoring.games.rulebooks import rulebook
from scoring.law.ruling import NOTICED, Noticed, Ruling, Statement, spoken
from tests.scoring.disputes.claims import CLAIMS, rule

FILE = Path(__file__).parents[3] / "docs" / "proofs" / "rulings.md"
GAME = "swedish_pursuit"
WIDEST = 100
HEAD = """# Rulings in Swedish Pursuit

What is ruled on one typical case of every irregularity, by the time it was noticed, all options at
their defaults. Written by `python -m tests.scoring.disputes.table_of_rulings`; a test fails when it
is out of date.

Each statement has a status. **text**: a clause says so. **default**: a reading of what the text
leaves open, fixed before play (print the SP-A numbers with `python -m scoring questions
swedish-pursuit`). **discretion**: the text is silent and no reading was agreed; the Umpire decides.
Remedies follow one pattern: what nothing was built on is restored; what play has gone on from
stands; no penalty is given that neither the text nor an option names.
"""


def text() -> str:
    """The whole file."""
    return "\n".join([HEAD, *_tables(), *_example()]) + "\n"


def _tables() -> Iterator[str]:
    for kind, situation in situations(rulebook(GAME).rules()).items():
        yield f"## {situation.name}\n"
        yield f"{fill(f'`{kind}`: {situation.example}. Told: {_told(kind)}.', WIDEST)}\n"
        yield "| noticed | rectification | penalty | status | clauses |"
        yield "|---|---|---|---|---|"
        for noticed, words in NOTICED.items():
            yield _row(words, rule(GAME, kind, noticed=noticed))
        yield ""


def _told(kind: str) -> str:
    facts = CLAIMS[GAME][kind]
    return ", ".join(f"{name.replace('_', ' ')} {_value(value)}" for name, value in facts.items())


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _row(words: str, ruling: Ruling) -> str:
    done = " ".join(statement.words for statement in ruling.rectification.statements)
    cost = " ".join(statement.words for statement in ruling.penalty.statements)
    statements = (*ruling.rectification.statements, *ruling.penalty.statements)
    clauses = dict.fromkeys(
        clause
        for part in ruling.parts[1:4]
        for statement in part.statements
        for clause in statement.clauses
    )
    return f"| {words} | {done} | {cost} | {_status(statements)} | {', '.join(clauses) or 'none'} |"


def _status(statements: tuple[Statement, ...]) -> str:
    return ", ".join(
        dict.fromkeys(
            " ".join(filter(None, (statement.status, statement.question)))
            for statement in statements
        )
    )


def _example() -> Iterator[str]:
    noticed: Noticed = "at_once"
    ruling = rule(GAME, "card_did_not_match", noticed=noticed)
    aloud = fill(spoken(ruling), WIDEST, initial_indent="> ", subsequent_indent="> ")
    yield (
        f"## One ruling in full\n\nRead aloud:\n\n{aloud}\n\nOn"
        f" paper:\n\n```\n{printed(ruling)}\n```"
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
