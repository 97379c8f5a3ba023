"""The settings of an evening without a record: saved as they are changed, and undone by a press."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.tournament.ending import fresh
from tests.tournament.evening import new_event, official
from tournament.models import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_setting_is_saved_as_it_is_changed_and_undone_by_a_press(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = new_event()
    sign_in(page, official(event, Role.ORGANISER))
    page.goto(f"/e/{event.slug}/settings/")
    arrived(page, "Settings")
    told = page.locator("[data-told] [role=status]")
    expect(told).to_contain_text("Saved as you change them.")
    through = page.get_by_label("How many go through", exact=True)

    through.fill("1")
    through.press("Tab")
    expect(told).to_contain_text("let two or more through")
    assert fresh(event).cut_size == 10
    through.fill("11")
    through.press("Tab")
    expect(told).to_have_text("Saved.")
    more = page.get_by_role("button", name="One more: How many go through")
    more.press("Enter")
    expect(more).to_be_focused()
    expect(page.get_by_text("They fill two tables of six.")).to_be_visible()
    assert fresh(event).cut_size == 12

    page.locator("summary", has_text="Ties").click()
    first, second, *_others = event.tie_breaks
    page.locator(f"button[value='down:{first}']").click()
    expect(page.locator("summary", has_text="Ties")).to_contain_text("fewest eights caught, then")
    assert fresh(event).tie_breaks[:2] == [second, first]
    no_barriers(page)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(told).to_contain_text("Taken back")
    assert (fresh(event).tie_breaks, fresh(event).cut_size) == (event.tie_breaks, 12)
    expect(page.locator(f"button[value='down:{first}']")).to_be_focused()

    page.locator("summary", has_text="Prizes").click()
    page.get_by_role("button", name="The winner alone").click()
    expect(page.locator("summary", has_text="Prizes").locator(".soft")).to_have_text("winner")
    assert [prize["name"] for prize in fresh(event).prizes] == ["winner"]
