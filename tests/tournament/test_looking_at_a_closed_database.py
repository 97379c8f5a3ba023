"""Pages that once wrote when they were looked at are served by a database that nobody can write to;
`test_looking_changes_nothing.py` looks at every page.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests.tournament.access_table import Cell
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.visitors import House

pytestmark = [pytest.mark.django_db, on_sqlite]
OFFICIALS = ("time_out", "pending", "paper", "paper_page", "paper_pdf", "second_factor")
LOOKS = [Cell(name, "head umpire", "GET", "own") for name in OFFICIALS]
LOOKS += [
    Cell("pad_state", "table umpire", "GET", "own"),
    Cell("guest_page", "guest", "GET", "own"),
]
PLAYED_THROUGH = Cell("pending", "head umpire", "POST", "own")
"""The press that plays a request through, as the look at it did before."""


@contextmanager
def read_only() -> Iterator[None]:
    """The database itself refuses every change within."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            yield
        finally:
            cursor.execute("PRAGMA query_only = OFF")


@pytest.mark.promise("A database that nobody can write to shows the pages that are looked at")
def test_a_database_that_is_read_only_serves_every_look() -> None:
    house = House()
    with read_only():
        assert {cell.route: house.answer(cell) for cell in LOOKS} == {
            cell.route: "open" for cell in LOOKS
        }


@pytest.mark.control("test_a_database_that_is_read_only_serves_every_look")
def test_what_is_played_through_on_the_same_database_is_not_served() -> None:
    house = House()
    assert house.answer(PLAYED_THROUGH) == "open"
    with read_only():
        assert house.answer(PLAYED_THROUGH) == "507"
