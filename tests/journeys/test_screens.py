"""What has to fit on every wall of a hall, whatever the names; and a wall beside the page that
steers it, the announcer and a phone.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scoring.counting.cut import Cut
from tests.journeys.conftest import SignIn
from tests.tournament.ending import fresh
from tests.tournament.evening import official, save, seated_event, sign
from tests.tournament.pictures import SHIELD
from tournament.counting.consequences import line
from tournament.event.acts import set_picture
from tournament.finals.acts import hold_board, record_cut_of_cards, reveal_cut, seal_cut
from tournament.finals.acts_playoff import read_next, reveal_podium, seat_playoff
from tournament.models import Event, Guest, Role, Screen
from tournament.screens.acts import add_screen, give_time, set_clock, steer, tell
from tournament.screens.scenes import SCENES
from tournament.seating.acts import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1920, 1080), (1280, 720), (1024, 768), (3840, 2160))
GROUNDS = ("dark", "light", "plain")
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
    const plate = holder.closest(".plate, article, .latest, .climbed, .move-tile");
    const within = plate?.getBoundingClientRect();
    const least = high * (plate?.matches(".plate-1") ? 0.03 : 0.008);
    if (within && (box.left - within.left < least || within.right - box.right < least)) found.push(`no room beside: ${text}`);
  }
  const rows = [...scene.children].map((one) => one.getBoundingClientRect());
  rows.slice(1).forEach((box, at) => {
    if (box.top < rows[at].bottom - 1) found.push(`part ${at + 1} over part ${at}`);
  });
  for (const one of scene.querySelectorAll(".scene-body, .plate, .podium, article, .read-hero, .cutter, .climbed")) {
    if (one.scrollHeight > one.clientHeight + high * 0.006) found.push(`high: ${one.className}`);
    if (one.scrollWidth > one.clientWidth + high * 0.006) found.push(`too wide: ${one.className}`);
  }
  const kept = [...scene.querySelectorAll(".read-points, .plate-total, .leaders-total")];
  for (const one of kept) {
    const box = one.getBoundingClientRect(), row = one.parentElement.getBoundingClientRect();
    if (row.right - box.right < high * 0.02 && one.matches(".read-points")) found.push("no room");
  }
  if (scene.querySelector("a, button, input")) found.push("something to press");
  const bright = (colour) => {
    const part = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const ground = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return /, 0\\)$/.test(colour) ? ground(one.parentElement) : colour;
  };
  for (const one of scene.querySelectorAll("*")) {
    const said = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!said || !one.checkVisibility({ visibilityProperty: true })) continue;
    const [low, strong] = [bright(getComputedStyle(one).color), bright(ground(one))].sort((a, b) => a - b);
    if ((strong + 0.05) / (low + 0.05) < 4.5) found.push(`faint: ${one.textContent.trim()}`);
  }
  return [...new Set(found)];
}"""


def hall() -> Event:
    """An evening of long names and four rounds: 70 guests, ten go through; arms and a sponsor."""
    event = seated_event(
        70, games_per_round=2, qualifying_rounds=4, cut_size=10, name="The Inter-Livery Evening"
    )
    dressed(event)
    for which in ("arms", "sponsor"):
        set_picture(event, which, SHIELD, sign())
    return fresh(event)


def dressed(event: Event) -> None:
    """Most names of an evening are as long as names get, and so is their company."""
    Guest.objects.filter(event=event).exclude(badge__in=(2, 5)).update(name=LONG)
    company = event.liveries.order_by("pk").first()
    assert company is not None
    event.liveries.filter(pk=company.pk).update(name=COMPANY)
    Guest.objects.filter(event=event).update(livery=company)


def played(event: Event, number: int, games: int = 2) -> None:
    """A round of 14 tables; some of them level."""
    for game in range(1, games + 1):
        for table in range(1, 15):
            points = (f"={(number + game) * seat + table % 5}" for seat in range(1, 5))
            save(event, ("out", *points), (number, table, game))


