"""A phone that may not store: it says so before the first card, asks before it is left, and the
game it holds outlives the next table's card.
"""

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Route, expect

from tests.journeys.hall import Server, acts_on, phone, saved, tables, tap, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["567", "out", "589X", "3457", "9"]
REFUSES = """Storage.prototype.setItem = () => { throw new Error("nothing is kept"); }"""
FORGETS = "window.name = ''"


def _forbidden(browser: Browser) -> BrowserContext:
    context = phone(browser)
    context.add_init_script(REFUSES)
    return context


def _at_table(page: Page, url: str, code: str) -> None:
    page.goto(f"{url}/T/{code}")
    expect(page.get_by_role("heading", name="This phone keeps nothing")).to_be_visible()
    page.get_by_role("button", name="Go on").click()


def _lost_at(page: Page, code: str, route: Route) -> None:
    """There is no line while the page of this table is open."""
    if code in page.url:
        route.abort()
    else:
        route.continue_()


def _noted(dialog: Dialog, asked: list[str]) -> None:
    asked.append(dialog.type)
    dialog.accept()


def _held_and_left(page: Page, url: str, codes: list[str]) -> list[str]:
    """A game saved without a line, and then the next table's card in the same tab."""
    asked: list[str] = []
    page.on("dialog", lambda dialog: _noted(dialog, asked))
    _at_table(page, url, codes[0])
    page.get_by_label("Your name").fill("Dr Vane")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    page.route("**/pad/sheet", lambda route: _lost_at(page, codes[0], route))
    tap(page, acts_on(page, HAND))
    expect(page.get_by_role("heading", name="Game 1 is kept here")).to_be_visible()
    expect(page.locator(".line")).to_have_text("Keep this page open")
    page.get_by_role("button", name="Back", exact=True).first.tap()
    _at_table(page, url, codes[1])
    return asked


@pytest.mark.promise("A phone that may not store loses no game to the next table's card")
def test_a_game_kept_by_the_page_alone_outlives_the_next_tables_card(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(2, 2)
    context = _forbidden(browser)
    page = context.new_page()
    assert _held_and_left(page, server.url, codes) == ["beforeunload"]
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    expect(page.locator("#pad")).to_contain_text("Table 2")
    until(page, lambda: saved(event) == {(1, 1): HAND})
    context.close()


@pytest.mark.control("test_a_game_kept_by_the_page_alone_outlives_the_next_tables_card")
def test_a_tab_that_forgets_would_lose_it(browser: Browser, server: Server) -> None:
    event, codes = tables(2, 2)
    context = _forbidden(browser)
    context.add_init_script(FORGETS)
    page = context.new_page()
    _held_and_left(page, server.url, codes)
    page.wait_for_timeout(2000)
    assert saved(event) == {}
    context.close()


def test_a_phone_that_stores_is_told_nothing_and_left_without_a_question(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(2, 2)
    context = phone(browser)
    page = context.new_page()
    asked: list[str] = []
    page.on("dialog", lambda dialog: _noted(dialog, asked))
    page.goto(f"{server.url}/T/{codes[0]}")
    page.get_by_label("Your name").fill("Dr Vane")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    tap(page, [("inOrder", ""), ("out", "A"), ("tap", "8")])
    page.goto(f"{server.url}/T/{codes[1]}")
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    assert asked == []
    context.close()
