"""From the moment the last game begins until the names are read, nothing that anybody may open
tells a place or a total that is newer.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.second_rank import by_rank
from tests.tournament.ending import following, fresh, signed_in
from tests.tournament.evening import NOW, save, seated_event, sign
from tests.tournament.matches.matches import match_event, out, play_round
from tests.tournament.phones.phones import codes_issued, guest_code
from tests.tournament.test_secrecy import seen
from tournament.entry.acts_unplayed import close_unplayed
from tournament.finals.acts import (
    break_seal,
    freeze_by_itself,
    hold_board,
    release_board,
    reveal_cut,
    seal_cut,
)
from tournament.finals.acts_playoff import read_next
from tournament.models import Event, Guest, Show
from tournament.refusal import Refused
from tournament.screens.acts import set_clock
from tournament.screens.reading import Hall
from tournament.screens.scenes import SCENES
from tournament.seating.acts import close_round
from tournament.site.keep import KEEP
from tournament.standings.public import board_now, frozen_by_itself, is_frozen, public_board

pytestmark = pytest.mark.django_db
LISTS = ("half_time", "race", "reading", "podium", "prizes")
"""The scenes of a wall that tell places."""
FIRST = (("out", "=10", "=20", "=30", "=40"), ("=5", "=15", "=25", "=35", "out"))
LAST = (("=90", "=80", "=70", "=20", "out"), ("=90", "=80", "=70", "out", "=60"))
Seen = dict[str, bytes]
KINDS: dict[str, dict[str, Any]] = {
    "two rounds": {},
    "one round": {"qualifying_rounds": 1},
    "three rounds": {"qualifying_rounds": 3},
    "one game a round": {"games_per_round": 1},
    "no play-off": {"has_playoff": False},
    "the whole field": {"board_full": True, "chances_shown": True},
}


def evening(**fields: Any) -> Event:
    """Ten guests at two tables, up to the last game of the last round."""
    event = seated_event(10, **{"games_per_round": 2, "cut_size": 3, "playoff_tables": 1} | fields)
    codes_issued(event)
    for number in range(1, event.qualifying_rounds + 1):
        games = event.games_per_round - (number == event.qualifying_rounds)
        for game in range(1, games + 1):
            for table in (1, 2):
                save(event, FIRST[table - 1], (number, table, game))
        if number < event.qualifying_rounds:
            close_round(event, number, sign())
    return fresh(event)


def test_who_looks_first_after_a_correction_sees_the_board_and_the_way_of_before() -> None:
    event = evening(qualifying_rounds=1, games_per_round=3)
    save(event, LAST[0], (1, 1, 3))
    before = frozen_by_itself(fresh(event))
    save(event, ("out", *FIRST[0][:0:-1]), (1, 1, 1), seen=1, reason="Misread")
    KEEP.clear()
    assert frozen_by_itself(fresh(event)) == before


def to_the_reveal(event: Event) -> Iterator[str]:
    """Every state from the first sheet of the last game until the last name is read."""
    last = (event.qualifying_rounds, event.games_per_round)
    for table in (1, 2):
        save(event, LAST[table - 1], (last[0], table, last[1]))
        yield f"table {table} is in"
    sheet = (last[0], 1, last[1])
    save(event, (*LAST[0][:2], "=60", *LAST[0][3:]), sheet, seen=1, reason="Misread")
    yield "a sheet is corrected"
    close_round(event, last[0], sign())
    yield "the round is closed"
    seal_cut(event, sign())
    yield "the cut is sealed"
    break_seal(event, sign(), reason="Looked at again")
    yield "the seal is broken"
    seal_cut(event, sign())
    yield "it is sealed again"
    read_next(event, sign())
    yield "the reading begins"


def public(event: Event) -> Seen:
    """Every byte that anybody may get, but for what is a table's or a guest's own: open pages, the
    board for other programs, the lists that a wall can show, and what each guest's page says of
    places.
    """
    shown = seen(event)
    for scene in LISTS:
        values = SCENES[scene].build(Hall(event, Show(event=event), NOW))
        shown[f"wall {scene}"] = repr(values).encode()
    for guest in Guest.objects.filter(event=event):
        page = Client().get(f"/G/{guest_code(guest)}").content
        places = re.findall(
            rb'class="guest-(?:place|more|chance)">[^<]*|\b\d+(?:st|nd|rd|th)\b', page
        )
        shown[f"guest {guest.badge}"] = b" ".join(places)
    return shown


def standing(event: Event) -> list[tuple[object, ...]]:
    return [(row["player"], row["place"], row["total"]) for row in public_board(event)["rows"]]


def newer(event: Event) -> dict[str, set[str]]:
    """What moved since the first sheet of the last game, state by state; a page of the reading
    itself may begin with it.
    """
    rows = standing(event)
    before: Seen = {}
    moved: dict[str, set[str]] = {}
    for state in to_the_reveal(event):
        event = fresh(event)
        shown = public(event)
        if not before:
            before = shown
            if standing(event) != rows:
                moved["the last game begins"] = {"board"}
        reading = "reading" in state
        moved[state] = {
            where
            for where, body in shown.items()
            if body != before[where] and not (reading and ("board" in where or "wall" in where))
        }
    return {state: where for state, where in moved.items() if where}


@pytest.mark.promise(
    "From the last game to the reading nobody can open a place or a total that is newer"
)
@pytest.mark.parametrize("kind", by_rank(KINDS, ("two rounds",)))
def test_from_the_last_game_to_the_reading_nothing_newer_is_public(kind: str) -> None:
    assert newer(evening(**KINDS[kind])) == {}


@pytest.mark.control("test_from_the_last_game_to_the_reading_nothing_newer_is_public")
@pytest.mark.parametrize("kind", by_rank(("two rounds", "one game a round"), ("two rounds",)))
def test_a_board_that_follows_to_the_end_tells_all_of_it(kind: str) -> None:
    told = newer(following(evening(**KINDS[kind])))
    assert {"the last game begins", "table 2 is in", "a sheet is corrected"} <= set(told)
    assert any("overlay" in where for where in told["table 2 is in"])
    assert any("guest" in where for where in told["table 2 is in"])


def test_held_back_never_stands_beside_a_place() -> None:
    event = evening()
    for _state in to_the_reveal(event):
        for guest in Guest.objects.filter(event=event):
            page = Client().get(f"/G/{guest_code(guest)}").content.decode()
            assert "Held back" in page
            assert re.findall(r"\b\d+(?:st|nd|rd|th)\b", page) == []


def test_with_the_reading_over_the_board_shows_all() -> None:
    event = evening()
    for _state in to_the_reveal(event):
        assert is_frozen(fresh(event))
    reveal_cut(event, sign())
    event = fresh(event)
    assert (is_frozen(event), public_board(event)["sealed"]) == (False, True)
    assert public_board(event)["rows"][0]["total"] == 60


def test_where_games_are_given_up_the_game_before_them_was_the_last() -> None:
    event = evening(games_per_round=3)
    half = public_board(fresh(event))
    assert (half["round"], half["game"], is_frozen(fresh(event))) == (2, 2, False)
    close_unplayed(event, 2, sign(), reason="The hall closes")
    shown = public_board(fresh(event))
    assert (shown["round"], shown["game"], shown["through"]) == (2, 1, 0)
    assert is_frozen(fresh(event))


def test_a_last_game_that_is_called_freezes_the_board_though_no_sheet_of_the_round_is_in() -> None:
    event = seated_event(5, games_per_round=1, cut_size=2)
    save(event, FIRST[0])
    close_round(event, 1, sign())
    set_clock(event, "last_game", sign())
    before = public_board(fresh(event))
    assert is_frozen(fresh(event))
    save(event, LAST[0], (2, 1, 1))
    assert public_board(fresh(event)) == before
    assert before["rows"]
    set_clock(event, "not_last", sign())
    assert public_board(fresh(event)) == before


def test_matches_are_no_rounds_with_a_line_and_never_freeze_by_themselves() -> None:
    event = match_event()
    for turn in range(3):
        out(event, turn)
        play_round(event)
    assert not is_frozen(fresh(event))


def test_it_is_let_go_for_good_and_frozen_again_by_hand() -> None:
    event = evening()
    save(event, LAST[0], (2, 1, 2))
    frozen = public_board(fresh(event))["rows"]
    release_board(event, sign())
    assert public_board(fresh(event))["rows"] != frozen
    with pytest.raises(Refused, match="not frozen"):
        release_board(event, sign())
    save(event, LAST[1], (2, 2, 2))
    assert not is_frozen(fresh(event))
    hold_board(event, sign())
    assert fresh(event).held


def test_a_list_of_half_time_that_was_let_go_leaves_the_last_game_covered() -> None:
    event = evening()
    hold_board(event, sign())
    release_board(event, sign())
    save(event, LAST[0], (2, 1, 2))
    assert is_frozen(fresh(event))


def test_one_switch_turns_it_off_and_on_and_the_home_says_so() -> None:
    event = evening()
    client = signed_in(event)
    home = f"/e/{event.slug}/"

    def said() -> str:
        return client.get(home).content.decode()

    assert "It freezes by itself when the last game begins" in said()
    client.post(f"{home}cut/board-by-itself/", {"on": "0", "key": "1", "from": "home"})
    assert board_now(fresh(event)).by_itself is False
    assert "It follows to the end: everybody sees who goes through before it is read." in said()
    with pytest.raises(Refused, match="already does that"):
        freeze_by_itself(event, sign(), on=False)
    client.post(f"{home}cut/board-by-itself/", {"on": "1", "key": "2", "from": "home"})
    assert board_now(fresh(event)).by_itself is True
    save(event, LAST[0], (2, 1, 2))
    assert "places stay covered until the names are read" in said()
