"""The keys of a hand on every window and with text of every size: each can be hit, none lies under
anything, and none moves from the first card to the last.
"""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.hall import Server, tap
from tests.journeys.sizes import SAFARI, SIDE, SMALL, Size, held_as, small_phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVERY_SIZE = ((412, 732), SAFARI, (375, 553), SMALL, (360, 560), (320, 568), SIDE)
EVERY_TEXT = (100, 115, 130, 150, 200)
COUNTS = (0, 1, 6, 12)
CARDS = "59X84A26X78X"
HAND = "inOrder,out-B"
AT_REST = """(text) => {
  document.documentElement.style.fontSize = `${text}%`;
  const frame = () => new Promise(
    (done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return document.fonts.ready.then(frame).then(frame);
}"""
KEYS = """() => [...document.querySelectorAll(".hand > .keys > .key")].map((key) => {
  const { left, right, top, bottom } = key.getBoundingClientRect();
  const spots = [left + 5, right - 5].flatMap((x) => [[x, top + 5], [x, bottom - 5]]);
  const hit = spots.every(([x, y]) => key.contains(document.elementFromPoint(x, y)));
  const small = right - left < 43.5 || bottom - top < 43.5;
  return [key.dataset.to, hit && !small, [left, right, top, bottom].map(Math.round)];
})"""
"""Each key: whether it is hit at its four corners and large enough, and where it lies."""
FOOT = """() => new Set([...document.querySelectorAll(".foot > .button")]
  .map((one) => Math.round(one.getBoundingClientRect().top))).size"""
"""How many rows the foot has."""
AS_IT_WAS = """
.step.hand { grid-template-rows: auto auto auto auto auto !important }
.held { height: auto !important }
"""
"""Cards that take room when they are laid."""


def _laid(page: Page, url: str) -> Iterator[int]:
    """The hand of one seat with none, one, six and twelve cards."""
    page.goto(f"{url}/pad/training/?play={HAND}")
    expect(page.locator(".hand > .keys")).to_be_visible()
    count = 0
    for wanted in COUNTS:
        tap(page, [("tap", card) for card in CARDS[count:wanted]])
        count = wanted
        yield count


def _amiss(
    page: Page, url: str, sizes: Sequence[Size], texts: Sequence[int], style: str = ""
) -> list[tuple[int, Size, int, str]]:
    """The cards laid, the window, the text, and the keys that cannot be hit or have moved; the foot
    where it has more than one row.
    """
    first: dict[tuple[Size, int], list[object]] = {}
    found = []
    for count in _laid(page, url):
        if style:
            page.add_style_tag(content=style)
        for size in sizes:
            held_as(page, size)
            for text in texts:
                page.evaluate(AT_REST, text)
                keys = page.evaluate(KEYS)
                lie = first.setdefault((size, text), [place for _key, _hit, place in keys])
                found += [
                    (count, size, text, key)
                    for (key, hit, place), before in zip(keys, lie, strict=True)
                    if not hit or place != before
                ]
                if page.evaluate(FOOT) != 1:
                    found.append((count, size, text, "foot"))
    return found


@pytest.fixture(params=["roboto", "inter"])
def held(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone whose system has this face."""
    context = small_phone(browser, SAFARI, request.param)
    yield context.new_page()
    context.close()


@pytest.mark.promise("No key of the pad moves or lies under anything, up to text of twice the size")
def test_no_key_moves_or_is_covered(held: Page, server: Server) -> None:
    assert _amiss(held, server.url, (SMALL, (320, 568), SIDE), (100, 130, 200)) == []


@pytest.mark.torture
def test_no_key_moves_or_is_covered_on_any_window_with_any_text(held: Page, server: Server) -> None:
    assert _amiss(held, server.url, EVERY_SIZE, EVERY_TEXT) == []


@pytest.mark.control("test_no_key_moves_or_is_covered")
def test_cards_that_take_room_when_they_are_laid_would_move_the_keys(
    browser: Browser, server: Server
) -> None:
    context = small_phone(browser, SAFARI, "roboto")
    found = _amiss(context.new_page(), server.url, (SMALL,), (130,), AS_IT_WAS)
    assert {count for count, *_where in found} & {6, 12}
    context.close()
