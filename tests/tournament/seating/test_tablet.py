"""Guests check themselves in: at the tablet of the door, and on their own pages."""

import html
import re

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import add_guests, new_event, official, seated_event, sign
from tests.tournament.phones.phones import OWN, codes_issued, guest_code
from tournament.models import Event, Guest, Livery, Role
from tournament.models.guest import GuestStatus
from tournament.seating import views_tablet
from tournament.seating.acts_door import check_in
from tournament.seating.acts_places import withdraw
from tournament.seating.acts_walk_in import allow_self_check_in
from tournament.seating.views_tablet import answering, typed_of

pytestmark = pytest.mark.django_db
PEOPLE = (
    "Lt Col Euphemia Yarrowsmith",
    "Alderman Horatio Yarrowsmith",
    "Łucja Ćwikła",
    "Jan van der Berg",
    "Anne-Marie O’Yarne",
    "Yaroslava Quill",
    "王小明",
    "Eve <Yardley>",
)


@pytest.fixture
def event() -> Event:
    """Ten guests who are seated, their names as above, the third not to be named."""
    made = seated_event(10)
    allow_self_check_in(made, tablet=True, guests=False)
    company = Livery.objects.create(event=made, precedence=900, name="Launderers")
    for guest, name in zip(made.guests.order_by("badge"), PEOPLE, strict=False):
        Guest.objects.filter(pk=guest.pk).update(
            name=name, sort_name="", last_name="", livery=company, dietary="zzdiet"
        )
    made.refresh_from_db()
    return made


def address(event: Event) -> str:
    return reverse("tablet", args=[event.slug, event.tablet_secret])


def arrivals(event: Event) -> list[tuple[str, bool, str]]:
    """Who came and went, and who is said to have done it."""
    found = event.ledger.filter(kind="arrival").order_by("number")
    return [(one.body["guest"], one.body["here"], one.actor) for one in found]


def badges(event: Event, typed: str) -> list[int]:
    return [guest.badge for guest in answering(event, typed_of(typed))]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ya", []),
        ("yar", [8, 1, 2]),
        ("yarr", [1, 2]),
        ("cwi", [3]),
        ("ber", [4]),
        ("vanderb", [4]),
        ("oya", [5]),
        ("hor", [2]),
        ("7", [7]),
        ("０７", [7]),
        ("99999999999999", []),
        ("' OR 1", []),
        ("\x00\u202e%", []),
    ],
)
def test_letters_of_a_surname_or_a_number_find_the_guest(
    event: Event, typed: str, found: list[int]
) -> None:
    assert badges(event, typed) == found


def test_who_is_not_to_be_named_answers_to_the_number_alone(event: Event) -> None:
    Guest.objects.filter(event=event, badge=2).update(unnamed=True)
    assert (badges(event, "yarr"), badges(event, "2")) == ([1], [2])
    page = Client().get(address(event), {"q": "2"}).content.decode()
    assert ("Badge 2" in page, "Horatio" in page) == (True, False)


def test_a_place_that_is_held_is_nobodys(event: Event) -> None:
    Guest.objects.filter(event=event, badge=1).update(placeholder=True)
    assert (badges(event, "yarr"), badges(event, "1")) == ([2], [])
    refused = Client().post(address(event), {"badge": "1"})
    assert (refused.status_code, arrivals(event)) == (422, [])


@pytest.mark.promise("A guest at the tablet and an official at the door check one guest in once")
def test_a_tap_is_the_act_of_the_door_and_counts_once(event: Event) -> None:
    shown = Client().post(address(event), {"badge": "2"}, follow=True).content.decode()
    assert ("You are checked in" in shown, "zzdiet" in shown) == (True, False)
    assert re.findall(r"<dd>(\w+)</dd>", shown) == ["1", "B"]
    desk = Client()
    desk.force_login(official(event, Role.HEAD_UMPIRE))
    said = desk.post(reverse("check_in", args=[event.slug]), {"typed": "2"}, follow=True)
    assert "is here already" in said.content.decode()
    check_in(event, event.guests.get(badge=4).ref, sign())
    again = Client().post(address(event), {"badge": "4"}, follow=True).content.decode()
    assert ("You are checked in" in again, "This is not me" in again) == (True, False)
    assert [row[:2] for row in arrivals(event)] == [("P002", True), ("P004", True)]
    assert arrivals(event)[0][2] == "The tablet at the door"


