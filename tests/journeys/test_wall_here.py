"""A wall in one press: a window of its own, whatever this browser was a wall of before."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import SignIn
from tests.tournament.evening import official, seated_event
from tournament.models import Screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_w_opens_a_wall_in_a_window_and_once_more_another(page: Page, sign_in: SignIn) -> None:
    event = seated_event(10)
    sign_in(page, official(event))
    page.goto(f"/e/{event.slug}/")
    page.evaluate("localStorage.setItem('last-card-wall', '{\"letters\": \"GH\"}')")
    for walls in (1, 2):
        with page.expect_popup() as opened:
            page.keyboard.press("w")
        wall = opened.value.locator("#wall")
        expect(wall.locator("[data-clock], .scene, header").first).to_be_visible()
        expect(opened.value.locator(".wall-letters-large")).to_have_count(0)
        assert Screen.objects.filter(event=event).count() == walls
        opened.value.reload()
        expect(wall.locator("[data-clock], .scene, header").first).to_be_visible()
