"""Evenings of other games walked through their pages to the winner, each with something that goes
wrong on the way.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import ready_for_keys, shows
from tests.journeys.hall import PATIENCE, named
from tests.tournament.guest_lists import as_xlsx
from tests.tournament.phones.phones import codes_issued, guest_code, table_code
from tournament.models import Event, Guest, Seat
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = (
    "Ada Arrowsmith", "Bela Brasenose", "Chloë Cutler", "Dafydd Drum", "Éamon Elk",
    "Fenella Fox", "Gwen Gold", "Hugo Hart", "Iris Ink", "Jack Jay", "Kit Kestrel",
    "Lena Lark", "Max Moss",
)  # fmt: skip


@dataclass
class Host:
    """The organiser of an evening at their laptop."""

    page: Page
    base: str = ""

    def begin(self, game: str, kind: str = "", *choices: str, target: int = 0) -> None:
        """An account and an evening of this game, with these answers to its questions."""
        page = self.page
        page.goto("/")
        page.get_by_label("Your name").fill("Olive Organiser")
        page.get_by_role("textbox", name="Password").fill("seven quiet otters")
        page.get_by_label("Evening", exact=True).fill("Card night")
        page.get_by_label("Day").fill("2027-02-02")
        if kind:
            page.get_by_role("radio", name=re.compile(f"^{kind}")).check()
        page.locator("[name=game]").select_option(label=game)
        page.get_by_role("button", name="Start my own evening").click()
        page.wait_for_url("**/e/*/**")
        self.base = re.sub(r"(/e/[^/]+/).*", r"\1", page.url)
        if choices:
            for words in choices:
                page.get_by_label(words).check()
            if target:
                page.locator("[name=choice_target]").fill(str(target))
            page.get_by_role("button", name="Save the rules").click()
            page.wait_for_load_state()

    def open(self, part: str = "") -> None:
        """A page of the evening."""
        self.page.goto(f"{self.base}{part}")

    def press(self, words: str) -> None:
        """A button by the beginning of its words; the page that comes is there."""
        button = self.page.get_by_role("button", name=re.compile(f"^{words}")).first
        with self.page.expect_navigation():
            button.click()

    def declare(self, **settings: Any) -> None:
        """Settings by their fields, each saved by itself as soon as it is left."""
        for name, value in settings.items():
            self.open("settings/")
            field = self.page.locator(f"[name={name}]")
            with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                if isinstance(value, str):
                    field.select_option(value)
                else:
                    field.fill(str(value))
                    self.page.keyboard.press("Tab")

    def take_in(self, names: tuple[str, ...], folder: Path) -> None:
        """A workbook of names."""
        path = folder / "guests.xlsx"
        path.write_bytes(as_xlsx([("Name",), *((name,) for name in names)]))
        self.open("guests/import/")
        self.page.set_input_files("input[type=file]", path)
        self.press("Read this file")
        self.press(f"Take in {len(names)}")

    def promise_the_tables(self) -> None:
        """A prize for the winner of each round at each table, after those that are usual."""
        self.open("prizes/list/")
        line = self.page.locator(".prize-line").last
        line.locator("[name$=-name]").fill("Best of the table")
        line.locator("[name$=-won_by]").select_option("table-total-0")
        self.press("Save the list")

    def seat(self) -> None:
        """Draw and publish."""
        self.open("seating/")
        self.press("Draw")
        self.page.get_by_role("link", name=re.compile("^Publish")).first.click()
        self.press("Publish")

    def now(self) -> str:
        """What the home says comes next."""
        self.open()
        return self.page.locator(".panel-next").inner_text()

    def type_in(self, number: int, table: int, hands: list[str]) -> None:
        """The next game of a table on the desk's page: a field for each seat, then Save."""
        self.open(f"desk/{number}/{table}/")
        ready_for_keys(self.page)
        expect(self.page.locator("input[name^=hand_]:focus")).to_have_count(1)
        for hand in hands:
            self.page.keyboard.type(hand)
            self.page.keyboard.press("Tab")
        with self.page.expect_navigation():
            self.page.keyboard.press("Control+Enter")
        shows(self.page, "Saved")

    def correct(self, place: str, **hands: str) -> None:
        """A sheet corrected, seen in its consequences, and saved with a reason."""
        self.open(f"sheets/{place}/correct/")
        for seat, hand in hands.items():
            self.page.locator(f"[name=hand_{seat}]").fill(hand)
        self.press("See what it changes")
        self.page.get_by_role("button", name="Misread").click()
        self.press("Save the correction")
        shows(self.page, "Corrected")

    def goes_home(self, number: int, name: str, game: int) -> None:
        """A guest misses this game and all that follow."""
        self.open(f"seating/{number}/")
        self.page.get_by_text("Somebody goes home").click()
        guest = self.page.locator("[name=leave-guest] option", has_text=name)
        self.page.locator("[name=leave-guest]").select_option(guest.get_attribute("value"))
        self.page.locator("[name=leave-game]").select_option(str(game))
        self.page.locator("[name=leave-reason]").fill("The last train")
        self.press("Mark as gone home")

    def at(self, number: int, table: int) -> dict[str, str]:
        """Who sits at a table, by seat."""
        seats = Seat.objects.filter(round__number=number, table__number=table, left_after_game=None)
        return dict(seats.order_by("letter").values_list("letter", "guest__name"))

    def close_round(self, number: int) -> None:
        """The home closes it: some sheets are not checked."""
        self.open()
        self.press(f"Close round {number}")

    def read_out(self, heading: str) -> None:
        """The cut is sealed, its names are read to the last by the key, and the board shows the
        list.
        """
        self.open("cut/")
        self.press("Seal the cut")
        self.press("It is printed")
        self.page.get_by_role("link", name="Read them out").click()
        title = self.page.get_by_role("heading", level=1)
        expect(title).to_have_text(re.compile("to be read"))
        self.page.wait_for_load_state("load")
        while not re.match(heading, before := title.inner_text()):
            self.page.keyboard.press("Space")
            expect(title).not_to_have_text(before)
        self.press("Let the board show the list")

    def shows_the_winner(self, name: str, place: str = "1") -> None:
        """Standings and board have this guest at this place."""
        self.open("standings/")
        row = self.page.locator("tr", has_text=name).first
        expect(row.locator("td").first).to_have_text(place, use_inner_text=True)
        self.open("board/")
        expect(self.page.locator(".board-name").nth(int(place) - 1)).to_contain_text(name)

    def close_the_evening(self) -> None:
        """Nothing is left to do."""
        self.open()
        self.press("Close the evening")
        expect(self.page.get_by_text(re.compile("The evening is over")).first).to_be_visible()
        assert list(faults(Event.objects.get())) == []


