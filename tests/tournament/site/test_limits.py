"""Limits: counted for all server processes together, by the handful, and alone where nothing can be
written.
"""

from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.clock import moved
from tournament.models import Purse
from tournament.site import limits
from tournament.site.limits import fill, spend

pytestmark = pytest.mark.django_db


def in_another_process() -> None:
    """What another process knows: the database alone."""
    caches["limits"].clear()


def allowed(
    number: int,
    purse: str,
    most: int,
    *,
    handful: int = 1,
    between: Callable[[], None] | None = None,
) -> int:
    """How many of so many tries are allowed."""
    met = 0
    for _ in range(number):
        met += spend(purse, most, handful=handful)
        if between:
            between()
    return met


@pytest.mark.promise("Limits hold for all server processes together", faults=(17, 18))
@pytest.mark.parametrize("handful", [1, 4])
def test_a_purse_is_one_for_all_processes(handful: int) -> None:
    assert allowed(7, "one", 10) == 7
    in_another_process()
    assert allowed(7, "one", 10) == 3
    assert allowed(40, "held", 12, handful=handful) == 12
    in_another_process()
    assert allowed(5, "held", 12, handful=handful) == 0
    assert spend("another", 1)


@pytest.mark.control("test_a_purse_is_one_for_all_processes")
def test_counted_in_memory_two_processes_would_allow_twice_as_much() -> None:
    def alone() -> int:
        return sum(limits._alone("one", 10, 60) for _ in range(12))

    first = alone()
    in_another_process()
    assert first + alone() == 20


def test_what_is_taken_by_the_handful_is_never_more_than_the_purse_holds() -> None:
    assert allowed(30, "many", 10, handful=4, between=in_another_process) <= 10


def test_handfuls_and_empty_purses_cost_few_writes() -> None:
    with CaptureQueriesContext(connection) as asked:
        assert allowed(300, "code", 300, handful=30) == 300
        assert allowed(300, "code", 300, handful=30) == 0
    assert sum("INSERT INTO tournament_purse" in query["sql"] for query in asked) == 11


def test_a_window_begins_with_the_first_try_and_is_over_after_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = moved(monkeypatch, limits)
    assert allowed(3, "one", 2) == 2
    in_another_process()
    clock.later = 59
    assert not spend("one", 2)
    in_another_process()
    clock.later = 61
    assert allowed(3, "one", 2) == 2


def test_old_purses_are_swept_out_and_a_filled_one_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = moved(monkeypatch, limits)
    assert allowed(5, "one", 3) == 3
    fill("one")
    assert allowed(5, "one", 3) == 3
    clock.later = limits.OLD + 120
    assert spend("two", 1)
    assert set(Purse.objects.values_list("name", flat=True)) == {"two"}


def test_where_nothing_can_be_written_each_process_counts_for_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_said: object) -> tuple[int, int]:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(limits, "_take", full)
    assert allowed(8, "one", 5) == 5
    fill("one")
    assert spend("one", 5)
