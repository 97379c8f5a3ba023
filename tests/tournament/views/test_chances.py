"""The page of chances: for officials always, for the room when the organiser says so."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import save, seated_event
from tournament.chances import words
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables of five, one of two games in."""
    made = seated_event(10, cut_size=3, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    save(made, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    return fresh(made)


def test_the_page_lists_everybody_with_a_bar_and_the_words(
    event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(event, Role.UMPIRE)
    with django_assert_max_num_queries(20):
        page = client.get(f"/e/{event.slug}/standings/chances/").content.decode()
    assert page.count('class="sure-part"') == 10
    assert page.count("1 to play") + page.count("in the last game") == 10
    assert "or fewer in the last game" in page
    assert page.count('class="chance-line"') == 1
    assert "Show them to the room" not in page


def test_the_organiser_shows_the_chances_to_the_room_and_takes_them_back(event: Event) -> None:
    client = signed_in(event)
    client.post(f"/e/{event.slug}/standings/chances/show/", {"shown": "on", "key": "one"})
    assert fresh(event).chances_shown is True
    client.post(f"/e/{event.slug}/standings/chances/show/", {"key": "two"})
    assert fresh(event).chances_shown is False


def test_before_the_first_sheet_there_is_a_sentence() -> None:
    empty = seated_event(10, cut_size=3, games_per_round=1)
    page = signed_in(empty).get(f"/e/{empty.slug}/standings/chances/").content.decode()
    assert "No sheet is in yet: nobody is ahead of anybody." in page


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.004, "under 1 in 100"),
        (0.5, "50 in 100"),
        (0.9951, "over 99 in 100"),
        (0.99, "99 in 100"),
        (1.0, "100 in 100"),
        (0.0, "0 in 100"),
    ],
)
def test_nothing_open_is_called_certain_or_hopeless(share: float, said: str) -> None:
    assert words(share) == said
