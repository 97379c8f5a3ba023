"""What has to fit on every wall of a hall, whatever the names."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scoring.counting.cut import Cut
from tests.tournament.ending import fresh
from tests.tournament.evening import add_guests, new_event, save, seated_event, sheet, sign
from tests.tournament.matches.matches import match_event, out, play_round
from tests.tournament.pictures import SHIELD
from tournament.counting.consequences import line
from tournament.entry.acts import record_sheet
from tournament.event.acts_pictures import set_picture
from tournament.finals.acts import hold_board, reveal_cut, seal_cut
from tournament.finals.acts_cards import record_cut_of_cards
from tournament.finals.acts_playoff import read_next, reveal_podium
from tournament.models import Event, Guest, Screen
from tournament.screens.acts import add_screen, give_time, set_clock, steer, tell
from tournament.screens.scenes import SCENES
from tournament.seating.acts import close_round, lay_round, publish_round
from tournament.steps.acts import seat_playoff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1920, 1080), (3840, 2160), (1024, 768), (1280, 720))
GROUNDS = ("dark", "light", "plain")
LONG = "Alderman Sir Peregrine Featherstonehaugh-Chol"
# As many letters as the lines of lists take: 22, 26, 27 and 28.
JUST = (
    "Wilhelmina Wommersmith",
    "Dame Wilhelmina Woolmonger",
    "Lt Col Maximilian Goodwomme",
    "Alderman Wilhelm Wommersmith",
)
COMPANY = "Stationers and Newspaper Makers"
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
    if (box.right > wide * 0.98 || box.left < wide * 0.02) found.push(`beside: ${text}`);
    if (box.bottom > high * 0.995 || box.top < high * 0.02) found.push(`above or below: ${text}`);
    const plate = holder.closest(".plate, article, .latest, .climbed, .move-tile");
    const within = plate?.getBoundingClientRect();
    const least = high * (plate?.matches(".plate-1") ? 0.03 : 0.008);
    if (within && Math.min(box.left - within.left, within.right - box.right) < least)
      found.push(`no room beside: ${text}`);
  }
  const rows = [...scene.children].map((one) => one.getBoundingClientRect());
  rows.slice(1).forEach((box, at) => {
    if (box.top < rows[at].bottom - 1) found.push(`part ${at + 1} over part ${at}`);
  });
  const framed = ".scene-body, .plate, .podium, article, .read-hero, .cutter, .climbed";
  for (const one of scene.querySelectorAll(framed)) {
    if (one.scrollHeight > one.clientHeight + high * 0.006) found.push(`high: ${one.className}`);
    if (one.scrollWidth > one.clientWidth + high * 0.006) found.push(`too wide: ${one.className}`);
  }
  for (const one of scene.querySelectorAll("li, .race-head > span, .climbed > p")) {
    if (one.scrollHeight > one.clientHeight + high * 0.006) found.push(`cut: ${one.textContent}`);
    if (one.scrollWidth > one.clientWidth + high * 0.006) found.push(`cut: ${one.textContent}`);
  }
  for (const one of scene.querySelectorAll("h1, h2, b")) {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let at = walk.nextNode(); at; at = walk.nextNode()) {
      for (const word of at.textContent.matchAll(/[^\\s-]+-?/g)) {
        const range = document.createRange();
        range.setStart(at, word.index);
        range.setEnd(at, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) found.push(`broken: ${word[0]}`);
      }
    }
  }
  const kept = [...scene.querySelectorAll(".read-points, .plate-total, .leaders-total")];
  for (const one of kept) {
    const box = one.getBoundingClientRect(), row = one.parentElement.getBoundingClientRect();
    if (row.right - box.right < high * 0.02 && one.matches(".read-points")) found.push("no room");
  }
  if (scene.querySelector("a, button, input")) found.push("something to press");
  const bright = (colour) => {
    const part = (one) => (one <= 10 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const ground = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return /^rgba.*, 0.$/.test(colour) ? ground(one.parentElement) : colour;
  };
  for (const one of scene.querySelectorAll("*")) {
    const said = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!said || !one.checkVisibility({ visibilityProperty: true })) continue;
    const both = [bright(getComputedStyle(one).color), bright(ground(one))];
    const [low, strong] = both.sort((a, b) => a - b);
    if ((strong + 0.05) / (low + 0.05) < 4.5) found.push(`faint: ${one.textContent.trim()}`);
  }
  return [...new Set(found)];
}"""


def hall() -> Event:
    """An evening of long names and four rounds: 70 guests, ten go through; arms and a sponsor. A
    stays, everybody else moves up.
    """
    event = new_event(
        games_per_round=2, qualifying_rounds=4, cut_size=10, name="The Inter-Livery Evening"
    )
    refs = [guest.ref for guest in add_guests(event, 70)]
    for number in range(1, 5):
        moved = [
            [(table - at * (number - 1)) % 14 * 5 + at for at in range(5)] for table in range(14)
        ]
        lay_round(event, number, [[refs[one] for one in table] for table in moved])
        publish_round(event, number, sign())
    dressed(event)
    for which in ("arms", "sponsor"):
        set_picture(event, which, SHIELD, sign())
    return fresh(event)


