"""Whatever was pressed is taken back in three presses from anywhere: “Take back”, the act, Enter;
what was just done, by one.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.entry.test_desk import ONE, TWO, at, sent
from tests.tournament.evening import add_guests, new_event, official, seated_event, sign
from tests.tournament.guest_lists import as_csv
from tests.tournament.ledger.test_taking_back import LIST, differing, rows
from tests.tournament.tickets.test_import import Import
from tests.walks.pages import Page, read
from tournament.models import Event, Printing, Role, Sheet
from tournament.seating.acts_door import check_in
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


class Desk:
    """A browser of an official, who presses what a page shows."""

    def __init__(self, event: Event, role: Role = Role.ORGANISER) -> None:
        self.event, self.client, self.presses = event, Client(), 0
        self.client.force_login(official(event, role))

    def send(self, route: str, *args: int, **fields: str) -> Page:
        """Send a form of another page."""
        fields = {"key": f"{route} {args} {fields}"[:60], **fields}
        return self.read(self.client.post(at(self.event, route, *args), fields, follow=True))

    def open(self, url: str) -> Page:
        """Press a link."""
        self.presses += 1
        return self.read(self.client.get(url.partition("#")[0]))

    def enter(self, page: Page) -> Page:
        """Press the button of the question."""
        self.presses += 1
        form = next(form for form in page.forms if form.action.endswith("/acts/back/"))
        return self.read(self.client.post(form.action, form.as_it_stands(), follow=True))

    def take_back(self, words: str) -> Page:
        """From the evening's home: “Take back”, the act whose words begin so, Enter."""
        self.presses = 0
        home = self.read(self.client.get(at(self.event, "evening")))
        acts = self.open(next(url for url, said in home.links if said == "Take back"))
        found = [url for url, said in acts.links if said.partition(": ")[2].startswith(words)]
        assert len(found) == 1, (words, acts.links)
        return self.enter(self.open(found[0]))

    def read(self, answer: Any) -> Page:
        return read(answer.request["PATH_INFO"], answer.status_code, answer.content.decode())


def listed() -> Event:
    event = new_event()
    add_guests(event, 10)
    return event


def _an_import(desk: Desk) -> str:
    user = desk.event.officials.get(role=Role.ORGANISER).user
    Import(desk.event, user).choose(as_csv(LIST)).take_in()
    assert desk.event.guests.count() == 110
    return "List taken in: 110 guests"


def _a_walk_in(desk: Desk) -> str:
    desk.send("add_here", name="Barmaid")
    assert desk.event.guests.filter(name__contains="Barmaid").exists()
    return "Barmaid"


def _a_publication(desk: Desk) -> str:
    desk.send("draw_seating", seed="7")
    desk.send("publish_seating")
    assert desk.event.rounds.filter(state="published").exists()
    return "Published"


def _settings(desk: Desk) -> str:
    page = desk.read(desk.client.get(at(desk.event, "event_settings")))
    form = next(form for form in page.forms if form.named("cut_size"))
    fields = form.as_it_stands() | {"cut_size": ["4"]}
    desk.client.post(form.action, fields)
    assert Event.objects.get(pk=desk.event.pk).cut_size == 4
    return "Settings"


def _kept_apart(desk: Desk) -> str:
    desk.send("keep_apart", 1, other="2")
    assert desk.event.kept_apart.count() == 1
    return "Guest"


def _a_draw(desk: Desk) -> str:
    desk.send("draw_seating", seed="7")
    assert desk.event.seats.exists()
    return "Drew"


def _the_door(desk: Desk) -> str:
    page = desk.client.get(at(desk.event, "close_door"))
    desk.client.post(at(desk.event, "close_door"), dict(page.context["hidden"]))
    assert desk.event.ledger.filter(kind="door").exists()
    return "Closed the door"


def with_two_to_come() -> Event:
    event = seated_event(10)
    for badge in range(3, 11):
        check_in(event, f"P{badge:03}", sign())
    return event


DONE: dict[str, Callable[[Desk], str]] = {
    "import": _an_import,
    "walk-in": _a_walk_in,
    "draw": _a_draw,
    "publication": _a_publication,
    "settings": _settings,
    "keep apart": _kept_apart,
    "door": _the_door,
}
EVENINGS = {"import": new_event, "door": with_two_to_come}


