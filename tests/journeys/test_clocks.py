"""Clocks that are wrong: the phone says so and tells the server, and so does a
page of officials.
"""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import DESK
from tests.journeys.hall import Server, named, phone, tables, tap
from tests.journeys.sizes import SMALL, outside, small_phone
from tests.tournament.evening import official
from tests.tournament.phones.phones import guest_code
from tournament.ledger.chain import Signature
from tournament.models import Event, Phone, Role
from tournament.screens.acts import give_time, set_clock
from tournament.site.access import Actor

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


def _now() -> Signature:
    return Signature(Actor("Hilda Head"), datetime.now(UTC), "")


def _umpire(browser: Browser, server: Server, event: Event) -> Page:
    """The own home of an umpire on a phone."""
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    context = phone(browser, base_url=server.url)
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
    )
    page = context.new_page()
    page.goto(f"/e/{event.slug}/")
    return page


def test_the_last_game_is_told_on_the_pad_amid_a_hand_and_to_guest_and_umpire(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(2, 5)
    pad = named(small_phone(browser, SMALL, "inter"), server.url, codes[1])
    tap(pad, [("inOrder", ""), ("out", "A"), ("tap", "8")])
    guest = phone(browser).new_page()
    guest.goto(f"{server.url}/G/{guest_code(event.guests.get(badge=7))}")
    umpire = _umpire(browser, server, event)
    set_clock(event, "start", _now())
    expect(pad.locator(".clock")).to_have_text("0 min")
    expect(guest.locator("[data-round-clock]")).to_have_text("Round 1: 0 minutes so far")
    expect(umpire.locator("[data-round-clock]")).to_have_text("Round 1: 0 minutes so far")
    set_clock(event, "last_game", _now())
    give_time(event, 2, 5, _now())
    expect(pad.locator(".clock-call")).to_have_text("Last game +5")
    expect(pad.locator("#live")).to_have_text(
        "This is the last game. Finish it, then add up. This table has 5 minutes more."
    )
    expect(pad.locator(".hero")).to_have_text(["1", "30"])
    assert outside(pad) == []
    expect(guest.locator(".call-now")).to_have_text(
        "This is the last game. Finish it, then add up. Your table has 5 minutes more."
    )
    expect(umpire.locator("[data-more-time='2']")).to_have_text("5 minutes more")
    set_clock(event, "stop", _now())
    expect(pad.locator(".clock-call")).to_have_text("Time +5")
    expect(umpire.locator("[data-round-clock]")).to_have_text("Round 1: time")
    for page in (pad, guest, umpire):
        page.context.close()
