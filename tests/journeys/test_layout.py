"""What has to fit: the board on every screen of a hall, grids of few and of many tables, numbers of
three digits.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import SignIn
from tests.second_rank import by_rank
from tests.tournament.ending import fresh
from tests.tournament.evening import official, save, seated_event, sign
from tournament.finals.acts import hold_board
from tournament.models import Event, Guest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENS = ((1920, 1080), (1280, 720), (1024, 768))
LONG = "Alderman Sir Peregrine Featherstonehaugh-Cholmondeley"
OVERFLOW = (
    "e => e.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight"
    " + 1).length"
)
SCROLLS = """() => [document.documentElement, document.body].map(
  one => [one.scrollHeight > window.innerHeight, one.scrollWidth > window.innerWidth]).flat()"""
FONTS = "e => e.map(one => parseFloat(getComputedStyle(one).fontSize))"
APART = """() => {
  const boxes = [...document.querySelectorAll('.board-rows > li, .board-head, .board-foot')]
    .map(one => one.getBoundingClientRect());
  return boxes.filter((box, at) => boxes.slice(at + 1).some(other =>
    box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1
    && other.top < box.bottom - 1)).length;
}"""


def hall_of(guests: int) -> Event:
    """An evening whose first tables have a game in: a field for the board, with long names among
    the first.
    """
    plan: dict[str, Any] = {"qualifying_rounds": 2, "games_per_round": 5, "cut_size": 10}
    event = seated_event(guests, charity="The Lord Mayor's Appeal", **plan)
    for table in range(1, min(guests // 5, 6) + 1):
        save(event, ("out", "5", "=5", "=20", "=40"), (1, table, 1))
    Guest.objects.filter(event=event, badge__in=(1, 12)).update(name=LONG)
    return fresh(event)


def looked(page: Page, size: Sequence[int], address: str) -> None:
    """A page at a size of the window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    page.wait_for_load_state("load")


@pytest.mark.promise("The board fits every screen of a hall without a scroll bar")
@pytest.mark.parametrize("held", by_rank((False, True), (True,)))
def test_the_board_fits_every_screen_of_a_hall_without_a_scroll_bar(page: Page, held: bool) -> None:
    event = hall_of(115)
    if held:
        hold_board(event, sign())
    for size in SCREENS:
        looked(page, size, f"/e/{event.slug}/board/")
        expect(page.locator(".board-holding")).to_have_count(int(held))
        expect(page.locator(".board-rows > li")).to_have_count(20)
        assert (size, page.evaluate(SCROLLS)) == (size, [False] * 4)
        assert (size, page.evaluate(APART)) == (size, 0)
        sizes = page.locator(".board-name").evaluate_all(FONTS)
        assert min(sizes) >= 17


@pytest.mark.control("test_the_board_fits_every_screen_of_a_hall_without_a_scroll_bar")
def test_a_board_whose_rows_do_not_give_way_would_be_seen(page: Page) -> None:
    event = hall_of(115)
    hold_board(event, sign())
    looked(page, SCREENS[0], f"/e/{event.slug}/board/")
    page.evaluate(
        "document.querySelectorAll('.board-rows > li').forEach(one => { one.style.height ="
        " '40vh' })"
    )
    page.evaluate("document.querySelector('.board').style.height = 'auto'")
    assert page.evaluate(SCROLLS)[0] is True


@pytest.mark.parametrize(
    ("guests", "bands"), [(30, [6]), (115, [23]), (120, [24]), (200, [20, 20])]
)
def test_the_grid_of_games_holds_6_to_40_tables(
    page: Page, sign_in: SignIn, guests: int, bands: list[int]
) -> None:
    event = hall_of(guests)
    sign_in(page, official(event))
    looked(page, (1280, 800), f"/e/{event.slug}/")
    games = page.locator(".games")
    columns = [games.nth(number).locator("thead th").count() - 1 for number in range(games.count())]
    assert columns == bands
    assert page.evaluate(SCROLLS)[1::2] == [False, False]
    widths = page.evaluate(
        "[...document.querySelectorAll('.games thead th + th')].map(one => one.offsetWidth)"
    )
    assert max(widths) - min(widths) <= 2
    assert 40 <= min(widths) <= max(widths) <= 130


def test_names_stay_inside_their_tiles_and_in_a_swap(page: Page, sign_in: SignIn) -> None:
    event = hall_of(115)
    sign_in(page, official(event))
    for size in ((1280, 800), (390, 844)):
        for part in ("seating/1/", "seating/1/swap/?one=103&other=66"):
            looked(page, size, f"/e/{event.slug}/{part}")
            assert page.locator(".tile-seats > li > *").evaluate_all(OVERFLOW) == 0
            assert page.locator(".tile").evaluate_all(OVERFLOW) == 0
        page.locator(".seats-figures summary").click()
        labels = page.locator(".seats-figures .certificate tbody th").evaluate_all(
            "e => e.map(one => one.offsetWidth)"
        )
        assert min(labels) >= 110


def test_every_tile_of_the_scores_is_as_high_as_the_others(page: Page, sign_in: SignIn) -> None:
    event = hall_of(115)
    sign_in(page, official(event))
    for width in (1920, 1440, 1280, 1000):
        looked(page, (width, 900), f"/e/{event.slug}/desk/")
        heights = page.locator(".tile").evaluate_all("e => e.map(one => one.offsetHeight)")
        assert (len(heights), max(heights) - min(heights)) == (23, 0)
        assert page.locator(".tile").evaluate_all(OVERFLOW) == 0
