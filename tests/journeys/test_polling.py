"""How a page asks again: one script for all pages that follow something, held by its turns."""

from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BEGUN = """async () => {
  const { poll } = await import("/static/tournament/parts/poll.js");
  window.asked = 0;
  window.heard = [];
  window.answered = () => {};
  const ask = () => { asked += 1; return new Promise((...ways) => { window.ways = ways; }); };
  const pace = { every: 1000, hidden: Infinity, slowest: 3000, first: 500 };
  window.wait = poll(ask, pace, (failures) => heard.push(failures));
}"""
TURNED = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def following(page: Page, live_server: LiveServer) -> Page:
    page.clock.install()
    page.goto(f"{live_server.url}/log-in/")
    page.clock.pause_at("2030-01-01T20:00:00Z")
    page.evaluate(BEGUN)
    return page


def asked(page: Page, milliseconds: int = 0) -> Any:
    """How often it was asked once so much time has passed."""
    page.clock.run_for(milliseconds)
    return page.evaluate("asked")


def answer(page: Page, *, well: bool = True) -> None:
    page.evaluate("async (at) => { ways[at](); await null; }", 0 if well else 1)


def test_a_page_never_asks_twice_at_once_and_once_more_where_it_was_told_to(
    following: Page,
) -> None:
    assert [asked(following), asked(following, 499), asked(following, 1)] == [0, 0, 1]
    assert asked(following, 60_000) == 1, "an answer that hangs is waited for"
    following.evaluate("wait(0)")
    assert asked(following, 10) == 1
    answer(following)
    assert asked(following, 10) == 2
    answer(following)
    assert [asked(following, 840), asked(following, 320)] == [2, 3]


def test_it_asks_less_often_while_the_line_is_down_and_tells_for_how_long(following: Page) -> None:
    asked(following, 500)
    for times in range(1, 5):
        answer(following, well=False)
        assert asked(following, min(2**times * 1000, 3000) * 85 // 100 - 10) == times
        assert asked(following, min(2**times * 1000, 3000) * 30 // 100 + 20) == times + 1
    answer(following)
    assert following.evaluate("heard") == [1, 2, 3, 4, 0]


def test_a_page_that_nobody_sees_asks_nothing_and_at_once_when_it_is_seen(following: Page) -> None:
    asked(following, 500)
    answer(following)
    following.evaluate(TURNED, arg=True)
    assert asked(following, 600_000) == 1
    following.evaluate(TURNED, arg=False)
    assert asked(following, 1) == 2
