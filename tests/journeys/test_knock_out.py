"""A Pursuit knock-out run by one official on a phone, from the first pairing to the winner."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.tournament.evening import official
from tests.tournament.matches import match_event, now
from tests.tournament.phones import codes_issued, guest_code
from tournament.ledger.verify import faults
from tournament.match_page import winner_of
from tournament.models import Event, Guest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page: Page, words: str) -> None:
    """A button by its words."""
    page.get_by_role("button", name=words, exact=True).click()


def test_a_knock_out_of_three_is_run_on_a_phone(phone: Page, sign_in: SignIn, no_barriers: NoBarriers) -> None:
    event = match_event(3, pairing="knock_out", best_of=3)
    codes_issued(event)
    sign_in(phone, official(event))
    phone.goto(f"/e/{event.slug}/")
    phone.get_by_role("link", name="Pair round 1").click()
    phone.get_by_label("In the order of the badges").check()
    press(phone, "Pair round 1")
    expect(phone.get_by_text("Seed 1: the bracket has 1 place nobody fills")).to_be_visible()
    no_barriers(phone)
    press(phone, "Publish the semi-finals")
    play(phone, no_barriers, "Enter table 1", 2)
    press(phone, "Pair round 2")
    press(phone, "Publish the final")
    opponent_is_told(phone, event)
    play(phone, no_barriers, "Enter table 1", 2)
    press(phone, "Close the knock-out")
    phone.get_by_role("link", name="The public page").click()
    winner = event.guests.get(ref=winner_of(now(event)) or "")
    expect(phone.get_by_text(f"{winner.name} has won.")).to_be_visible()
    expect(phone.get_by_role("img", name="The bracket")).to_be_visible()
    no_barriers(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert list(faults(Event.objects.get(pk=event.pk))) == []


def play(phone: Page, no_barriers: NoBarriers, link: str, games: int) -> None:
    """Open the match and tap the player on the left for each game."""
    phone.get_by_role("link", name=link).click()
    no_barriers(phone)
    for number in range(1, games + 1):
        phone.get_by_role("group", name=f"Game {number}").get_by_role("radio").first.check()
    press(phone, "Save the result")
    expect(phone.get_by_text("Table 1 is in.")).to_be_visible()


def opponent_is_told(phone: Page, event: Event) -> None:
    """Seed 1, who had the bye, sees on their own page whom they meet in the final."""
    guest = Guest.objects.select_related("event").get(event=event, ref="P001")
    opponent = now(event).rounds[-1].matches[0].opponent("P001")
    page = phone.context.new_page()
    page.goto(f"/G/{guest_code(guest)}")
    expect(page.get_by_text(event.guests.get(ref=str(opponent)).name).first).to_be_visible()
    page.close()
