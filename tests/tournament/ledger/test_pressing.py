"""Every form that is sent is one press, whoever signs and however many acts it is."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.tournament.entry.test_desk import ONE, TWO, at, desk, sent
from tests.tournament.evening import add_guests, new_event, official, save, seated_event, sign
from tests.tournament.phones.phones import (
    OWN,
    PhoneHeld,
    codes_issued,
    guest_code,
    sheet_sent,
    table_code,
)
from tournament.ledger.pressing import Pressing, pressing
from tournament.models import Event, Guest, LedgerEntry, Press
from tournament.seating.acts_door import check_in

pytestmark = pytest.mark.django_db
TURNED = {letter: f"P{badge:03}" for letter, badge in zip("ABCDE", (2, 1, 3, 4, 5), strict=True)}


def named() -> list[tuple[str, str]]:
    """Who pressed what."""
    return list(Press.objects.order_by("pk").values_list("route", "actor"))


def test_five_sheets_of_a_table_are_one_press_of_five_entries() -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=2, cut_size=2)
    entries = event.ledger.count()
    desk(event).post(at(event, "desk_table", 1, 1), sent(ONE, TWO, cards={"A": "0"}))
    assert event.ledger.count() == entries + 3
    assert named() == [("desk_table", f"head_umpire-{event.pk}")]
    assert Press.objects.get().record == f"event {event.pk}"


def test_what_is_refused_leaves_no_press() -> None:
    event = seated_event(5)
    client = desk(event)
    client.post(reverse("close", args=[event.slug, 1]))
    assert named() == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("sheet", sheet_sent(("out", "8", "3", "4", "5"), umpire="Dr Vane")),
        ("order", {"key": "order-0001", "round": 1, "order": TURNED}),
        ("call", {"round": 1, "reason": "A card"}),
        ("name", {"umpire": "Dr Vane"}),
    ],
)
def test_what_a_phone_sends_is_one_press(path: str, body: dict[str, object]) -> None:
    event = seated_event(5)
    codes_issued(event)
    official(event)
    event.officials.update(on_duty=True)
    phone = PhoneHeld(table_code(event))
    phone.state()
    answer = phone.post(path, body)
    assert answer.status_code < 300, answer.content
    assert [route for route, _actor in named()] == [f"pad_{path}"]


def test_a_phone_that_saves_a_sheet_is_named() -> None:
    event = seated_event(5)
    codes_issued(event)
    PhoneHeld(table_code(event)).post(
        "sheet", sheet_sent(("out", "8", "3", "4", "5"), umpire="Dr Vane")
    )
    assert [actor.startswith("Dr Vane, phone ") for _route, actor in named()] == [True]


def _of_the_tablet(event: Event, guest: Guest) -> str:
    return reverse("tablet", args=[event.slug, event.tablet_secret])


def _of_the_guest(event: Event, guest: Guest) -> str:
    return f"/G/{guest_code(guest)}"


@pytest.mark.parametrize("page", [_of_the_tablet, _of_the_guest])
def test_a_guest_who_says_that_they_are_here_is_one_press(
    page: Callable[[Event, Guest], str],
) -> None:
    event = seated_event(5)
    codes_issued(event)
    Event.objects.filter(pk=event.pk).update(tablet_secret="tablet", guests_check_in=True)
    event.refresh_from_db()
    guest = event.guests.get(badge=1)
    Client().post(page(event, guest), {"badge": "1", "here": "1"}, headers={"origin": OWN})
    guest.refresh_from_db()
    assert guest.arrived_at is not None
    assert [(bool(route), bool(actor)) for route, actor in named()] == [(True, True)]


def pressed_by_nobody() -> Press:
    return Press(key="of one test", at=sign().at)


def test_a_press_that_was_rolled_back_is_noted_again_with_the_next_row() -> None:
    event = new_event()
    with pressing(pressed_by_nobody()) as held:
        with suppress(ZeroDivisionError), transaction.atomic():
            add_guests(event, 2)
            assert held.noted
            add_guests(event, 1 // 0)
        assert not held.noted
        add_guests(event, 1)
    assert Press.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_acts_of_a_press_are_of_one_press_in_several_transactions() -> None:
    event = seated_event(5)
    with pressing(pressed_by_nobody()) as held:
        check_in(event, "P001", sign())
        assert (held.kept, connection.in_atomic_block) == (True, False)
        check_in(event, "P002", sign())
    assert Press.objects.count() == 1


def test_outside_of_a_form_nothing_is_pressed() -> None:
    event = seated_event(5)
    save(event, ("out", "8", "3", "4", "5"))
    assert (Press.objects.count(), LedgerEntry.objects.filter(kind="sheet").count()) == (0, 1)


def test_what_a_page_reads_is_no_press() -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event))
    client.get(reverse("evening", args=[event.slug]))
    client.post(reverse("logout"))
    assert named() == []


def test_a_press_knows_its_note_from_another() -> None:
    first, second = Pressing(pressed_by_nobody()), Pressing(pressed_by_nobody())
    first.note()
    assert (first.noted, second.noted) == (True, False)
