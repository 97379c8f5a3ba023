"""What the journeys share: a page and a phone that fail on any error of the browser, and the look
for barriers.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
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
    _equal_sheets_are_no_news,
    _passwords_cost_little,
    _tests_may_empty_tables,
)
from tests.walks.people import shape

__all__ = [
    "SAID",
    "ZOOMED",
    "NoBarriers",
    "SignIn",
    "_a_busy_machine_is_no_news",
    "_equal_sheets_are_no_news",
    "_passwords_cost_little",
    "_tests_may_empty_tables",
    "arrived",
    "comes",
    "looks_again",
    "server",
]

DESK: ViewportSize = {"width": 1280, "height": 800}
ZOOMED: ViewportSize = {"width": 640, "height": 400}
"""The same at 200 %."""
# A page that answers with these on purpose (refused, in conflict) is no error of the browser.
ON_PURPOSE = ("status of 422", "status of 409", "status of 403", "status of 404")

expect.set_options(timeout=PATIENCE)

# Of what an element bears, short words count with their value: `type`, `role`, `aria-current` and
# the states that colours hang on. A control without words is another kind than one with.
KINDS = """const bare = "a, button, label, summary, h1, h2, h3, h4, th";
const own = (one) => [one.tagName, one.className.baseVal ?? one.className,
  ...[...one.attributes].filter(({ name }) => name !== "class").map(({ name, value }) =>
    /^(id|name|for|value|href)$/.test(name) || !/^[a-z-]{0,16}$/.test(value)
      ? name : `${name}=${value}`).sort(),
  one.matches(bare) && !one.textContent.trim() ? "without words" : ""].join(" ");
const within = (one) => `${own(one)} in ${own(one.parentElement)}`;
const shown = [...document.querySelectorAll("body, body *")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }));
const written = shown.filter((one) => one.matches("input, select, textarea")
  || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));"""
"""The kind of an element, and of one that shows words: with what it stands in."""

SEEN = f"""() => {{
  {KINDS}
  const root = document.documentElement;
  const tab = [...document.querySelectorAll(".bar .places > li")].pop();
  const next = document.querySelector(".bar .undo, .bar .who");
  const [one, other] = [tab, next].map((part) => part?.getBoundingClientRect());
  return [[...new Set(shown.map(own))], [...new Set(written.map(within))],
    matchMedia("(prefers-color-scheme: dark)").matches,
    root.scrollWidth - root.clientWidth, Boolean(one && other)
    && one.right > other.left && one.bottom > other.top && other.bottom > one.top];
}}"""
"""The kinds of elements that a page shows, and of those with words; whether it is in the dark; how
far it moves sideways; and whether the last tab and what stands beside it at the end of the bar lie
on one another.
"""

# Axe is put into a page once, and what it passed is neither described nor sent. Preloading, it
# would ask for the sheets of a sheet beside the page, where they are not. Colours take it three
# times as long as all other rules.
LOOK = f"""async ([whole, parts, words]) => {{
  const seen = () => {{
    {KINDS}
    return {{ own, within, shown, written }};
  }};
  const how = {{ preload: false, resultTypes: ["violations"] }};
  const but = {{ ...how, rules: {{ "color-contrast": {{ enabled: false }} }} }};
  const colours = {{ ...how, runOnly: {{ type: "rule", values: ["color-contrast"] }} }};
  const [parted, worded] = [new Set(parts), new Set(words)];
  const {{ own, shown }} = seen();
  const built = whole ? [document] : shown.filter((one) => parted.has(own(one)));
  const found = built.length ? (await axe.run({{ include: built }}, but)).violations : [];
  // The page may have been drawn anew meanwhile: what it shows now is what is lit.
  const {{ within, written }} = seen();
  const lit = written.filter((one) => worded.has(within(one)));
  const faint = lit.length ? (await axe.run({{ include: lit }}, colours)).violations : [];
  return {{ violations: [...found, ...faint] }};
}}"""

DRAWN = """() => document.querySelector("[autofocus]") && document.activeElement === document.body
  ? new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))) : null"""
"""Waits for the picture with which the browser gives the focus."""

SignIn = Callable[[Page, User], None]
NoBarriers = Callable[[Page], None]


COMES = """([where, words]) => new Promise((done) => {
  const look = () => [...document.querySelectorAll(where)]
    .some((one) => words.test(one.textContent.replace(/\\s+/g, " "))) && done();
  new MutationObserver(look)
    .observe(document, { characterData: true, childList: true, subtree: true });
  AbortSignal.timeout(5000).addEventListener("abort", done);
  look();
})"""


SAID = ".message, .line"
"""Where a page of the desk says what was done."""


def shows(page: Page, words: str) -> None:
    """The page says so, of an act or of what is wanting."""
    expect(page.locator(SAID).filter(has_text=words).first).to_be_visible()


def comes(page: Page, where: str, words: str | re.Pattern[str]) -> None:
    """Waits for what is expected next: a page knows at once, and the library looks at growing
    distances, up to a second. Whether it came is then for `expect` to say.
    """
    told = words if isinstance(words, re.Pattern) else re.compile(re.escape(words))
    for _page in range(5):
        try:
            page.evaluate(COMES, [where, told])
            return
        except Error as error:
            # The page was left meanwhile for the one that is waited for.
            if "context was destroyed" not in str(error):
                raise


def arrived(page: Page, heading: str | re.Pattern[str]) -> None:
    """The page with this heading is there, and its scripts run: only now are keys pressed."""
    comes(page, "h1", heading)
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


def looks_again(board: Page) -> None:
    """Who watches a board turns to it: it asks now, and not only at its next look."""
    board.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


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


@dataclass
class Watched:
    """A page whose errors, of scripts or of the content security policy, fail the test; it is kept
    for the next test unless this one did to it what nobody can take back.
    """

    page: Page
    errors: list[str] = field(default_factory=list)
    spent: bool = False

    def hear(self, message: ConsoleMessage) -> None:
        """An error of the console, unless the page answers with it on purpose."""
        if message.type in ("error", "warning") and not any(
            known in message.text for known in ON_PURPOSE
        ):
            self.errors.append(message.text)

    def spend(self, call: Callable[..., Any], *given: Any, **more: Any) -> Any:
        """A call after which the page is not kept."""
        self.spent = True
        return call(*given, **more)


SPENDING = {
    "page": ("add_init_script", "expose_binding", "expose_function", "on", "route"),
    "context": ("add_init_script", "expose_binding", "expose_function", "on", "route"),
    "clock": ("install", "pause_at", "set_fixed_time", "set_system_time"),
    "line": ("set_offline",),
}
"""After these a page is no longer as a new one would be."""
STILL = "/static/tournament/parts/mark.svg"
"""Lies on the host of all pages, and runs nothing."""
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((one) => one.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}"""


