"""A phone that may not store: it says so before the first card, asks before it is left, and the
game it holds outlives the next table's card, and the tab where the phone has a database.
"""

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Route, expect

from tests.journeys.hall import AT_REST, Server, acts_on, phone, saved, tables, tap, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["567", "out", "589X", "3457", "9"]
REFUSES = """Storage.prototype.setItem = () => { throw new Error("nothing is kept"); }"""
HAS_NONE = """Object.defineProperty(window, "localStorage", { value: null })"""
FORGETS = "window.name = ''"
HELD = """async () => {
  const database = await new Promise((resolve) => {
    const asked = indexedDB.open("lastcard", 1);
    asked.onsuccess = () => resolve(asked.result);
  });
  return new Promise((resolve) => {
    const games = IDBKeyRange.bound("out.pad-", "out.pad.");
    const count = database.transaction("lastcard").objectStore("lastcard").count(games);
    count.onsuccess = () => resolve(count.result);
  });
}"""
"""How many games the phone's database holds."""
NO_DATABASE = """IDBFactory.prototype.open = () => { throw new Error("nothing is kept"); }"""


def _phone(browser: Browser, *lacks: str) -> BrowserContext:
    context = phone(browser)
    for lack in lacks:
        context.add_init_script(lack)
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
    _held(page, url, codes)
    page.get_by_role("button", name="Back", exact=True).first.tap()
    _at_table(page, url, codes[1])
    return asked


def _held(page: Page, url: str, codes: list[str]) -> None:
    """A game saved without a line."""
    _at_table(page, url, codes[0])
    page.get_by_label("Your name").fill("Dr Vane")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    page.route("**/pad/sheet", lambda route: _lost_at(page, codes[0], route))
    tap(page, acts_on(page, HAND))
    expect(page.get_by_role("heading", name="Game 1 is kept here")).to_be_visible()
    expect(page.locator(".line")).to_have_text("Keep this page open")


@pytest.mark.promise("A phone that may not store loses no game to the next table's card")
@pytest.mark.parametrize("lack", [REFUSES, HAS_NONE], ids=["refuses", "has-none"])
def test_a_game_kept_by_the_page_alone_outlives_the_next_tables_card(
    browser: Browser, server: Server, lack: str
) -> None:
    event, codes = tables(2, 2)
    context = _phone(browser, lack, NO_DATABASE)
    page = context.new_page()
    assert _held_and_left(page, server.url, codes) == ["beforeunload"]
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    expect(page.locator("#pad")).to_contain_text("Table 2")
    until(page, lambda: saved(event) == {(1, 1): HAND})
    context.close()


@pytest.mark.control("test_a_game_kept_by_the_page_alone_outlives_the_next_tables_card")
def test_a_tab_that_forgets_would_lose_it(browser: Browser, server: Server) -> None:
    event, codes = tables(2, 2)
    context = _phone(browser, REFUSES, FORGETS, NO_DATABASE)
    page = context.new_page()
    _held_and_left(page, server.url, codes)
    page.wait_for_timeout(2000)
    assert saved(event) == {}
    context.close()


@pytest.mark.parametrize("lacks", [(), pytest.param((NO_DATABASE,), marks=pytest.mark.nightly)])
def test_a_game_outlives_its_tab_where_the_phone_has_a_database(
    browser: Browser, server: Server, lacks: tuple[str, ...]
) -> None:
    """A code reader opens each card in a page of its own, and some of those have no storage."""
    event, codes = tables(2, 2)
    context = _phone(browser, HAS_NONE, *lacks)
    page = context.new_page()
    _held(page, server.url, codes)
    until(page, AT_REST)
    if not lacks:
        until(page, lambda: page.evaluate(HELD) == 1)
    page.close()
    page = context.new_page()
    _at_table(page, server.url, codes[1])
    expect(page.locator("#pad")).to_contain_text("Who is scoring?")
    if lacks:
        until(page, AT_REST)
        page.wait_for_timeout(1000)
    else:
        until(page, lambda: saved(event) == {(1, 1): HAND})
    assert saved(event) == ({} if lacks else {(1, 1): HAND})
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
