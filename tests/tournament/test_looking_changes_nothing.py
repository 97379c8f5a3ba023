"""A page that is looked at writes nothing, whoever looks."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from tests.tournament.access_table import Cell
from tests.tournament.visitors import House, calls

WRITES = re.compile(r'^\s*(INSERT INTO|UPDATE|DELETE FROM|REPLACE INTO)\s+"?(\w+)', re.IGNORECASE)
LOOKING = ("public", "guest", "table umpire", "head umpire", "organiser")
COUNTED = {"tournament_purse": "guesses of codes are counted, so that nobody tries them all"}
SEEN = {"tournament_phone": "when a phone was seen last, which the list of phones shows"}
NOTED: dict[str, dict[str, str]] = {
    "guest_page": COUNTED,
    **dict.fromkeys(
        ("pad_ask_about", "pad_ask_answer", "pad_called", "pad_just_ask", "pad_state"),
        COUNTED | SEEN,
    ),
}
"""What is written all the same when a page is looked at, by its route, and why."""


def written(house: House, cell: Cell) -> set[str]:
    """The tables that a look at this wrote to."""
    tables = set()

    def noticed(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if match := WRITES.match(sql):
            tables.add(match[2])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(noticed):
        house.answer(cell)
    return tables


def looks() -> Iterator[Cell]:
    """Everybody who sees more than the one before, at every page that is looked at."""
    for name, call in sorted(calls().items()):
        if call.method == "GET":
            for person in LOOKING:
                yield Cell(name, person, "GET", "own")


@pytest.mark.django_db
def test_a_page_that_is_looked_at_writes_nothing_that_is_not_noted() -> None:
    """What is noted is the control: the reader sees a write where there is one."""
    house = House()
    found = {(cell.route, table) for cell in looks() for table in written(house, cell)}
    noted = {(route, table) for route, tables in NOTED.items() for table in tables}
    assert found - noted == set()
    assert noted - found == set()
