"""The pages of a walk-in evening: lines, the code on the wall, tables, and the round after the
break.
"""

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.ending import playoff_event
from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.hall import FULL
from tournament.models import Event, Guest, Role, Round, SignIn, Table
from tournament.seating import pages_arrivals
from tournament.seating import views_arrivals as page
from tournament.seating.acts import close_round
from tournament.seating.acts_door import check_in
from tournament.seating.acts_walk_in import put_code_up, sign_in
from tournament.steps.offers import step_now

pytestmark = pytest.mark.django_db


def signed_in(event: Event) -> Client:
    client = Client()
    client.force_login(official(event, Role.HEAD_UMPIRE))
    return client


def at(event: Event, name: str, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def crowd(number: int) -> Event:
    event = new_event(games_per_round=1)
    for guest in add_guests(event, number):
        check_in(event, guest.ref, sign())
    return event


UNPRINTABLE = [
    ({"name": ""}, "This field is required"),
    ({"name": "Ann <b>", "company": "Grocers"}, "A name cannot hold “&lt;”"),
    ({"name": "Ann", "company": "Gro\u202ecers"}, "A name cannot hold a hidden character"),
    ({"name": "x" * 81}, "t most 80 characters"),
]


def test_a_newcomer_who_cannot_be_printed_adds_nobody() -> None:
    event = new_event()
    client = signed_in(event)
    for typed, sentence in UNPRINTABLE:
        answer = client.post(at(event, "add_here"), typed)
        assert (event.guests.count(), sentence in answer.content.decode()) == (0, True), typed


def test_a_name_and_after_a_comma_a_company_become_a_guest_and_what_is_new_is_said() -> None:
    event = new_event()
    client = signed_in(event)
    offered = client.post(at(event, "check_in"), {"typed": " Ann  Oak ,  Darts Club "})
    typed = offered.context["newcomer"].initial
    shown = client.post(at(event, "add_here"), typed, follow=True).content.decode()
    for words in ("Ann Oak (badge 1) is here.", "New here as a livery: Darts Club."):
        assert words in shown
    assert list(event.guests.values_list("name", "livery__name")) == [("Ann Oak", "Darts Club")]


def test_the_page_that_walk_in_evenings_had_leads_to_the_door() -> None:
    event = new_event()
    answer = signed_in(event).get(at(event, "walk_in"))
    assert (answer.status_code, answer.headers["Location"]) == (302, at(event, "door"))


def test_signing_in_needs_the_code_that_is_up_and_waits_for_the_organiser() -> None:
    event = new_event()
    guest, client = Client(), signed_in(event)
    assert guest.get(at(event, "sign_in", "anything")).status_code == 404
    assert client.get(at(event, "wall")).status_code == 302
    client.post(at(event, "wall_code"), {})
    event.refresh_from_db()
    address = at(event, "sign_in", event.sign_in_secret)
    assert address in client.get(at(event, "wall")).content.decode()
    assert guest.get(at(event, "sign_in", event.sign_in_secret + "x")).status_code == 404
    assert "A name cannot hold" in guest.post(address, {"name": "Eve\u202e"}).content.decode()
    thanks = guest.post(address, {"name": "Zoë Hart", "company": "Grocers"}).content.decode()
    assert ("Thank you, Zoë Hart" in thanks, event.guests.count()) == (True, 0)
    one = SignIn.objects.get(event=event)
    client.post(at(event, "turn_away"), {"sign_in": "x"})
    client.post(at(event, "turn_away"), {"sign_in": one.pk})
    assert "Turned away" in client.get(at(event, "door")).content.decode()
    client.post(at(event, "turn_away"), {"sign_in": one.pk, "again": "1"})
    client.post(at(event, "accept_sign_in"), {"sign_in": [one.pk, "9" * 20, "x"]})
    assert list(event.guests.values_list("name", "livery__name")) == [("Zoë Hart", "Grocers")]
    again = client.post(at(event, "accept_sign_in"), {"sign_in": one.pk}, follow=True)
    assert "Nobody of these waits any more" in again.content.decode()
    client.post(at(event, "wall_code"), {"down": "1"})
    assert guest.get(address).status_code == 404


def test_a_flood_of_names_is_slowed_down_for_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "A_MINUTE", 3)
    caches["limits"].clear()
    event = new_event()
    address = at(event, "sign_in", put_code_up(event))
    answers = [Client().post(address, {"name": "The Same"}).status_code for _ in range(4)]
    assert (set(answers[:-1]), answers[-1], SignIn.objects.filter(event=event).count()) == (
        {200},
        429,
        1,
    )
    caches["limits"].clear()
    SignIn.objects.bulk_create(
        SignIn(event=event, name=f"Guest {place}", at=NOW) for place in range(200)
    )
    full = Client().post(address, {"name": "One more"})
    assert (full.status_code, "tell the organiser your name" in full.content.decode()) == (
        429,
        True,
    )