@pytest.fixture
def host(page: Page) -> Host:
    """An organiser at a laptop."""
    page.set_viewport_size({"width": 1280, "height": 800})
    return Host(page)


@pytest.fixture
def pad(browser: Browser, live_server: Any) -> Iterator[Callable[[int], Page]]:
    """Opens the phone at a table, once the seating is published."""
    context = browser.new_context(
        viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(PATIENCE)

    def opened(table: int) -> Page:
        event = Event.objects.get()
        codes_issued(event)
        return named(context, live_server.url, table_code(event, table))

    yield opened
    context.close()


def finished(pad: Page, names: list[str], game: int) -> None:
    """The order of finish tapped, looked at, and saved; the phone says so."""
    for name in names:
        pad.get_by_role("button", name=name, exact=True).click()
    pad.get_by_role("button", name="Everybody has a place").click()
    pad.wait_for_selector("#pad:not([data-unseen])")
    pad.get_by_role("button", name=f"Save game {game}").click()
    expect(pad.get_by_role("heading", name=f"Game {game} is saved")).to_be_visible()
    expect(pad.locator(".line")).to_have_text("All sent")
    # The points of places come with the answer, also where the round is over with this game.
    expect(pad.locator(".totals")).not_to_contain_text("–")


@pytest.mark.nightly
def test_switch_with_thirteen_at_one_table_one_of_whom_goes_home(
    host: Host, pad: Callable[[int], Page], live_server: Any, tmp_path: Path
) -> None:
    host.begin("Switch", "", "Seven to fourteen")
    host.declare(qualifying_rounds=1, games_per_round=2, cut_size=4, playoff="none")
    host.promise_the_tables()
    host.take_in(NAMES, tmp_path)
    host.seat()
    host.type_in(1, 1, ["1", "3", "2", *map(str, range(4, 14))])
    expect(host.page.get_by_text("Every game of round 1 is in.")).to_have_count(0)
    names = host.at(1, 1)
    host.goes_home(1, names["M"], 2)
    host.correct("1/1/1", B="2", C="3")
    table = pad(1)
    finished(table, [names[seat] for seat in "BACDEFGHIJKL"], 2)
    # Both have three, and the last game decides between them.
    host.close_round(1)
    host.read_out("Those are the 4")
    host.shows_the_winner(names["B"])
    host.shows_the_winner(names["A"], "2")
    expect(host.page.locator("li", has_text=names["A"])).to_contain_text("won round 1")
    host.open("standings/")
    expect(host.page.locator("tr", has_text=names["M"])).to_contain_text("withdrawn")
    host.open("prizes/")
    expect(host.page.locator("#content")).to_contain_text("1 game")
    expect(host.page.locator("#content")).not_to_contain_text("1 games")
    expect(host.page.locator("#content")).to_contain_text("Best of the table, table 1")
    expect(host.page.locator("#content")).to_contain_text("3 points in round 1")
    guest = Guest.objects.get(name=names["B"])
    table.goto(f"{live_server.url}/G/{guest_code(guest)}")
    expect(table.get_by_text("Round 1: won at your table, shared.")).to_be_visible()
    host.close_the_evening()


def raced(pad: Page, laps: dict[str, int], game: int) -> None:
    """The laps of every seat tapped, looked at, and saved."""
    expect(pad.get_by_role("heading", name="How many laps?")).to_be_visible()
    for seat, number in laps.items():
        pad.locator(f"[data-to='{seat} {number}']").click()
    pad.get_by_role("button", name="Everybody has laps").click()
    pad.wait_for_selector("#pad:not([data-unseen])")
    pad.get_by_role("button", name=f"Save game {game}").click()
    expect(pad.get_by_role("heading", name=f"Game {game} is saved")).to_be_visible()
    expect(pad.locator(".line")).to_have_text("All sent")


@pytest.mark.nightly
def test_racing_with_eight_at_one_table_one_of_whom_goes_home(
    host: Host, pad: Callable[[int], Page], tmp_path: Path
) -> None:
    host.begin("Pursuit Racing", "", "Seven to ten")
    host.declare(qualifying_rounds=1, games_per_round=2, cut_size=4, playoff="none")
    host.take_in(NAMES[:8], tmp_path)
    host.seat()
    names = host.at(1, 1)
    table = pad(1)
    table.get_by_role("button", name="Yes, in this order").click()
    raced(table, dict(zip("ABCDEFGH", (5, 4, 3, 2, 1, 0, 4, 3), strict=True)), 1)
    host.correct("1/1/1", G="2")
    host.goes_home(1, names["H"], 2)
    table.locator("[data-act=dealer][data-to=C]").click()
    expect(table.locator(".dealing")).to_contain_text("deals next")
    table.get_by_role("button", name="Game 2 of 2").click()
    raced(table, dict(zip("ABCDEFG", (4, 5, 3, 2, 1, 0, 0), strict=True)), 2)
    host.close_round(1)
    host.read_out("Those are the 4")
    host.shows_the_winner(names["B"])
    host.shows_the_winner(names["A"], "2")
    host.close_the_evening()


@pytest.mark.nightly
def test_ottawa_to_a_target_over_two_tables_and_two_rounds(host: Host, tmp_path: Path) -> None:
    host.begin("Ottawa", "", "over all rounds", target=100)
    host.declare(qualifying_rounds=3, games_per_round=2, cut_size=4, playoff="none")
    host.promise_the_tables()
    host.take_in(NAMES[:8], tmp_path)
    host.seat()
    leader = host.at(1, 1)["A"]
    for table in (1, 2):
        host.type_in(1, table, ["O", "A A", "K", "5"])
        host.type_in(1, table, ["3", "O", "Q 2", "7"])
    host.close_round(1)
    table, letters = next(
        (number, {name: seat for seat, name in host.at(2, number).items()})
        for number in (1, 2)
        if leader in host.at(2, number).values()
    )
    losing = iter(("A K", "K", "5"))
    hands = {seat: "O" if name == leader else next(losing) for name, seat in letters.items()}
    host.type_in(2, table, [hands[seat] for seat in "ABCD"])
    # One Ace was overlooked: with it the leader has the target, and the table is done.
    misread = next(seat for seat, hand in hands.items() if hand == "A K")
    host.correct(f"2/{table}/1", **{misread: "A A K"})
    host.open(f"desk/2/{table}/")
    expect(host.page.locator("#content")).to_contain_text(f"{leader} has 100 points")
    host.type_in(2, 3 - table, ["O", "A", "K", "5"])
    host.type_in(2, 3 - table, ["2", "O", "3", "5"])
    host.close_round(2)
    host.read_out("Those are the 4")
    host.shows_the_winner(leader)
    expect(host.page.locator("li", has_text=leader)).to_contain_text("won rounds 1 and 2")
    host.open("prizes/")
    expect(host.page.locator("#content")).to_contain_text("55 points in round 2")
    expect(host.page.locator("#content")).to_contain_text("Best of the table, table 2")
    host.close_the_evening()


@pytest.mark.nightly
def test_switch_for_two_as_a_knock_out_with_a_walkover_and_a_correction(
    host: Host, pad: Callable[[int], Page], tmp_path: Path
) -> None:
    page = host.page
    host.begin("Switch for two", "Knock-out", "The best of three games.")
    host.take_in(NAMES[:4], tmp_path)
    host.open()
    host.press("Pair in the order of the badges")
    host.press("Publish")
    table = pad(1)
    for game in (1, 2):
        group = table.get_by_role("group", name=f"Game {game}")
        group.get_by_role("button", name="Dafydd Drum").click()
    table.get_by_role("button", name="Dafydd Drum wins").click()
    table.wait_for_selector("#pad:not([data-unseen])")
    table.get_by_role("button", name="Save the match").click()
    expect(table.get_by_role("heading", name="The match is saved")).to_be_visible()
    host.open()
    row = page.locator("#match-2")
    row.locator("summary").click()
    row.get_by_role("button", name="Bela Brasenose is not there").click()
    expect(page.get_by_text("Table 2 is in.")).to_be_visible()
    host.open("pairings/1/1/")
    expect(page.locator("#content")).to_contain_text("deals first.")
    for game, name in ((1, "Ada Arrowsmith"), (2, "Dafydd Drum"), (3, "Ada Arrowsmith")):
        page.get_by_role("group", name=f"Game {game}").get_by_label(name).check()
    page.get_by_label("The reason for the correction").fill("Two games were told the wrong way")
    host.press("Correct the result")
    host.open()
    host.press("Pair the final")
    host.press("Publish the final")
    row = page.locator("#match-1")
    for score in ("1", "2"):
        row.get_by_role("button", name="Ada Arrowsmith wins").click()
        if score == "1":
            expect(row).to_contain_text(score)
    expect(page.get_by_text("Table 1 is in.")).to_be_visible()
    host.press("Close the knock-out")
    page.get_by_role("link", name="Results", exact=True).first.click()
    expect(page.get_by_role("heading", name="Ada Arrowsmith has won")).to_be_visible()
    host.open("board/")
    host.close_the_evening()
