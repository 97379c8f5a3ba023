"""Letting phones in: the page that waits comes back with the code of the hall's address."""

import signal
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from tests.journeys.hall import free_port
from tests.tournament.server.own_start import PATIENCE, started, status, until
from tournament.server.addresses import likeliest

pytestmark = pytest.mark.browser


def test_one_press_on_the_home_comes_back_with_the_code_for_phones(
    browser: Browser, tmp_path: Path
) -> None:
    page, faults = browser.new_page(), list[str]()
    page.set_default_timeout(PATIENCE * 1000)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    port = free_port()
    here, hall = (f"http://{host}:{port}" for host in ("127.0.0.1", likeliest()))
    running = started(tmp_path, port, "run.py", "demo", "--guests", "12", "--until", "r1g1")
    try:
        until(lambda: status(f"{here}/healthz") == 200)
        page.goto(here)
        page.locator(f"form[action='{reverse('demo')}'] button").click()
        home = page.url
        expect(page.get_by_text("A firewall may ask")).to_be_visible()
        page.get_by_role("button", name="Let phones in").click()
        expect(page.get_by_role("heading", name="Letting phones in")).to_be_visible()
        page.wait_for_url(f"{here}{reverse('hall')}")
        expect(page.get_by_text(hall, exact=True)).to_be_visible()
        page.goto(home)
        expect(page.get_by_role("link", name="Guests & seats")).to_be_visible()
        expect(page.get_by_role("button", name="Let phones in")).to_have_count(0)
        assert faults == []
    finally:
        page.close()
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) == 0
