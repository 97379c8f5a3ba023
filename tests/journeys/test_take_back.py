"""What was done is taken back by keys: U for the last, Ctrl Z in a field that is as it was found,
arrows and Enter for an earlier one.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.tournament.evening import new_event, official
from tournament.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def walk_in(page: Page, event: Event, name: str) -> None:
    page.goto(f"/e/{event.slug}/door/")
    page.get_by_label("Name", exact=True).fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=name)).to_be_visible()


def test_what_was_done_is_taken_back_by_keys(
    page: Page, phone: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = new_event(name="Pub night")
    user = official(event)
    sign_in(page, user)
    walk_in(page, event, "Bar Maid")
    walk_in(page, event, "Zoë Hart")
    no_barriers(page)
    line = page.locator(".line")
    field = page.get_by_label("Name", exact=True)
    field.fill("Zoë")
    expect(line).to_contain_text("Ctrl Z")
    page.keyboard.press("u")
    page.keyboard.press("Control+z")
    expect(line).to_contain_text("Zoë Hart (badge 2) is here.")
    page.goto(f"/e/{event.slug}/guests/")
    expect(line).to_contain_text("Zoë Hart (badge 2) is here.")
    page.locator("h1").click()
    expect(line).to_contain_text("Take back U")
    page.keyboard.press("u")
    expect(line).to_contain_text("Taken back: Zoë Hart walked in.")
    assert event.guests.filter(name="Zoë Hart").count() == 0
    page.keyboard.press("u")
    expect(line).to_contain_text("Done again: Zoë Hart walked in.")
    page.goto(f"/e/{event.slug}/door/")
    field.focus()
    page.keyboard.press("Control+z")
    expect(line).to_contain_text("Taken back: Zoë Hart walked in.")
    assert event.guests.filter(name="Zoë Hart").count() == 0
    no_barriers(page)
    page.goto(f"/e/{event.slug}/acts/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("u")
    expect(page.get_by_text("Take back “Bar Maid walked in”?")).to_be_visible()
    no_barriers(page)
    page.keyboard.press("Escape")
    expect(page.get_by_text("Take back “Bar Maid walked in”?")).to_have_count(0)
    page.locator("a[data-back]").nth(1).click()
    page.keyboard.press("Enter")
    expect(line).to_contain_text("Taken back: Bar Maid walked in.")
    assert event.guests.count() == 0
    sign_in(phone, user)
    phone.goto(f"/e/{event.slug}/acts/?press=last")
    no_barriers(phone)
