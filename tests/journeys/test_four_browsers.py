"""An evening in four browsers at once: organiser and announcer before keys alone, a wall and a
phone that follow.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.conftest import NoBarriers, SignIn
from tests.journeys.hall import PATIENCE
from tests.journeys.keyboard import Keyboard
from tests.journeys.test_screens import letters_of
from tests.tournament.ending import SMALL, fresh
from tests.tournament.evening import NOW, official, save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.counting.announcement import in_capitals
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import reveal_podium
from tournament.models import Event, Role, Show
from tournament.screens.finale import prize_list
from tournament.screens.reading import Hall
from tournament.seating.acts import close_round
from tournament.steps.acts import seat_playoff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@dataclass
class Room:
    """Four browsers of one evening: organiser and announcer before keys alone, a wall, a phone."""

    event: Event
    organiser: Keyboard
    announcer: Page
    wall: Page
    guest: Page

    def on_the_wall(self, selector: str, words: str | re.Pattern[str] = "") -> None:
        """The wall shows it, however busy the machine is: times are measured elsewhere."""
        self.later()
        expect(self.wall.locator(selector).first).to_contain_text(words)

    def later(self, milliseconds: int = 3500) -> None:
        """The clocks of those who follow jump to when they ask again; nobody sits and waits."""
        for page in (self.announcer, self.wall, self.guest):
            page.clock.fast_forward(milliseconds)

    def key(self, key: str) -> None:
        """The organiser's key, pressed on the page of the walls; the page comes back with it."""
        with self.organiser.page.expect_navigation(timeout=PATIENCE):
            self.organiser.page.keyboard.press(key)

    def reads(self, words: str) -> None:
        """What the announcer is to say, and the one key that says it."""
        self.later()
        expect(self.announcer.locator("blockquote")).to_contain_text(words)
        self.turn("PageDown")

    def turn(self, key: str) -> None:
        """The announcer's key; while one is on its way no other is heard."""
        expect(self.announcer.locator("[aria-busy]")).to_have_count(0)
        self.announcer.keyboard.press(key)


STRUCK = """const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...at) {
  const counted = document.documentElement.dataset;
  counted.struck = 1 + Number(counted.struck ?? 0);
  start.apply(this, at);
}"""


@pytest.fixture
def room(
    page: Page,
    phone: Page,
    browser: Browser,
    live_server: Any,
    sign_in: SignIn,
    no_barriers: NoBarriers,
) -> Iterator[Room]:
    event = seated_event(5, **SMALL)
    tablet = browser.new_context(
        viewport={"width": 1024, "height": 768}, base_url=live_server.url
    ).new_page()
    north = browser.new_context(
        viewport={"width": 1280, "height": 720}, base_url=live_server.url
    ).new_page()
    sign_in(page, official(event, Role.ORGANISER, "organiser"))
    sign_in(tablet, official(event, Role.ANNOUNCER, "announcer"))
    codes_issued(event)
    page.add_init_script(STRUCK)
    for following in (tablet, north, phone):
        following.clock.install()
    phone.goto(f"/G/{guest_code(event.guests.get(badge=1))}")
    tablet.goto(f"/e/{event.slug}/announcer/")
    north.goto("/screen")
    page.goto(f"/e/{event.slug}/screens/")
    yield Room(event, Keyboard(page, no_barriers), tablet, north, phone)
    tablet.context.close()
    north.context.close()


def test_four_browsers_go_from_welcome_to_thanks_by_keys_alone_and_a_lost_line_comes_back(
    room: Room,
) -> None:
    keys = room.organiser
    keys.write("Its two letters", letters_of(room.wall))
    keys.write("Where it is", "North wall")
    keys.press("button", "Make it a wall")
    # The page comes back with it: a key pressed on the one before would be lost.
    expect(keys.page.locator(".wall-card")).to_have_count(1)
    room.on_the_wall(".scene-welcome", "Guest 3")
    room.reads("Good evening, and welcome to Test Evening.")
    a_press_on_a_lost_line_is_said_and_repeated(room)
    the_round_is_played_by_the_clock(room)
    event = room.event
    save(event, ("out", "5", "=6", "=20", "=40"))
    close_round(event, 1, sign())
    room.on_the_wall(".scene-wait", "The results are being looked over.")
    seal_cut(event, sign())
    expect(room.announcer.get_by_role("heading", level=1)).to_have_text("The cut")
    room.reads("We come to those who go through,")
    room.on_the_wall(".scene-reading", "Read from the last to the first.")
    room.announcer.evaluate("() => { speechSynthesis.speak = (one) => document.title = one.text; }")
    # The page of the announcer follows by itself: what it says by then goes into the ear.
    expect(room.announcer.locator("blockquote").first).to_contain_text("Guest 3")
    room.announcer.get_by_role("button", name="Speak it to me").click()
    expect(room.announcer).to_have_title(re.compile("Guest 3"))
    for name in ("Guest 3", "Guest 2", "Guest 1"):
        assert name not in room.wall.content()
        room.reads(f"{name}.")
        room.on_the_wall(".read-hero h1", name)
    room.later()
    room.turn("PageUp")
    room.on_the_wall(".read-hero h1", "Guest 2")
    assert "Guest 1" not in room.wall.content()
    room.reads("Guest 1.")
    reveal_cut(event, sign())
    seat_playoff(event, sign())
    the_end_is_read(room)


