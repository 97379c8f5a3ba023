"""What lies over what on the pages that anybody may open, in every phase of an evening."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.test_screens import SETTLED, dressed, wall
from tests.tournament.ending import fresh
from tests.tournament.evening import save, seated_event, sign
from tournament.finals.acts import hold_board, reveal_cut, seal_cut
from tournament.finals.acts_playoff import read_next, reveal_podium
from tournament.models import Event
from tournament.seating.acts import close_round
from tournament.steps.acts import seat_playoff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((390, 664), (1280, 720), (1440, 900), (1920, 1080))
ALSO_READING = ((320, 568), (390, 664), (640, 400), (1024, 768), (1024, 1366), *SIZES[1:])
"""Among them a desk at 200 per cent, an old projector and a tablet held upright."""
OVER = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true })
    && !one.closest(".visually-hidden, svg, .seats-window");
  const lies = (one) => ["absolute", "fixed", "sticky"].includes(getComputedStyle(one).position);
  const found = [];
  for (const parent of document.querySelectorAll("body, main, main *, .overlay, .overlay *")) {
    const children = [...parent.children].filter((one) => seen(one) && !lies(one));
    const boxes = children.map((one) => one.getBoundingClientRect());
    boxes.forEach((box, at) => boxes.slice(at + 1).forEach((next, more) => {
      if (box.bottom > next.top + 1 && box.top < next.bottom - 1
        && box.left < next.right - 1 && next.left < box.right - 1)
        found.push(`${children[at].className} | ${children[at + more + 1].textContent.trim()}`);
    }));
  }
  const words = ".board-rows *, .read-rows *, .read-hero > *, .plate > *";
  for (const one of document.querySelectorAll(words)) {
    const row = one.closest("li, .read-hero, .plate").getBoundingClientRect();
    const box = one.getBoundingClientRect();
    if (seen(one) && box.height > 0 && (box.top < row.top - 1 || box.bottom > row.bottom + 1))
      found.push(`beside its row: ${one.textContent.trim()}`);
  }
  return [...new Set(found)];
}"""
"""Siblings of which one ends below the top of the next, side by side excepted; and what of a row
lies above or below it.
"""
OUTSIDE = """() => [innerWidth < document.documentElement.scrollWidth,
  innerHeight < document.documentElement.scrollHeight]"""
TODAY = """() => {
  document.querySelector(".read-rows").style.cssText = "display: grid; grid-auto-rows: 40px";
  document.querySelectorAll(".read-rows > li").forEach((one) => { one.style.height = "75px" });
}"""
"""The rows of the list were once higher than their places."""


def evening(name: str = "") -> Event:
    """Thirty guests, two rounds of one game; ten go through. All have one name, or names as long as
    names get.
    """
    plan: dict[str, Any] = {"qualifying_rounds": 2, "games_per_round": 1, "cut_size": 10}
    event = seated_event(30, playoff_games=2, board_full=True, **plan)
    if name:
        event.guests.update(name=name)
    else:
        dressed(event)
    return fresh(event)


def played(event: Event, number: int, tables: range) -> None:
    """A round at some tables; many are level."""
    for table in tables:
        save(event, ("out", f"={table}", "=12", "=20", "=40"), (number, table, 1))


def phases(event: Event) -> Iterator[str]:
    """Every phase that somebody outside can tell from another."""
    yield "before the first card"
    played(event, 1, range(1, 4))
    yield "in the first round"
    played(event, 1, range(4, 7))
    close_round(event, 1, sign())
    yield "at half time"
    played(event, 2, range(1, 7))
    yield "after the last game"
    hold_board(event, sign())
    yield "frozen"
    close_round(event, 2, sign())
    seal_cut(event, sign())
    yield "sealed"
    yield from read_out(event, "cut", 10)
    reveal_cut(event, sign())
    yield "announced"
    seat_playoff(event, sign())
    for table, game in ((1, 1), (1, 2), (2, 1), (2, 2)):
        first = ("=5", "out") if (table, game) == (2, 2) else ("out", "=11")
        save(event, (*first, "=12", "=13", "=14"), (3, table, game))
    close_round(event, 3, sign())
    yield "after the play-off"
    yield from read_out(event, "podium", 3)
    reveal_podium(event, sign())
    yield "over"


def read_out(event: Event, stage: str, names: int) -> Iterator[str]:
    """Before the first name, after it, in the middle, and after the last."""
    for read in range(names + 1):
        read_next(event, sign(), stage=stage)
        if read in {0, 1, names // 2, names}:
            yield f"{stage}, {read} read"


def wrong(page: Page, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """What lies over something, size by size."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found += [f"{width} x {height}: {said}" for said in page.evaluate(OVER)]
        if page.evaluate(OUTSIDE)[0]:
            found.append(f"{width} x {height}: wider than its window")
    return found


@pytest.mark.promise("On no public page does a line lie over another, in any phase, at any size")
def test_on_no_public_page_does_a_line_lie_over_another_in_any_phase(
    page: Page, browser: Browser, live_server: Any
) -> None:
    event = evening()
    shown = wall(browser, live_server.url, event, (1920, 1080), "")
    found: list[str] = []
    for phase in phases(event):
        for part in ("board/", "board/?all", "find/", "board/overlay/"):
            page.goto(f"/e/{event.slug}/{part}")
            # Nobody lays the board over a stream on a phone.
            sizes = SIZES[1:] if "overlay" in part else SIZES
            found += [f"{phase}, {part}, {said}" for said in wrong(page, sizes)]
        found += [f"{phase}, the wall: {said}" for said in shown.evaluate(OVER)]
    shown.context.close()
    assert not found, "\n".join(found)


def reading_event(read: int, name: str = "") -> Event:
    """The evening while the ten are read out."""
    event = evening(name)
    for phase in phases(event):
        if phase == f"cut, {read} read":
            break
    return fresh(event)


@pytest.mark.control("test_on_no_public_page_does_a_line_lie_over_another_in_any_phase")
def test_rows_higher_than_their_places_would_be_seen(page: Page) -> None:
    event = reading_event(5)
    page.goto(f"/e/{event.slug}/board/")
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(OVER) == []
    page.evaluate(TODAY)
    assert len(page.evaluate(OVER)) > 3


def test_while_names_are_read_the_board_is_the_wall_and_holds_nothing_to_press(
    page: Page, browser: Browser, live_server: Any
) -> None:
    event = reading_event(5)
    shown = wall(browser, live_server.url, event, (1920, 1080), "")
    expect(shown.locator(".scene-reading")).to_be_visible()
    page.goto(f"/e/{event.slug}/board/")
    assert wrong(page, ALSO_READING) == []
    page.set_viewport_size({"width": 1920, "height": 1080})
    boxes = "e => e.map((one) => JSON.stringify(one.getBoundingClientRect()))"
    rows = ".read-rows > li, .read-rows > li > *, .read-hero > *"
    assert page.locator(rows).evaluate_all(boxes) == shown.locator(rows).evaluate_all(boxes)
    assert page.evaluate(OUTSIDE) == [False, False]
    expect(page.locator("main :is(a, button, input)")).to_have_count(0)
    covers = page.locator(".cover").evaluate_all("e => e.map((one) => one.outerHTML)")
    assert covers == ['<span class="cover"></span>'] * 5
    shown.context.close()


def test_on_a_phone_all_ten_rows_stand_in_one_view(page: Page) -> None:
    event = reading_event(5, "Philippa Inkhollow")
    page.goto(f"/e/{event.slug}/board/")
    for width, height in ((390, 664), (360, 640), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, page.evaluate(OUTSIDE)) == (width, [False, False])
