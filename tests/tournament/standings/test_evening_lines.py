"""The line of a guest's evening: place after place, in words as well, and nothing while the board
is held.
"""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.tournament.ending import following, fresh
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.counting.board import board
from tournament.finals.acts import hold_board
from tournament.models import Event, Guest
from tournament.seating.acts_places import withdraw
from tournament.standings.drawing import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    drawing,
    event_lines,
)

pytestmark = pytest.mark.django_db
TICKS = ("setInterval", "setTimeout", "requestAnimationFrame", "EventSource", "WebSocket")
GAMES = (("out", "=8", "=3", "=8", "=5"), ("=30", "out", "=3", "=1", "=5"))


@pytest.fixture
def event() -> Event:
    """Five guests at one table, two rounds of one game, both in: totals 30, 8, 6, 9 and 10; two go
    through.
    """
    made = seated_event(5, cut_size=2, games_per_round=1)
    for number, said in enumerate(GAMES, start=1):
        save(made, said, (number, 1, 1))
    return following(made)


def _page(event: Event, badge: int) -> str:
    codes_issued(event)
    guest = Guest.objects.select_related("event").get(event=event, badge=badge)
    return Client().get(f"/G/{guest_code(guest)}").content.decode()


def test_every_game_is_a_place_a_dot_and_a_sentence(event: Event) -> None:
    line = drawing(event, "P001")
    assert line is not None
    assert line.words == "Your place after each game, of 5: 1, 5."
    assert line.said == (
        "Round 1, game 1: 1st with 0, 3 points inside the line.",
        "Round 2, game 1: 5th with 30, 22 points outside the line.",
    )
    assert (line.dots[0], line.dots[-1], line.last) == ((LEFT, TOP), (WIDTH - RIGHT, BOTTOM), "5th")
    assert line.path == f"M{LEFT} {TOP}L{WIDTH - RIGHT} {BOTTOM}"
    assert line.breaks == ((LEFT + WIDTH - RIGHT) / 2,)
    assert line.cut_y is not None
    assert TOP < line.cut_y < BOTTOM < HEIGHT


def test_one_point_is_one_point_and_the_last_inside_stands_on_the_line(event: Event) -> None:
    on, behind = drawing(event, "P002"), drawing(event, "P004")
    assert on is not None
    assert behind is not None
    assert on.said[-1] == "Round 2, game 1: 2nd with 8, on the line."
    assert behind.said[-1] == "Round 2, game 1: 3rd with 9, 1 point outside the line."


def test_where_everybody_goes_through_there_is_no_line_to_be_inside_of() -> None:
    made = seated_event(5, cut_size=5, games_per_round=1)
    for number, said in enumerate(GAMES, start=1):
        save(made, said, (number, 1, 1))
    line = drawing(fresh(made), "P001")
    assert line is not None
    assert (line.cut_y, line.said[0]) == (None, "Round 1, game 1: 1st with 0.")


@pytest.mark.parametrize("par", ["", "4: 10.0, 5: 20.0"])
def test_the_line_ends_at_the_total_of_the_standings(par: str) -> None:
    tables = (("P001", "P002", "P003", "P004"), ("P005", "P006", "P007", "P008", "P009"))
    made = seated_event(9, tables=tables, table_par=par, cut_size=2, games_per_round=1)
    for number in (1, 2):
        save(made, GAMES[0][:4], (number, 1, 1))
        save(made, GAMES[0], (number, 2, 1))
    made = fresh(made)
    ends = {ref: steps[-1] for ref, steps in event_lines(made).items()}
    assert {ref: (step.total, step.place) for ref, step in ends.items()} == {
        standing.player: (standing.total, standing.place) for standing in board(made).standings
    }


def test_where_totals_are_half_points_for_places_there_is_no_line(event: Event) -> None:
    assert event_lines(event)
    event.format, event.version = "switch", event.version + 1
    assert event_lines(event) == {}


def test_before_the_second_game_and_for_who_went_home_there_is_none(event: Event) -> None:
    first = seated_event(5, cut_size=2, games_per_round=2, slug="first")
    save(first, GAMES[0])
    assert drawing(fresh(first), "P001") is None
    withdraw(event, "P001", sign(), reason="A train to catch")
    assert drawing(fresh(event), "P001") is None


def test_a_game_that_another_table_still_plays_is_not_yet_a_place() -> None:
    made = seated_event(10, cut_size=2, games_per_round=2, qualifying_rounds=1)
    for place in ((1, 1, 1), (1, 2, 1), (1, 1, 2)):
        save(made, GAMES[0], place)
    assert drawing(fresh(made), "P001") is None
    save(made, GAMES[0], (1, 2, 2))
    assert drawing(fresh(made), "P001") is not None


def test_the_guest_sees_the_line_until_the_board_is_held(event: Event) -> None:
    page = _page(event, 3)
    assert 'role="img" aria-label="Your place after each game, of 5: 2, 1."' in page
    assert "Round 2, game 1: 1st with 6, 2 points inside the line." in page
    hold_board(event, sign())
    assert "Your evening" not in _page(event, 3)


FOLLOW = ("tournament/screens/call.js", "tournament/phones/guest.js")


def test_nothing_of_a_guests_page_ticks_in_a_pocket(event: Event) -> None:
    """No refreshing, no open line, no clock that moves; what follows, the call of the round and the
    guest's own games, asks only while it is looked at.
    """
    page = _page(event, 3)
    follow = [Path(str(finders.find(name))).read_text(encoding="utf-8") for name in FOLLOW]
    assert all("hidden: Infinity" in source for source in follow)
    scripts = re.findall(r'<script[^>]* src="/static/([^"]+)"', page)
    assert len(scripts) == page.count("<script")
    for name in scripts:
        source = Path(str(finders.find(name))).read_text(encoding="utf-8")
        assert source in follow or [word for word in TICKS if word in source] == [], name
    assert "refresh" not in page.lower()
    assert "<time" not in page


def test_what_is_looked_for_is_what_makes_a_page_tick() -> None:
    """The board follows by itself, so the same search finds it."""
    source = Path(str(finders.find("tournament/home/board.js"))).read_text(encoding="utf-8")
    assert any(word in source for word in TICKS)
