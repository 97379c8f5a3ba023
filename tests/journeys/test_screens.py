"""What has to fit on every wall of a hall, whatever the names; and a wall beside the page that
steers it, the announcer and a phone.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.journeys.conftest import SignIn
from tests.tournament.ending import fresh
from tests.tournament.evening import official, save, seated_event, sign
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import read_next, reveal_podium, seat_playoff
from tournament.models import Event, Guest, Role, Screen
from tournament.screens.acts import add_screen, give_time, set_clock, steer, tell
from tournament.seating.acts import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1920, 1080), (1280, 720), (1024, 768), (3840, 2160))
LONG = "Alderman Sir Peregrine Featherstonehaugh-Chol"
COMPANY = "Stationers and Newspaper Makers"
LATEST = 4000
"""So many milliseconds a wall may take."""
WRONG = """() => {
  const found = [], high = innerHeight, wide = innerWidth;
  const scene = document.querySelector(".scene");
  const wall = scene.getBoundingClientRect();
  const words = document.createTreeWalker(scene, NodeFilter.SHOW_TEXT);
  for (let at = words.nextNode(); at; at = words.nextNode()) {
    const text = at.textContent.trim(), holder = at.parentElement;
    if (!text || !holder.checkVisibility({ visibilityProperty: true })) continue;
    if (parseFloat(getComputedStyle(holder).fontSize) < high / 40) found.push(`small: ${text}`);
    if (holder.closest(".seats-window")) continue;
    const range = document.createRange();
    range.selectNodeContents(at);
    const box = range.getBoundingClientRect();
    const cut = holder.closest(".leaders-name, .read-name, .race b");
    if (!cut && (box.right > wide * 0.98 || box.left < wide * 0.02)) found.push(`beside: ${text}`);
    if (box.bottom > high * 0.995 || box.top < high * 0.02) found.push(`above or below: ${text}`);
  }
  const rows = [...scene.children].map((one) => one.getBoundingClientRect());
  rows.slice(1).forEach((box, at) => {
    if (box.top < rows[at].bottom - 1) found.push(`part ${at + 1} over part ${at}`);
  });
  for (const one of scene.querySelectorAll(".scene-body, .plate, .podium, article, .read-hero")) {
    if (one.scrollHeight > one.clientHeight + high * 0.006) found.push(`high: ${one.className}`);
    if (one.scrollWidth > one.clientWidth + high * 0.006) found.push(`too wide: ${one.className}`);
  }
  const kept = [...scene.querySelectorAll(".read-points, .plate-total, .leaders-total")];
  for (const one of kept) {
    const box = one.getBoundingClientRect(), row = one.parentElement.getBoundingClientRect();
    if (row.right - box.right < high * 0.02 && one.matches(".read-points")) found.push("no room");
  }
  if (scene.querySelector("a, button, input")) found.push("something to press");
  return found;
}"""


def hall() -> Event:
    """An evening of long names: 25 guests, ten go through, the round is being played."""
    event = seated_event(25, games_per_round=1, cut_size=10, name="The Inter-Livery Evening")
    Guest.objects.filter(event=event, badge__lte=12).update(name=LONG)
    company = event.liveries.order_by("pk").first()
    assert company is not None
    event.liveries.filter(pk=company.pk).update(name=COMPANY)
    Guest.objects.filter(event=event).update(livery=company)
    return event


def played(event: Event, number: int) -> None:
    for table in range(1, 6):
        points = (f"={table}{seat}" for seat in range(1, 5))
        save(event, ("out", *points), (number, table, 1))
    close_round(event, number, sign())


def states(event: Event) -> Any:
    """The scenes of an evening as it goes, each called up by hand where it is not due."""
    yield "welcome"
    set_clock(event, "start", sign())
    give_time(event, 2, 5, sign())
    yield "clock"
    set_clock(event, "last_game", sign())
    yield "clock"
    played(event, 1)
    yield from ("half_time", "move")
    save(event, ("out", "=11", "=12", "=13", "=14"), (2, 1, 1))
    yield "race"
    for table in range(2, 6):
        save(event, ("out", "=21", "=32", "=43", "=54"), (2, table, 1))
    close_round(event, 2, sign())
    seal_cut(event, sign())
    yield "wait"
    for _ in range(9):
        read_next(event, sign(), stage="cut")
    yield "reading"
    read_next(event, sign(), stage="cut")
    read_next(event, sign(), stage="cut")
    reveal_cut(event, sign())
    seat_playoff(event, sign())
    for number in (1, 2):
        for game in range(1, fresh(event).playoff_games + 1):
            first = ("=5", "out") if number == 2 and game > 1 else ("out", "=11")
            save(event, (*first, "=12", "=13", "=14"), (3, number, game))
    close_round(event, 3, sign())
    yield from finale(event)


def finale(event: Event) -> Any:
    """The podium and what follows."""
    reveal_podium(event, sign())
    yield "podium"
    words = {"prizes_read": 9, "given": "£13,460", "spoon_named": True}
    tell(event, words | {"notice": "Supper is served in the Great Parlour now. " * 2}, sign())
    yield from ("prizes", "thanks", "notice")


def wall(browser: Browser, url: str, event: Event, size: tuple[int, int], letters: str) -> Page:
    """A browser that is a wall of this size."""
    view = ViewportSize(width=size[0], height=size[1])
    page = browser.new_context(viewport=view, base_url=url).new_page()
    page.goto("/screen")
    expect(page.locator(".wall-letters-large b")).to_have_text(letters_of(page))
    add_screen(event, letters_of(page), letters, sign())
    return page


def letters_of(page: Page) -> str:
    expect(page.locator(".wall-letters-large b")).to_have_text(re.compile("^[A-Z]{2}$"))
    return str(page.evaluate("JSON.parse(localStorage.getItem('last-card-wall')).letters"))


def test_every_scene_fits_on_every_wall_and_nothing_on_it_is_small_or_can_be_pressed(
    browser: Browser, live_server: Any
) -> None:
    event = hall()
    walls = {size: wall(browser, live_server.url, event, size, "") for size in SIZES}
    wrong: dict[tuple[str, int], list[str]] = {}
    for scene in states(event):
        steer(event, "", {"scene": scene}, sign())
        for size, page in walls.items():
            expect(page.locator(f".scene-{scene}")).to_be_visible(timeout=LATEST * 5)
            page.wait_for_timeout(400)
            if found := page.evaluate(WRONG):
                wrong[scene, size[0]] = found
    for page in walls.values():
        page.context.close()
    assert not wrong, "\n".join(f"{where}: {said}" for where, said in wrong.items())


def test_what_is_too_small_or_beside_the_wall_would_be_seen(
    browser: Browser, live_server: Any
) -> None:
    event = hall()
    page = wall(browser, live_server.url, event, (1280, 720), "")
    expect(page.locator(".scene-welcome")).to_be_visible(timeout=LATEST * 5)
    assert page.evaluate(WRONG) == []
    page.evaluate("document.querySelector('.scene h1').style.fontSize = '12px'")
    assert any(said.startswith("small") for said in page.evaluate(WRONG))
    page.context.close()


def test_organiser_announcer_wall_and_phone_go_through_it_together_and_a_lost_line_comes_back(
    page: Page, phone: Page, browser: Browser, live_server: Any, sign_in: SignIn
) -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1, cut_size=3)
    north = wall(browser, live_server.url, event, (1280, 720), "North wall")
    letters = Screen.objects.get().letters
    expect(north.locator(".scene-welcome")).to_be_visible(timeout=LATEST * 5)
    sign_in(page, official(event, Role.ORGANISER, "organiser"))
    page.goto(f"/e/{event.slug}/screens/")
    expect(page.get_by_text("North wall")).to_be_visible()
    page.keyboard.press("s")
    expect(north.locator(".scene-clock")).to_be_visible(timeout=LATEST * 3)
    page.keyboard.press("b")
    expect(north.locator("body")).to_have_attribute("data-state", "black", timeout=LATEST * 3)
    page.get_by_role("button", name=f"Black {letters}").click()
    expect(north.locator(".scene-clock")).to_be_visible(timeout=LATEST * 3)
    sign_in(phone, official(event, Role.ANNOUNCER, "announcer"))
    phone.goto(f"/e/{event.slug}/announcer/")
    expect(phone.locator("blockquote")).to_contain_text("Please take your seats.")
    phone.keyboard.press("PageDown")
    expect(phone.locator("blockquote")).to_contain_text("This is the last game.")
    north.context.set_offline(True)
    north.wait_for_timeout(3000)
    expect(north.locator(".scene-clock")).to_be_visible()
    save(event, ("out", "5", "=6", "=20", "=40"))
    close_round(event, 1, sign())
    seal_cut(event, sign())
    read_next(event, sign(), stage="cut")
    north.context.set_offline(False)
    expect(north.locator(".scene-reading")).to_be_visible(timeout=LATEST * 5)
    expect(phone.locator("blockquote")).to_contain_text("Guest 3.", timeout=LATEST * 3)
    assert "Guest 3" not in north.content()
    phone.keyboard.press("PageDown")
    expect(north.locator(".read-hero h1")).to_have_text("Guest 3", timeout=LATEST)
    north.context.close()
