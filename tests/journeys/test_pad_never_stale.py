"""What a phone shows is what counts: a figure changed elsewhere is told, no line is said, a code is
never blank.
"""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.journeys.hall import (
    PATIENCE,
    Server,
    acts_of,
    acts_on,
    named,
    phone,
    tables,
    tap,
    to_game,
)
from tests.tournament.ending import signed_in
from tournament.models import Event

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
    expect(one.locator(".totals .total").nth(3)).to_have_text("54")
    one.get_by_role("button", name="It is right").click()
    expect(one.locator(".changed")).to_have_count(0)
    for page in (one, other):
        page.context.close()


def _two_phones(browser: Browser, server: Server) -> tuple[Event, Page, Page]:
    """Both have saved the first game, one after the other, with different figures."""
    event, codes = tables(1, 2)
    one = named(phone(browser), server.url, codes[0])
    other = named(phone(browser), server.url, codes[0], "Another Umpire")
    expect(other.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    other.route("**/pad/state", lambda route: route.abort())
    tap(one, acts_of(HANDS, ordered=False))
    _saved(one, 1)
    tap(other, acts_of(["567", "out", "589X", "3457", "9"], ordered=False))
    other.get_by_role("button", name="Look at both versions").click()
    other.unroute("**/pad/state")
    other.get_by_role("button", name="Take mine: 54").click()
    expect(other.get_by_role("heading", name="This one counts now")).to_be_visible()
    return event, one, other


def _says(page: Page, heading: str, third: str) -> None:
    """The heading of the game, and what the third of the table has."""
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("h2")).to_have_text(heading)
    expect(page.locator(".totals .total").nth(3)).to_have_text(third)


@pytest.mark.promise("After one version is taken, both phones and the desk say the same")
def test_after_one_takes_theirs_both_phones_and_the_desk_say_the_same(
    browser: Browser, server: Server
) -> None:
    event, one, other = _two_phones(browser, server)
    one.evaluate("dispatchEvent(new Event('focus'))")
    expect(one.locator(".changed")).to_contain_text("Guest 3: 24 before.")
    for page in (one, other):
        _says(page, "This one counts now", "54")
    one.get_by_role("button", name="It is right").click()
    for page in (one, other):
        expect(page.locator(".receipt")).to_contain_text("The desk will confirm it: play on.")
        expect(page.locator(".strip [aria-current]")).to_have_accessible_name(
            "Game 1: saved, the desk will confirm"
        )
    desk = signed_in(event)
    words = desk.get(reverse("sheet", args=[event.slug, 1, 1, 1])).content.decode()
    assert "This one counts now." in words
    confirmed = {"key": "k", "seen": 2, "choice": "theirs", "why": "Counted again"}
    desk.post(reverse("conflict", args=[event.slug, 1, 1, 1]), confirmed)
    for page in (one, other):
        page.evaluate("dispatchEvent(new Event('focus'))")
        _saved(page, 1)
        page.context.close()


@pytest.mark.control("test_after_one_takes_theirs_both_phones_and_the_desk_say_the_same")
def test_a_phone_that_is_not_told_says_something_else(browser: Browser, server: Server) -> None:
    _event, one, other = _two_phones(browser, server)
    one.route("**/pad/state", lambda route: route.abort())
    _says(other, "This one counts now", "54")
    _says(one, "Game 1 is saved", "24")
    for page in (one, other):
        page.context.close()


DEAF = """const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, ...more) {
    return kind === "pointerdown" ? undefined : listen.call(this, kind, ...more); };"""
"""A page that does not hear when a finger comes down."""


def _pressed_while_the_page_is_drawn(context: BrowserContext, server: Server) -> Page:
    """A finger is on “Game 2” when the phone hears from the laptop, and is lifted afterwards."""
    _event, codes = tables(1, 2)
    context.clock.install()
    page = named(context, server.url, codes[0])
    tap(page, acts_of(HANDS, ordered=False))
    _saved(page, 1)
    page.wait_for_load_state("networkidle")
    now = page.evaluate("Date.now()") / 1000
    page.clock.pause_at(datetime.fromtimestamp(now + 5, tz=UTC))
    page.get_by_role("button", name="Game 2 of 2").hover()
    page.mouse.down()
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.wait_for_load_state("networkidle")
    page.mouse.up()
    return page


