"""A guest's page and the pages of asking are never wider than the phone, at any size of text."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.hall import Server, phone, tables
from tests.journeys.sizes import SAFARI, SMALL, held_as
from tests.tournament.evening import save
from tests.tournament.phones.phones import guest_code
from tournament.models import Guest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = ((320, 568), SMALL, SAFARI)
TEXTS = (100, 130, 200)
WIDER = """(text) => {
  document.documentElement.style.fontSize = `${text}%`;
  const wide = document.documentElement.clientWidth;
  const inside = (one) => one.closest("[class*=panel], svg, [class*=scroll]");
  const past = [...document.querySelectorAll("body *")].filter(
    (one) => one.getBoundingClientRect().right > wide + 1 && one.checkVisibility() && !inside(one));
  return document.documentElement.scrollWidth > innerWidth || past.length
    ? past.map((one) => `${one.className || one.tagName} ${one.textContent.trim().slice(0, 30)}`)
    : null;
}"""
"""What ends past the right edge, with text of a size; null where nothing does."""
NEVER_WRAPS = """() => document.querySelectorAll(".guest-head *, .guest-where *").forEach((one) => {
  one.style.whiteSpace = "nowrap";
})"""


def _wider(page: Page) -> dict[tuple[int, int], list[str]]:
    found = {}
    for size in WIDTHS:
        held_as(page, size)
        for text in TEXTS:
            if past := page.evaluate(WIDER, text):
                found[size[0], text] = past
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def _guests_page(browser: Browser, server: Server) -> Page:
    event, _codes = tables(2, 3)
    for badge, name in (
        (1, "Bartholomew Kettlewhinstone"),
        (2, "Wrenfold"),
        (5, "Underhollow-Pye"),
    ):
        Guest.objects.filter(event=event, badge=badge).update(name=name, sort_name="")
    save(event, ("out", "9", "3", "4", "8 8 8"), (1, 1, 1))
    page = phone(browser).new_page()
    page.goto(f"{server.url}/G/{guest_code(event.guests.get(badge=1))}")
    expect(page.locator(".guest-seat")).to_be_visible()
    return page


@pytest.mark.promise("No guest's page and no page of asking is wider than the phone, text at 200 %")
def test_a_guests_page_is_never_wider_than_the_phone(browser: Browser, server: Server) -> None:
    page = _guests_page(browser, server)
    assert _wider(page) == {}
    page.context.close()


@pytest.mark.control("test_a_guests_page_is_never_wider_than_the_phone")
def test_a_row_that_never_wraps_would_be_wider(browser: Browser, server: Server) -> None:
    page = _guests_page(browser, server)
    page.evaluate(NEVER_WRAPS)
    assert _wider(page)
    page.context.close()


def test_the_pages_of_asking_are_never_wider_than_the_phone(
    browser: Browser, server: Server
) -> None:
    _event, (code,) = tables(1, 2)
    page = phone(browser).new_page()
    page.goto(f"{server.url}/A/{code}")
    expect(page.get_by_role("heading", name="What happened?", level=1)).to_be_visible()
    found = {"list": _wider(page)}
    for situation in ("A card was laid that may not fit", "LAST CARD was not said"):
        link = page.get_by_role("link", name=situation)
        if link.count():
            link.first.click()
            expect(page.locator("#asked")).to_be_visible()
            found[situation] = _wider(page)
            page.get_by_role("link", name="All situations").click()
            expect(page.get_by_role("heading", name="What happened?", level=1)).to_be_visible()
    assert {where: past for where, past in found.items() if past} == {}
    page.context.close()
