"""A pub night from nothing to playing, its acts counted; and the door, which follows whoever is let
in elsewhere.
"""

from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.tournament.evening import new_event, official, save, seated_event, sign
from tournament.counting.seats import hall
from tournament.models import Event, Game, Guest, Table
from tournament.seating.acts_door import check_in
from tournament.seating.acts_walk_in import add_walk_in, allow_self_check_in
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHEET = ("out", "8", "3", "4", "5")
FEWER_THAN = 40
EARLIER = datetime(2026, 1, 1, tzinfo=UTC)
PHONES = ("Zoë Hart", "Piers Ploughman", "Mo Farrow")


class Organiser:
    """Presses buttons and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.acts = page, 0

    def press(self, words: str) -> None:
        """One act."""
        self.page.get_by_role("button", name=words, exact=True).click()
        self.acts += 1

    def add(self, line: str) -> None:
        """A guest in a line, sent by the Enter key: the field has the focus again afterwards."""
        field = self.page.get_by_label("Name", exact=True)
        expect(field).to_be_focused()
        field.fill(line)
        field.press("Enter")
        self.acts += 1
        expect(self.page.get_by_role("status").filter(has_text=line.split(",")[0])).to_be_visible()


@pytest.mark.parametrize("typed", [6, pytest.param(27, marks=pytest.mark.torture)])
def test_from_nothing_to_thirty_who_play_in_under_forty_acts(
    page: Page, phone: Page, sign_in: SignIn, no_barriers: NoBarriers, typed: int
) -> None:
    event = new_event(name="Pub night", games_per_round=1, has_playoff=False)
    sign_in(page, official(event))
    organiser = Organiser(page)
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="Add the guests").click()
    page.get_by_role("link", name="The door").click()
    no_barriers(page)
    page.get_by_text("Sign in by phone").click()
    organiser.press("Put a code up")
    address = f"/e/{event.slug}/sign-in/{Event.objects.get(pk=event.pk).sign_in_secret}/"
    for number in range(1, 28):
        company = "Grocers" if number % 2 else "Darts Club"
        if number <= typed:
            organiser.add(f"Guest {number}, {company}")
        else:  # the same act, one guest each, without the page
            add_walk_in(event, f"Guest {number}", company, sign())
            organiser.acts += 1
    by_phone(phone, address, no_barriers)
    page.reload()
    organiser.press("Accept all")
    expect(page.get_by_role("heading", name="30 waiting for a seat")).to_be_visible()
    for _table in range(6):
        organiser.press("Open a table")
    assert organiser.acts < FEWER_THAN
    expect(page.get_by_role("button", name="Open a table")).to_be_hidden()
    assert [table.seats.count() for table in Table.objects.filter(event=event)] == [5] * 6
    assert Game.objects.filter(event=event).count() == 6
    no_barriers(page)
    after_the_break(page, organiser, event, no_barriers)
    assert list(faults(event)) == []


def by_phone(phone: Page, address: str, no_barriers: NoBarriers) -> None:
    """Three sign themselves in; a name that would turn text round is refused, a wrong code opens
    nothing.
    """
    phone.goto(address)
    no_barriers(phone)
    phone.get_by_label("Your name").fill("Eve\u202enimda")
    phone.get_by_role("button", name="Sign me in").click()
    expect(phone.get_by_text("A name cannot hold a hidden character")).to_be_visible()
    for name in PHONES:
        phone.goto(address)
        phone.get_by_label("Your name").fill(name)
        phone.get_by_role("button", name="Sign me in").click()
        expect(phone.get_by_role("heading", name=f"Thank you, {name}")).to_be_visible()


def after_the_break(
    page: Page, organiser: Organiser, event: Event, no_barriers: NoBarriers
) -> None:
    """Round 1 is played and closed; one goes home, one comes; round 2 is drawn from those who are
    there.
    """
    for table in range(1, 7):
        save(event, SHEET, (1, table, 1), checked=True)
    page.goto(f"/e/{event.slug}/")
    organiser.press("Close round 1")
    organiser.press("Close it all the same")
    page.goto(f"/e/{event.slug}/door/")
    organiser.add("Late Lou")
    page.get_by_role("link", name="Draw round 2").click()
    no_barriers(page)
    page.get_by_label("Guest 4, badge 4").uncheck()
    organiser.press("Draw and open round 2")
    expect(page.get_by_text("Round 2 is drawn and open: print its cards.")).to_be_visible()
    statuses = Guest.objects.filter(event=event).exclude(status="registered").order_by("badge")
    assert list(statuses.values_list("name", "status")) == [
        ("Guest 4", "withdrawn"),
        ("Late Lou", "late"),
    ]
    first, second = hall(event).seating.rounds
    met = [len({*one} & {*other}) for one in first for other in second]
    assert max(met) <= 2


def test_the_door_follows_and_is_closed_with_the_fewest_moves(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers, live_server: Any
) -> None:
    event = seated_event(20)
    sign_in(page, official(event))
    for badge in range(1, 17):
        check_in(event, f"P{badge:03}", sign(at=EARLIER))
    page.goto(f"/e/{event.slug}/door/")
    no_barriers(page)
    expect(page.get_by_role("heading", name="4 to arrive")).to_be_visible()
    check_in(event, "P017", sign(at=EARLIER))
    expect(page.get_by_role("heading", name="3 to arrive")).to_be_visible()
    expect(page.get_by_label("Name or badge number")).to_be_focused()
    page.keyboard.type(f"{live_server.url}/e/{event.slug}/guests/18")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Guest 18 is here, badge 18: table 4, seat C")).to_be_visible()
    page.get_by_role("button", name="Guest 18 is not here").click()
    page.get_by_label("Name or badge number").fill("guest 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Which of these?")).to_be_visible()
    page.get_by_role("link", name="Close the door").click()
    no_barriers(page)
    expect(page.get_by_role("heading", name="4 moves, and no fewer would do")).to_be_visible()
    page.get_by_role("button", name="Close the door").click()
    printing = page.locator("form", has=page.get_by_role("button", name="Print just these"))
    stale = printing.get_attribute("action") or ""
    assert {"16", "17"} < set(stale.partition("?badges=")[2].split(","))
    no_barriers(page)
    assert [sum(key is not None for key in table) for table in hall(event).seating.rounds[0]] == [
        4,
        4,
        5,
        4,
    ]


def test_three_letters_tapped_fast_and_a_name_check_a_guest_in(
    page: Page, no_barriers: NoBarriers
) -> None:
    event = allow_self_check_in(seated_event(10), tablet=True, guests=False)
    Guest.objects.filter(event=event, badge=2).update(name="Ann Yarrow", sort_name="")
    page.goto(f"/e/{event.slug}/tablet/{event.tablet_secret}/")
    for key in "YA":
        page.get_by_role("link", name=key, exact=True).click()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Yarrow Ann")).to_be_visible()
    no_barriers(page)
    page.get_by_role("button", name="Yarrow Ann").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann Yarrow")
    no_barriers(page)
    page.get_by_role("button", name="This is not me").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Good evening. Who are you?")
    assert Guest.objects.get(event=event, badge=2).arrived_at is None
