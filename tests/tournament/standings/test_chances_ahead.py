"""Chances are reckoned in the background: no page waits for them, and none shows them beside totals
they do not belong to.
"""

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.tournament.background import Gate, gate_shut, serving
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.counting import chances
from tournament.counting.chances import (
    BEING_WORKED_OUT,
    FAILED,
    Chances,
    event_chances,
)
from tournament.event.acts import show_chances
from tournament.guests.acts import change_guest
from tournament.models import Event
from tournament.site import background, drawings
from tournament.site.background import BACKGROUND
from tournament.site.keep import KEEP

pytestmark = pytest.mark.django_db
SHARE = 'class="share-part"'
SOON = "parts/soon"


@pytest.fixture
def event() -> Event:
    """Two tables of five, one of three games in: the board freezes only in the last one."""
    made = seated_event(10, cut_size=3, games_per_round=3, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    save(made, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    return fresh(made)


def _page(client: Client, event: Event, query: str = "") -> str:
    return client.get(f"/e/{event.slug}/standings/{query}").content.decode()


@pytest.mark.promise("Nobody waits for chances, and none stands beside totals it is not of")
def test_a_page_is_told_at_once_that_chances_are_reckoned_and_then_shows_them(
    event: Event, gate: Gate
) -> None:
    client = signed_in(event)
    for query, named in (("chances/", 0), ("?chances=1", 10)):
        page = _page(client, event, query)
        assert (BEING_WORKED_OUT in page, SHARE in page, SOON in page) == (True, False, True)
        assert page.count("Guest 3") == bool(named)
    gate.open()
    for query in ("chances/", "?chances=1"):
        page = _page(client, event, query)
        assert page.count(SHARE) == 10
        assert (BEING_WORKED_OUT in page, SOON in page) == (False, False)


@pytest.mark.control("test_a_page_is_told_at_once_that_chances_are_reckoned_and_then_shows_them")
def test_without_the_background_the_page_itself_would_reckon_them(event: Event, gate: Gate) -> None:
    BACKGROUND.serving = False
    assert _page(signed_in(event), event, "chances/").count(SHARE) == 10


def test_after_a_sheet_the_last_list_stands_with_its_own_totals_and_says_so(event: Event) -> None:
    client = signed_in(event)
    before = _page(client, event, "chances/")
    with gate_shut() as gate:
        save(event, ("out", "=50", "=3", "4 4", "5"), (1, 1, 2))
        page = _page(client, event, "chances/")
        assert "the totals changed since." in page
        assert page.count(SHARE) == 10
        assert _table(page) == _table(before)
        beside = _page(client, event, "?chances=1")
        assert SHARE not in beside
        assert BEING_WORKED_OUT in beside
        gate.open()
        after = _page(client, event, "chances/")
        assert "the totals changed since." not in after
        assert _table(after) != _table(before)


def _table(page: str) -> str:
    return page[page.index("<tbody") : page.index("</tbody>")]


FILES = ("chances/?file=csv", "?chances=1&file=csv")


def test_a_file_waits_for_the_chances_of_now_since_it_cannot_follow(event: Event) -> None:
    client = signed_in(event)
    for query in FILES:
        KEEP.clear()
        with serving():
            file = client.get(f"/e/{event.slug}/standings/{query}")
        assert file.headers["Content-Type"].startswith("text/csv")
        assert "%" in file.content.decode()


def test_a_file_that_has_waited_long_enough_tells_no_chance(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in(event)
    _page(client, event, "chances/")
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    with gate_shut():
        save(event, ("out", "=50", "=3", "4 4", "5"), (1, 1, 2))
        page, file = (_page(client, event, query) for query in FILES)
    assert BEING_WORKED_OUT in page
    assert "Guest 1" in file
    assert "%" not in file


def test_the_last_list_is_not_shown_where_a_guest_is_called_otherwise_since(event: Event) -> None:
    event_chances(event)
    with gate_shut():
        guest = event.guests.get(ref="P003")
        change_guest(event, guest, {"name": "Somebody Else"}, sign())
        save(event, ("out", "=50", "=3", "4 4", "5"), (1, 1, 2))
        page = _page(signed_in(event), event, "chances/")
        assert "the totals changed since." not in page
        assert "Guest 3" not in page


def test_what_changes_neither_totals_nor_games_leaves_the_chances_as_they_are(
    event: Event,
) -> None:
    kept = event_chances(event)
    show_chances(event, sign(), visible=True)
    with gate_shut():
        after = fresh(event)
        assert after.version > event.version
        assert event_chances(after) is kept


def test_the_board_is_told_apart_while_chances_are_reckoned_and_follows_them(
    event: Event, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "MOMENT", 0.0)
    show_chances(event, sign(), visible=True)
    viewer, address = Client(), reverse("board_now", args=[event.slug])
    first = viewer.get(address)
    assert BEING_WORKED_OUT in first.content.decode()
    assert "board-chance" not in first.content.decode()
    assert "soon" in first.headers["ETag"]
    assert viewer.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    page = viewer.get(reverse("board", args=[event.slug])).content.decode()
    assert 'top-soon"' in page.replace("&quot;", '"')
    gate.open()
    after = viewer.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200
    assert after.content.decode().count("board-chance") == 10
    assert "soon" not in after.headers["ETag"]


def test_a_board_stays_as_it_was_for_a_moment_and_is_never_half_new(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "MOMENT", float("inf"))
    show_chances(event, sign(), visible=True)
    address = reverse("board_now", args=[event.slug])
    before = Client().get(address).content
    with gate_shut():
        save(fresh(event), ("out", "=50", "=3", "4 4", "5"), (1, 1, 2))
        assert Client().get(address).content == before
        monkeypatch.setattr(drawings, "MOMENT", 0.0)
        later = Client().get(address).content.decode()
        assert "board-chance" not in later
        assert BEING_WORKED_OUT in later


def test_a_guests_page_says_that_the_chance_comes_and_follows_it(
    event: Event, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "MOMENT", 0.0)
    show_chances(event, sign(), visible=True)
    codes_issued(event)
    address = f"/G/{guest_code(event.guests.get(ref='P002'))}?now"
    assert BEING_WORKED_OUT in Client().get(address).content.decode()
    gate.open()
    assert "In simulated play you go through" in Client().get(address).content.decode()


def test_the_background_asks_no_database(event: Event, gate: Gate) -> None:
    opened: list[str] = []
    assert event_chances(event) == BEING_WORKED_OUT
    BACKGROUND.ask("look", 1, lambda: opened.extend(one.alias for one in connections.all(True)))
    gate.open()
    assert isinstance(event_chances(event), Chances)
    assert opened == []


def test_what_fails_there_is_logged_and_the_page_says_so(
    event: Event, gate: Gate, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(chances, "SAMPLE", None)
    chances._games.cache_clear()
    assert event_chances(event) == BEING_WORKED_OUT
    gate.open()
    assert event_chances(event) == FAILED
    assert any(record.exc_info for record in caplog.records)
    assert FAILED in _page(signed_in(event), event, "chances/")
