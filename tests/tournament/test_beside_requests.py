"""Chances and the pace are reckoned beside the requests: no page, file or preview reckons them in
its own. What a preview shows meanwhile stands in counting/test_chance_moves.py.
"""

import threading
from collections.abc import Collection, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.background import at_rest, noted_threads, serving
from tests.tournament.ending import fresh
from tests.tournament.evening import sign
from tests.tournament.visitors import pages, peopled
from tournament.counting.chances import event_chances
from tournament.event.acts import show_chances
from tournament.models import Event
from tournament.site.background import BACKGROUND
from tournament.site.keep import KEEP
from tournament.standings.pace import pace_of_minute

pytestmark = pytest.mark.django_db
BEHIND = (
    "standings/?chances=1",
    "standings/?chances=1&file=csv",
    "standings/chances/?file=xlsx",
    "pace/?file=csv",
)
"""What is asked of a page besides: the column, and the files of a list."""
FILES = ("standings_csv", "standings_json")


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thread of each reckoning of chances or of a pace."""
    return noted_threads(monkeypatch)


@pytest.fixture
def event() -> Event:
    """An evening with one of each row that a page shows, whose guests see their chances."""
    made = peopled(10)
    show_chances(made, sign(), visible=True)
    return fresh(made)


def _addresses(event: Event) -> Iterator[str]:
    """Every page of the evening that is read, but those of the rules alone, a guest's own, and the
    files of its standings; whatever else is a file is made in a process apart.
    """
    of_rules = tuple(f"/e/{event.slug}/{part}/" for part in ("ask", "rules"))
    yield from (page for page in pages(event) if not page.startswith(of_rules))
    yield from (f"/e/{event.slug}/{behind}" for behind in BEHIND)
    yield from (reverse(name, args=[event.slug]) for name in FILES)


def _reckoned_by(event: Event, addresses: Collection[str], threads: list[str]) -> set[str]:
    """The addresses in whose own request chances or a pace were reckoned, nothing of them known."""
    client, found = Client(), set()
    client.force_login(event.officials.get(role="organiser").user)
    here = threading.current_thread().name
    for address in addresses:
        for value in (event_chances, pace_of_minute):
            KEEP._entries.pop((value, event.uid), None)
        threads.clear()
        client.get(address)
        at_rest()
        if here in threads:
            found.add(address)
    return found


@pytest.mark.promise("No page and no file reckons chances or a pace in its own request")
def test_no_page_and_no_file_reckons_chances_or_a_pace_in_its_own_request(
    event: Event, threads: list[str]
) -> None:
    with serving():
        assert _reckoned_by(event, list(_addresses(event)), threads) == set()


@pytest.mark.control("test_no_page_and_no_file_reckons_chances_or_a_pace_in_its_own_request")
def test_where_nobody_reckons_beside_them_the_pages_that_tell_them_are_found(
    event: Event, threads: list[str]
) -> None:
    assert not BACKGROUND.serving
    telling = [
        f"/e/{event.slug}/{page}"
        for page in (*BEHIND, "", "pace/", "standings/chances/", "board/now/", "guests/2/card/")
    ]
    other = f"/e/{event.slug}/rulings/"
    assert _reckoned_by(event, [other, *telling], threads) == set(telling)
