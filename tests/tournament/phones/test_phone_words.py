"""Phones say how many games they keep and what their clock shows; it is written only where it has
changed.
"""

import pytest
from django.db import connection
from django.http.request import HttpHeaders
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.tournament.evening import seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tournament.models import Phone
from tournament.phones.upkeep import LONGEST, MOST, STEP, note_what_it_says

pytestmark = pytest.mark.django_db


def said(unsent: int | str, ahead: int = 0) -> dict[str, str]:
    """The headers of a phone whose clock is so many seconds ahead."""
    return {"X-Unsent": str(unsent), "X-Clock": str(int(timezone.now().timestamp()) + ahead)}


def as_received(headers: dict[str, str]) -> dict[str, str]:
    """Headers under the names that a request has them by."""
    return dict(HttpHeaders.to_wsgi_names(headers))


@pytest.fixture
def phone() -> Phone:
    """A phone that has called once."""
    event = seated_event()
    codes_issued(event)
    PhoneHeld(table_code(event)).get()
    return Phone.objects.get()


def kept() -> tuple[int, int | None]:
    """What is kept of the one phone, its clock to the minute."""
    found = Phone.objects.get()
    return found.unsent, None if found.clock_ahead is None else round(found.clock_ahead / 60)


def test_a_phone_tells_what_it_keeps_and_what_its_clock_shows() -> None:
    event = seated_event()
    codes_issued(event)
    held = PhoneHeld(table_code(event))
    held.get()
    assert kept() == (0, None)
    assert held.get(**said(3, 600)).status_code == 200
    assert kept() == (3, 10)
    assert held.get(**said(0, -86_400)).status_code == 200
    assert kept() == (0, -1440)


def test_the_same_words_are_not_written_again(
    phone: Phone, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    note_what_it_says(phone, as_received(said(0)))
    with django_assert_num_queries(0):
        note_what_it_says(phone, as_received(said(0, STEP // 2)))
    with CaptureQueriesContext(connection) as queries:
        note_what_it_says(phone, as_received(said(0, STEP * 2)))
    assert len([query for query in queries if "set_config" not in query["sql"]]) == 1


@pytest.mark.parametrize("nonsense", ["", "-1", "1.5", "٣", "9" * 13, "x"])
def test_nonsense_is_left_alone(phone: Phone, nonsense: str) -> None:
    every: list[dict[str, str]] = [
        {"X-Unsent": nonsense, "X-Clock": "1"},
        {"X-Unsent": "1", "X-Clock": nonsense},
        {},
    ]
    for headers in every:
        note_what_it_says(phone, as_received(headers))
    assert kept() == (0, None)


def test_what_cannot_be_is_cut_to_what_fits(phone: Phone) -> None:
    note_what_it_says(phone, as_received({"X-Unsent": "9" * 12, "X-Clock": "9" * 12}))
    assert kept() == (MOST, round(LONGEST / 60))
