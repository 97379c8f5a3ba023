"""A browser becomes a wall by its two letters, and the organiser steers it from one page."""

import json
import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.ending import following, fresh, signed_in
from tests.tournament.evening import NOW, official, save, seated_event, sign
from tests.tournament.matches.matches import match_event
from tournament.models import Event, Role, Screen, Show
from tournament.refusal import Refused
from tournament.screens import pictures, views, views_announcer, views_clock, views_wall
from tournament.screens.acts import add_screen, give_time, set_clock
from tournament.screens.reading import Hall
from tournament.screens.scenes import race
from tournament.seating.acts import close_round
from tournament.site import clock as site_clock
from tournament.site.drawings import DrawnPages
from tournament.standings import pace

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]


def asked(letters: str = "", secret: str = "1" * 32) -> dict[str, Any]:
    answer = Client().get("/screen/now", headers={"X-Wall": f"{letters} {secret}"})
    return dict(json.loads(answer.content))


def test_a_browser_is_a_wall_once_its_letters_are_typed_and_nobody_takes_its_place() -> None:
    event = seated_event(10)
    client = signed_in(event)
    letters = asked()["letters"]
    assert asked(letters) == {"letters": letters, "state": "waiting"}
    sent = {"letters": letters.lower(), "place": "North wall", "key": "one"}
    client.post(f"/e/{event.slug}/screens/add/", sent)
    assert asked(letters)["scene"] == "welcome"
    other = asked(letters, "2" * 32)
    assert (other["state"], other["letters"] != letters) == ("waiting", True)
    page = client.get(f"/e/{event.slug}/screens/").content.decode()
    assert "North wall" in page
    assert "Guest 7" in page


FILLED = re.compile(r'class="button button-main"[^>]*>\s*([^<]*?)\s*<')


def test_one_button_of_the_page_of_the_walls_is_filled_and_it_is_the_next_thing() -> None:
    event = seated_event(5)
    client = signed_in(event)

    def filled() -> list[str]:
        return FILLED.findall(client.get(f"/e/{event.slug}/screens/").content.decode())

    assert filled() == ["Open a wall in a window here"]
    add_screen(event, "GH", "", sign())
    assert filled() == ["Start the round"]
    for do in ("start", "stop"):
        set_clock(event, do, sign())
        assert filled() == ["All follow the evening"]


def test_a_wall_is_black_or_frozen_or_follows_by_one_key() -> None:
    event = seated_event(5)
    client = signed_in(event)
    add_screen(event, "GH", "", sign())

    def steered(do: str, value: str = "") -> dict[str, Any]:
        sent = {"letters": "GH", "do": do, "value": value}
        client.post(f"/e/{event.slug}/screens/steer/", sent)
        return asked("GH")

    assert steered("black", "1").keys() & {"html", "scene"} == set()
    assert steered("frozen", "1")["state"] == "black"
    assert steered("black", "0")["state"] == "frozen"
    assert steered("scene", "thanks")["scene"] == "thanks"
    save(event, ("out", "8", "3", "4", "5"))
    assert asked("GH")["scene"] == "thanks"
    assert steered("follow")["scene"] == "clock"
    assert steered("ground", "light")["ground"] == "light"
    assert steered("scene", "podium")["scene"] == "clock"
    steered("scene", "no such scene")
    assert Screen.objects.get().scene == "podium"
    assert steered("name")["named"] is True
    assert steered("off")["state"] == "waiting"


