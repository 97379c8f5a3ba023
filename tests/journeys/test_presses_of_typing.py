"""What it costs to type, in presses: keys and clicks that do something. What is written into boxes,
and Tab or Enter from one box to the next, is typing. docs/ways.md tells the same figures.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import SignIn, arrived
from tests.tournament.evening import official, save, seated_event
from tournament.models import Event, Flag, Role, Sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAYS = Path(__file__).resolve().parents[2] / "docs" / "ways.md"
HANDS = ("O", "8 K", "A", "4 6", "2 3 4")
COUNTED = {
    "type a table of five": 2,
    "correct one hand after close": 6,
    "answer one flag": 1,
    "a table typed into the wrong one": 1,
    "a table saved into the wrong one": 2,
    "a cell that cannot be read": 1,
}


@dataclass
class Typist:
    """Whoever types at the desk, and how often they pressed since it was asked last."""

    page: Page
    event: Event
    presses: int = 0

    def key(self, name: str) -> None:
        self.presses += 1
        self.page.keyboard.press(name)

    def click(self, target: Locator) -> None:
        self.presses += 1
        target.click()

    def open(self, place: str, heading: str) -> None:
        self.page.goto(f"/e/{self.event.slug}/{place}")
        arrived(self.page, heading)
        self.presses = 0

    def typed(self, *hands: str) -> None:
        """From the box that has the focus on, down the seats and on to the next games."""
        for index, hand in enumerate(hands):
            if index:
                self.page.keyboard.press("Tab")
            self.page.keyboard.type(hand)

    def into(self, field: str, text: str) -> None:
        self.page.locator(f"[name={field}]").focus()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def saved(self, words: str) -> int:
        """How often they pressed until the page says so."""
        expect(self.page.get_by_text(words).first).to_be_visible()
        return self.presses


@pytest.fixture
def typist(page: Page, sign_in: SignIn) -> Typist:
    """An organiser before four tables of five; one game of the fourth holds a single 8."""
    event = seated_event(20, games_per_round=5, qualifying_rounds=1)
    save(event, ("out", "8", "3", "4", "5"), (1, 4, 1))
    sign_in(page, official(event, Role.ORGANISER, "olive"))
    return Typist(page, event)


def test_the_presses_of_typing_are_counted(typist: Typist) -> None:
    page = typist.page
    counts: dict[str, int] = {}

    typist.open("desk/", "Scores")
    page.locator("[name=q]").focus()
    page.keyboard.type("1")
    typist.key("Enter")
    arrived(page, "Table 1")
    typist.typed(*(hand for game in range(5) for hand in (*HANDS[game:], *HANDS[:game])))
    typist.key("Control+Enter")
    counts["type a table of five"] = typist.saved("table 1, games 1, 2, 3, 4, 5")

    typist.open("desk/", "Scores")
    page.locator("[name=q]").focus()
    page.keyboard.type("1")
    typist.key("Enter")
    arrived(page, "Table 1")
    typist.click(page.locator("#game-1"))
    typist.click(page.get_by_role("link", name="Correct Guest 2"))
    arrived(page, "Correct game 1")
    page.keyboard.type("9")
    typist.key("Control+Enter")
    arrived(page, "Correct the hand of Guest 2")
    typist.click(page.get_by_role("button", name="8 counted as 8"))
    typist.click(page.get_by_role("button", name="Save the correction"))
    counts["correct one hand after close"] = typist.saved("Corrected")

    typist.open("sheets/1/4/1/", "Flag 1 of 1")
    typist.key("1")
    counts["answer one flag"] = typist.saved("Flag dismissed: Right as it is.")
    assert not Flag.objects.filter(event=typist.event, dismissed="").exists()

    typist.open("desk/1/3/", "Table 3")
    typist.typed(*HANDS)
    page.locator("[name=belongs]").focus()
    page.keyboard.type("2")
    typist.key("Enter")
    counts["a table typed into the wrong one"] = typist.saved("table 2, game 1. Receipt")

    typist.open("desk/1/2/", "Table 2")
    page.locator("[name=to_table]").focus()
    page.keyboard.type("3")
    typist.key("Enter")
    arrived(page, "Move one game from table 2 to table 3")
    typist.click(page.get_by_role("button", name="Do it"))
    counts["a table saved into the wrong one"] = typist.saved("Moved: one game")

    typist.open("desk/1/2/", "Table 2")
    typist.typed("O", "1Z", *HANDS[2:])
    page.keyboard.press("Control+Enter")
    expect(page.locator("[name=hand_1_B]")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("7 7")
    typist.key("Control+Enter")
    counts["a cell that cannot be read"] = typist.saved("table 2, game 1. Receipt")

    assert counts == COUNTED
    assert Sheet.objects.filter(event=typist.event, accepted=True).count() == 8


def test_the_ways_tell_what_was_counted() -> None:
    rows = [row.split(" | ") for row in WAYS.read_text().splitlines() if "presses_of_typing" in row]
    told = {
        row[0].removeprefix("| "): int(row[2].partition(":")[0].partition(",")[0]) for row in rows
    }
    assert told == COUNTED