def test_tables_are_opened_for_those_who_are_ticked_and_taken_back() -> None:
    event = crowd(11)
    client = signed_in(event)
    shown = client.get(at(event, "door")).content.decode()
    assert (shown.count(" checked>"), "11 waiting for a seat" in shown) == (6, True)
    none = client.post(at(event, "open_table"), {"key": "a"}, follow=True).content.decode()
    wrong = client.post(
        at(event, "open_table"), {"key": "b", "guests": ["P099"]}, follow=True
    ).content.decode()
    few = client.post(
        at(event, "open_table"), {"key": "c", "guests": ["P001"]}, follow=True
    ).content.decode()
    assert [
        "Choose four to six" in none,
        "One of them does not wait" in wrong,
        "1 are chosen" in few,
    ] == [True] * 3
    refs = [f"P{badge:03}" for badge in range(1, 6)]
    client.post(at(event, "open_table"), {"key": "d", "guests": refs})
    assert "6 waiting for a seat" in client.get(at(event, "door")).content.decode()
    client.post(at(event, "close_table", 1, 1), {"reason": "", "key": "e"})
    assert Table.objects.filter(event=event).count() == 1
    client.post(at(event, "close_table", 1, 1), {"reason": "The wrong people", "key": "e"})
    assert Table.objects.filter(event=event).count() == 0


def test_the_next_round_is_drawn_from_those_ticked_and_taken_back() -> None:
    event = crowd(10)
    client = signed_in(event)
    assert client.get(at(event, "next_round")).status_code == 302
    for table in (1, 2):
        refs = [f"P{badge:03}" for badge in range(5 * table - 4, 5 * table + 1)]
        client.post(at(event, "open_table"), {"key": f"t{table}", "guests": refs})
        save(event, FULL, (1, table, 1))
    close_round(event, 1, sign())
    assert "Draw round 2" in client.get(at(event, "door")).content.decode()
    here = [f"P{badge:03}" for badge in range(2, 11)]
    bad = client.post(
        at(event, "next_round"), {"here": here, "seed": "0", "key": "x"}
    ).content.decode()
    assert "Give a whole number from 1 to 999999." in bad
    client.post(at(event, "next_round"), {"here": here, "seed": "7", "key": "n"})
    assert (Round.objects.filter(event=event).count(), Guest.objects.get(ref="P001").status) == (
        2,
        "withdrawn",
    )
    client.post(at(event, "undo_next_round", 2), {"reason": "Too early", "key": "u"})
    assert (Round.objects.filter(event=event).count(), Guest.objects.get(ref="P001").status) == (
        1,
        "registered",
    )
    few = client.post(
        at(event, "next_round"), {"here": here[:3], "seed": "7", "key": "f"}
    ).content.decode()
    assert "3 guests cannot fill tables of 4 to 6" in few


def test_the_page_costs_few_queries_however_many_walk_in(
    django_assert_max_num_queries: object,
) -> None:
    event = crowd(60)
    client = signed_in(event)
    for table in range(8):
        refs = [f"P{badge:03}" for badge in range(5 * table + 1, 5 * table + 6)]
        client.post(at(event, "open_table"), {"key": f"t{table}", "guests": refs})
    client.get(at(event, "door"))  # reads what was said of each table, with its way back
    sign_in(event, {"name": "Zoë", "company": ""}, NOW)
    step_now(Event.objects.get(pk=event.pk))
    with django_assert_max_num_queries(24):  # type: ignore[operator]
        client.get(at(event, "door"))


LONGEST_QUERY = 5_000


@pytest.fixture
def great_hall() -> Event:
    """1,100 guests at 220 tables, all of them here."""
    event = seated_event(1_100, qualifying_rounds=1, games_per_round=1)
    event.guests.update(arrived_at=NOW)
    return event


def looked_at(event: Event) -> tuple[int, int, int]:
    """How the page answers, how many queries it takes, and how long the longest is."""
    client = signed_in(event)
    client.raise_request_exception = False
    step_now(Event.objects.get(pk=event.pk))
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(at(event, "door"))
    return answer.status_code, len(queries), max(len(query["sql"]) for query in queries)


@pytest.mark.promise("The door opens with 1,100 guests")
def test_the_page_opens_with_1100_guests_and_asks_no_more_than_with_few(great_hall: Event) -> None:
    status, queries, longest = looked_at(great_hall)
    assert (status, queries <= 22, longest < LONGEST_QUERY) == (200, True, True)
    assert queries == looked_at(seated_event(10, qualifying_rounds=1))[1]


@pytest.mark.control("test_the_page_opens_with_1100_guests_and_asks_no_more_than_with_few")
def test_a_query_that_names_every_guest_is_found(
    great_hall: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_by_one(event: Event, found: Round | None) -> list[dict[str, Any]]:
        return [
            {"guests": [seat.guest for seat in table.seats.all()]}
            for table in Table.objects.filter(event=event, round=found).prefetch_related(
                "seats__guest"
            )
        ]

    monkeypatch.setattr(pages_arrivals, "_tables", one_by_one)
    assert looked_at(great_hall)[2] > LONGEST_QUERY


def test_a_table_of_the_drawn_seating_is_not_offered_to_be_taken_back() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for badge in range(11, 16):
        Guest.objects.create(
            event=event, badge=badge, ref=f"P{badge:03}", name=f"Guest {badge}", arrived_at=NOW
        )
    refs = [f"P{badge:03}" for badge in range(11, 16)]
    client.post(at(event, "open_table"), {"key": "a", "guests": refs})
    shown = client.get(at(event, "door")).content.decode()
    assert [at(event, "close_table", 1, table) in shown for table in (1, 2, 3)] == [
        False,
        False,
        True,
    ]


def test_nobody_waits_for_a_seat_once_the_rounds_are_played() -> None:
    event = playoff_event()
    event.guests.update(arrived_at=NOW)
    shown = signed_in(event).get(at(event, "door")).content.decode()
    assert ("waiting for a seat" in shown, 'type="checkbox"' in shown) == (False, False)
