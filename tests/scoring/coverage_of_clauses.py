"""The table in docs/proofs/clauses.md: every clause of force and option value with its cases; run
it to write it.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scoring.games.rulebooks import RULEBOOKS
from scoring.law.rulebook import Rulebook
from scoring.law.ruling import NOTICED
from scoring.law.verdict import Verdict
from tests.scoring.disputes.claims import KINDS, rule
from tests.scoring.disputes.test_options import FLIPS, WORDS
from tests.scoring.law.cases import test_tables  # noqa: F401 -- marks the cases of tables
from tests.scoring.law.cases.bearing import BEARING
from tests.scoring.law.cases.told import ask, own, rules_of, sample

FILE = Path(__file__).parents[2] / "docs" / "proofs" / "clauses.md"
PRINTED = 6
HEAD = """# Clauses and their cases

Every clause of force with test cases that cite it or bear it out, and every option value with cases
whose answer it turns (for the default: cases that another value turns). Written by `python -m
tests.scoring.coverage_of_clauses`; a test fails when it is out of date or when a clause of force or
an option value has no case.

Names in capitals such as SP01 are sample cases (`fixtures/rulebook/cases.json`), SP-queen-start and
the like our own (`tests/scoring/law/cases/*.json`), words after “ruling” are claims
(`tests/scoring/disputes`), names of tests are those of `tests/scoring/law/cases/test_tables.py`.
"""
Cases = dict[str, list[str]]


def cited() -> Cases:
    """Clause to the names of the cases that cite it or bear it out."""
    found: Cases = defaultdict(list)
    for case in (*sample(), *own()):
        for clause in (*ask(case, rules_of(case)).clauses, *case.get("shows", ())):
            found[clause].append(case["id"])
    for game, kind in KINDS:
        ruled = (rule(game, kind, noticed=noticed) for noticed in NOTICED)
        for clause in dict.fromkeys(clause for ruling in ruled for clause in ruling.clauses):
            found[clause].append(f"ruling {kind}")
    for name, (clauses, _) in BEARING.items():
        for clause in clauses:
            found[clause].append(name)
    return found


def turned() -> Cases:
    """`game option=value`, the key under which `BEARING` has its own, to the names of the cases that
    this value turns.
    """
    found: Cases = defaultdict(list)
    for case in (*sample(), *own()):
        for option in dict.fromkeys((*_turning(ask(case, rules_of(case))), *case.get("turns", ()))):
            found[f"{case['game']} {option}"].append(case["id"])
    flips = [
        *((game, kind, option) for game, kind, _noticed, _facts, option, *_ruled in FLIPS),
        *((game, kind, option) for game, kind, _noticed, _facts, option, _words in WORDS),
    ]
    for game, kind, option in flips:
        if option:
            found[f"{game} {option}"].append(f"ruling {kind}")
    for name, (_, turns) in BEARING.items():
        for turn in turns:
            found[turn].append(name)
    return found


def _turning(verdict: Verdict) -> list[str]:
    return [f"{turn.option}={turn.value}" for turn in verdict.turned_by]


def uncited(cases: Cases) -> list[str]:
    """The clauses of force that no case cites."""
    clauses = (clause for book in RULEBOOKS.values() for clause in book.clauses)
    return [clause.id for clause in clauses if clause.force and not cases.get(clause.id)]


def unturned(cases: Cases) -> list[str]:
    """The option values, other than defaults, that turn no case."""
    return [
        f"{book.name} {option.name}={value}"
        for book in RULEBOOKS.values()
        for option in book.options
        for value in option.values
        if value != option.default
        if not cases.get(f"{book.name} {option.name}={value}")
    ]


def text() -> str:
    """The whole file."""
    by_clause, by_option = cited(), turned()
    lines = [line for book in RULEBOOKS.values() for line in _book(book, by_clause, by_option)]
    return "\n".join([HEAD, *lines])


def _book(book: Rulebook, by_clause: Cases, by_option: Cases) -> Iterator[str]:
    yield f"## {book.title}\n\n| clause | says | cases |\n|---|---|---|"
    for clause in book.clauses:
        cases = _names(by_clause.get(clause.id, [])) if clause.force else "advice, of no force"
        yield f"| {clause.id} | {clause.gist} | {cases} |"
    yield "\n| option | means | cases it turns |\n|---|---|---|"
    for option in book.options:
        for value, meaning in option.meanings:
            yield (
                f"| {option.name}={value} | {meaning} |"
                f" {_names(_turned_by(book, option.name, value, by_option))} |"
            )
    yield ""


def _turned_by(book: Rulebook, name: str, value: str, by_option: Cases) -> list[str]:
    """The cases that a value turns; of the default those that any other value turns."""
    option = book.option(name)
    values = [value]
    if value == option.default:
        values = [further for further in option.values if further != option.default]
    keys = [f"{book.name} {name}={turning}" for turning in values]
    return [case for key in keys for case in by_option.get(key, [])]


def _names(cases: list[str]) -> str:
    once = list(dict.fromkeys(cases))
    more = f" and {len(once) - PRINTED} more" if len(once) > PRINTED else ""
    return ", ".join(f"`{case}`" for case in once[:PRINTED]) + more


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
