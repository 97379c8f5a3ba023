"""What is taken back while others are at it: a second official, a phone that sends again or was
offline, a wall that shows it.
"""

import json
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from tests.tournament.entry.test_desk import ONE, TWO, at, sent
from tests.tournament.evening import seated_event, sign
from tests.tournament.home.test_take_back import Desk
from tests.tournament.ledger.test_taking_back import press
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tests.tournament.screens.test_walls import SECRET, _one_moment
from tournament.ledger.taking_back import take_back
from tournament.models import Event, Phone, Press, Role, Sheet
from tournament.screens import pictures, views_wall
from tournament.screens.acts import add_screen, steer
from tournament.site.drawings import DrawnPages
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
HANDS = ("out", "8 K", "=23", "9", "2 3 4")
assert _one_moment


def evening() -> Event:
    """Two tables of five and two games."""
    return seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2)


def sentence(answer: HttpResponse) -> str:
    """Why a phone was refused."""
    assert answer.status_code == 422, answer.content
    return str(json.loads(answer.content)["faults"][0]["sentence"])


def counting(event: Event) -> set[int]:
    """The games of table 1 of which a sheet counts."""
    sheets = Sheet.objects.filter(event=event, accepted=True, game__table__number=1)
    return set(sheets.values_list("game__number", flat=True))


def test_a_phone_is_told_that_the_sheet_it_sends_again_was_taken_back() -> None:
    event = evening()
    codes_issued(event)
    phone, desk = PhoneHeld(table_code(event)), Desk(event)
    assert phone.post("sheet", sheet_sent(HANDS)).status_code == 201
    page = desk.take_back("Table 1, game 1")
    assert (page.refused, counting(event)) == ("", set())
    assert "taken away from here: ask the desk" in sentence(phone.post("sheet", sheet_sent(HANDS)))
    assert phone.post("sheet", sheet_sent(("out", *HANDS[2:], "5"))).status_code == 201
    assert (counting(event), list(faults(event))) == ({1}, [])


def test_a_sheet_goes_back_though_its_phone_was_seen_for_the_first_time_and_said_more_since() -> (
    None
):
    event = evening()
    codes_issued(event)
    phone, desk = PhoneHeld(table_code(event)), Desk(event)
    phone.post("sheet", sheet_sent(HANDS))
    more = {"X-Unsent": "3", "X-Clock": "1"}
    phone.post("sheet", sheet_sent(HANDS, game=2), **more)
    said = Phone.objects.values_list("mark", "unsent")
    before = list(said)
    assert desk.take_back("Table 1, game 1").refused == ""
    assert (counting(event), list(said), before[0][1]) == ({2}, before, 3)


def test_a_phone_that_was_offline_meanwhile_saves_its_next_game_and_learns_of_it() -> None:
    event = evening()
    codes_issued(event)
    phone, desk = PhoneHeld(table_code(event)), Desk(event)
    phone.post("sheet", sheet_sent(HANDS))
    desk.take_back("Table 1, game 1")
    assert phone.post("sheet", sheet_sent(HANDS, game=2)).status_code == 201
    games: list[dict[str, Any]] = phone.state()["games"]
    assert [bool(game.get("version")) for game in games] == [False, True]
    assert list(faults(event)) == []


def test_of_two_officials_the_slower_one_is_told_who_took_it_back() -> None:
    event = evening()
    desk, umpire = Desk(event), Desk(event, Role.HEAD_UMPIRE)
    desk.client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    pages = [one.open(at(event, "last_acts")) for one in (desk, umpire)]
    asked = [
        one.open(next(url for url, words in page.links if words.startswith("Take back: Table 1")))
        for one, page in zip((desk, umpire), pages, strict=True)
    ]
    assert umpire.enter(asked[1]).refused == ""
    assert "took this back at" in desk.enter(asked[0]).refused
    assert (counting(event), list(faults(event))) == (set(), [])


@pytest.mark.django_db(transaction=True)
def test_of_two_officials_and_a_phone_in_one_moment_one_takes_back_and_the_phone_saves() -> None:
    event = evening()
    codes_issued(event)
    phone, officials = PhoneHeld(table_code(event)), (Desk(event), Desk(event, Role.HEAD_UMPIRE))
    phone.post("sheet", sheet_sent(HANDS))
    asked = [desk.open(f"{at(event, 'last_acts')}?press={newest()}") for desk in officials]
    barrier, refused, saved = threading.Barrier(3), list[str](), list[int]()

    def at_once(act: Callable[[], None]) -> None:
        barrier.wait()
        try:
            act()
        finally:
            connections.close_all()

    acts: list[Callable[[], None]] = [
        lambda: refused.append(officials[0].enter(asked[0]).refused),
        lambda: refused.append(officials[1].enter(asked[1]).refused),
        lambda: saved.append(phone.post("sheet", sheet_sent(HANDS, game=2)).status_code),
    ]
    threads = [threading.Thread(target=at_once, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    slower, faster = sorted(refused, key=len, reverse=True)
    assert ("took this back at" in slower, faster, saved) == (True, "", [201])
    assert (counting(event), list(faults(event))) == ({2}, [])


def newest() -> int:
    """The number of the press that was last."""
    return Press.objects.latest("pk").pk


def test_what_another_official_corrected_meanwhile_is_not_taken_back_under_it() -> None:
    event = evening()
    desk, umpire = Desk(event), Desk(event, Role.HEAD_UMPIRE)
    desk.client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    acts = desk.open(at(event, "last_acts"))
    question = desk.open(
        next(url for url, words in acts.links if words.startswith("Take back: Table 1"))
    )
    umpire.send("unplayed", 1, 2, 1, reason="The table broke up")
    assert desk.enter(question).refused == ""
    desk.client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO) | {"key": "afresh"})
    last = Press.objects.latest("pk")
    umpire.send("check", 1, 1, 1, seen=str(event.sheets.get(accepted=True, game__number=1).version))
    with press(), pytest.raises(ValueError, match="stands on it: take that back first"):
        take_back(event, last, sign())
    assert counting(event) == {1, 2}


def test_a_wall_shows_what_it_showed_before() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=3, cut_size=2)
    add_screen(event, "GH", "North", sign())
    steer(event, "GH", {"scene": "race"}, sign())
    desk = Desk(event)
    desk.client.post(at(event, "desk_table", 1, 2), sent(TWO, ONE))
    before = _shown()
    desk.client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    assert _shown() != before
    desk.take_back("Table 1, two games")
    assert _shown() == before


def _shown() -> str:
    pictures._pages, views_wall._boards = DrawnPages(), DrawnPages()
    answer = Client().get("/screen/now", headers={"X-Wall": f"GH {SECRET}"})
    assert answer.status_code == 200
    return re.sub(r"As at \d\d:\d\d", "", answer.content.decode())
