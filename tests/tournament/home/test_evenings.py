"""The list of somebody's evenings: a page of them at a time, and a search, whatever there is."""

import re
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import new_event, official
from tournament.event.acts import appoint
from tournament.home.evenings import EVENINGS
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db
MANY = 2 * EVENINGS + 5
NAMES = re.compile(r'<a href="/e/[^"]+/">([^<]+)</a>')


def evenings(number: int) -> tuple[User, Client]:
    """An organiser of so many evenings, one a day."""
    events = [
        new_event(name=f"Evening {index:03}", date=date(2027, 1, 1) + timedelta(index))
        for index in range(number)
    ]
    user = official(events[0], name="olive")
    for event in events[1:]:
        appoint(event, user, Role.UMPIRE)
    client = Client()
    client.force_login(user)
    return user, client


def listed(client: Client, asked: str = "") -> list[str]:
    """The evenings on the first screen."""
    return NAMES.findall(client.get(f"/{asked}").content.decode())


def test_evenings_are_listed_by_the_page_the_newest_first() -> None:
    _user, client = evenings(MANY)
    newest = [f"Evening {index:03}" for index in reversed(range(MANY))]
    assert listed(client) == newest[:EVENINGS]
    assert listed(client, "?page=3") == newest[2 * EVENINGS :]
    assert listed(client, "?page=what") == newest[:EVENINGS]
    page = client.get("/?page=2").content.decode()
    assert (f"{EVENINGS + 1} to {2 * EVENINGS} of {MANY}." in page, "page=3" in page) == (
        True,
        True,
    )


def test_an_evening_is_searched_by_its_name_or_venue() -> None:
    _user, client = evenings(MANY)
    Event.objects.filter(name="Evening 007").update(venue="Skinners’ Hall")
    assert listed(client, "?q=skinners") == ["Evening 007"]
    assert listed(client, "?q=evening+01") == [f"Evening {index:03}" for index in range(19, 9, -1)]
    page = client.get("/?q=nowhere%00<b>").content.decode()
    assert ("No evening fits this search." in page, "nowhere&lt;b&gt;" in page) == (True, True)


def test_nobody_finds_an_evening_of_others_and_an_administrator_finds_all() -> None:
    _user, _client = evenings(EVENINGS + 1)
    stranger, root = User.objects.create_user("stranger"), User.objects.create_superuser("root")
    seen = []
    for user in (None, stranger, root):
        client = Client()
        if user:
            client.force_login(user)
        seen.append(len(listed(client, "?q=evening")))
    assert seen == [0, 0, EVENINGS]


@pytest.mark.promise("The list of evenings costs the same however many there are")
def test_the_first_screen_asks_and_weighs_the_same_for_twice_the_evenings() -> None:
    user, client = evenings(EVENINGS + 1)
    costs = [weighed(client)]
    for event in [new_event(name=f"Later {index}") for index in range(EVENINGS)]:
        appoint(event, user, Role.UMPIRE)
    costs.append(weighed(client))
    assert costs[0] == costs[1]


@pytest.mark.control("test_the_first_screen_asks_and_weighs_the_same_for_twice_the_evenings")
def test_a_list_without_pages_weighs_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.home.evenings.EVENINGS", 10_000)
    user, client = evenings(EVENINGS + 1)
    before = weighed(client)
    for event in [new_event(name=f"Later {index}") for index in range(EVENINGS)]:
        appoint(event, user, Role.UMPIRE)
    assert weighed(client) > before


def weighed(client: Client) -> tuple[int, int]:
    """The questions of the first screen, and its lines of evenings."""
    with CaptureQueriesContext(connection) as taken:
        page = client.get("/").content.decode()
    return len(taken), len(NAMES.findall(page))