@pytest.mark.control("test_a_tap_is_the_act_of_the_door_and_counts_once")
def test_an_act_that_looked_at_nothing_would_count_twice(event: Event) -> None:
    Client().post(address(event), {"badge": "2"})
    Guest.objects.filter(event=event, badge=2).update(arrived_at=None)
    Client().post(address(event), {"badge": "2"})
    assert len(arrivals(event)) == 2


def test_not_me_takes_back_what_the_tablet_did_and_nothing_else(event: Event) -> None:
    client = Client()
    shown = client.post(address(event), {"badge": "2"}, follow=True).content.decode()
    [token] = re.findall(r'name="not_me" value="([^"]+)"', shown)
    client.post(address(event), {"not_me": html.unescape(token)})
    assert event.guests.get(badge=2).arrived_at is None
    check_in(event, "P002", sign())
    for said in (html.unescape(token), "made:up:token", "", "x" * 5000):
        client.post(address(event), {"not_me": said})
    assert event.guests.get(badge=2).arrived_at is not None


@pytest.mark.parametrize("said", ["", "0", "-1", "9" * 30, "2.0", "<b>", "٣", "\x00"])
def test_what_is_no_number_of_a_guest_checks_nobody_in(event: Event, said: str) -> None:
    answer = Client().post(address(event), {"badge": said})
    assert (answer.status_code, arrivals(event)) == (422, [])
    assert "Please go to the desk" in answer.content.decode()


def test_who_has_gone_home_is_sent_to_the_desk(event: Event) -> None:
    withdraw(event, "P002", sign(), reason="Unwell")
    answer = Client().post(address(event), {"badge": "2"})
    assert (answer.status_code, arrivals(event)) == (422, [])
    assert event.guests.get(badge=2).status == GuestStatus.WITHDRAWN


def test_a_name_is_hostile_text_and_many_names_ask_for_a_letter_more(event: Event) -> None:
    page = Client().get(address(event), {"q": "YARD"}).content.decode()
    assert ("<Yardley" in page, "&lt;Yardley&gt;" in page) == (False, True)
    crowd = new_event()
    add_guests(crowd, 7)
    Guest.objects.filter(event=crowd).update(name="Ann Same")
    allow_self_check_in(crowd, tablet=True, guests=False)
    crowd.refresh_from_db()
    many = Client().get(address(crowd), {"q": "sam"}).content.decode()
    assert ("7 names begin so" in many, 'name="badge"' in many) == (True, False)


def test_the_tablet_does_nothing_without_its_address_or_once_it_is_stopped(event: Event) -> None:
    where = address(event)
    assert Client().get(where.replace(event.tablet_secret, "wrong")).status_code == 404
    client = Client()
    client.force_login(official(event))
    page = reverse("self_check_in", args=[event.slug])
    assert where in client.get(page).content.decode()
    client.post(page, {"guests": "on"})
    event.refresh_from_db()
    assert (event.tablet_secret, event.guests_check_in) == ("", True)
    assert (Client().get(where).status_code, Client().post(where).status_code) == (404, 404)
    client.post(page, {"tablet": "on"})
    event.refresh_from_db()
    assert (address(event) != where, event.guests_check_in) == (True, False)


def test_a_flood_at_the_tablets_is_slowed_down(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views_tablet, "A_MINUTE", 2)
    caches["limits"].clear()
    answers = [Client().post(address(event), {"badge": str(n)}).status_code for n in (1, 2, 3)]
    assert (answers, len(arrivals(event))) == ([302, 302, 429], 2)
    caches["limits"].clear()


def test_a_guests_own_page_says_i_am_here_only_where_it_may(event: Event) -> None:
    codes_issued(event)
    guest = event.guests.get(badge=4)
    where = f"/G/{guest_code(guest)}"
    assert "I am here" not in Client().get(where).content.decode()
    Client().post(where, {"here": "1"}, headers={"origin": OWN})
    assert arrivals(event) == []
    allow_self_check_in(event, tablet=False, guests=True)
    assert "I am here" in Client().get(where).content.decode()
    assert Client().post(where, {"here": "1"}).status_code == 403
    for _twice in range(2):
        assert Client().post(where, {"here": "1"}, headers={"origin": OWN}).status_code == 302
    assert arrivals(event) == [("P004", True, "The guest's own page")]
    assert "I am here" not in Client().get(where).content.decode()
