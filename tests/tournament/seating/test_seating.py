"""The pages of the seating: what they show, what they do, and what they say
when it cannot be done.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.seating import certificate
from tests.scoring.seating.changed import swap
from tests.tournament.evening import add_guests, new_event, official, save, seated_event
from tests.tournament.hall import FULL, drafted, late_lou, seats
from tournament.counting.seats import hall
from tournament.models import Event, Guest, Role, Round, Seat
from tournament.seating.acts_draw import drawn
from tournament.steps.offers import step_now

pytestmark = pytest.mark.django_db


def client_of(event: Event, role: Role = Role.ORGANISER) -> Client:
    client = Client()
    client.force_login(official(event, role))
    return client


def address(event: Event, name: str, *more: int, query: str = "") -> str:
    return reverse(name, args=[event.slug, *more]) + (f"?{query}" if query else "")


def read(answer: Any) -> str:
    """The words of an answered page."""
    assert isinstance(answer, HttpResponse)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def harmful(event: Event) -> tuple[int, int]:
    """Two badges whose swap in round 2 lets somebody meet twice."""
    found = hall(event)
    for number in range(2, len(found.guests) + 1):
        tried = swap(found.seating, 1, number, 2)
        if certificate(tried, found.wishes).count("repeats"):
            return 1, number
    raise AssertionError("every swap is clean")


def test_before_the_draw_the_page_says_who_is_to_be_seated_where() -> None:
    event = new_event()
    add_guests(event, 23)
    page = read(client_of(event).get(address(event, "seating")))
    assert "3 tables of five and 2 of four" in page
    assert "Draw both rounds" in page


def test_seven_guests_cannot_be_drawn_and_the_page_says_what_to_do() -> None:
    event, sentence = (
        new_event(),
        "one table holds at most 6 and 2 need at least 8; add 1 or take 1 away.",
    )
    add_guests(event, 7)
    client = client_of(event)
    page = read(client.get(address(event, "seating")))
    assert sentence in page
    assert "Draw both rounds" not in page
    assert sentence in read(client.post(address(event, "draw_seating"), {"seed": "1"}, follow=True))
    assert Round.objects.count() == 0


def test_drawing_shows_the_draft_with_its_check_in_one_sentence() -> None:
    event = new_event()
    add_guests(event, 30)
    page = read(
        client_of(event).post(address(event, "draw_seating"), {"seed": "4711"}, follow=True)
    )
    assert "Round 1 of 2, draft 1, not published" in page
    assert "Everyone meets new people; no two of one livery share a table." in page
    assert "6 tables of five." in page
    assert "4711" not in page.split("What was done to the seating")[0]
    assert "Publish both rounds" in page
    assert Seat.objects.count() == 60


@pytest.mark.parametrize("seed", ["", "x", "0", "-1", "1.5", "9" * 40, "\x00", "ⅷ"])
def test_a_seed_that_is_none_is_named_and_nothing_is_drawn(seed: str) -> None:
    event = new_event()
    add_guests(event, 30)
    page = read(client_of(event).post(address(event, "draw_seating"), {"seed": seed}))
    assert "whole number from 1 to 999999" in page or "Null characters" in page
    assert Round.objects.count() == 0


def test_a_bad_seed_leaves_the_draft_as_it_was() -> None:
    event = drafted()
    before = seats(event)
    page = read(client_of(event).post(address(event, "draw_seating"), {"seed": "-4"}))
    assert "whole number from 1 to 999999" in page
    assert seats(event) == before


def test_a_draw_pressed_twice_is_one_draw() -> None:
    event = new_event()
    add_guests(event, 30)
    client = client_of(event)
    for _ in range(2):
        client.post(address(event, "draw_seating"), {"seed": "5", "key": "one-press"})
    assert event.ledger.filter(kind="draw").count() == 1


def test_choosing_a_guest_leads_every_other_guest_to_a_swap() -> None:
    event = drafted()
    page = read(client_of(event).get(address(event, "round_seating", 2, query="one=3")))
    assert "Choose another guest to swap seats" in page
    assert page.count("swap/?one=3&other=") == 29


@pytest.mark.parametrize("one", ["99", "x", "-1", "9" * 30, "٣"])
def test_a_badge_that_nobody_wears_chooses_nobody(one: str) -> None:
    event = drafted()
    page = read(client_of(event).get(address(event, "round_seating", 2, query=f"one={one}")))
    assert "Choose another guest" not in page


def test_a_harmful_swap_is_shown_with_its_harm_and_the_safe_act_is_the_filled_one() -> None:
    event = drafted()
    one, other = harmful(event)
    before = seats(event)
    page = read(
        client_of(event).get(address(event, "swap_seats", 2, query=f"one={one}&other={other}"))
    )
    assert f"Swap Guest {one} with Guest {other}?" in page
    assert "met at table" in page
    assert '<a class="button button-main" href="' in page
    assert '<button class="button">Swap them</button>' in page
    assert seats(event) == before


def test_a_swap_is_done_once_and_says_so() -> None:
    event = drafted()
    client, sent = client_of(event), {"one": "1", "other": "2", "key": "one-press"}
    before = hall(event).seating
    for _ in range(2):
        page = read(client.post(address(event, "swap_seats", 2), sent, follow=True))
        assert "Guest 1 and Guest 2 have changed seats in round 2." in page
    assert hall(event).seating == swap(before, 1, 2, 2)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("one=3&other=3", "Choose two different guests to swap."),
        ("one=3&other=99", "does not sit in this round"),
        ("one=3", "Choose a guest."),
        ("one=<b>&other=\x00", "does not sit in this round"),
    ],
)
def test_a_swap_that_cannot_be_is_answered_with_a_sentence(query: str, sentence: str) -> None:
    event = drafted()
    assert sentence in read(client_of(event).get(address(event, "swap_seats", 2, query=query)))


def test_a_swap_looked_at_before_somebody_else_moved_them_is_refused() -> None:
    event = drafted()
    sent = {"one": "1", "other": "2", "seen_one": "99A", "seen_other": "1A"}
    before = seats(event)
    assert "moved since" in read(
        client_of(event).post(address(event, "swap_seats", 2), sent, follow=True)
    )
    assert seats(event) == before


def test_after_publication_a_swap_asks_for_its_reason_and_the_stale_cards_are_named() -> None:
    event = seated_event(10)
    client, before = client_of(event), seats(event)
    asked = read(client.post(address(event, "swap_seats", 1), {"one": "1", "other": "6"}))
    assert "Give the reason" in asked
    assert seats(event) == before
    sent = {"one": "1", "other": "6", "reason": "A pillar in the way"}
    page = read(client.post(address(event, "swap_seats", 1), sent, follow=True))
    assert "2 cards changed since publication:</b> badges 1, 6." in page
    assert "A pillar in the way" in page


def test_guests_of_a_table_on_record_change_from_its_next_game_on() -> None:
    event = seated_event(10)
    save(event, FULL)
    client = client_of(event)
    page = read(client.get(address(event, "round_seating", 1)))
    assert page.count("?one=") == 10
    asked = read(client.get(address(event, "swap_seats", 1, query="one=1&other=6")))
    assert (asked.count("from game 2 on"), asked.count("misses game 1")) == (2, 1)
    assert "Nobody meets twice" in asked
    assert "from game 2 on" not in read(
        client.get(address(event, "swap_seats", 2, query="one=1&other=6"))
    )
    for game in range(2, 6):
        save(event, FULL, (1, 1, game))
    asked = read(client.get(address(event, "swap_seats", 1, query="one=1&other=6")))
    assert "Guest 1 has played every game of round 1: nothing is left." in asked


def test_publishing_is_asked_first_and_taken_back_with_a_reason() -> None:
    event = drafted()
    client = client_of(event)
    assert "Publish the seating?" in read(client.get(address(event, "publish_seating")))
    assert "is published" in read(
        client.post(address(event, "publish_seating"), {"key": "press"}, follow=True)
    )
    assert set(Round.objects.values_list("state", flat=True)) == {"published"}
    assert "Give the reason" in read(
        client.post(address(event, "unpublish_seating"), {"reason": " "})
    )
    page = read(
        client.post(address(event, "unpublish_seating"), {"reason": "Two more came"}, follow=True)
    )
    assert "draft 1, not published" in page


def test_a_draft_that_lacks_somebody_says_so_instead_of_offering_to_publish() -> None:
    event = drafted()
    late_lou(event, 31)
    client = client_of(event)
    page = read(client.get(address(event, "seating")))
    assert "Late Lou (31) has no seat in round 1" in page
    assert "Publish both rounds" not in page
    assert "Late Lou (31) has no seat" in read(
        client.get(address(event, "publish_seating"), follow=True)
    )


def test_a_guest_goes_home_and_it_is_taken_back() -> None:
    event = seated_event(10)
    client, before = client_of(event), seats(event)
    sent = {"leave-guest": "3", "leave-game": "2", "leave-reason": "Unwell"}
    page = read(client.post(address(event, "change_seat", 1), sent, follow=True))
    assert "Guest 3 (3) goes home from game 2 of round 1 on" in page
    undo = client.get(address(event, "change_seat", 1, query="undo=3")).headers["Location"]
    assert f'href="{undo}"' in page
    assert "have their seats again" in read(
        client.post(undo, {"reason": "Better again"}, follow=True)
    )
    assert seats(event) == before
    nothing = client.get(address(event, "change_seat", 1, query="undo=3"), follow=True)
    assert "There is nothing to take back for Guest 3." in read(nothing)


def test_a_late_guest_is_offered_the_places_and_takes_one_in_each_round() -> None:
    event = seated_event(10)
    late_lou(event)
    client, late = client_of(event), address(event, "change_seat", 1, query="late=11")
    assert "Find a seat" in read(client.get(address(event, "change_seat", 1)))
    assert (
        '<option value="1.1F 2.2F">Round 1: table 1, seat F; round 2: table 2, seat F</option>'
        in read(client.get(late))
    )
    sent = {"late-game": "3", "late-places": "1.1F 2.2F", "late-reason": "Train"}
    assert "Late Lou has a seat" in read(client.post(late, sent, follow=True))
    assert [row for row in seats(event) if row[3] == 11] == [
        (1, 1, "F", 11, 3, None),
        (2, 2, "F", 11, 1, None),
    ]


def test_who_leaves_or_comes_during_a_round_does_so_from_the_next_game_on_unless_told() -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    client = client_of(event)
    for query in ("leave=3", "late=11"):
        page = client.get(address(event, "change_seat", 1, query=query)).content.decode()
        assert '<option value="2" selected>Game 2</option>' in page, query


def test_two_walk_ins_who_take_the_first_seats_offered_meet_nobody_twice() -> None:
    event = drafted(110)
    client = client_of(event)
    for badge in (111, 112):
        late_lou(event, badge)
        page = client.get(address(event, "change_seat", 1, query=f"late={badge}"))
        value, words = page.context["form"].fields["places"].choices[0]
        assert "meeting twice" not in words
        sent = {"late-game": "1", "late-places": value}
        client.post(address(event, "change_seat", 1, query=f"late={badge}"), sent)
    found = hall(event)
    assert certificate(found.seating, found.wishes).count("repeats") == 0
    assert Seat.objects.filter(event=event, guest__badge__in=(111, 112)).count() == 4


def test_who_went_home_and_is_back_is_told_whom_they_met_at_the_table_they_left() -> None:
    event = seated_event(10)
    client = client_of(event)
    sent = {"leave-guest": "1", "leave-game": "2", "leave-reason": "Unwell"}
    client.post(address(event, "change_seat", 1), sent)
    page = client.get(address(event, "change_seat", 2, query="late=1"))
    assert [words for _value, words in page.context["form"].fields["places"].choices] == [
        "Round 2: table 2, seat F",
        "Round 2: table 1, seat A (pairs meeting twice: 4 more)",
    ]


@pytest.mark.parametrize(
    ("query", "sent", "sentence"),
    [
        (
            "",
            {"leave-guest": "99", "leave-game": "1", "leave-reason": "x"},
            "Choose one from the list.",
        ),
        (
            "",
            {"leave-guest": "3", "leave-game": "6", "leave-reason": "x"},
            "Choose one from the list.",
        ),
        ("", {"leave-guest": "3", "leave-game": "1"}, "Give the reason"),
        (
            "late=11",
            {"late-game": "1", "late-places": "1.1A", "late-reason": "x"},
            "This seat is not free",
        ),
        ("late=11", {"late-game": "1", "late-reason": "x"}, "Choose the seats they take"),
    ],
)
def test_a_change_that_cannot_be_is_answered_with_a_sentence(
    query: str, sent: dict[str, str], sentence: str
) -> None:
    event = seated_event(10)
    late_lou(event)
    before = seats(event)
    assert sentence in read(
        client_of(event).post(address(event, "change_seat", 1, query=query), sent)
    )
    assert (seats(event), Guest.objects.exclude(status="registered").count()) == (before, 0)


@pytest.mark.parametrize("query", ["late=99", "undo=x", "late=" + "9" * 30])
def test_a_guest_that_is_not_there_is_not_found(query: str) -> None:
    event = seated_event(10)
    assert client_of(event).get(address(event, "change_seat", 1, query=query)).status_code == 404


@pytest.mark.parametrize("name", ["round_seating", "swap_seats", "change_seat"])
def test_a_round_that_is_not_drawn_is_not_found(name: str) -> None:
    event = drafted()
    assert client_of(event).get(address(event, name, 3)).status_code == 404


def test_an_umpire_looks_and_changes_nothing() -> None:
    event = drafted()
    client = client_of(event, Role.UMPIRE)
    page = read(client.get(address(event, "seating")))
    assert "Publish" not in page
    assert "?one=" not in page
    assert "Draw again" not in page
    assert client.post(address(event, "draw_seating"), {"seed": "1"}).status_code == 404
    assert client.get(address(event, "swap_seats", 1, query="one=1&other=2")).status_code == 404


def test_a_hostile_name_is_text() -> None:
    event = drafted()
    Guest.objects.filter(badge__in=(1, 2)).update(
        name="<script>alert(1)</script>", last_name="<i>x"
    )
    client = client_of(event)
    for url in (
        address(event, "round_seating", 1, query="one=1"),
        address(event, "swap_seats", 1, query="one=1&other=2"),
        address(event, "change_seat", 1, query="late=1"),
    ):
        raw = client.get(url).content.decode()
        assert "&lt;script&gt;" in raw
        assert "<script>alert" not in raw
        assert "<i>x" not in raw


@pytest.mark.parametrize("name", ["round_seating", "swap_seats", "change_seat"])
def test_a_page_takes_as_many_queries_for_a_hundred_guests_as_for_thirty(name: str) -> None:
    counted = []
    for guests in (30, 100):
        event = drafted(guests)
        client, url = client_of(event), address(event, name, 2, query="one=1&other=2")
        step_now(Event.objects.get(pk=event.pk))
        with CaptureQueriesContext(connection) as queries:
            read(client.get(url))
        counted.append(len(queries))
    assert counted[0] == counted[1] <= 17


def test_an_organiser_chooses_another_division_on_the_form_and_it_stays_chosen() -> None:
    """Sixteen guests: four tables of four do least harm, three are offered with their price, nine
    are refused.
    """
    event = new_event(slug="sixteen")
    add_guests(event, 16)
    client = client_of(event)
    page, send = reverse("seating", args=[event.slug]), reverse("draw_seating", args=[event.slug])
    shown = client.get(page).content.decode()
    assert "4 tables of four: nobody need meet twice" in shown
    assert "1 table of six and 2 of five: at least 7 pairs meet again" in shown
    refused = client.post(send, {"key": "nine", "seed": "1", "tables": "9"}).content.decode()
    assert "So many tables do not fit" in refused
    assert not Round.objects.exists()
    client.post(send, {"key": "three", "seed": "1", "tables": "3"})
    found, draft = hall(event), drawn(hall(event), 1, 3)
    assert [len(tables) for tables in found.seating.rounds] == [3, 3]
    assert found.seating.rounds == draft.rounds
    again = client.get(page).content.decode()
    assert re.search(r'value="3"[^>]* checked', again)
    assert "at others none would be forced" in again
    client.post(send, {"key": "least", "seed": "1"})
    assert len(hall(event).seating.rounds[0]) == 4