@pytest.mark.promise("An act is taken back in three presses from anywhere")
@pytest.mark.parametrize("name", DONE)
def test_an_act_is_taken_back_in_three_presses_from_anywhere(name: str) -> None:
    event = EVENINGS.get(name, listed)()
    desk = Desk(event)
    if name == "publication":
        desk.send("draw_seating", seed="7")
    before = rows()
    words = DONE[name](desk)
    page = desk.take_back(words)
    assert (desk.presses, page.refused) == (3, "")
    assert differing(before, rows()) == []
    assert list(faults(event)) == []


@pytest.mark.control("test_an_act_is_taken_back_in_three_presses_from_anywhere")
def test_an_act_that_went_past_the_presses_would_not_be_listed(settings: Any) -> None:
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "pressing" not in name]
    desk = Desk(listed())
    _a_walk_in(desk)
    acts = desk.open(at(desk.event, "last_acts"))
    assert [said for _url, said in acts.links if "Barmaid" in said] == []


def test_an_older_sheet_is_taken_back_in_three_presses() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2)
    desk = Desk(event, Role.HEAD_UMPIRE)
    desk.client.post(at(event, "desk_table", 1, 1), sent(ONE, TWO))
    desk.client.post(at(event, "desk_table", 1, 2), sent(TWO, ONE))
    page = desk.take_back("Table 1, two games")
    assert (desk.presses, page.refused) == (3, "")
    accepted = Sheet.objects.filter(event=event, accepted=True)
    assert set(accepted.values_list("game__table__number", flat=True)) == {2}
    desk.take_back("Table 1, two games")
    assert accepted.filter(game__table__number=1).count() == 2


@pytest.mark.promise("What was just done is taken back by one press")
def test_what_was_just_done_is_taken_back_by_one_press_and_done_again_by_one() -> None:
    desk = Desk(listed())
    before = rows()
    page = desk.send("add_here", name="Barmaid")
    done = rows()
    page = desk.enter(page)
    assert (desk.presses, differing(before, rows())) == (1, [])
    assert "Barmaid walked in" in page.words
    desk.enter(page)
    assert (desk.presses, differing(done, rows())) == (2, [])


@pytest.mark.control("test_what_was_just_done_is_taken_back_by_one_press_and_done_again_by_one")
def test_what_is_said_without_a_press_offers_nothing_to_take_back(settings: Any) -> None:
    settings.MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
    page = Desk(listed()).send("add_here", name="Barmaid")
    assert [form for form in page.forms if form.action.endswith("/acts/back/")] == []


LINE = re.compile(r'<div class="line".*?</div>', re.DOTALL)


def line_on(desk: Desk, route: str, *args: int) -> str:
    """The line of the last act on a page, without its marks; nothing where none stands."""
    found = LINE.search(desk.client.get(at(desk.event, route, *args)).content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


@pytest.mark.promise(
    "What an official did last stands on every page of the desk until the next act"
)
def test_what_was_done_last_stands_on_every_page_until_the_next_act_of_the_same_official() -> None:
    desk = Desk(listed())
    umpire = Desk(desk.event, Role.HEAD_UMPIRE)
    desk.send("add_here", name="Barmaid")
    said = line_on(desk, "evening")
    assert re.fullmatch(r"\d\d:\d\d .*Barmaid.* Take back U", said)
    umpire.send("add_here", name="Cellarman")
    assert [line_on(desk, route) for route in ("guests", "last_acts", "evening")] == [said] * 3
    assert "Cellarman" in line_on(umpire, "guests")
    desk.send("add_here", name="Dairymaid")
    assert "Dairymaid" in line_on(desk, "guests")


@pytest.mark.control(
    "test_what_was_done_last_stands_on_every_page_until_the_next_act_of_the_same_official"
)
def test_what_is_kept_nowhere_would_stand_on_one_page_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(listed())
    desk.send("add_here", name="Barmaid")
    monkeypatch.setattr("tournament.ledger.said.newest_act", lambda _messages: None)
    pages = [line_on(desk, "evening") for _page in range(2)]
    assert ["Barmaid" in page for page in pages] == [True, False]


def test_what_just_changed_is_tinted_until_the_next_act() -> None:
    desk = Desk(seated_event(10))
    tables = at(desk.event, "desk")
    desk.client.post(at(desk.event, "desk_table", 1, 2), sent(TWO))
    assert changed(desk, tables) == changed(desk, tables) == ["2"]
    page = desk.read(desk.client.get(tables))
    back = next(form for form in page.forms if form.action.endswith("/acts/back/"))
    desk.client.post(back.action, back.as_it_stands())
    assert changed(desk, tables) == ["2"]
    desk.send("add_here", name="Barmaid")
    assert changed(desk, tables) == []


def changed(desk: Desk, address: str) -> list[str]:
    """The tables that the scores tint."""
    page = desk.client.get(address).content.decode()
    return re.findall(r'tile-changed" href="[^"]*/(\d+)/"', page)


def test_what_was_done_in_silence_is_told_by_its_record() -> None:
    desk = Desk(with_two_to_come())
    desk.send("add_here", name="Barmaid")
    guest = desk.event.guests.filter(arrived_at=None, status="registered").first()
    assert guest is not None
    desk.send("check_in", badge=str(guest.badge))
    assert guest.name in line_on(desk, "guests")
    assert "Take back" in line_on(desk, "guests")


def test_what_is_taken_back_by_an_act_of_its_own_is_led_there_by_the_line() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=1, cut_size=2)
    desk = Desk(event)
    for table in (1, 2):
        desk.client.post(at(event, "desk_table", 1, table), sent(ONE, cards={"A": str(table)}))
    desk.send("close", 1)
    assert line_on(desk, "evening").endswith("Open the round again")


