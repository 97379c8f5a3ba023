"""What a phone shows is what counts: a figure changed elsewhere is told, no line is said, a code is
never blank.
"""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.hall import PATIENCE, Server, acts_of, named, phone, tables, tap, to_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = ["567", "out", "59X", "3457", "9"]


BUZZES = "window.buzzed = []; navigator.vibrate = (ms) => window.buzzed.push(ms) > 0;"
"""In the place of a phone that can tremble: what it was asked to do."""


def _saved(page: Page, game: int) -> None:
    expect(page.get_by_role("heading", name=f"Game {game} is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")


def _corrected(page: Page) -> None:
    """Another phone finds an overlooked 8 in the third hand of the first game."""
    to_game(page, 1)
    page.get_by_role("button", name="Correct").click()
    tap(page, [("go", "C"), ("tap", "8"), ("next", ""), ("save", "")])
    page.get_by_role("button", name="Counted again").click()
    _saved(page, 1)


def test_a_figure_changed_on_another_phone_is_told_where_one_looks_at_the_game(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 3)
    context = phone(browser)
    context.add_init_script(BUZZES)
    one = named(context, server.url, codes[0])
    tap(one, acts_of(HANDS, ordered=False))
    _saved(one, 1)
    to_game(one, 2)
    assert one.evaluate("window.buzzed") == []
    other = named(phone(browser), server.url, codes[0], "Another Umpire")
    _corrected(other)
    to_game(one, 1)
    expect(one.locator(".changed")).to_contain_text("Changed on another phone at")
    expect(one.locator(".changed")).to_contain_text("Guest 3: 24 before.")
    assert one.evaluate("window.buzzed") == [200]
    expect(one.locator("#live")).to_contain_text("Changed on another phone")
    assert one.locator(".totals .total").all_text_contents()[3] == "54"
    one.get_by_role("button", name="It is right").click()
    expect(one.locator(".changed")).to_have_count(0)
    for page in (one, other):
        page.context.close()


def test_a_game_that_came_in_elsewhere_is_not_asked_for_again(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 3)
    one = named(phone(browser), server.url, codes[0])
    tap(one, [("inOrder", "")])
    expect(one.get_by_role("heading", name="Who went out?")).to_be_visible()
    other = named(phone(browser), server.url, codes[0], "Another Umpire")
    tap(other, acts_of(HANDS, ordered=other.locator("[data-act=inOrder]").count() == 0))
    _saved(other, 1)
    one.evaluate("dispatchEvent(new Event('focus'))")
    expect(one.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    for page in (one, other):
        page.context.close()


def test_no_line_is_said_and_never_beside_all_sent(browser: Browser, server: Server) -> None:
    _event, codes = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, codes[0])
    expect(page.locator(".line")).to_have_text("All sent")
    context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(".line")).to_have_text("No connection")
    context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(".line")).to_have_text("All sent")
    context.close()


def test_the_boxes_are_offered_until_the_square_can_be_drawn(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 2)
    context = phone(browser)
    lost = 0

    def lose_the_first(route: Route) -> None:
        nonlocal lost
        lost += 1
        route.abort() if lost < 2 else route.continue_()

    context.route("**/lean-qr.js*", lose_the_first)
    context.route("**/pad/sheet", lambda route: route.abort())
    page = named(context, server.url, codes[0])
    tap(page, acts_of(HANDS, ordered=False))
    expect(page.get_by_role("heading", name="Game 1 is kept here")).to_be_visible()
    page.get_by_role("button", name="Show as code").click()
    expect(page.get_by_role("heading", name="Read the boxes out")).to_be_visible()
    assert page.locator(".boxes dd").count() == 9
    expect(page.get_by_role("heading", name="Show this to the desk")).to_be_visible(
        timeout=PATIENCE
    )
    expect(page.locator(".qr path")).to_have_count(1)
    context.close()
