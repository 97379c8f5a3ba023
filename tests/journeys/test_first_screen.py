"""A newcomer: the first screen, where a password is typed once and can be looked at, and the way
from nothing to the first saved sheet.
"""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.journeys.conftest import NoBarriers, shows
from tests.test_house import ROOT
from tests.tournament.evening import add_guests, new_event, official
from tournament.archive.demo import ACCOUNTS
from tournament.models import Event, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a long word of twelve"


def test_a_new_password_is_typed_once_and_shown_on_demand(
    page: Page, live_server: LiveServer, no_barriers: NoBarriers
) -> None:
    page.goto(live_server.url)
    field = page.get_by_label("Password", exact=True)
    field.fill(PASSWORD)
    expect(field).to_have_attribute("type", "password")
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")
    no_barriers(page)
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_value(PASSWORD)


def test_a_newcomer_sees_the_way_into_the_demo_without_scrolling(
    page: Page, live_server: LiveServer
) -> None:
    event = new_event()
    event.is_demo = True
    event.save()
    for name, role in ACCOUNTS.items():
        official(event, role, name)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(live_server.url)
    expect(page.get_by_role("button", name="Open the demo")).to_be_in_viewport(ratio=1)


HANDS = ("8 A", "O", "5 K", "2 3", "7")
MOST_INPUTS = 20


class Newcomer:
    """Somebody who has no list and presses what the pages offer; every press and every field typed
    into is an input.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.inputs = page, 0

    def type(self, label: str, text: str) -> None:
        """A field by its label."""
        self.page.get_by_label(label, exact=True).first.fill(text)
        self.inputs += 1

    def press(self, name: str) -> None:
        """A button or a link by what stands on it."""
        button = self.page.get_by_role("button", name=name, exact=True)
        button.or_(self.page.get_by_role("link", name=name, exact=True)).first.click()
        self.inputs += 1

    def keys(self, text: str) -> None:
        """Typed where the page has put the focus, and sent by the Enter key."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.inputs += 1


def test_from_nothing_to_the_first_saved_sheet_in_twenty_inputs(
    page: Page, live_server: LiveServer
) -> None:
    newcomer = Newcomer(page)
    page.goto(live_server.url)
    newcomer.type("Your name", "Pat Green")
    newcomer.type("Password", PASSWORD)
    newcomer.type("Evening", "Club night")
    newcomer.type("Day", "2027-02-11")
    newcomer.press("Start my own evening")
    newcomer.press("The door")
    for name in ("Ann Lee", "Bo Hill", "Cy Park", "Di Marsh", "Ed Ford"):
        newcomer.keys(name)
        expect(page.get_by_role("status").filter(has_text=name)).to_be_visible()
    newcomer.press("Open a table")
    newcomer.press("Scores")
    page.get_by_role("link", name="table 1, game 1, to come").click()
    newcomer.inputs += 1
    page.get_by_role("heading", name="Table 1").wait_for()
    for hand in HANDS:
        newcomer.keys(hand)
    page.keyboard.press("Control+Enter")
    newcomer.inputs += 1
    shows(page, "Saved")
    assert Sheet.objects.get().accepted
    assert newcomer.inputs <= MOST_INPUTS
    told = (ROOT / "docs" / "proofs" / "starts.md").read_text(encoding="utf-8")
    assert f"it takes {newcomer.inputs} inputs" in told


def test_a_swiss_chosen_by_its_picture_is_made_a_knock_out_after_its_draft(
    page: Page, live_server: LiveServer, no_barriers: NoBarriers
) -> None:
    newcomer = Newcomer(page)
    page.goto(live_server.url)
    page.locator("label:has([name=kind][value=swiss])").click()
    no_barriers(page)
    newcomer.type("Your name", "Pat Green")
    newcomer.type("Password", PASSWORD)
    newcomer.type("Evening", "Club night")
    newcomer.type("Day", "2027-02-11")
    newcomer.press("Start my own evening")
    event = Event.objects.get(name="Club night")
    add_guests(event, 7)
    page.goto(f"/e/{event.slug}/")
    expect(page.get_by_text("7 players: 3 rounds of Swiss.")).to_be_visible()
    newcomer.press("Pair round 1")
    expect(page.get_by_role("heading", name="Publish round 1")).to_be_visible()
    page.goto(f"/e/{event.slug}/settings/")
    expect(page.get_by_text("As many as the field needs").first).to_be_visible()
    newcomer.press("Kind")
    page.locator("label:has([name=kind][value=knock_out])").click()
    no_barriers(page)
    newcomer.press("Make it this kind")
    expect(page.get_by_text("7 players: knock-out, 3 rounds.")).to_be_visible()
    newcomer.press("Pair the quarter-finals")
    expect(page.get_by_role("heading", name="Publish the quarter-finals")).to_be_visible()
