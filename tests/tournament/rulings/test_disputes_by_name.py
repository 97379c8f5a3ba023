"""A held script of ten disputes as the phone at the table tells them, answered by the names of
those who sit there.
"""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import official
from tests.tournament.formats import evening_of
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tournament.models import Event, Guest, Role

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).parents[3] / "fixtures" / "disputes.json"
PEOPLE = (
    "Euphemia Mossgarth",
    "Horatio Yarrowsmith",
    "Isolde Pattenham",
    "Nathaniel Cloverstitch",
)
DISPUTES: list[dict[str, Any]] = json.loads(SCRIPT.read_text(encoding="utf-8"))
NOBODY = re.compile(r"[Ss]eat [A-D0-9]\b|\b[Tt]hey (?:lay|take|say|draw)\b|[Tt]he player\b")
"""What stands where a name should."""


def seated(game: str) -> Event:
    """A table of four in this game, each with a name."""
    event: Event = evening_of(game)
    for badge, name in enumerate(PEOPLE, 1):
        Guest.objects.filter(event=event, badge=badge).update(name=name, sort_name="")
    return event


def phone_at(game: str) -> PhoneHeld:
    """The phone at that table."""
    event = seated(game)
    codes_issued(event)
    return PhoneHeld(table_code(event))


def read(html: str) -> str:
    """A part of a page as it is read."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def answered(phone: PhoneHeld, asked: str) -> dict[str, Any]:
    """The line, and what is to be done now, each act with its mark."""
    page = phone.get(f"ask/{asked}")
    assert page.status_code == 200, page.content
    html = page.content.decode()
    acts = re.search(r'<ol class="acts">(.*?)</ol>', html, re.DOTALL)
    return {
        "says": read(str(re.findall(r"<h1>(.*?)</h1>", html, re.DOTALL)[0])),
        "now": [read(one) for one in re.findall(r"<li>(.*?)</li>", acts[1], re.DOTALL)]
        if acts
        else [read(one) for one in re.findall(r"<h2>Look at.*?<p>(.*?)</p>", html, re.DOTALL)],
    }


@pytest.mark.parametrize("game", dict.fromkeys(dispute["game"] for dispute in DISPUTES))
def test_the_script_of_disputes_is_answered_by_name_word_for_word(game: str) -> None:
    phone = phone_at(game)
    told = [dispute for dispute in DISPUTES if dispute["game"] == game]
    found = [one | answered(phone, one["asked"]) for one in told]
    assert found == told
    assert [words for one in found for words in one["now"] if NOBODY.search(words)] == []


def test_the_script_holds_ten_disputes_with_every_mark_and_a_verdict_that_depends() -> None:
    assert len({(dispute["game"], dispute["asked"]) for dispute in DISPUTES}) >= 10
    marked = " ".join(words for dispute in DISPUTES for words in dispute["now"])
    for mark in ("The rule says", "Chosen for this evening", "Our reading", "The umpire decides"):
        assert mark in marked
    assert "It depends" in [dispute["says"] for dispute in DISPUTES]


def test_a_ruling_names_those_at_its_table_on_its_page_and_on_paper() -> None:
    event = seated("swedish_pursuit")
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    where = f"/e/{event.slug}"
    asked = "ask/last_card_not_said/answer/?said=no&seat=B&noticed=after_next_play&table=1"
    html = client.get(f"{where}/{asked}").content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    client.post(f"{where}/rulings/make/", {key: unescape(text) for key, text in fields.items()})
    with CaptureQueriesContext(connection) as queries:
        page = client.get(f"{where}/rulings/1/").content.decode()
    assert len(queries) <= 30
    for words in (read(page), read(client.get(f"{where}/rulings/1/report/").content.decode())):
        assert "Yarrowsmith did not say LAST CARD in time." in words
        assert "Yarrowsmith takes two cards." in words
        assert not re.search(r"[Ss]eat 2\b|\bdefault\b|\bdiscretion\b", words), words


def test_what_was_told_of_a_seat_is_said_by_the_name_of_who_sits_there() -> None:
    told = "last_card_not_said/answer/?said=no&seat=B&last=C&lies=9S&direction=1"
    page = phone_at("swedish_pursuit").get(f"ask/{told}").content.decode()
    said = re.findall(r'<p class="sketch-sentence">(.*?)</p>', page)
    assert said == [
        "It is about Yarrowsmith. Said in time: no. Played last: Pattenham. Now on top: nine of"
        " spades. Play goes: clockwise. Players: 4. Noticed before the next play."
    ]


def test_after_an_ace_it_is_said_by_name_who_plays() -> None:
    phone = phone_at("swedish_pursuit")
    said = {}
    for last in "BC":
        told = f"said=no&seat=A&last={last}&lies=AS&direction=1&noticed=after_next_play"
        words = read(phone.get(f"ask/last_card_not_said/answer/?{told}").content.decode())
        said[last] = words.partition("Play goes on from where it is. The rule says ")[2]
    # Had the Ace been Mossgarth's, Yarrowsmith would not have played after it.
    assert said["B"].startswith("Cloverstitch plays: any spade or any 8.")
    assert said["C"].startswith(
        "Cloverstitch (Mossgarth if Pattenham laid the card on top) plays: any spade or any 8."
    )


def test_what_another_choice_would_say_names_who_would_begin() -> None:
    phone = phone_at("swedish_pursuit")
    told = "wrong_start_card/answer/?turned_up=5S&dealer=D&began=B"
    words = read(phone.get(f"ask/{told}").content.decode())
    assert "The start is corrected: 5 opens the pile, and Mossgarth begins." in words
    other = words.partition("With the other choice: ")[2]
    assert "5 opens the pile, and Cloverstitch begins." in other
    assert not re.search(r"[Ss]eat [A-D0-9]\b", words), words


@pytest.mark.parametrize(
    ("noticed", "waits"),
    [("after_next_play", "nobody plays"), ("after_game", "nothing is changed")],
)
def test_a_card_noticed_late_asks_for_the_hand_and_takes_that_none_was_left(
    noticed: str, waits: str
) -> None:
    phone = phone_at("switch")
    asked = f"card_did_not_match/answer/?cards=9S&top=QH&seat=B&noticed={noticed}"
    assert answered(phone, asked) == {
        "says": "It depends",
        "now": [f"Look at the hand of Yarrowsmith; until then {waits}."],
    }
    html = phone.get(f"ask/{asked}").content.decode()
    assert "Which cards are in the hand?" in html
    links = re.findall(r'href="[^"]*(\?[^"]*)">No card was left<', html)
    emptied = unescape(links[0])
    assert answered(phone, f"card_did_not_match/answer/{emptied}")["says"] == "Not legal"
    left = f"{asked}&hand=KD"
    assert answered(phone, left)["says"] == "Not legal, but it stands"
    assert "No card was left" not in phone.get(f"ask/{left}").content.decode()