def dressed(event: Event) -> None:
    """Most names of an evening are as long as names get, or just fit a line; and so is their
    company.
    """
    Guest.objects.filter(event=event).exclude(badge__in=(2, 5)).update(name=LONG)
    for at, name in enumerate(JUST, start=3):
        Guest.objects.filter(event=event, badge__gt=5, badge__in=range(at, 200, 7)).update(
            name=name
        )
    company = event.liveries.order_by("pk").first()
    assert company is not None
    event.liveries.filter(pk=company.pk).update(name=COMPANY)
    Guest.objects.filter(event=event).update(livery=company)


def played(event: Event, number: int, games: Sequence[int] = (1, 2)) -> None:
    """Games of a round at 14 tables: somebody else goes out each time, and some are level."""
    for game in games:
        for table in range(1, 15):
            points = [f"={3 + 4 * seat + (table * number) % 7}" for seat in range(4)]
            at = (table + 2 * game + number) % 5
            said = sheet((*points[:at], "out", *points[at:]), (number, table, game))
            record_sheet(event, said, sign(at=timezone.now()))


def states(event: Event) -> Any:
    """The scenes of an evening as it goes, each called up by hand where it is not due."""
    yield event, "welcome"
    set_clock(event, "start", sign())
    give_time(event, 2, 5, sign())
    yield event, "clock"
    played(event, 1, (1,))
    yield event, "clock"
    set_clock(event, "last_game", sign())
    yield event, "clock"
    set_clock(event, "pause", sign())
    yield event, "clock"
    played(event, 1, (2,))
    close_round(event, 1, sign())
    yield from ((event, scene) for scene in ("half_time", "move"))
    for number in (2, 3):
        played(event, number)
        close_round(event, number, sign())
    played(event, 4, (1,))
    Event.objects.filter(pk=event.pk).update(chances_shown=True)
    yield event, "race"
    hold_board(event, sign())
    yield event, "race"
    played(event, 4, (2,))
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
    yield from matches()


def matches() -> Any:
    """The matches of a round as they are published, and the standing once they are played."""
    event = match_event(16)
    dressed(event)
    out(event)
    yield fresh(event), "pairings"
    play_round(event)
    yield fresh(event), "places"


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


SETTLED = """Promise.allSettled(document.getAnimations()
  .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime)).map((one) => one.finished))
  .then(() => true)"""
"""Waits until what moves has arrived; what runs along for ever is not waited for."""


SOONER = """() => {
  const after = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (wait) => after(wait / 8);
}"""
"""Gives up sooner than on a real wall."""


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
        expect(page.locator(f".scene-{scene}")).to_be_visible()
        page.evaluate(SETTLED)
        wrong += [f"{scene} {where}: {said}" for where, said in looked(page) if said]
        seen.add(scene)
    page.context.close()
    assert not wrong, "\n".join(wrong)
    assert seen == set(SCENES)


def looked(page: Page) -> Iterator[tuple[str, list[str]]]:
    """What is wrong with the scene at each size, and on each ground: these are colours alone."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        yield f"{width}", page.evaluate(WRONG)
    for ground in GROUNDS[::-1]:
        page.evaluate("(it) => { document.getElementById('wall').dataset.ground = it; }", ground)
        yield ground, page.evaluate(WRONG)


def test_what_is_too_small_or_beside_the_wall_would_be_seen(
    browser: Browser, live_server: Any
) -> None:
    event = hall()
    page = wall(browser, live_server.url, event, (1280, 720), "")
    expect(page.locator(".scene-welcome")).to_be_visible()
    assert page.evaluate(WRONG) == []
    page.evaluate("document.querySelector('.scene h1').style.fontSize = '12px'")
    assert any(said.startswith("small") for said in page.evaluate(WRONG))
    page.evaluate("document.querySelector('.scene h1').style.cssText = 'width: 9vh'")
    assert any(said.startswith("broken") for said in page.evaluate(WRONG))
    moving = "document.getAnimations().map((one) => one.effect.getTiming().easing)"
    assert "linear" in page.evaluate(moving)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator(".scene-welcome")).to_be_visible()
    assert [how.partition("(")[0] for how in page.evaluate(moving)] == ["steps"]
    page.context.close()


def test_a_wall_whose_question_is_never_answered_gives_it_up_and_asks_again(
    browser: Browser, live_server: Any
) -> None:
    event = seated_event(5)
    patient, endless = (wall(browser, live_server.url, event, (1280, 720), "") for _each in "12")
    patient.evaluate(SOONER)
    endless.evaluate("AbortSignal.timeout = undefined")
    for page in (patient, endless):
        expect(page.locator(".scene-welcome")).to_be_visible()
        page.route("**/screen/now", lambda _route: None, times=1)
        with page.expect_request("**/screen/now"):
            pass
    steer(event, "", {"scene": "thanks"}, sign())
    expect(patient.locator(".scene-thanks")).to_be_visible()
    expect(endless.locator(".scene-welcome")).to_be_visible()
    for page in (patient, endless):
        page.unroute_all(behavior="ignoreErrors")
        page.context.close()
