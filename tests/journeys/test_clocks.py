"""Clocks that are wrong: the phone says so and tells the server, and so does a
page of officials.
"""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from tests.journeys.conftest import DESK
from tests.journeys.hall import Server, named, phone, tables
from tests.tournament.evening import official
from tournament.models import Phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
AHEAD = timedelta(minutes=95)


def test_a_phone_and_a_page_whose_clock_is_wrong_say_so(browser: Browser, server: Server) -> None:
    event, codes = tables(1, 2)
    with phone(browser) as held:
        held.clock.set_system_time(datetime.now(UTC) + AHEAD)
        page = named(held, server.url, codes[0])
        expect(page.locator(".line")).to_have_text("Clock is wrong")
    told = Phone.objects.get(event=event)
    assert (told.unsent, round((told.clock_ahead or 0) / 60)) == (0, 95)
    client = Client()
    client.force_login(official(event))
    with browser.new_context(viewport=DESK, base_url=server.url) as desk:
        desk.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
        )
        page = desk.new_page()
        page.goto(f"/e/{event.slug}/status/")
        expect(page.get_by_text("1 h 35 min ahead")).to_be_visible()
        expect(page.locator("#clock-off")).to_be_hidden()
        desk.clock.set_system_time(datetime.now(UTC) - AHEAD)
        page.evaluate("sessionStorage.clear()")
        page.reload()
        expect(page.locator("#clock-off")).to_contain_text("1 h 35 min behind the server’s")