def the_round_is_played_by_the_clock(room: Room) -> None:
    """Started, paused, its last game called and stopped by keys; the line to the wall is cut
    meanwhile, and comes back by itself.
    """
    gong = "Sound a gong here at the last game and at time"
    room.organiser.press("checkbox", gong, key="Space")
    room.key("s")
    room.on_the_wall(".scene-clock")
    room.later()
    expect(room.guest.locator("[data-round-clock]")).to_contain_text("so far")
    room.key("p")
    room.on_the_wall(".clock-call", "A pause")
    room.key("p")
    room.later()
    expect(room.wall.locator(".clock-call")).to_have_count(0)
    room.key("b")
    room.later()
    expect(room.wall.locator("body")).to_have_attribute("data-state", "black")
    room.key("b")
    room.on_the_wall(".scene-clock")
    room.key("f")
    room.later()
    expect(room.wall.locator("body")).to_have_attribute("data-state", "frozen")
    room.key("f")
    room.later()
    expect(room.wall.locator("body")).to_have_attribute("data-state", "shown")
    room.wall.context.set_offline(True)
    strokes = room.organiser.page.locator("html")
    expect(strokes).not_to_have_attribute("data-struck", "3")
    room.key("l")
    # Each stroke has three tones; the page came back with the key, and strikes none the less.
    expect(room.organiser.page.get_by_label(gong)).to_be_checked()
    expect(strokes).to_have_attribute("data-struck", "3")
    shown = room.wall.locator(".clock-now")
    before = shown.inner_text()
    room.later(70_000)
    expect(room.guest.locator(".call-now")).to_contain_text("This is the last game.")
    expect(room.wall.locator("#as-at")).to_contain_text("As at")
    expect(room.wall.locator(".scene-clock")).to_be_visible()
    expect(room.wall.locator(".clock-call")).to_have_count(0)
    expect(shown).not_to_have_text(before)
    room.later(300_000)
    expect(room.wall.locator(".wall-alone")).to_contain_text("Test Evening")
    room.wall.context.set_offline(False)
    room.on_the_wall(".clock-call", "This is the last game.")
    expect(room.wall.locator("#as-at")).to_be_hidden()
    room.reads("This is the last game.")
    room.key("s")
    room.on_the_wall(".clock-call", "Time")
    expect(strokes).to_have_attribute("data-struck", "3")


def a_press_on_a_lost_line_is_said_and_repeated(room: Room) -> None:
    """The sentence stays with the announcer, who is told; pressed again it is said once."""
    note = room.announcer.locator("#announcer-note")
    room.later()
    expect(room.announcer.locator("blockquote")).to_contain_text("Your table and your seat")
    room.announcer.context.set_offline(True)
    room.reads("Your table and your seat")
    expect(note).to_contain_text("press again")
    room.later()
    expect(note).to_contain_text("No line to the laptop")
    expect(room.announcer.locator("blockquote")).to_contain_text("Your table and your seat")
    room.announcer.context.set_offline(False)
    room.later()
    expect(note).to_be_hidden()
    asked: list[Route] = []
    room.announcer.route("**/announcer/next/", lambda route: asked.append(route), times=1)
    room.reads("Your table and your seat")
    room.announcer.keyboard.press("PageDown")
    expect(note).to_contain_text("Your press is on its way")
    asked[0].continue_()
    expect(room.announcer.locator("blockquote")).to_have_count(0)
    expect(note).to_be_hidden()


def the_end_is_read(room: Room) -> None:
    """The podium with the winner last, the other prizes, and the thanks with what was given."""
    event, keys = room.event, room.organiser
    save(event, ("out", "=10", "=20"), (2, 1, 1))
    close_round(event, 2, sign())
    expect(room.announcer.get_by_role("heading", level=1)).to_have_text("The podium")
    room.reads("We come to the prizes,")
    for at, place in enumerate(("Third", "Second", "Winner"), start=1):
        room.reads(place)
        expect(room.wall.locator(".plate")).to_have_count(at)
    tops = room.wall.evaluate(
        "[1, 2, 3].map((at) => document.querySelector(`.plate-${at}`).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops), "the winner is highest"
    reveal_podium(event, sign())
    keys.write("Sum given to the charity, as it is to be read", "£3,460")
    keys.press("button", "Keep both")
    expect(room.announcer.get_by_role("heading", level=1)).to_have_text("Prizes and thanks")
    for one in prize_list(Hall(fresh(event), Show(event=event), NOW)):
        room.reads(f"{in_capitals(one['prize'])}:")
        room.on_the_wall(".scene-prizes")
    room.reads("Tonight you gave £3,460.")
    room.on_the_wall(".thanks-sum", "£3,460")
    room.guest.reload()
    expect(room.guest.get_by_role("heading", name="Guest 1")).to_be_visible()
