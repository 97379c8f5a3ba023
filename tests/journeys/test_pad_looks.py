"""Every screen of the pad in both themes: no barrier, nothing sideways, targets for thumbs, the
whole by keys.
"""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import NoBarriers
from tests.journeys.hall import Server, named, phone, saved, tables
from tests.journeys.keyboard import tab_to
from tournament.models import Guest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HANDS = "inOrder,out-B,tap-5,tap-6,tap-7,next,tap-5,tap-9,tap-X,tap-8,next,tap-3,tap-4,tap-5,tap-7,next,tap-9"
CHECKED = f"{HANDS},next,tick-A,tick-B,tick-C,tick-D,tick-E"
SCREENS = {
    "Sitting in this order?": "move-B",
    "Who went out?": "inOrder",
    "Florian Exampler": "inOrder,out-B,tap-3,tap-3,tap-3,tap-3,tap-X,tap-8",
    "Rosalind Practice-Hall": f"{HANDS},say-points,tap-4,eight",
    "Clementine Trialcote": (
        "inOrder,nobody-blocked,tap-2,next,tap-3,next,tap-4,next," + "tap-X," * 12 + "tap-8"
    ),
    "Look, then save": f"{HANDS},next,tick-A",
    "Game 1 is saved": f"{CHECKED},save",
    "Game 1 is kept here": f"gone,{CHECKED},save",
    "Show this to the desk": f"gone,{CHECKED},save,code",
    "The Revd Prudence Mockingham": f"{CHECKED},save,round,read-1",
    "Why does game 1 change?": f"{CHECKED},save,correct,save",
    "My tables": f"gone,{CHECKED},save,tables",
    "Two versions of game 1": f"{CHECKED},rival,save,conflict",
}
"""Each screen by its heading, and what is tapped to come there."""
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
HEARS = "#pad:not([data-deaf], [data-unseen])"
"""A screen that has been there for a second."""
DASHED = "document.getElementById('pad').dataset.unseen = ''"
"""What saves, as it is drawn in its first second."""
TWICE = """() => {
  document.documentElement.style.fontSize = "200%";
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Text of twice the size, and the form that the pad takes then."""
SMALL = """() => [...document.querySelectorAll("#pad button, #pad input")].map((one) => {
  const box = one.getBoundingClientRect(); return [one.textContent, box.width, box.height];
}).filter(([, wide, high]) => wide < 44 || high < 44)"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_no_screen_shuts_anybody_out(
    browser: Browser, server: Server, no_barriers: NoBarriers
) -> None:
    context = phone(browser)
    page = context.new_page()
    errors: list[str] = []
    page.on(
        "console",
        lambda said: errors.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda fault: errors.append(str(fault)))
    for heading, played in SCREENS.items():
        page.goto(f"{server.url}/pad/training/?play={played}")
        expect(page.get_by_role("heading", name=heading, level=2)).to_be_focused()
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            no_barriers(page)
        if heading == "Look, then save":
            page.evaluate(DASHED)
            no_barriers(page)
        _fits(page, heading)
    assert errors == []
    context.close()


def _fits(page: Page, heading: str) -> None:
    """Targets of 44 px, and nothing sideways: on a small phone, and with text of twice the size."""
    assert page.evaluate(SMALL) == [], heading
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(SIDEWAYS) <= 0, f"{heading} at 320"
    assert page.evaluate(SMALL) == [], f"{heading} at 320"
    page.evaluate(TWICE)
    assert page.evaluate(SIDEWAYS) <= 0, f"{heading} at 320 and 200 %"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(SIDEWAYS) <= 0, f"{heading} at 200 %"
    page.evaluate("document.documentElement.style.fontSize = ''")


def test_a_whole_game_is_entered_by_keys_alone_and_nothing_on_its_way_shuts_anybody_out(
    browser: Browser, server: Server, no_barriers: NoBarriers
) -> None:
    event, (code,) = tables(1, 2, pad_ticks="each")
    page = browser.new_page(base_url=server.url, viewport={"width": 390, "height": 664})
    keys = page.keyboard
    looked: list[str] = []

    def come_to(heading: str, *pressed: str) -> None:
        page.wait_for_selector(HEARS)
        for key in pressed:
            keys.press(key)
        expect(page.get_by_role("heading", name=heading, level=2)).to_be_focused()
        no_barriers(page)
        looked.append(heading)

    page.goto(f"/T/{code}")
    come_to("Who is scoring?")
    _tab_to(page, "Your name", role="textbox")
    keys.type("Dr Vane")
    come_to("Sitting in this order?", "Enter")
    come_to("Who went out?", "Enter")
    come_to("Guest 1", "b")
    come_to("Guest 3", "5", "6", "7", "Enter")
    _tab_to(page, "Umpire and rules")
    come_to("Umpire and rules", "Enter")
    _tab_to(page, "Close")
    come_to("Guest 3", "Enter")
    come_to("Guest 4", "5", "9", "k", "8", "Enter")
    come_to("Guest 5", "3", "4", "5", "8", "Backspace", "7", "Enter")
    come_to("Look, then save", "9", "Enter")
    for guest in range(1, 6):
        _tab_to(page, f"Guest {guest}’s hand is checked")
        keys.press("Space")
        expect(page.get_by_role("button", name=f"Guest {guest}’s hand is checked")).to_be_focused()
    _tab_to(page, "Save game 1")
    come_to("Game 1 is saved", "Enter")
    expect(page.locator(".line")).to_have_text("All sent")
    assert saved(event) == {(1, 1): ["567", "out", "589X", "3457", "9"]}
    _tab_to(page, "Game 2 of 2")
    come_to("Who went out?", "Enter")
    assert len(looked) == 12
    page.close()


def _tab_to(page: Page, name: str, *, role: Literal["button", "textbox"] = "button") -> None:
    """Tab until the control has the focus, and shows it."""
    tab_to(page, page.get_by_role(role, name=name))


LARGE = "document.documentElement.style.fontSize = '130%'"
IN_A_LINE = """() => [...document.querySelectorAll(".list .name")]
  .every((name) => name.getBoundingClientRect().height
    < 1.5 * parseFloat(getComputedStyle(name).lineHeight))"""


def test_large_text_on_the_narrowest_phone_breaks_no_name(browser: Browser, server: Server) -> None:
    event, codes = tables(1, 5)
    Guest.objects.filter(event=event, badge=2).update(name="Godfrey Dunnetwhistle", sort_name="")
    page = named(phone(browser), server.url, codes[0])
    page.set_viewport_size({"width": 320, "height": 664})
    page.evaluate(LARGE)
    expect(page.locator(".list .name")).to_have_count(5)
    assert page.evaluate(IN_A_LINE)
    page.context.close()
