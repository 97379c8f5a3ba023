"""Five phones on a bad line, and eight officials at one game: nothing is lost, nothing doubled,
nothing overwritten.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.journeys.hall import (
    Server,
    acts_of,
    acts_on,
    entries,
    named,
    phone,
    saved,
    tables,
    tap,
    to_game,
    until,
    versions,
)
from tests.journeys.proxy import HOSTILE, Proxy, bad_line
from tournament.models import Conflict, Event
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONES = 5
OFFICIALS = 8
KEYS = "A23456789X"
HURRY = """() => {
  const timer = window.setTimeout, hurried = (wait) => (wait >= 1000 && wait !== 12000 ? wait / 8 : wait);
  window.setTimeout = (act, wait, ...more) => timer(act, hurried(wait), ...more);
}"""
"""Tries again sooner than on a real phone, so that a bad evening fits into a test."""
CLOCK = """() => {
  const now = Date.now;
  Date.now = () => now() + Number(localStorage.getItem("shift") ?? 0);
}"""
"""A phone whose clock may be set."""
FULL = """() => {
  const put = Storage.prototype.setItem;
  Storage.prototype.setItem = function (...row) {
    if (document.cookie.includes("full")) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, row);
  };
}"""
"""A phone whose storage takes nothing more while a cookie says so."""
FILL, EMPTY = "document.cookie = 'full=1; path=/'", "document.cookie = 'full=; path=/; max-age=0'"
DEAD = 30  # seconds
SHIFT = "(shift) => localStorage.setItem('shift', shift)"
FROZEN = "const end = performance.now() + 1500; while (performance.now() < end);"
A_DAY = 86_400_000


def drawn(rng: random.Random) -> list[str]:
    """Hands of five, as many cards as are usual; now and then nobody went out."""
    pack = [rank for rank in KEYS[:-1] for _ in range(4)] + ["X"] * 16
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(rng.choice((1, 2, 3, 3, 5)))] for _ in range(5)]
    out = rng.randrange(40)
    return [
        "out" if seat == out % 5 and out else "".join(sorted(hand, key=KEYS.index))
        for seat, hand in enumerate(hands)
    ]


MISHAPS = {"nothing": 45, "reload": 20, "tab closed": 15, "offline": 20}
MORE_MISHAPS = MISHAPS | {"frozen": 10, "clock": 25, "back": 15, "away": 15}
MORE_MISHAPS |= {"storage full": 20, "line dead": 4}
CLOSES = ("tab closed", "away")


@dataclass
class Held:
    """A phone in somebody's hand: its context, its page, the code of its table."""

    context: BrowserContext
    page: Page
    code: str
    proxy: Proxy
    kinds: dict[str, int] = field(default_factory=lambda: MISHAPS)

    def again(self) -> None:
        """Reads the page anew, as one whose browser has closed it."""
        self.page.close()
        self.page = self.context.new_page()
        self.page.goto(f"{self.proxy.url}/T/{self.code}")

    def away(self) -> None:
        """Off to another page, and back by the browser's own Back."""
        self.page.goto("about:blank")
        self.page.go_back()

    def back(self) -> None:
        """A look at the help, and back by the browser's own Back: to where one was."""
        shown = self.page.locator("#step").inner_text()
        self.page.get_by_role("button", name="Umpire and rules").tap()
        expect(self.page.locator("#step")).to_have_text("Umpire and rules")
        self.page.go_back()
        expect(self.page.locator("#step")).to_have_text(shown)

    def mishap(self, rng: random.Random, number: int) -> Counter[str]:
        """What befalls the phone in the midst of a game. A page that asks to be kept open is not
        closed; whatever else, the game half entered is before us afterwards.
        """
        kind = rng.choices(list(self.kinds), list(self.kinds.values()))[0]
        self.page.evaluate(EMPTY)
        if kind in CLOSES and self.page.locator(".line").inner_text() == "Keep this page open":
            kind = "nothing"
        befalls: dict[str, Callable[[], object]] = {
            "frozen": lambda: self.page.evaluate(FROZEN),
            "clock": lambda: self.page.evaluate(SHIFT, rng.choice((-A_DAY, 0, A_DAY))),
            "reload": self.page.reload,
            "tab closed": self.again,
            "offline": lambda: self.context.set_offline(offline=True),
            "back": self.back,
            "away": self.away,
            "storage full": lambda: self.page.evaluate(FILL),
            "line dead": lambda: self.proxy.die(DEAD),
        }
        if kind in ("reload", *CLOSES):
            until(self.page, lambda: not self.proxy.is_dead)
        befalls.get(kind, Counter)()
        if kind in ("reload", *CLOSES):
            self.expect_game(number)
        return Counter([kind])

    def expect_game(self, number: int) -> None:
        """The game is before us, once it was said that the phone keeps nothing."""
        keeps_nothing = self.page.get_by_role("heading", name="This phone keeps nothing")
        place = self.page.locator(".where p").filter(has_text=f"game {number} of")
        expect(keeps_nothing.or_(place).first).to_be_visible()
        if keeps_nothing.count():
            self.page.get_by_role("button", name="Go on").click()
        expect(place).to_be_visible()


