"""A whole evening, from the first round to its end, by keys alone and from three tabs: Evening (the
card Now), Scores and Results.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import NoBarriers, SignIn, arrived
from tests.journeys.keyboard import Keyboard
from tests.tournament.evening import official, seated_event, sign
from tournament.counting.board import board
from tournament.models import Event, Guest, Role
from tournament.seating.acts_door import check_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HOME = "Test Evening"
SCORES = {
    1: (("O", "9", "2 K", "Q Q Q", "A"), ("7", "O", "3 9", "Q 5 X K", "3 X")),
    2: (("4", "O", "9 K", "8 K K", "2"), ("X", "3", "O", "8 9 Q", "K X")),
    3: (("O", "9 3", "K", "2"),),
}
"""What the five of each table hold, round by round; the four of the play-off last."""
THROUGH = ("Guest 7", "Guest 5", "Guest 1", "Guest 2")


@pytest.fixture
def event() -> Event:
    """Ten guests at two tables, two rounds of one game, four to a play-off; all are here."""
    event = seated_event(
        10,
        games_per_round=1,
        cut_size=4,
        playoff_tables=1,
        playoff_games=1,
        one_official=True,
    )
    for ref in Guest.objects.filter(event=event).values_list("ref", flat=True):
        check_in(event, ref, sign())
    return event


@pytest.fixture
def organiser(page: Page, sign_in: SignIn, no_barriers: NoBarriers, event: Event) -> Keyboard:
    """The organiser before the card Now, whose pages are noted from here on."""
    sign_in(page, official(event, Role.ORGANISER))
    page.goto(f"/e/{event.slug}/")

    def look(shown: Page) -> None:
        """The other pages are looked at on their own journeys."""
        if shown.url.endswith(f"/e/{event.slug}/"):
            no_barriers(shown)

    keys = Keyboard(page, look)
    keys.arrived(HOME)
    return keys


def test_an_evening_by_keys_alone_from_now_scores_and_results(
    organiser: Keyboard, event: Event
) -> None:
    opened = tabs_opened(organiser.page)
    organiser.press("button", "Play without paper")
    for number in (1, 2):
        organiser.press("button", f"Start round {number}")
        play(organiser, number)
        organiser.press("button", f"Close round {number}")
        organiser.said(f"Round {number} is closed.")
    read_out(organiser)
    play_off(organiser)
    end(organiser)
    found = [standing.player for standing in board(Event.objects.get(pk=event.pk)).playoff]
    assert len(found) == len(THROUGH)
    assert opened == {"Evening", "Scores", "Results"}


def tabs_opened(page: Page) -> set[str]:
    """The tabs of all pages that are shown from now on, noted as each has loaded."""
    opened: set[str] = set()

    def note(shown: Page) -> None:
        opened.update(shown.locator("nav.tabs a[aria-current]").all_inner_texts() or [shown.url])

    page.on("load", note)
    return opened


def play(keys: Keyboard, number: int) -> None:
    """Every table of a round, from the card Now by the box of the scores, and back."""
    for table, hands in enumerate(SCORES[number], start=1):
        if table == 1:
            keys.press("link", "Type scores", within=".now")
            keys.arrived("Scores")
        else:
            keys.place("Scores", "Scores")
        expect(keys.page.get_by_label("Table, badge or name")).to_be_focused()
        keys.page.keyboard.type(str(table))
        keys.page.keyboard.press("Enter")
        arrived(keys.page, f"Table {table}")
        type_table(keys, hands)
    keys.place("Evening", HOME)


def type_table(keys: Keyboard, hands: tuple[str, ...]) -> None:
    """The grid of a table: the first cell has the focus, Enter leads on, Ctrl Enter saves."""
    expect(keys.page.locator("[name=hand_1_A]")).to_be_focused()
    for hand in hands:
        keys.page.keyboard.type(hand)
        keys.page.keyboard.press("Enter")
    signed = keys.page.get_by_role("checkbox", name=re.compile("The umpire’s sheet is signed"))
    keys.reach(signed)
    keys.page.keyboard.press("Space")
    keys.page.keyboard.press("Control+Enter")
    keys.said("Saved")


def read_out(keys: Keyboard) -> None:
    """Sealed, printed, read and revealed, each where the card Now leads."""
    keys.press("link", "Seal the cut", within=".now")
    keys.arrived("The cut, not yet sealed")
    keys.press("button", "Seal the cut")
    keys.arrived("The cut, sealed")
    keys.place("Evening", HOME)
    keys.press("link", "Read them out", within=".now")
    read(keys, len(THROUGH), f"Those are the {len(THROUGH)}")


def read(keys: Keyboard, names: int, last: str, public: str = "list") -> None:
    """The space bar shows name after name; then everything stands on the board."""
    keys.arrived(f"{names} to be read")
    for _name in range(names):
        before = keys.page.locator("h1").inner_text()
        keys.page.keyboard.press("Space")
        expect(keys.page.locator("h1")).not_to_have_text(before)
    keys.page.keyboard.press("Space")
    keys.arrived(last)
    keys.press("button", f"Let the board show the {public}")


def play_off(keys: Keyboard) -> None:
    """The four are seated and their game is typed."""
    keys.place("Evening", HOME)
    keys.press("link", "Ask them", within=".now")
    keys.arrived("The play-off, to be seated")
    named = re.findall(r"Guest \d+", keys.page.locator("main").inner_text())
    assert tuple(dict.fromkeys(named))[: len(THROUGH)] == THROUGH
    keys.press("button", "Seat the play-off and open its tables")
    keys.arrived("The play-off")
    keys.place("Evening", HOME)
    keys.press("button", "Start the play-off")
    play(keys, 3)
    keys.press("button", "Close the play-off")


def end(keys: Keyboard) -> None:
    """The podium is read, the prizes are handed over, the evening is over."""
    keys.press("link", "Read the podium", within=".now")
    read(keys, 3, "That is the podium", "final list")
    keys.place("Results > Prizes", "Prizes")
    keys.place("Evening", HOME)
    keys.press("button", "Close the evening")
    expect(keys.page.get_by_role("heading", name="The evening is over")).to_be_visible()
    keys.arrived(HOME)
