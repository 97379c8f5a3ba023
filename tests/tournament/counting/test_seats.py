"""Rows lifted into the values of a seating."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import add_guests, new_event, save, seated_event
from tests.tournament.hall import FULL
from tournament.counting.seats import hall, locked_tables
from tournament.models import Guest, KeepApart, Seat

pytestmark = pytest.mark.django_db


def test_wishes_are_lifted_from_the_guests() -> None:
    event = new_event()
    first, second, third, *_ = add_guests(event, 12)
    Guest.objects.filter(pk=second.pk).update(guest_of=" guest  1 ", fixed_table=2)
    Guest.objects.filter(pk=third.pk).update(status="withdrawn")
    KeepApart.objects.create(event=event, one=first, other=second)
    found = hall(event).wishes
    by_key = {sitter.key: sitter for sitter in found.sitters}
    assert found.apart == ((1, 2),)
    assert (by_key[1].group, by_key[2].group, by_key[4].group) == ("guest 1", "guest 1", None)
    assert (by_key[2].fixed_table, by_key[2].livery) == (2, second.livery_id)
    assert 3 not in by_key


def test_empty_seats_and_those_left_during_a_round_are_gaps() -> None:
    event = seated_event(
        10, tables=(("P001", None, "P003", "P004"), ("P005", "P006", "P007", "P008"))
    )
    Seat.objects.filter(round__number=2, guest__badge=5).update(left_after_game=2)
    seating = hall(event).seating
    assert seating.rounds[0] == ((1, None, 3, 4), (5, 6, 7, 8))
    assert seating.rounds[1] == ((1, None, 3, 4), (None, 6, 7, 8))
    assert seating.steps == ()


def test_the_play_off_and_other_events_are_not_in_the_hall() -> None:
    event = seated_event(5)
    seated_event(10)
    assert [len(tables) for tables in hall(event).seating.rounds] == [1, 1]


def test_tables_with_a_sheet_are_locked() -> None:
    event = seated_event(10)
    save(event, FULL, (1, 2, 1))
    assert (locked_tables(event, 1), locked_tables(event, 2)) == (frozenset({2}), frozenset())


def test_the_hall_takes_as_many_queries_for_a_hundred_guests_as_for_five() -> None:
    counted = []
    for guests in (5, 100):
        event = seated_event(guests)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            hall(event)
        counted.append(len(queries))
    assert counted == [5, 5]
