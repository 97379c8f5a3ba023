"""A thumb that taps twice: the second tap never presses what the first one brought up, nothing is
saved unseen, and what was saved is never taken back by the same thumb.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.hall import Server, acts_of, named, phone, tables, tap
from tests.journeys.sizes import SAFARI, SIZES, held_as, small_phone
from tests.journeys.test_pad_looks import HANDS, SCREENS
from tests.second_rank import by_rank
from tournament.models import Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAPS = (60, 150, 300, 490)
"""Milliseconds between the two taps; after half a second the second one is meant."""
EVERY_GAP = (60, 80, 110, 150, 200, 250, 300, 350, 400, 450, 490)
ASIDE = 30
"""Pixels between the two spots of a thumb that rolls."""
MORE = {
    "Rosalind Practice-Hall": HANDS,
    "Look, then save": f"{HANDS},next",
    "Umpire and rules": f"{HANDS},help",
}
"""Screens whose foot looks otherwise further on."""
SHOWN = """() => [document.querySelector("#pad").dataset.screen,
  ...[...document.querySelectorAll("#pad > :not(.foot, .top)")].map((part) => part.innerText)]"""
"""The screen and all it says but its foot and its head."""
ALL_EARS = """new MutationObserver(([{ target }]) => {
  delete target.dataset.deaf;
  delete target.dataset.unseen;
}).observe(document.getElementById("pad"), { attributes: true })"""
"""A foot that hears every tap, as it was."""
SIDES = """(name) => {
  const { left, right } = document.querySelector(name).getBoundingClientRect();
  return [left, right];
}"""
HAND = ["567", "out", "589X", "3457", "9"]


def _come_to(page: Page, url: str, heading: str, played: str) -> None:
    """The screen on the training table, looked at for two seconds."""
    page.goto(f"{url}/pad/training/?play={played}")
    page.clock.run_for(100)
    expect(page.get_by_role("heading", name=heading, level=2)).to_be_focused()
    page.clock.run_for(2000)


def _tap(page: Page, x: float, y: float) -> list[str]:
    """A tap, and what is shown a millisecond after it."""
    page.touchscreen.tap(x, y)
    page.clock.run_for(1)
    shown: list[str] = page.evaluate(SHOWN)
    return shown


def _misled(
    page: Page,
    url: str,
    *,
    aside: int,
    ears: str = "",
    screen: str = "",
    gaps: Sequence[int] = GAPS,
    step: int = 1,
) -> list[tuple[str, str, int]]:
    """The foot buttons where a tap after so many milliseconds did something on the screen that the
    first one brought. One thumb taps at every gap in turn: a tap that does nothing changes nothing
    for the next.
    """
    found = []
    for heading, played in [*SCREENS.items(), *MORE.items()][::step]:
        if screen not in ("", heading):
            continue
        _come_to(page, url, heading, played)
        names = page.locator(".foot button").evaluate_all(
            "(buttons) => buttons.map((button) => button.innerText)"
        )
        for number, name in enumerate(names):
            if number:
                _come_to(page, url, heading, played)
            if ears:
                page.evaluate(ears)
            box = page.locator(".foot button").nth(number).bounding_box()
            assert box
            x, y = box["x"] + 20, box["y"] + box["height"] / 2
            before, between = page.evaluate(SHOWN), _tap(page, x, y)
            if before[0] == between[0]:
                continue
            for last, gap in pairwise((0, *gaps)):
                page.clock.run_for(gap - last - 1)
                if _tap(page, x + aside, y) != between:
                    found.append((heading, name, gap))
                    break
    return found


@pytest.fixture
def trained(browser: Browser) -> Iterator[Page]:
    """A phone whose clock goes when it is told to."""
    context = small_phone(browser, SAFARI, "roboto")
    page = context.new_page()
    page.clock.install()
    page.clock.pause_at("2030-01-01T20:00:00Z")
    yield page
    context.close()


@pytest.mark.promise("A second tap within half a second presses nothing of the next screen")
@pytest.mark.parametrize(
    ("aside", "step"), by_rank(((0, 1), (ASIDE, 1), (ASIDE, 2)), ((ASIDE, 2),))
)
def test_the_second_of_two_taps_on_a_foot_button_does_nothing(
    trained: Page, server: Server, aside: int, step: int
) -> None:
    assert _misled(trained, server.url, aside=aside, step=step) == []


@pytest.mark.torture
@pytest.mark.parametrize("aside", [0, ASIDE, 60])
def test_the_second_of_two_taps_does_nothing_however_long_between(
    trained: Page, server: Server, aside: int
) -> None:
    assert _misled(trained, server.url, aside=aside, gaps=EVERY_GAP) == []


@pytest.mark.control("test_the_second_of_two_taps_on_a_foot_button_does_nothing")
def test_a_foot_that_hears_at_once_would_save_unseen_and_take_back(
    trained: Page, server: Server
) -> None:
    found = _misled(trained, server.url, aside=ASIDE, ears=ALL_EARS, screen="Look, then save")
    assert found != []


def test_the_save_comes_alive_when_the_hands_have_been_seen_for_a_second(
    trained: Page, server: Server
) -> None:
    _come_to(trained, server.url, "Rosalind Practice-Hall", HANDS)
    trained.get_by_role("button", name="Check all hands").tap()
    save = trained.locator("[data-act=save], [data-act=toTick]")
    expect(save).to_be_visible()
    for letter in "ABCDE":
        trained.locator(f"[data-act=tick][data-to={letter}]").tap()
    box = save.bounding_box()
    assert box
    for wait in (60, 300, 639):
        expect(save).to_have_accessible_name("Save game 1 in a second")
        trained.clock.run_for(wait)
        trained.touchscreen.tap(box["x"] + 60, box["y"] + 20)
    expect(trained.get_by_role("heading", name="Look, then save")).to_be_visible()
    trained.clock.run_for(10)
    trained.touchscreen.tap(box["x"] + 60, box["y"] + 20)
    expect(trained.get_by_role("heading", name="Game 1 is saved")).to_be_visible()


def test_a_game_is_recorded_as_looked_over_only_where_its_hands_were_on_the_screen(
    browser: Browser, server: Server
) -> None:
    event, (code,) = tables(1, 2)
    context = phone(browser)
    page = named(context, server.url, code)
    tap(page, acts_of(HAND, ordered=False))
    expect(page.get_by_role("heading", name="Game 1 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    page.get_by_role("button", name="Carry on").click()
    tap(page, acts_of(HAND)[:-1])
    page.get_by_role("button", name="Save game 2").click()
    expect(page.get_by_role("heading", name="Game 2 is saved")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    looked_over = Sheet.objects.filter(event=event).order_by("pk")
    assert list(looked_over.values_list("checked", flat=True)) == [False, True]
    context.close()


def test_take_back_never_lies_where_the_save_lay(browser: Browser, server: Server) -> None:
    _event, (code,) = tables(1, 2)
    context = small_phone(browser, SAFARI, "inter")
    page = named(context, server.url, code)
    tap(page, acts_of(HAND, ordered=False)[:-1])
    lay = [_sides(page, "save", size)[0] for size in SIZES]
    tap(page, [("save", "")])
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    expect(page.locator(".line")).to_have_text("All sent")
    back = [_sides(page, "takeBack", size)[1] for size in SIZES]
    assert all(end <= start for end, start in zip(back, lay, strict=True))
    context.close()


def _sides(page: Page, act: str, size: tuple[int, int]) -> tuple[float, float]:
    """Where a button of the foot begins and ends, from the left."""
    held_as(page, size)
    left, right = page.evaluate(SIDES, f".foot [data-act={act}]")
    return left, right