def test_the_line_costs_a_page_four_queries_at_most_however_much_was_done() -> None:
    desk = Desk(new_event())
    address = at(desk.event, "guests")
    _an_import(desk)
    desk.send("add_guest", name="Ann Oak", sort_name="Oak, Ann")
    told = asked_by(desk, address)
    desk.client.cookies.pop("messages")
    assert 1 <= told - asked_by(desk, address) <= 4


def test_the_page_asks_as_much_of_the_database_for_thirty_acts_as_for_ten() -> None:
    desk = Desk(seated_event(10, qualifying_rounds=1, games_per_round=2))
    address, asked = at(desk.event, "last_acts") + "?shown=40", []
    for number in range(1, 7):
        done_of_many_kinds(desk, number)
        asked.append(asked_by(desk, address))
    rows = desk.client.get(address).content.decode().count('class="done-words"')
    assert (rows, asked[-1]) == (31, asked[1])  # and the seating, which no form made
    assert asked[-1] <= 60


def done_of_many_kinds(desk: Desk, number: int) -> None:
    """Five acts: rows that stand alone, that others stand on, that were taken back and done
    again.
    """
    desk.send("add_guest", name=f"Ann {number}", sort_name=f"{number}, Ann")
    badge = desk.event.guests.get(name=f"Ann {number}").badge
    desk.send("guest", badge, name=f"Ann Elm {number}", sort_name="Elm", badge=str(badge))
    desk.send("check_in", badge=str(number))
    desk.send("keep_apart", number, other="7")
    page = desk.send("add_here", name=f"Barmaid {number}")
    desk.enter(desk.enter(page))


def asked_by(desk: Desk, address: str) -> int:
    """The queries of a page."""
    with CaptureQueriesContext(connection) as asked:
        desk.client.get(address)
    return len(asked)


def test_what_others_built_on_it_meanwhile_is_shown_where_the_line_is_pressed() -> None:
    desk = Desk(new_event())
    desk.send("add_guest", name="Ann Oak", sort_name="Oak, Ann")
    page = desk.read(desk.client.get(at(desk.event, "guests")))
    other = Desk(desk.event, Role.HEAD_UMPIRE)
    other.send("guest", 1, name="Ann Elm", sort_name="Elm, Ann", badge="1")
    acts = desk.enter(page)
    assert "stands on it: take that back first" in acts.refused
    assert "They go back together." in acts.words or "Take back" in acts.words
    desk.enter(acts)
    assert desk.event.guests.count() == 0


def test_what_stands_on_an_act_goes_with_it_or_all_of_it_stays() -> None:
    desk = Desk(new_event())
    before = rows()
    desk.send("add_guest", name="Ann Oak", sort_name="Oak, Ann")
    desk.send("guest", 1, name="Ann Elm", sort_name="Elm, Ann", badge="1")
    acts = desk.open(at(desk.event, "last_acts"))
    assert "They go back together." in acts.words
    desk.take_back("Ann Elm was added")
    assert differing(before, rows()) == []


def test_all_that_stands_on_a_list_is_shown_and_goes_with_it() -> None:
    desk = Desk(new_event())
    before = rows()
    _an_import(desk)
    _a_publication(desk)
    acts = desk.open(at(desk.event, "last_acts"))
    [url] = [url for url, said in acts.links if said.startswith("Show them: List taken in")]
    chain = desk.open(url)
    assert chain.heading == "2 acts stand on this"
    page = desk.enter(chain)
    assert (page.refused, differing(before, rows())) == ("", [])


