"""What the journeys share: a page and a phone that fail on any error of the browser, and the look
for barriers.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    expect,
)

from tests.journeys.hall import PATIENCE, PHONE, server
from tests.tournament.conftest import (
    _a_busy_machine_is_no_news,
    _passwords_cost_little,
    _tests_may_empty_tables,
)
from tests.walks.people import shape

__all__ = [
    "ZOOMED",
    "NoBarriers",
    "SignIn",
    "_a_busy_machine_is_no_news",
    "_passwords_cost_little",
    "_tests_may_empty_tables",
    "arrived",
    "server",
]

DESK: ViewportSize = {"width": 1280, "height": 800}
ZOOMED: ViewportSize = {"width": 640, "height": 400}
"""The same at 200 %."""
# A page that answers with these on purpose (refused, in conflict) is no error of the browser.
ON_PURPOSE = ("status of 422", "status of 409")

expect.set_options(timeout=PATIENCE)

# Axe is put into a page once, and what it passed is neither described nor sent. Preloading, it
# would ask for the sheets of a sheet beside the page, where they are not.
LOOK = """() => axe.run({ preload: false, resultTypes: ["violations"] })
  .then(({ violations }) => ({ violations }))"""

CONTRAST = """() => axe.run({ preload: false, resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast"] } })
  .then(({ violations }) => ({ violations }))"""
"""What the light of a page alone can change."""

SEEN = """() => {
  const shown = [...document.querySelectorAll("*")]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const kinds = shown.map((part) =>
    [part.tagName, part.getAttribute("class"), ...part.getAttributeNames()].join(" "));
  const root = document.documentElement;
  const tab = [...document.querySelectorAll(".bar .places > li")].pop();
  const next = document.querySelector(".bar .undo, .bar .who");
  const [one, other] = [tab, next].map((part) => part?.getBoundingClientRect());
  return [[...new Set(kinds)].sort().join(), matchMedia("(prefers-color-scheme: dark)").matches,
    root.scrollWidth - root.clientWidth, Boolean(one && other)
    && one.right > other.left && one.bottom > other.top && other.bottom > one.top];
}"""
"""The kinds of elements that a page shows, with their classes and the names of what they bear;
whether it is in the dark; how far it moves sideways; and whether the last tab and what stands
beside it at the end of the bar lie on one another.
"""

DRAWN = """() => document.querySelector("[autofocus]") && document.activeElement === document.body
  ? new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))) : null"""
"""Waits for the picture with which the browser gives the focus."""

SignIn = Callable[[Page, User], None]
NoBarriers = Callable[[Page], None]


def arrived(page: Page, heading: str | re.Pattern[str]) -> None:
    """The page with this heading is there, and its scripts run: only now are keys pressed."""
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    ready_for_keys(page)


def ready_for_keys(page: Page) -> None:
    """The scripts run, and the field that is to have the focus has it: the browser gives it with
    the first picture, which on a busy machine comes well after the page is loaded.
    """
    for _again in range(5):
        page.wait_for_load_state("load")
        try:
            page.evaluate(DRAWN)
            return
        except Error as error:
            # The page was left meanwhile for the next one.
            if "context was destroyed" not in str(error):
                raise


def _press_when_ready(page: Page) -> None:
    """No key is pressed on a page whose scripts are still on their way: they would not hear it."""
    keys = page.keyboard
    press, write = keys.press, keys.type

    def pressed(key: str, *, delay: float | None = None) -> None:
        ready_for_keys(page)
        press(key, delay=delay)

    def written(text: str, *, delay: float | None = None) -> None:
        ready_for_keys(page)
        write(text, delay=delay)

    keys.press, keys.type = pressed, written  # type: ignore[method-assign]
    assert page.keyboard is keys


def _watched(context: BrowserContext) -> Iterator[Page]:
    """A page whose errors, of scripts or of the content security policy, fail the test."""
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            known in message.text for known in ON_PURPOSE
        ):
            errors.append(message.text)

    page = context.new_page()
    _press_when_ready(page)
    page.on("console", heard)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """The desk: 1280 by 800."""
    yield from _watched(browser.new_context(viewport=DESK, base_url=live_server.url))


@pytest.fixture
def phone(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A phone: 390 by 844, touched with fingers."""
    yield from _watched(
        browser.new_context(
            viewport=PHONE, base_url=live_server.url, has_touch=True, is_mobile=True
        )
    )


@pytest.fixture
def sign_in(live_server: Any) -> SignIn:
    """Opens a session for an account without the page of log-in."""

    def signed(page: Page, user: User) -> None:
        client = Client()
        client.force_login(user)
        page.context.add_cookies(
            [
                {
                    "name": "sessionid",
                    "value": client.cookies["sessionid"].value,
                    "url": live_server.url,
                }
            ]
        )

    return signed


NARROW = 600  # pixels
_looked_at: set[tuple[str, bool, str]] = set()
"""Pages in whose like axe has found nothing: the same address and parts shown, on a phone or on
something wider, whatever they say.
"""
_contrast_of: set[tuple[str, bool, str, bool]] = set()
"""The same, in the light or in the dark."""


def _look(page: Page, how: str) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = AxeResults(page.evaluate(how))
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def no_barriers() -> NoBarriers:
    """Fails where axe finds a barrier, the page moves sideways, or its bar lies on itself."""

    def looked(page: Page) -> None:
        page.wait_for_load_state("load")
        kinds, dark, wide, crossed = page.evaluate(SEEN)
        narrow = bool(page.viewport_size and page.viewport_size["width"] < NARROW)
        built = shape(urlsplit(page.url).path), narrow, kinds
        if (*built, dark) not in _contrast_of:
            _look(page, CONTRAST if built in _looked_at else LOOK)
            _looked_at.add(built)
            _contrast_of.add((*built, dark))
        assert wide <= 0, f"{page.url} moves sideways by {wide}"
        assert not crossed, f"{page.url}: the tabs run under what follows them"

    return looked
