"""Who deals is asked once: told on one phone, kept there without a line, and known from then on to
the other phone of the table, to the desk, which mends it, and to the papers.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import SignIn
from tests.journeys.hall import Server, acts_of, named, phone, tables, tap, to_game, until
from tests.tournament.evening import NOW, official
from tournament.counting.dealers import dealers
from tournament.models import Event
from tournament.paper.seating import table_sheets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = ["567", "out", "589X", "3457", "9"]
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def letters(event: Event) -> str:
    """Who deals at table 1, game by game."""
    return "".join(dealers(event).get((1, 1), {}).values())


def test_one_phone_is_told_and_everybody_knows_ever_after(
    browser: Browser, server: Server, page: Page, sign_in: SignIn
) -> None:
    event, (code,) = tables(1, 4)
    first, second = phone(browser), phone(browser)
    pad = named(first, server.url, code)
    tap(pad, acts_of(HANDS, ordered=False))
    dealing = pad.locator(".dealing")
    expect(dealing).to_contain_text("Who deals next?")
    expect(pad.locator(".line")).to_have_text("All sent")
    first.set_offline(True)
    dealing.locator("[data-to=C]").click()
    expect(dealing).to_contain_text("Guest 3 deals next")
    expect(pad.locator(".line")).to_have_text("1 kept here")
    assert letters(event) == ""
    first.set_offline(False)
    pad.evaluate("window.dispatchEvent(new Event('online'))")
    until(pad, lambda: letters(event) == "BCDE")
    expect(pad.locator(".line")).to_have_text("All sent")

    other = named(second, server.url, code, "Wat Other")
    expect(other.locator(".dealt")).to_have_text("Guest 3 dealt")
    tap(other, acts_of(["568", *HANDS[1:]]))
    expect(other.locator(".dealing")).to_contain_text("Guest 4 deals next")

    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/sheets/1/1/3/")
    page.get_by_role("link", name="Seat D deals").click()
    page.get_by_role("button", name="E, Guest 5").click()
    expect(page.get_by_text("Seat E deals this game.")).to_be_visible()
    expect(page.get_by_role("heading", name="Seat E deals")).to_be_visible()
    for table in (pad, other):
        table.evaluate(LOOK)
    expect(other.locator(".dealing")).to_contain_text("Guest 5 deals next")
    to_game(pad, 3)
    expect(pad.locator(".dealt")).to_have_text("Guest 5 dealt")
    assert table_sheets(event, 1, NOW).sheets[0].dealers == letters(event) == "BCEA"
    first.close()
    second.close()
