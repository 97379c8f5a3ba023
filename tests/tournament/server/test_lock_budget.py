"""On PostgreSQL a request waits for locks within one budget, however many statements wait."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, transaction

from tests.tournament.evening import new_event
from tournament.models import Event
from tournament.server.lock_budget import LockBudget
from tournament.site.patience import OF_REQUEST, waiting_at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock and a queue"),
]


def lock_timeout() -> str:
    """What the server was told last."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return str(cursor.fetchone()[0])


@contextmanager
def held(event: Event) -> Iterator[None]:
    """Another connection holds the row of the evening."""
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM tournament_event WHERE id = %s FOR UPDATE", [event.pk])
        yield
    finally:
        other.rollback()
        other.close()


def test_every_statement_that_waits_takes_from_the_same_budget() -> None:
    event = new_event()
    with held(event), waiting_at_most(0.3):
        for _statement in range(3):
            with pytest.raises(OperationalError, match="lock timeout"):
                Event.objects.filter(pk=event.pk).update(version=1)
        assert lock_timeout() == "1ms", "nothing was left for the last one"
        with pytest.raises(OperationalError, match="lock timeout"), transaction.atomic():
            Event.objects.select_for_update().get(pk=event.pk)


def test_afterwards_there_is_the_whole_time_again_even_where_a_transaction_fell() -> None:
    event = new_event()
    with (
        held(event),
        waiting_at_most(0.1),
        pytest.raises(OperationalError, match="lock timeout"),
        transaction.atomic(),
    ):
        Event.objects.filter(pk=event.pk).update(version=1)
    with transaction.atomic():
        Event.objects.filter(pk=event.pk).update(version=1)
    Event.objects.filter(pk=event.pk).update(version=2)
    assert lock_timeout() == f"{OF_REQUEST * 1000:.0f}ms"


def test_a_request_that_did_not_wait_asks_nothing_more_of_the_server() -> None:
    event = new_event()
    budgets = [item for item in connection.execute_wrappers if isinstance(item, LockBudget)]
    assert [budget.told for budget in budgets] == [False]
    with waiting_at_most(OF_REQUEST):
        Event.objects.filter(pk=event.pk).update(version=1)
        Event.objects.get(pk=event.pk)
    assert [budget.told for budget in budgets] == [False]


def test_without_the_budget_each_statement_would_wait_as_long_as_the_first() -> None:
    """The control: what the server is told by itself is the same for every statement."""
    event = new_event()
    wrappers = list(connection.execute_wrappers)
    connection.execute_wrappers.clear()
    try:
        with waiting_at_most(0.1):
            Event.objects.filter(pk=event.pk).update(version=1)
            assert lock_timeout() == f"{OF_REQUEST * 1000:.0f}ms"
    finally:
        connection.execute_wrappers.extend(wrappers)