def test_a_wall_asks_with_its_tag_and_is_answered_in_two_queries(
    django_assert_max_num_queries: Any,
) -> None:
    event = seated_event(5)
    add_screen(event, "GH", "", sign())
    client, wall = Client(), {"X-Wall": f"GH {'1' * 32}"}
    first = client.get("/screen/now", headers=wall)
    with django_assert_max_num_queries(2):
        again = client.get("/screen/now", headers=wall | {"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert int(again["X-Now"]) > 0


def test_letters_are_refused_with_a_sentence_and_those_of_a_silent_wall_are_taken_over() -> None:
    event, other = seated_event(5), Event()
    for letters in ("", "G", "G1", "GHK", "IO", "<b"):
        with pytest.raises(Refused, match="two letters"):
            add_screen(event, letters, "", sign())
    add_screen(event, "gh", "", sign())
    with pytest.raises(Refused, match="already"):
        add_screen(event, "GH", "", sign())
    other = seated_event(5)
    Screen.objects.update(seen_at=sign().at)
    with pytest.raises(Refused, match="another evening"):
        add_screen(other, "GH", "", sign())
    Screen.objects.update(seen_at=None)
    assert add_screen(other, "GH", "", sign()).event == other
    client = Client()
    client.force_login(official(other, Role.ORGANISER, "o"))
    said = client.post(
        f"/e/{other.slug}/screens/add/", {"letters": "?", "key": "k"}, follow=True
    ).content.decode()
    assert "Type the two letters" in said


def test_a_wall_is_opened_here_by_one_press_and_takes_its_letters_from_the_address() -> None:
    event = seated_event(5)
    client = Client()
    client.force_login(official(event))
    assert "Open a wall in a window here" in client.get(f"/e/{event.slug}/").content.decode()
    answer = client.post(f"/e/{event.slug}/screens/add/", {"here": "1", "key": "k"})
    wall = Screen.objects.get()
    assert (answer["Location"], wall.place) == (f"/screen#{wall.letters}", "This computer")
    shown = Client().get("/screen/now", headers={"X-Wall": f"{wall.letters} {'1' * 32}"}).json()
    assert shown["state"] == "shown"


def test_a_wall_of_an_evening_of_last_year_shows_its_letters_and_is_let_in_anew() -> None:
    event, asked = seated_event(5), {"X-Wall": f"GH {'1' * 32}"}
    add_screen(event, "GH", "", sign())
    now = timezone.now()

    def state() -> str:
        return str(Client().get("/screen/now", headers=asked).json()["state"])

    Event.objects.update(date=timezone.localdate(now) - timedelta(days=365))
    Screen.objects.update(since=now)
    assert state() == "shown", "the control: told something today"
    Screen.objects.update(since=now - timedelta(days=365), seen_at=now)
    assert state() == "waiting"
    add_screen(seated_event(10), "GH", "", sign(at=now))
    assert state() == "shown"


def test_a_pause_in_which_the_computers_clock_is_put_back_moves_no_round_into_the_past() -> None:
    event = seated_event(10)
    set_clock(event, "start", sign())
    set_clock(event, "pause", sign(at=NOW + timedelta(minutes=20)))
    back = set_clock(event, "go_on", sign(at=NOW + timedelta(minutes=10)))
    assert (back.started_at, back.paused_at) == (NOW, None)
    set_clock(event, "pause", sign(at=NOW + timedelta(minutes=20)))
    longer = set_clock(event, "go_on", sign(at=NOW + timedelta(minutes=25)))
    assert longer.started_at == NOW + timedelta(minutes=5), "the control: a pause is counted"


def test_a_computers_clock_that_is_moved_in_a_round_makes_the_round_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = seated_event(10)
    where = f"/e/{event.slug}/clock/now/"
    set_clock(event, "start", sign())
    began = Client().get(where).json()["since"]
    for moved, hand in ((5, "5"), (3600, "6")):
        stood = site_clock.ahead()
        monkeypatch.setattr(site_clock, "ahead", lambda to=stood + moved: to)
        save(event, ("out", "8", "3", "4", hand), (1, int(hand) - 4, 1))
        now = Client().get(where).json()["since"] - began
        assert now == pytest.approx(moved if moved > 60 else 0, abs=6)


def test_the_clock_is_one_key_and_its_calls_reach_wall_guest_and_whoever_follows() -> None:
    event = seated_event(10)
    client, following = signed_in(event), Client()
    add_screen(event, "GH", "", sign())
    where = f"/e/{event.slug}/clock/now/"

    def pressed(do: str, **more: str) -> dict[str, Any]:
        client.post(f"/e/{event.slug}/clock/", {"do": do, **more})
        return dict(following.get(where).json())

    assert following.get(where).json()["state"] == ""
    assert asked("GH")["scene"] == "welcome"
    assert pressed("start")["state"] == "play"
    assert asked("GH")["scene"] == "clock"
    assert pressed("pause")["state"] == "paused"
    assert "A pause" in asked("GH")["html"]
    assert pressed("go_on")["state"] == "play"
    assert pressed("last_game")["words"].startswith("This is the last game.")
    assert "This is the last game." in asked("GH")["html"]
    assert pressed("extra", table="2", minutes="5")["extra"] == {"2": 5}
    assert "Table 2: 5 minutes more" in asked("GH")["html"]
    assert pressed("extra", table="99", minutes="-1")["extra"] == {"2": 5}
    assert pressed("no such key")["state"] == "last"
    told = pressed("stop")
    assert told["words"].startswith("Time.")
    tag = following.get(where)["ETag"]
    assert following.get(where, headers={"If-None-Match": tag}).status_code == 304
    assert pressed("start")["state"] == "last"


class Stopped:
    """The time of the walls, that stands until it is moved."""

    localtime = staticmethod(timezone.localtime)
    at = NOW + timedelta(minutes=9)

    def now(self) -> datetime:
        return self.at


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often which scene was drawn, and when its last game begins foreseen, at a time that
    stands.
    """
    found: Counter[str] = Counter()
    draw, times = pictures._html, pace._asked

    def drawing(event: Event, name: str, values: dict[str, Any]) -> str:
        found[name] += 1
        return draw(event, name, values)

    def foreseeing(event: Event, at: datetime, rounds: Any) -> Any:
        found["forecast"] += 1
        return times(event, at, rounds)

    monkeypatch.setattr(pictures, "_html", drawing)
    monkeypatch.setattr(pace, "_asked", foreseeing)
    for module in (views_wall, views, views_announcer):
        monkeypatch.setattr(module, "timezone", Stopped())
    for pages in ("_pages", "_previews"):
        monkeypatch.setattr(pictures, pages, DrawnPages())
    return found


def test_while_nothing_changes_no_scene_is_drawn_again_for_walls_organiser_or_announcer(
    counted: Counter[str],
) -> None:
    event = seated_event(10)
    client = signed_in(event)
    for letters in ("GH", "GK", "GM"):
        add_screen(event, letters, "", sign())
    set_clock(event, "start", sign())
    looks = ("screens/", "screens/now/", "announcer/", "announcer/now/")

    def looked() -> Counter[str]:
        before = counted.copy()
        for look in looks:
            assert client.get(f"/e/{event.slug}/{look}").status_code == 200
        for letters in ("GH", "GK", "GM"):
            asked(letters)
        return counted - before

    # For the walls and the announcer one clock, and one of each scene to choose.
    assert looked() == {"clock": 2, "welcome": 1, "thanks": 1, "wait": 1, "forecast": 1}
    assert looked() == {}
    # With the first sheet there is a pace, which lasts a minute whatever comes in.
    save(event, ("out", "8", "3", "4", "5"))
    assert looked() == {"clock": 2, "welcome": 1, "thanks": 1, "wait": 1, "forecast": 1}
    save(event, ("out", "8", "3", "4", "5"), (1, 2, 1))
    assert looked() == {"clock": 2, "welcome": 1, "thanks": 1, "wait": 1}
    set_clock(event, "last_game", sign())
    assert looked() == {"clock": 2, "welcome": 1, "thanks": 1, "wait": 1}


def test_a_call_of_the_clock_waits_for_nothing_where_the_picture_of_a_sheet_may_wait(
    monkeypatch: pytest.MonkeyPatch, counted: Counter[str]
) -> None:
    event = seated_event(10)
    add_screen(event, "GH", "", sign())
    where, work = f"/e/{event.slug}/clock/now/", iter(range(0, 999, 9))
    for module in (pictures, views_clock):
        slow = DrawnPages(lambda: 0.0, lambda: float(next(work)), oldest=module._pages._oldest)
        monkeypatch.setattr(module, "_pages", slow)
    set_clock(event, "start", sign())
    assert (asked("GH")["scene"], Client().get(where).json()["state"]) == ("clock", "play")
    save(event, ("out", "8", "3", "4", "5"))
    assert "still playing: 2 of 2" in asked("GH")["html"]
    for game in (2, 3, 4, 5):
        save(event, ("out", "8", "3", "4", "5"), (1, 1, game))
    assert "still playing: 2 of 2" in asked("GH")["html"], "the control: nothing is left to draw by"
    set_clock(event, "last_game", sign())
    assert "This is the last game." in asked("GH")["html"]
    assert Client().get(where).json()["state"] == "last"
    give_time(event, 2, 5, sign())
    assert "Table 2: 5 minutes more" in asked("GH")["html"]
    assert Client().get(where).json()["extra"] == {"2": 5}
    set_clock(event, "stop", sign())
    assert '"clock-call">Time<' in asked("GH")["html"]
    assert Client().get(where).json()["state"] == "over"


def test_another_program_gets_the_released_board_with_its_tag_and_no_key_of_a_guest() -> None:
    event = seated_event(5)
    where = f"/e/{event.slug}/board/overlay.json"
    assert Client().get(where).json()["rows"] == []
    save(event, ("out", "8", "3", "4", "5"))
    answer = Client().get(where)
    first = answer.json()["rows"][0]
    assert (first["name"], first["total"], "player" in first) == ("Guest 1", 0, False)
    told = re.findall(r"^\| (`.*?) \|", (ROOT / "docs/overlay.md").read_text(), re.MULTILINE)
    assert re.findall("`([a-z_]+)`", " ".join(told)) == list(answer.json()), "as documented"
    again = Client().get(where, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert b"overlay.json" in Client().get(f"/e/{event.slug}/board/overlay/").content


def test_walls_of_an_evening_of_matches_show_its_name_and_its_words() -> None:
    event = match_event()
    client = signed_in(event)
    add_screen(event, "GH", "", sign())
    for place in ("screens/", "announcer/"):
        assert client.get(f"/e/{event.slug}/{place}").status_code == 200
    assert asked("GH")["scene"] == "welcome"


def test_the_race_runs_in_the_last_round_alone_and_stops_before_its_last_game_is_told() -> None:
    event, ran = seated_event(10, qualifying_rounds=2, games_per_round=3, cut_size=3), []
    for number in (1, 2):
        for game in (1, 2, 3):
            for table in (1, 2):
                save(event, ("out", "5", "=6", "=20", "=40"), (number, table, game))
            shown = race(Hall(fresh(event), Show(event=event), NOW))
            ran.append((number, game, shown and shown["covered"]))
        close_round(event, number, sign())
    assert race(Hall(fresh(event), Show(event=event), NOW)) == shown
    assert race(Hall(following(event), Show(event=event), NOW)) is None
    assert ran == [
        *((1, game, None) for game in (1, 2, 3)),
        (2, 1, ["2", "3"]),
        (2, 2, ["3"]),
        (2, 3, ["3"]),
    ]
