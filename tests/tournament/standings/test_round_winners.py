"""Who has won a round at their table, as the sheet says it: on the public board, on the guest's own
page, on the walls, among the prizes and on the keepsake, in every format; on none of them before
the last game is in.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from scoring.formats import FORMATS, Format
from tests.second_rank import by_rank
from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.counting.board import board
from tournament.counting.formats import event_format
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.event.forms_rules import new_columns
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import hold_half_time
from tournament.finals.reading import prize_rows
from tournament.models import Event, Show
from tournament.paper.keepsakes import keepsakes
from tournament.screens.finale import prize_list, reading
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


def ways(form: Format) -> Iterator[tuple[str, dict[str, str]]]:
    """A format as it is, and with each other way in which it counts or ends."""
    yield form.name, {}
    for choice in form.choices:
        if choice.name != "table":
            out_of_reach = {"target": "2000"} if choice.name == "ending" else {}
            for value in choice.values[1:]:
                yield form.name, {choice.name: value.value} | out_of_reach


FORMS = [case for form in FORMATS.values() if not form.paired for case in ways(form)]
FEW: list[tuple[str, dict[str, str]]] = [
    (name, {}) for name in ("swedish_pursuit", "switch", "ottawa", "pursuit_racing", "pesten")
]
BEATEN: dict[str, list[dict[str, Any]]] = {
    "places": [{"place": 2}, {"place": 3}, {"place": 4}],
    "laps": [{"laps": 3}, {"laps": 1}, {"laps": 0}],
    "winner": [{}, {}, {}],
}
"""What the others are told of, behind a winner who runs five laps or is out first."""
HANDS: list[dict[str, Any]] = [{"hand": parse_hand("K Q")}] * 3


def plays(event: Event, number: int, table: int, winner: str) -> None:
    """Both games of a round at a table of four, won by the same seat."""
    entry = event_format(event).entry
    leads: dict[str, dict[str, Any]] = {"places": {"place": 1}, "laps": {"laps": 5}}
    first = leads.get(entry, {"went_out": True})
    for game in (1, 2):
        behind = iter(BEATEN.get(entry, HANDS))
        seats = tuple(
            SeatEntry(seat, **(first if seat == winner else next(behind))) for seat in "ABCD"
        )
        record_sheet(fresh(event), Submission(Place(number, table, game), seats), sign())


@pytest.mark.parametrize(("name", "choices"), by_rank(FORMS, FEW))
def test_every_format_tells_who_won_the_round_at_each_table(
    name: str, choices: dict[str, str]
) -> None:
    refs = [f"P{number:03}" for number in range(1, 9)]
    plan = {"qualifying_rounds": 2, "games_per_round": 2, "cut_size": 3, "has_playoff": False}
    columns = new_columns(name, choices) | plan | {"further_prizes": [EACH]}
    event = seated_event(8, tables=[refs[:4], refs[4:]], **columns)
    codes_issued(event)
    won = {1: {"Guest 1", "Guest 6"}, 2: {"Guest 1", "Guest 7"}}
    for table, winner in ((1, "A"), (2, "B")):
        plays(event, 1, table, winner)
    close_round(fresh(event), 1, sign())
    scene = half(Hall(fresh(event), Show(event=event), NOW))
    assert scene is not None
    rows = [row for column in scene["columns"] for row in column]
    assert {row["name"] for row in rows if row["won"] == "won round 1"} == won[1]
    # Nobody knows how many games come where a target ends them.
    assert bool(scene["so_far"]) == ("ending" not in choices)
    for table, winner in ((1, "A"), (2, "C")):
        plays(event, 2, table, winner)
    close_round(fresh(event), 2, sign())
    seal_cut(fresh(event), sign())
    reveal_cut(fresh(event), sign())
    event = fresh(event)
    told = {"Guest 1": "won rounds 1 and 2", "Guest 6": "won round 1", "Guest 7": "won round 2"}
    hall = Hall(event, Show(event=event), NOW)
    read = reading(hall)
    assert read is not None
    here = {row["one"]["name"]: row["one"]["tie"] for row in read["rows"]}
    assert {guest: words for guest, words in here.items() if words.startswith("won")} == told
    assert {row["name"]: row["won"] for row in hall.shown["rows"] if row["won"]} == told
    kept = {
        row["name"]: row["won"] for row in keepsakes(event, board(event), NOW).content["keepsakes"]
    }
    assert {guest for guest, words in kept.items() if words.startswith("Won round")} == set(told)
    prizes = [(row["prize"], row["called"]) for row in prize_list(hall)]
    assert sorted(called for prize, called in prizes if prize.startswith("Best")) == [
        "Guest 1",
        "Guest 1",
        "Guest 6",
        "Guest 7",
    ]
    page = Client().get(f"/G/{guest_code(event.guests.get(badge=7))}").content.decode()
    assert "Round 2: won at your table." in page