def enter(held: Held, number: int, hands: list[str], rng: random.Random) -> Counter[str]:
    """One game with a mishap at some tap."""
    if number > 1:  # before the first game the pad asks for the order of the seats
        to_game(held.page, number)
    else:
        expect(held.page.get_by_role("heading", name="Sitting in this order?")).to_be_visible()
    acts = acts_on(held.page, hands)
    at = rng.randrange(1, len(acts))
    tap(held.page, acts[:at])
    befell = held.mishap(rng, number)
    tap(held.page, acts[at:])
    if befell["offline"]:
        expect(held.page.get_by_role("heading", name=f"Game {number} is kept here")).to_be_visible()
        held.context.set_offline(False)
    return befell


def evening(
    browser: Browser,
    proxy: Proxy,
    event: Event,
    codes: list[str],
    games: int,
    kinds: dict[str, int] = MISHAPS,
) -> Counter[str]:
    """Every phone enters its games over the bad line, and the database holds each of them once;
    what befell the phones and the line.
    """
    rng = random.Random(proxy.seed)
    phones = [opened(browser, proxy, code) for code in codes]
    for held in phones:
        held.kinds = kinds
    wanted, befell = {}, Counter[str]()
    for number in range(1, games + 1):
        for table, held in enumerate(phones, 1):
            wanted[table, number] = drawn(rng)
            befell += enter(held, number, wanted[table, number], rng)
    for held in phones:
        held.page.evaluate(EMPTY)
        held.page.evaluate("localStorage.removeItem('shift')")
        held.page.evaluate("dispatchEvent(new Event('online'))")
        expect(held.page.locator(".line")).to_have_text("All sent")
        assert held.page.locator(".strip [aria-label$=': saved']").count() == games
        held.context.close()
    assert saved(event) == wanted
    assert versions(event) == entries(event, "sheet") == len(wanted)
    assert Conflict.objects.count() == 0
    assert list(faults(event)) == []
    assert min(befell[kind] for kind in ("reload", "tab closed", "offline")) > 0
    assert (
        min(proxy.befell[kind] for kind in ("request lost", "reply lost", "reply cut", "slow")) > 0
    )
    return befell + proxy.befell


def opened(browser: Browser, proxy: Proxy, code: str) -> Held:
    """A phone that has scanned its card and given its name."""
    context = phone(browser)
    context.add_init_script(f"({HURRY})()")
    context.add_init_script(f"({CLOCK})()")
    context.add_init_script(f"({FULL})()")
    context.on("dialog", lambda dialog: dialog.accept())
    return Held(context, named(context, proxy.url, code), code, proxy)