def _opened(context: BrowserContext) -> Watched:
    page = context.new_page()
    watched = Watched(page)
    _press_when_ready(page)
    page.on("console", watched.hear)
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.set_default_timeout(PATIENCE)
    holders = {"page": page, "context": context, "clock": page.clock, "line": context}
    for holder, names in SPENDING.items():
        for name in names:
            call = getattr(holders[holder], name)
            setattr(holders[holder], name, partial(watched.spend, call))
    assert (page.context, page.clock) == (context, holders["clock"])
    return watched


def _forget(watched: Watched, view: ViewportSize) -> None:
    """As new: what a test left in the page, in its browser's storage and in its cache goes."""
    page, context = watched.page, watched.page.context
    for other in context.pages:
        if other is not page:
            other.close()
    context.clear_cookies()
    page.goto(STILL)
    page.evaluate(FORGET)
    page.mouse.move(0, 0)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference", media="null")
    page.set_viewport_size(view)
    line = context.new_cdp_session(page)
    line.send("Network.clearBrowserCache")
    line.detach()
    watched.errors.clear()


@pytest.fixture(scope="session")
def _kept() -> dict[str, Watched]:
    """The pages that are as new: opening one costs as much as four visits."""
    return {}


def _watched(browser: Browser, kept: dict[str, Watched], url: str, **how: Any) -> Iterator[Page]:
    """A page as new."""
    name = str(sorted(how))
    watched = kept.pop(name, None) or _opened(browser.new_context(base_url=url, **how))
    yield watched.page
    errors = [*watched.errors]
    if watched.spent or watched.page.is_closed():
        watched.page.context.close()
    else:
        _forget(watched, how["viewport"])
        kept[name] = watched
    assert errors == []


@pytest.fixture
def page(browser: Browser, live_server: Any, _kept: dict[str, Watched]) -> Iterator[Page]:
    """The desk: 1280 by 800."""
    yield from _watched(browser, _kept, live_server.url, viewport=DESK)


@pytest.fixture
def phone(browser: Browser, live_server: Any, _kept: dict[str, Watched]) -> Iterator[Page]:
    """A phone: 390 by 844, touched with fingers."""
    touched = {"has_touch": True, "is_mobile": True}
    yield from _watched(browser, _kept, live_server.url, viewport=PHONE, **touched)


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
_pages_passed: set[tuple[str, bool]] = set()
"""Addresses, whoever and whatever they are of, in which axe has found nothing; on a phone or on
something wider.
"""
_kinds_passed: set[tuple[str, bool]] = set()
"""The same of elements, on whatever page."""
_colours_passed: set[tuple[str, bool, bool]] = set()
"""The same of elements with words, in the light or in the dark."""


def _look(page: Page, *unseen: object) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = AxeResults(page.evaluate(LOOK, unseen))
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def no_barriers() -> NoBarriers:
    """Fails where axe finds a barrier, the page moves sideways, or its bar lies on itself.

    A new page is tried whole, a known one where it shows an element of a new kind; colours where
    the kind was not seen in this light.
    """

    def looked(page: Page) -> None:
        page.wait_for_load_state("load")
        kinds, written, dark, wide, crossed = page.evaluate(SEEN)
        narrow = bool(page.viewport_size and page.viewport_size["width"] < NARROW)
        here = shape(urlsplit(page.url).path), narrow
        parts = [kind for kind in kinds if (kind, narrow) not in _kinds_passed]
        words = [kind for kind in written if (kind, narrow, dark) not in _colours_passed]
        if here not in _pages_passed or parts or words:
            _look(page, here not in _pages_passed, parts, words)
            _pages_passed.add(here)
            _kinds_passed.update((kind, narrow) for kind in parts)
            _colours_passed.update((kind, narrow, dark) for kind in words)
        assert wide <= 0, f"{page.url} moves sideways by {wide}"
        assert not crossed, f"{page.url}: the tabs run under what follows them"

    return looked
