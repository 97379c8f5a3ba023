"""What lies over what, what is cut and what is wider than its window, on the pages of the officials
in every phase of an evening: on a phone, on three screens, and at 200 per cent.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.journeys.conftest import SignIn
from tests.journeys.test_public_pages import OVER, evening, phases
from tests.journeys.test_screens import SETTLED
from tests.tournament.evening import official
from tests.walks.people import shape
from tournament.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((390, 664), (640, 400), (1280, 720), (1440, 900), (1920, 1080))
"""The second is a laptop at 200 per cent."""
CUT = """() => {
  const cut = (one) => one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX !== "visible" && !one.matches("input, select, textarea")
    && getComputedStyle(one).textOverflow !== "ellipsis";
  return [...document.querySelectorAll("main :is(button, .button, h1, h2, h3, label, legend)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && cut(one)
      && !one.closest(".visually-hidden"))
    .map((one) => `cut: ${one.textContent.trim()}`);
}"""
LIES_OVER = OVER.replace(
    "seen(one) && !lies(one)",
    "seen(one) && !lies(one) && getComputedStyle(one).display !== 'inline'",
)
"""Of words in a line, which may begin where the line before ends, nothing is asked."""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
FIRST = ("", "desk/", "desk/1/1/", "standings/", "seating/", "door/", "announcer/", "settings/")
PHASES = (
    "before the first card",
    "in the first round",
    "at half time",
    "sealed",
    "cut, 5 read",
    "announced",
    "after the play-off",
    "over",
)
ELSEWHERE = re.compile(r"/files/|/board|/ask/.|/rules/.|/paper/.|/guests/\d")
"""What is looked at in tests of its own, or alike in every phase."""


def looked(page: Page, address: str, name: str = "") -> Iterator[str]:
    """What is wrong with a page, size by size; where a folder is named, what it looks like too."""
    answer = page.goto(address)
    if answer is None or not answer.ok or "html" not in answer.headers.get("content-type", ""):
        return
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        size = f"{width} x {height}"
        found = [*page.evaluate(LIES_OVER), *page.evaluate(CUT)]
        if (wide := page.evaluate(WIDER)) > 1:
            found.append(f"wider than its window by {wide}")
        yield from (f"{size}: {' '.join(words.split())[:120]}" for words in found)
        if folder := os.environ.get("LASTCARD_LOOKS", ""):
            page.screenshot(path=Path(folder, f"{name}-{width}.png"))


def led_to(page: Page, event: Event) -> Iterator[str]:
    """The pages of the evening to which a page leads, those of one kind once."""
    links = page.eval_on_selector_all("a[href]", "all => all.map((one) => one.href)")
    paths = (link.split("#")[0].partition("://")[2].partition("/")[2] for link in links)
    for path in sorted(set(paths)):
        if path.startswith(f"e/{event.slug}/") and not path.endswith((".pdf", ".json", ".csv")):
            yield f"/{path}"


def crawled(page: Page, event: Event, phase: str) -> list[str]:
    """What is wrong on any page that the home leads to, and on those that these lead to."""
    todo, seen, found = [f"/e/{event.slug}/"], set[str](), list[str]()
    while todo:
        address = todo.pop(0)
        if (kind := shape(address)) in seen or ELSEWHERE.search(address):
            continue
        seen.add(kind)
        name = f"{phase} {kind}".replace("/", "_").replace("*", "").replace(" ", "-")
        found += [f"{phase}, {kind}, {words}" for words in looked(page, address, name)]
        todo += led_to(page, event)
    return found


def signed(page: Page, event: Event, sign_in: SignIn) -> None:
    """The organiser at this browser."""
    sign_in(page, official(event))


@pytest.mark.promise("On no official's page does a line lie over another or end beside the window")
def test_on_the_pages_of_a_round_nothing_lies_over_anything(page: Page, sign_in: SignIn) -> None:
    event = evening()
    signed(page, event, sign_in)
    found: list[str] = []
    for phase in phases(event):
        if phase == "in the first round":
            for part in FIRST:
                address = f"/e/{event.slug}/{part}"
                found += [f"{phase}, {part}, {words}" for words in looked(page, address, part)]
            break
    assert not found, "\n".join(found)


@pytest.mark.nightly
def test_on_no_official_page_of_any_phase_does_a_line_lie_over_another(
    page: Page, sign_in: SignIn
) -> None:
    event = evening()
    signed(page, event, sign_in)
    found = [
        words for phase in phases(event) if phase in PHASES for words in crawled(page, event, phase)
    ]
    assert not found, "\n".join(found)


@pytest.mark.control("test_on_the_pages_of_a_round_nothing_lies_over_anything")
@pytest.mark.parametrize(
    ("style", "words"),
    [
        ("main h2 { margin-bottom: -40px; height: 40px }", "|"),
        ("main h2 { width: 3em; white-space: nowrap; overflow: hidden }", "cut: "),
        ("main { min-width: 2000px }", "wider than its window"),
    ],
)
def test_what_lies_over_something_is_cut_or_too_wide_would_be_seen(
    page: Page, sign_in: SignIn, style: str, words: str
) -> None:
    event = evening()
    signed(page, event, sign_in)
    page.goto(f"/e/{event.slug}/settings/")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { const sheet = new CSSStyleSheet();"
        f" sheet.replaceSync('{style}'); document.adoptedStyleSheets.push(sheet); }})"
    )
    assert any(words in found for found in looked(page, f"/e/{event.slug}/settings/"))