@pytest.mark.promise(
    "Wi-Fi lost in the midst of saves, pages reloaded, tabs closed: every sheet once", faults=(1, 4)
)
def test_twenty_five_games_of_five_phones_on_a_bad_line_are_all_saved_once(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(PHONES, 5)
    with bad_line(server.port, seed=35) as proxy:
        evening(browser, proxy, event, codes, 5)


@pytest.mark.torture
def test_five_hundred_games_of_five_phones_on_a_bad_line_are_all_saved_once(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(PHONES, 100)
    with bad_line(server.port, seed=55) as proxy:
        evening(browser, proxy, event, codes, 100)


@pytest.mark.torture
def test_two_hundred_games_on_a_line_with_every_kind_of_fault_are_all_saved_once(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(PHONES, 40)
    with bad_line(server.port, seed=76, faults=HOSTILE) as proxy:
        befell = evening(browser, proxy, event, codes, 40, MORE_MISHAPS)
    assert min(befell[kind] for kind in (*HOSTILE, *MORE_MISHAPS)) > 0


ONCE = """async ([code, sheets]) => {
  const told = [];
  for (const body of sheets) {
    try {
      const answer = await fetch("/pad/sheet", { method: "POST", body: JSON.stringify(body), headers: {
        "Content-Type": "application/json", Authorization: `Bearer ${code}`, "X-Phone": "A".repeat(26) } });
      told.push((await answer.json()).receipt ?? answer.status);
    } catch { told.push(null); }
  }
  return told;
}"""


def body(game: int, hands: list[str], **more: object) -> dict[str, object]:
    """A sheet as one would send it without the pad."""
    rows = [
        {"seat": "ABCDE"[at], "guest": f"P{at + 1:03}"}
        | ({"out": True} if hand == "out" else {"hand": " ".join(hand)})
        for at, hand in enumerate(hands)
    ]
    sheet = {
        "key": f"plain-{game}-{more.get('seen', 0)}",
        "round": 1,
        "game": game,
        "seen": 0,
        "checked": True,
        "entries": rows,
    }
    return sheet | {"blocked": "out" not in hands} | more


@pytest.mark.control("test_twenty_five_games_of_five_phones_on_a_bad_line_are_all_saved_once")
def test_the_same_line_loses_games_of_a_page_that_sends_each_once(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 30)
    rng = random.Random(3)
    with bad_line(server.port, seed=5) as proxy:
        page = opened(browser, proxy, codes[0]).page
        told = page.evaluate(ONCE, [codes[0], [body(game, drawn(rng)) for game in range(1, 31)]])
        page.context.close()
    lost, unknown = (
        30 - len(saved(event)),
        len(saved(event)) - sum(receipt is not None for receipt in told),
    )
    assert lost == proxy.befell["request lost"] > 0
    assert unknown == proxy.befell["reply lost"] + proxy.befell["reply cut"] > 0


AT_ONCE = """(at) => new Promise((done) => setTimeout(() => {
  document.querySelector("[data-act=save]").click(); done(); }, at - Date.now()))"""


def race(browser: Browser, server: Server, rounds: int) -> None:
    """Eight phones send eight different sheets of one game at the same moment, game after game."""
    event, codes = tables(1, rounds)
    pages = [
        named(phone(browser), server.url, codes[0], f"Official {number}")
        for number in range(OFFICIALS)
    ]
    for page in pages:
        page.get_by_role("button", name="Yes, in this order").click()
    for game in range(1, rounds + 1):
        for mine, page in enumerate(pages):
            tap(
                page, [("game", str(game)), *acts_of(["out", "23456789"[mine], "A", "X", "4"])[:-1]]
            )
        start = pages[0].evaluate("Date.now() + 250")
        for page in pages:
            page.evaluate(f"void ({AT_ONCE})({start})")
        heads = [settled(page) for page in pages]
        assert Counter(heads) == {
            f"Game {game} is saved": 1,
            f"Game {game}: two versions": OFFICIALS - 1,
        }
        winner = heads.index(f"Game {game} is saved")
        assert saved(event)[1, game][1] == "23456789"[winner]
    assert versions(event) == rounds
    assert Conflict.objects.filter(resolved_by=None).count() == rounds * (OFFICIALS - 1)
    for page in pages:
        page.context.close()


def settled(page: Page) -> str:
    """The heading once the server has spoken."""
    expect(page.locator("h2")).to_have_text(re.compile("is saved|: two versions"))
    return str(page.locator("h2").inner_text())


@pytest.mark.promise(
    "Of eight phones at one game one wins, and the others see its sheet beside their own",
    faults=(2,),
)
def test_of_eight_officials_at_one_game_one_wins_and_the_others_see_it(
    browser: Browser, server: Server
) -> None:
    race(browser, server, 3)


@pytest.mark.control("test_of_eight_officials_at_one_game_one_wins_and_the_others_see_it")
def test_officials_who_had_the_sheet_before_them_do_change_it_one_after_another(
    browser: Browser, server: Server
) -> None:
    event, codes = tables(1, 2)
    page = named(phone(browser), server.url, codes[0])
    sheets = [
        body(1, ["out", "23456789"[mine], "A", "X", "4"], seen=mine, reason="Counted again")
        for mine in range(OFFICIALS)
    ]
    page.evaluate(ONCE, [codes[0], sheets])
    assert (versions(event), Conflict.objects.count()) == (OFFICIALS, 0)
    page.context.close()


@pytest.mark.torture
def test_of_eight_officials_at_each_of_two_hundred_games_one_wins(
    browser: Browser, server: Server
) -> None:
    race(browser, server, 200)