def test_grave_acts_are_led_to_their_own_page_and_never_called_take_back() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=1, cut_size=2)
    desk = Desk(event)
    for table in (1, 2):
        desk.client.post(at(event, "desk_table", 1, table), sent(ONE, cards={"A": str(table)}))
    desk.send("close", 1)
    assert event.rounds.get().state == "closed"
    acts = desk.open(at(event, "last_acts"))
    assert (at(event, "reopen", 1), "Open the round again") in acts.links
    assert acts.words.count("Round 1 is closed: open it again first.") == 2


def test_a_publication_whose_papers_are_out_is_led_to_the_seating() -> None:
    desk = Desk(listed())
    _a_publication(desk)
    Printing.objects.create(
        event=desk.event, kind="score-cards", item="1", digest="d", edition=1, printed_at=sign().at
    )
    acts = desk.open(at(desk.event, "last_acts"))
    assert (at(desk.event, "seating"), "Go to the seating") in acts.links
    assert "1 paper is out: collect them." in acts.words


def test_what_an_organiser_alone_may_press_a_head_umpire_does_not_take_back() -> None:
    event = new_event()
    desk, umpire = Desk(event), Desk(event, Role.HEAD_UMPIRE)
    _an_import(desk)
    acts = umpire.open(at(event, "last_acts"))
    assert "An organiser did this, and an organiser takes it back." in acts.words
    number = next(
        form
        for form in desk.open(
            next(url for url, said in desk.open(at(event, "last_acts")).links if "List" in said)
        ).forms
        if form.action.endswith("/back/")
    ).as_it_stands()["press"]
    page = umpire.send("take_back_press", press=number[0])
    assert "An organiser did this" in page.refused
    assert event.guests.count() == 110


def test_nothing_has_been_done_only_while_it_is_true() -> None:
    desk = Desk(new_event())
    nothing = "Nothing has been done yet"
    assert nothing in desk.open(at(desk.event, "last_acts")).words
    desk.send("add_guest", name="Ann Oak", sort_name="Oak, Ann")
    assert nothing not in desk.open(at(desk.event, "last_acts")).words


def test_all_of_the_evening_is_listed_twenty_a_page_everybodys_or_mine() -> None:
    event = new_event()
    desk, umpire = Desk(event), Desk(event, Role.HEAD_UMPIRE)
    for number in range(21):
        desk.send("add_guest", name=f"Ann {number}", sort_name=f"{number}, Ann")
    umpire.send("add_guest", name="Bob Elm", sort_name="Elm, Bob")
    acts = desk.open(at(event, "last_acts"))
    assert ("Everybody, 22" in acts.words, "Mine, 21" in acts.words) == (True, True)
    assert acts.words.count("was added") == 2 * 20
    assert "2 earlier" in acts.words
    further = next(url for url, said in acts.links if said == "Show them")
    assert desk.open(further).words.count("was added") == 2 * 22
    assert "Bob Elm" not in desk.open(at(event, "last_acts") + "?mine=1").words


def test_the_last_own_press_is_asked_about_by_one_key() -> None:
    desk = Desk(listed())
    desk.send("add_guest", name="Ann Oak", sort_name="Oak, Ann")
    page = desk.open(at(desk.event, "last_acts") + "?press=last")
    assert "Take back “Ann Oak was added”?" in page.words
    desk.enter(page)
    assert not desk.event.guests.filter(name="Ann Oak").exists()


def test_a_press_of_another_evening_is_not_there() -> None:
    desk, other = Desk(new_event()), Desk(new_event(name="Another evening"))
    other.send("add_guest", name="Ann Oak", sort_name="Oak, Ann")
    page = other.open(at(other.event, "last_acts") + "?press=last")
    press = next(form for form in page.forms if form.action.endswith("/back/")).as_it_stands()
    answer = desk.client.post(at(desk.event, "take_back_press"), press)
    assert answer.status_code == 404
    assert other.event.guests.count() == 1


def test_the_desk_has_take_back_in_the_bar_and_an_umpire_has_not() -> None:
    event = seated_event(5)
    address, home = (reverse(name, args=[event.slug]) for name in ("last_acts", "evening"))
    assert f'href="{address}"' in Desk(event, Role.HEAD_UMPIRE).client.get(home).content.decode()
    umpire = Desk(event, Role.UMPIRE).client
    assert f'href="{address}"' not in umpire.get(home).content.decode()
    assert umpire.get(address).status_code == 404
