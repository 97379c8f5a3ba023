"""A table typed under the wrong number, by keys: the number of the right one and Enter."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import SignIn, arrived
from tests.tournament.evening import official, seated_event
from tournament.models import Role, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = ("O", "8 K", "A", "4 6", "2 3 4")


def test_the_number_shows_the_names_and_enter_saves_for_that_table(
    page: Page, sign_in: SignIn
) -> None:
    event = seated_event(10, games_per_round=2, qualifying_rounds=1)
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    page.goto(f"/e/{event.slug}/desk/1/1/")
    arrived(page, "Table 1")
    for seat, text in zip("ABCDE", HANDS, strict=True):
        page.locator(f"[name=hand_1_{seat}]").fill(text)
    page.get_by_label("These belong to table").focus()
    page.keyboard.type("2")
    expect(page.get_by_role("button", name="Save for table 2")).to_be_visible()
    expect(page.locator("#belongs-names")).to_contain_text("Guest 6, Guest 7")
    page.keyboard.press("Enter")
    expect(page.get_by_text("table 2, game 1. Receipt")).to_be_visible()
    expect(page.locator("[name=hand_1_B]")).to_have_value("")
    assert [sheet.game.table.number for sheet in Sheet.objects.all()] == [2]