@pytest.mark.promise("A press is heard though the page is drawn anew while it lasts")
def test_a_press_is_heard_though_the_page_is_drawn_anew_while_it_lasts(
    browser: Browser, server: Server
) -> None:
    context = phone(browser)
    page = _pressed_while_the_page_is_drawn(context, server)
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).hover()
    page.mouse.down()
    page.clock.run_for(1500)
    page.mouse.move(5, 400)
    page.mouse.up()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    context.close()


@pytest.mark.control("test_a_press_is_heard_though_the_page_is_drawn_anew_while_it_lasts")
def test_a_page_drawn_under_the_finger_would_lose_the_press(
    browser: Browser, server: Server
) -> None:
    context = phone(browser)
    context.add_init_script(DEAF)
    page = _pressed_while_the_page_is_drawn(context, server)
    page.clock.run_for(1500)
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    context.close()


def test_a_game_that_came_in_elsewhere_is_not_asked_for_again(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 3)
    one = named(phone(browser), server.url, codes[0])
    tap(one, [("inOrder", "")])
    expect(one.get_by_role("heading", name="Who went out?")).to_be_visible()
    other = named(phone(browser), server.url, codes[0], "Another Umpire")
    tap(other, acts_on(other, HANDS))
    _saved(other, 1)
    one.evaluate("dispatchEvent(new Event('focus'))")
    expect(one.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    for page in (one, other):
        page.context.close()


def _asks_where_nothing_answers(page: Page, code: str) -> None:
    """The rules are asked for, the answer hangs, and twelve seconds pass."""
    page.route(f"**/A/{code}", lambda _route: None)
    page.get_by_role("button", name="Umpire and rules").click()
    page.get_by_role("button", name="What happened?").click()
    expect(page.locator("[role=status]", has_text="One moment: asking")).to_be_visible()
    page.clock.fast_forward(12_000)


@pytest.mark.promise("A page that hangs is given up with a sentence, and what was tapped stays")
def test_a_page_that_hangs_is_given_up_and_one_is_back_at_the_very_tap(
    browser: Browser, server: Server
) -> None:
    _event, codes = tables(1, 2)
    context = phone(browser)
    context.clock.install()
    page = named(context, server.url, codes[0])
    tap(page, [("inOrder", ""), ("out", "B"), ("tap", "5")])
    _asks_where_nothing_answers(page, codes[0])
    expect(page.get_by_text("No connection to the laptop: try again")).to_be_visible()
    page.get_by_role("button", name="What happened?").click()
    page.get_by_role("button", name="Close").click()
    tap(page, [("tap", "6")])
    page.unroute_all(behavior="ignoreErrors")
    page.clock.fast_forward(12_000)
    expect(page.locator(".hero")).to_have_text(["2", "11"], use_inner_text=True)
    page.get_by_role("button", name="Umpire and rules").click()
    page.get_by_role("button", name="What happened?").click()
    expect(page.get_by_role("heading", name="What happened?", level=1)).to_be_visible()
    context.close()


@pytest.mark.control("test_a_page_that_hangs_is_given_up_and_one_is_back_at_the_very_tap")
def test_without_a_deadline_nothing_would_be_said(browser: Browser, server: Server) -> None:
    _event, codes = tables(1, 2)
    context = phone(browser)
    context.clock.install()
    context.add_init_script("AbortController.prototype.abort = () => {};")
    page = named(context, server.url, codes[0])
    tap(page, [("inOrder", ""), ("out", "B"), ("tap", "5")])
    _asks_where_nothing_answers(page, codes[0])
    page.wait_for_timeout(500)
    expect(page.locator("[role=status]", has_text="One moment: asking")).to_be_visible()
    context.close()


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
    expect(page.locator(".boxes dd")).to_have_count(9)
    expect(page.get_by_role("heading", name="Show this to the desk")).to_be_visible(
        timeout=PATIENCE
    )
    expect(page.locator(".qr path")).to_have_count(1)
    page.get_by_role("button", name="Umpire and rules").click()
    page.get_by_role("button", name="LAST CARD was not said").click()
    expect(page.get_by_role("heading", name="LAST CARD was not said")).to_be_visible()
    page.get_by_role("link", name="Back to the pad").click()
    expect(page.get_by_role("heading", name="Show this to the desk")).to_be_visible()
    context.close()
