"""Who has won a round at their table, as the sheet says it: on the public board, on the guest's own
page, on the wall at half-time and among the prizes; on none of them before the last game is in.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.counting.board import board
from tournament.finals.acts_playoff import hold_half_time
from tournament.finals.reading import prize_rows
from tournament.models import Event, Show
from tournament.screens.finale import prize_list
from tournament.screens.reading import Hall
from tournament.screens.scenes import half
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db
EACH = {"name": "Best of the table", "scope": "table"}
FIRST = ("out", "=10", "=20", "=30", "=40")
SECOND = ("=50", "=10", "out", "=30", "=40")


@pytest.fixture
def event() -> Event:
    """Ten guests at two tables, two rounds of two games; of round 1 one game is to come."""
    made = seated_event(10, games_per_round=2, qualifying_rounds=2, further_prizes=[EACH])
    codes_issued(made)
    save(made, FIRST)
    for game in (1, 2):
        save(made, FIRST, (1, 2, game))
    return fresh(made)


def shown(event: Event, badge: int) -> tuple[bool, bool]:
    """Whether the public board, and the page of a guest, tell of a round that was won."""
    page = Client().get(f"/G/{guest_code(event.guests.get(badge=badge))}").content.decode()
    name = event.guests.get(badge=badge).name
    public = Client().get(reverse("board", args=[event.slug])).content.decode()
    row = public[public.index(f">{name}<") :].split("</li>")[0]
    return "won round 1" in row, "Round 1: won at your table." in page


def test_a_round_is_won_at_a_table_once_its_last_game_is_in(event: Event) -> None:
    assert [shown(event, badge) for badge in (1, 2, 3, 6)] == [
        (False, False),
        (False, False),
        (False, False),
        (True, True),
    ]
    save(event, SECOND, (1, 1, 2))
    event = fresh(event)
    assert [shown(event, badge) for badge in (1, 2, 3)] == [
        (False, False),
        (True, False),
        (True, False),
    ]


def test_level_guests_share_it_on_their_own_pages(event: Event) -> None:
    save(event, SECOND, (1, 1, 2))
    page = Client().get(f"/G/{guest_code(event.guests.get(badge=2))}").content.decode()
    assert "Round 1: won at your table, shared." in page


def test_a_prize_is_given_for_each_table(event: Event) -> None:
    save(event, SECOND, (1, 1, 2))
    event = fresh(event)
    rows = prize_rows(event, board(event))
    assert [(row.prize, row.called, row.result, row.notes) for row in rows] == [
        (
            "Best of the table, table 1",
            "Guest 2 and Guest 3",
            "20 points in round 1",
            ("shared",),
        ),
        ("Best of the table, table 2", "Guest 6", "0 points in round 1", ()),
    ]
    on_the_wall = prize_list(Hall(event, Show(event=event), NOW))
    assert [(row["prize"], row["called"]) for row in on_the_wall] == [
        (row.prize, row.called) for row in rows
    ]


def test_the_half_time_list_knows_the_winners_of_its_rounds_alone(event: Event) -> None:
    save(event, SECOND, (1, 1, 2))
    close_round(event, 1, sign())
    hold_half_time(event, sign())
    for table, game in ((1, 1), (1, 2), (2, 1), (2, 2)):
        save(event, FIRST, (2, table, game))
    scene = half(Hall(fresh(event), Show(event=event), NOW))
    assert scene is not None
    won = {row["name"]: row["won"] for rows in scene["columns"] for row in rows}
    assert {name for name, words in won.items() if words == "won round 1"} == {
        "Guest 2",
        "Guest 3",
        "Guest 6",
    }
    assert set(won.values()) == {"", "won round 1"}
