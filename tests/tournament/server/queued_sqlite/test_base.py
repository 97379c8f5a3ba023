"""Transactions on SQLite stand in line, and leave it however they end."""

import threading
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from tests.tournament.evening import new_event
from tournament.models import DayCount, Event
from tournament.server.queued_sqlite import base
from tournament.server.queued_sqlite.queue import Line

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="the line stands in front of SQLite alone"
    ),
]


def line() -> Line:
    """The line in front of the tests' database."""
    return Line.before(Path(str(connection.settings_dict["NAME"])))


def test_a_transaction_is_the_only_one_in_line_and_leaves_when_it_is_done() -> None:
    with transaction.atomic():
        assert not line().enter(0)
        with transaction.atomic():
            assert not line().enter(0)
        assert not line().enter(0)
    assert line().enter(0)
    line().leave()


def test_a_transaction_that_fails_leaves_the_line() -> None:
    event = new_event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(slug=event.slug, name="again", date=event.date)
    assert line().enter(0)
    line().leave()


def test_a_connection_that_closes_within_a_transaction_leaves_the_line() -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert not line().enter(0)
    connection.close()
    assert line().enter(0)
    line().leave()


def test_who_waits_too_long_is_told_that_the_database_is_locked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
    assert line().enter(0)
    try:
        with pytest.raises(OperationalError, match=base.TOO_LONG), transaction.atomic():
            pass
    finally:
        line().leave()
    with transaction.atomic():
        assert DayCount.objects.count() == 0


def test_a_thread_that_waits_goes_on_as_soon_as_the_transaction_before_it_ends() -> None:
    said: list[str] = []

    def other() -> None:
        with transaction.atomic():
            said.append("second")
        connection.close()

    with transaction.atomic():
        thread = threading.Thread(target=other)
        thread.start()
        while not line()._waiting:
            pass
        said.append("first")
    thread.join()
    assert said == ["first", "second"]
