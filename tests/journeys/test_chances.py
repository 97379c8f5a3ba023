"""The page of chances, opened before they are reckoned: it fills itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.tournament.background import gate_shut
from tests.tournament.evening import official, save, seated_event
from tournament.counting.chances import BEING_WORKED_OUT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_of_chances_fills_itself_and_after_a_sheet_once_more(
    page: Page, sign_in: SignIn, no_barriers: NoBarriers
) -> None:
    event = seated_event(10, cut_size=3, games_per_round=3, qualifying_rounds=1)
    save(event, ("out", "8", "=3", "4 4", "5"))
    save(event, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    sign_in(page, official(event))
    with gate_shut() as gate:
        page.goto(f"/e/{event.slug}/standings/chances/")
        expect(page.get_by_role("status").filter(has_text=BEING_WORKED_OUT)).to_be_visible()
        no_barriers(page)
        gate.open()
        expect(page.locator(".share-part").first).to_be_visible()
        expect(page.get_by_text(BEING_WORKED_OUT)).to_have_count(0)
    with gate_shut() as gate:
        save(event, ("out", "=50", "=3", "4 4", "5"), (1, 1, 2))
        page.reload()
        changed = page.get_by_role("status").filter(has_text="the totals changed since.")
        expect(changed).to_be_visible()
        no_barriers(page)
        gate.open()
        expect(changed).to_have_count(0)
        expect(page.locator(".share-part")).to_have_count(10)
