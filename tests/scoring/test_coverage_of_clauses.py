"""Every clause of force is cited by a case, every option value turns one, and the printed table
says so.
"""

from collections.abc import Callable

from scoring.games.rulebooks import RULEBOOKS
from tests.scoring.coverage_of_clauses import FILE, cited, text, turned, uncited, unturned
from tests.scoring.law.cases import test_tables
from tests.scoring.law.cases.bearing import BEARING


def test_every_clause_of_force_is_cited_by_a_case() -> None:
    cases = cited()
    assert uncited(cases) == []
    # Without the cases of one clause the same test would name it.
    assert uncited(cases | {"SP-19": []}) == ["SP-19"]


def test_every_option_value_turns_a_case() -> None:
    cases = turned()
    assert unturned(cases) == []
    assert unturned(cases | {"ottawa example2=literal": []}) == ["ottawa example2=literal"]


def test_only_clauses_and_options_that_exist_are_named() -> None:
    known = {clause.id for book in RULEBOOKS.values() for clause in book.clauses}
    assert set(cited()) <= known
    values = {
        f"{b.name} {o.name}={value}"
        for b in RULEBOOKS.values()
        for o in b.options
        for value in o.values
    }
    assert set(turned()) <= values


def test_the_cases_of_tables_are_tests_that_run() -> None:
    marked: list[Callable[[], None]] = [getattr(test_tables, name) for name in BEARING]
    assert len(marked) == sum(name.startswith("test_") for name in vars(test_tables))


def test_the_printed_table_of_clauses_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == text()
