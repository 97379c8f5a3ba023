"""“Saved” is the laptop's word of the latest moment: what the desk moved, or what a copy put back
does not hold, is not called saved by the phone that once heard so.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from django.db import connection
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.hall import Server, acts_of, named, phone, saved, tables, tap, until
from tests.tournament.evening import NOW, save, sign
from tests.tournament.matches.matches import match_event, now, out
from tests.tournament.phones.phones import codes_issued, table_code
from tournament.counting.dealers import dealers
from tournament.counting.submission import Place
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.wrong_place import SheetMove
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Event, LedgerEntry, Press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["567", "out", "589X", "3457", "9"]
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
REMEMBERS = """(window) => {
  for (const name of Object.keys(localStorage).filter((one) => one.includes("out.pad-"))) {
    const kept = JSON.parse(localStorage[name]);
    localStorage[name] = JSON.stringify({ ...kept, turn: kept.turn + 1e9 });
  }
}"""
"""A phone whose memory is always the later word, as it was."""


def _saved_on(page: Page, line: str = "All sent") -> None:
    tap(page, acts_of(HAND, ordered=False))
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text(line)


def _moved(page: Page, event: Event) -> None:
    """The desk moves the sheet of game 1 to game 2, and the phone looks."""
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="It was game 2")
    page.evaluate(LOOK)


def _strip_says(page: Page, *marks: str) -> None:
    """What the strip says of the first games."""
    games = page.locator(".strip:not(.strip-seats) button")
    for place, mark in enumerate(marks):
        expect(games.nth(place)).to_have_attribute("aria-label", mark)


@pytest.mark.promise("A phone calls saved what the laptop has, also after the desk has moved it")
def test_a_sheet_that_the_desk_moved_is_asked_for_again_with_a_sentence(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    page = named(context, server.url, code)
    _saved_on(page)
    marks = ("Game 1: missing", "Game 2: saved", "Game 3: missing")
    _moved(page, event)
    _strip_says(page, *marks)
    expect(page.locator("#pad")).to_contain_text("Game 1: This sheet was saved as number")
    page.reload()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    _strip_says(page, *marks)
    page.locator(".strip [data-to='2']").click()
    totals = ["18", "0", "54", "19", "9"]
    expect(page.locator(".totals .total")).to_have_text(["Total", *totals])
    assert saved(event) == {(1, 2): HAND}
    context.close()


@pytest.mark.control("test_a_sheet_that_the_desk_moved_is_asked_for_again_with_a_sentence")
def test_a_phone_that_trusts_its_memory_would_show_the_hand_twice(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    page = named(context, server.url, code)
    _saved_on(page)
    page.evaluate(REMEMBERS)
    _moved(page, event)
    _strip_says(page, "Game 1: saved", "Game 2: saved")
    context.close()


def test_a_game_that_the_desk_has_typed_is_no_more_asked_for_before_the_first_tap(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    page = named(context, server.url, code)
    for game, question in ((1, "Sitting in this order?"), (2, "Who went out?")):
        expect(page.get_by_role("heading", name=question)).to_be_visible()
        save(event, ["567", "out", "58", "3457", "9"], (1, 1, game))
        page.evaluate(LOOK)
        expect(page.get_by_role("heading", name=f"Game {game} is saved")).to_be_visible()
        page.wait_for_selector("#pad:not([data-deaf])")
        page.get_by_role("button", name=f"Game {game + 1} of 3").click()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    page.locator(".strip [data-to='1']").click()
    page.wait_for_selector("#pad:not([data-deaf])")
    page.get_by_role("button", name="Game 3 of 3").click()
    expect(page.get_by_role("heading", name="Who went out?")).to_be_visible()
    _strip_says(page, "Game 1: saved", "Game 2: saved", "Game 3: missing")
    context.close()


def _copied() -> Callable[[], None]:
    """A copy of the database as it stands; called, it is put back."""
    path, held = connection.settings_dict["NAME"], sqlite3.connect(":memory:")
    with closing(sqlite3.connect(path)) as live:
        live.backup(held)

    def put_back() -> None:
        with closing(sqlite3.connect(path)) as live:
            held.backup(live)
        held.close()

    return put_back


def test_a_sheet_that_a_copy_put_back_does_not_hold_is_sent_again(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    page = named(context, server.url, code)
    expect(page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    put_back = _copied()
    _saved_on(page)
    assert saved(event) == {(1, 1): HAND}
    put_back()
    assert saved(event) == {}
    page.evaluate(LOOK)
    until(page, lambda: saved(event) == {(1, 1): HAND})
    expect(page.locator(".line")).to_have_text("All sent")
    _strip_says(page, "Game 1: saved")
    context.close()


def test_whoever_deals_is_said_again_where_a_copy_put_back_does_not_know_it(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    page = named(context, server.url, code)
    _saved_on(page)
    put_back = _copied()
    page.locator(".dealing [data-to=B]").click()
    until(page, lambda: dealers(event) == {(1, 1): {1: "A", 2: "B", 3: "C"}})
    expect(page.locator(".line")).to_have_text("All sent")
    page.evaluate(LOOK)
    expect(page.locator(".dealing")).to_contain_text("2 deals next")
    put_back()
    assert dealers(event) == {}
    page.evaluate(LOOK)
    until(page, lambda: dealers(event) != {})
    expect(page.locator(".dealing")).to_contain_text("2 deals next")
    context.close()


@pytest.fixture
def at_the_table(browser: Browser, server: Server) -> Iterator[tuple[Event, Page]]:
    """A knock-out of three whose semi-final is before the phone at table 1."""
    event = match_event(3, pairing="knock_out")
    out(event)
    codes_issued(event)
    context = phone(browser)
    yield event, named(context, server.url, table_code(event))
    context.close()


def _match_saved_on(page: Page) -> None:
    page.get_by_role("button", name="Guest 3", exact=True).click()
    page.get_by_role("button", name="Guest 3 wins Check").click()
    page.wait_for_selector("#pad:not([data-unseen])")
    page.get_by_role("button", name="Save the match").click()
    expect(page.get_by_role("heading", name="The match is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")


def test_a_match_that_a_copy_put_back_does_not_hold_is_sent_again(
    at_the_table: tuple[Event, Page],
) -> None:
    event, page = at_the_table
    expect(page.get_by_role("heading", name="Who won?")).to_be_visible()
    put_back = _copied()
    _match_saved_on(page)
    put_back()
    assert now(event).match(1, 1).games == ""
    page.evaluate(LOOK)
    until(page, lambda: now(event).match(1, 1).games == "2")
    expect(page.locator(".line")).to_have_text("All sent")
    expect(page.get_by_role("heading", name="The match is saved")).to_be_visible()
    assert LedgerEntry.objects.filter(event=event, kind="match").count() == 1


def test_a_match_whose_press_was_taken_back_is_asked_for_again_with_a_sentence(
    at_the_table: tuple[Event, Page],
) -> None:
    event, page = at_the_table
    _match_saved_on(page)
    with pressing(Press(key="back", at=NOW)):
        take_back(event, Press.objects.get(entries__kind="match"), sign())
    page.evaluate(LOOK)
    expect(page.get_by_role("heading", name="Who won?")).to_be_visible()
    expect(page.get_by_text("the desk took it back: ask there")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    assert now(event).match(1, 1).result == ""


A_DAY = 86_400
TAG = "if-none-match"
HEARS_THE_LATE_WORD = """window.late = false;
  const ask = window.fetch;
  window.fetch = async (address, ...more) => {
    const told = await ask(address, ...more);
    if (told.headers.has("X-Late")) setTimeout(() => { window.late = true; }, 200);
    return told;
  };"""


def test_a_phone_whose_clock_was_put_back_still_believes_the_later_word(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    context.clock.install()
    page = named(context, server.url, code)
    now = page.evaluate("Date.now()") / 1000
    page.clock.set_system_time(now + A_DAY)
    _saved_on(page, "Clock is wrong")
    page.clock.set_system_time(now)
    page.evaluate(LOOK)
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="It was game 2")
    with page.expect_response("**/pad/state"):
        page.evaluate(LOOK)
    strip = page.locator(".strip:not(.strip-seats) button")
    expect(strip.first).to_have_accessible_name("Game 1: missing")
    expect(strip.nth(1)).to_have_accessible_name("Game 2: saved")
    context.close()


def test_a_game_of_ones_own_is_never_called_changed_elsewhere(
    browser: Browser, server: Server
) -> None:
    _event, (code,) = tables(1, 3)
    context = phone(browser)
    context.clock.install()
    page = named(context, server.url, code)
    now = page.evaluate("Date.now()") / 1000
    page.clock.set_system_time(now + A_DAY)
    _saved_on(page, "Clock is wrong")
    with page.expect_response("**/pad/state"):
        page.evaluate(LOOK)
    page.clock.set_system_time(now)
    page.get_by_role("button", name="Take back").click()
    page.route("**/pad/state", lambda route: route.abort())
    tap(page, [("go", "E"), ("tap", "8"), ("next", ""), ("save", "")])
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("No connection")
    expect(page.locator(".totals .total").last).to_have_text("39")
    page.unroute("**/pad/state")
    page.reload()
    expect(page.locator(".line")).to_have_text("All sent")
    page.locator(".strip [data-to='1']").click()
    expect(page.get_by_role("button", name="Read out the round")).to_be_visible()
    expect(page.locator(".changed")).to_have_count(0)
    context.close()


def test_a_word_that_was_asked_for_sooner_and_comes_later_is_not_believed(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 3)
    context = phone(browser)
    context.add_init_script(HEARS_THE_LATE_WORD)
    page = named(context, server.url, code)
    _saved_on(page)
    strip = page.locator(".strip:not(.strip-seats) button")
    expect(strip.first).to_have_accessible_name("Game 1: saved")
    late: list[Route] = []
    page.route("**/pad/state", lambda route: late.append(route), times=1)
    page.evaluate(LOOK)
    until_held(page, late)
    headers = late[0].request.headers
    before = late[0].fetch(headers={name: headers[name] for name in headers if name != TAG})
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="It was game 2")
    words = page.get_by_text("Game 1: This sheet was saved as number")
    page.evaluate(LOOK)
    expect(words).to_be_visible()
    with page.expect_response("**/pad/state"):
        page.evaluate(LOOK)
    late[0].fulfill(response=before, headers=before.headers | {"X-Late": "yes"})
    until(page, "window.late")
    _strip_says(page, "Game 1: missing", "Game 2: saved")
    context.close()


def until_held(page: Page, late: list[Route]) -> None:
    """Waits until a question is on its way and unanswered."""
    for _try in range(600):
        if late:
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was asked")