def states(event: Event) -> Any:
    """The scenes of an evening as it goes, each called up by hand where it is not due."""
    yield event, "welcome"
    set_clock(event, "start", sign())
    give_time(event, 2, 5, sign())
    yield event, "clock"
    played(event, 1, 1)
    yield event, "clock"
    set_clock(event, "last_game", sign())
    yield event, "clock"
    set_clock(event, "pause", sign())
    yield event, "clock"
    for table in range(1, 15):
        points = (f"={20 - table}" if seat == table % 4 else "=30" for seat in range(4))
        save(event, ("out", *points), (1, table, 2))
    close_round(event, 1, sign())
    yield from ((event, scene) for scene in ("half_time", "move"))
    for number in (2, 3):
        played(event, number)
        close_round(event, number, sign())
    played(event, 4, 1)
    Event.objects.filter(pk=event.pk).update(chances_shown=True)
    yield event, "race"
    hold_board(event, sign())
    yield event, "race"
    for table in range(1, 15):
        points = (f"={10 + seat * 3 + table}" for seat in range(4))
        save(event, ("out", *points), (4, table, 2))
    close_round(event, 4, sign())
    seal_cut(event, sign())
    yield event, "wait"
    for _ in range(9):
        read_next(event, sign(), stage="cut")
    yield event, "reading"
    read_next(event, sign(), stage="cut")
    read_next(event, sign(), stage="cut")
    reveal_cut(event, sign())
    yield event, "reading"
    seat_playoff(event, sign())
    for number in (1, 2):
        for game in range(1, fresh(event).playoff_games + 1):
            first = ("=5", "out") if number == 2 and game > 1 else ("out", "=11")
            save(event, (*first, "=12", "=13", "=14"), (5, number, game))
    close_round(event, 5, sign())
    yield from ((event, scene) for scene in finale(event))
    yield from cuts_of_cards()


def cuts_of_cards() -> Any:
    """Two, four and eight guests are level to the end; some of them have cut."""
    for tables, cut, level in ((1, 2, ("out", "5", "5", "=20", "=40")), *ALL_LEVEL):
        event = seated_event(5 * tables, games_per_round=1, qualifying_rounds=1, cut_size=cut)
        dressed(event)
        for table in range(1, tables + 1):
            save(event, level, (1, table, 1))
        close_round(event, 1, sign())
        yield fresh(event), "cards"
        drawn = line(fresh(event))
        assert isinstance(drawn, Cut)
        who = sorted(drawn.undecided)
        cards = dict(zip(who, ("10H", "QS", "4C", "AD", "7H", "2S", "3S", "KD"), strict=False))
        record_cut_of_cards(event, cards, sign())
        yield fresh(event), "cards"


ALL_LEVEL = ((1, 3, ("out", "5", "5", "5", "5")), (2, 4, ("out", "5", "5", "5", "5")))


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
    browser: Browser, live_server: Any, settings: Any
) -> None:
    settings.BASE_URL = "http://192.168.100.200:8000"
    event = hall()
    page = wall(browser, live_server.url, event, SIZES[0], "")
    wrong: list[str] = []
    seen: set[str] = set()
    for shown, scene in states(event):
        Screen.objects.update(event=shown)
        steer(shown, "", {"scene": scene}, sign())
        expect(page.locator(f".scene-{scene}")).to_be_visible(timeout=LATEST * 5)
        page.wait_for_timeout(2500)
        wrong += [f"{scene} {where}: {said}" for where, said in looked(page) if said]
        seen.add(scene)
    page.context.close()
    assert not wrong, "\n".join(wrong)
    assert seen == set(SCENES)


def looked(page: Page) -> Iterator[tuple[str, list[str]]]:
    """What is wrong with the scene at every size, and on every ground."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for ground in GROUNDS:
            page.evaluate(
                "(it) => { document.getElementById('wall').dataset.ground = it; }", ground
            )
            yield f"{width} {ground}", page.evaluate(WRONG)


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
