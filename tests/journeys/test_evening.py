"""One evening in a real browser, from the first screen to the podium: by keys alone, each page
reached from another.
"""

import io
import re
from pathlib import Path
from urllib.parse import urlsplit

import openpyxl
import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.journeys.conftest import NoBarriers, arrived, looks_again
from tests.journeys.keyboard import Keyboard
from tests.tournament.evening import save
from tests.tournament.guest_lists import as_xlsx
from tests.walks.people import shape
from tournament.models import Event, Guest, LedgerEntry, Round, Seal, Sheet, Tally

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GUESTS, TABLES, GAMES, THROUGH = 30, 6, 2, 4
TYPED = 2
"""So many tables of round 1 are typed; the sheets of the others come in from elsewhere."""
LIVERIES = (
    "Mercers",
    "Grocers",
    "Drapers",
    "Fishmongers",
    "Goldsmiths",
    "Skinners",
    "Haberdashers",
    "Salters",
)
FIRST = ("Ada", "Bela", "Chloë", "Dafydd", "Éamon", "Fenella")
LAST = ("Arrowsmith", "Brasenose", "Cutler-Hay", "D’Urfey", "Ełk")
"""Thirty names, with accents, an apostrophe and a hyphen."""


ELSEWHERE = {
    *(f"/e/*/{part}/" for part in ("cut", "reveal", "play-off", "prizes")),  # test_ending
    *(f"/e/*/{part}/" for part in ("guests", "guests/import", "seating")),
    *(f"/e/*/sheets/#/#/#/{part}" for part in ("", "correct/")),  # test_entering
}
"""Pages that are looked at for barriers on journeys of their own, on the same laptop."""


@pytest.fixture
def guest_list(tmp_path: Path) -> Path:
    """A workbook as a clerk sends it."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    rows = [(name, LIVERIES[number % len(LIVERIES)]) for number, name in enumerate(names)]
    path = tmp_path / "guests.xlsx"
    path.write_bytes(as_xlsx([("Name", "Livery"), *rows]))
    return path


@pytest.fixture
def organiser(page: Page, no_barriers: NoBarriers) -> Keyboard:
    """One who has just typed the address of Last Card."""
    page.goto("/")

    def look(shown: Page) -> None:
        if shape(urlsplit(shown.url).path) not in ELSEWHERE:
            no_barriers(shown)

    keys = Keyboard(page, look)
    keys.arrived("Scores and rulings")
    return keys


def test_an_evening_from_the_first_screen_to_the_winner(
    organiser: Keyboard, phone: Page, guest_list: Path
) -> None:
    event = start_evening(organiser)
    declare(organiser)
    import_guests(organiser, guest_list)
    seat(organiser)
    enter_round(organiser, event)
    close(organiser, 1)
    play(event, 2)
    correct(organiser, event)
    close(organiser, 2)
    phone.goto(f"/e/{event.slug}/board/")
    seal_and_reveal(organiser, event, phone)
    play_off(organiser, event)
    podium(organiser, event)
    take_papers(organiser, event)


def start_evening(keys: Keyboard) -> Event:
    """Make an account and an evening with it; the guest list comes next."""
    keys.write("Your name", "Olive Organiser")
    keys.write("Password", "seven quiet otters")
    keys.write("Evening", "Livery Cards")
    keys.write("Day", "02022027")
    keys.press("button", "Start my own evening")
    keys.arrived("Guests")
    return Event.objects.get(name="Livery Cards")


def declare(keys: Keyboard) -> None:
    """Two games a round, four go through, and a play-off of two games."""
    keys.place("Evening", "Livery Cards")
    keys.press("link", "Settings of the evening")
    keys.arrived("Settings")
    expect(keys.page.locator("[name=name]")).to_have_value("Livery Cards")
    for label, number in (
        ("Games in a round", GAMES),
        ("How many go through", THROUGH),
    ):
        keys.write(label, str(number), prefilled=True)
    keys.reach(keys.page.locator("summary", has_text="Play-off games"))
    keys.page.keyboard.press("Enter")
    keys.write("Its games", str(GAMES), prefilled=True)
    keys.page.keyboard.press("Tab")
    expect(keys.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    expect(keys.page.get_by_role("button", name="Save settings")).to_have_count(0)


def import_guests(keys: Keyboard, guest_list: Path) -> None:
    """The workbook goes in as it is."""
    keys.place("Guests & seats", "Guests")
    keys.press("link", "Choose a file")
    keys.arrived("Import a guest list")
    with keys.page.expect_file_chooser() as chooser:
        keys.reach(keys.page.get_by_label("Guest list"))
        keys.page.keyboard.press("Enter")
    chooser.value.set_files(guest_list)
    keys.press("button", "Read this file")
    keys.arrived("Take in the list")
    keys.press("button", f"Take in {GUESTS} guests")
    keys.arrived("Guests")
    keys.said(f"{GUESTS} guests added")


def seat(keys: Keyboard) -> None:
    """Draw both rounds and publish them."""
    keys.place("Guests & seats > Seating", "Seating")
    keys.press("button", "Draw both rounds")
    keys.said("Drawn.")
    keys.arrived("Who sits where")
    expect(keys.page.get_by_text("Everyone meets new people")).to_be_visible()
    keys.press("link", "Publish both rounds")
    expect(keys.page.get_by_role("heading", level=2)).to_have_text("Publish the seating?")
    keys.arrived("Seating")
    keys.press("button", "Publish")
    keys.said("published")
    assert Round.objects.filter(state="published").count() == 2


def hands(table: int, game: int, *, winner: int) -> list[str]:
    """What the five of a table hold at the end: one is out, each other has cards that nobody else
    there has.
    """
    held = iter(
        [f"{2 + table % 5} K", f"A {9 - game} Q", f"7 {2 + table % 5}", f"J 9 {3 + table % 4} A"]
    )
    return ["O" if seat == winner else next(held) for seat in range(5)]


def enter_round(keys: Keyboard, event: Event) -> None:
    """Round 1 is entered table after table, as the pages lead on; then it is whole."""
    for table in range(TYPED + 1, TABLES + 1):
        for game in range(1, GAMES + 1):
            come_in(event, (1, table, game), hands(table, game, winner=(table + game) % 5))
    keys.place("Evening", "Livery Cards")
    keys.press("link", "Go to table 1, game 1")
    keys.arrived("Table 1 Round 1, game 1")
    for table in range(1, TYPED + 1):
        for game in range(1, GAMES + 1):
            arrived(keys.page, re.compile(f"Table {table} Round 1, game {game}"))
            enter(keys, hands(table, game, winner=(table + game) % 5))
            keys.said(f"table {table}, game {game}.")
        if table < TYPED:
            keys.press("link", f"On to table {table + 1}")
    keys.arrived(f"Table {TYPED} Round 1, game {GAMES}")
    assert Sheet.objects.filter(event=event, checked=True).count() == TABLES * GAMES
    assert Tally.objects.filter(sheet__event=event).count() == GUESTS * GAMES


def enter(keys: Keyboard, said: list[str]) -> None:
    """A sheet: the first seat has the focus, Enter leads on, and Ctrl Enter saves."""
    keys.page.wait_for_load_state("load")
    expect(keys.page.locator("[name=hand_A]")).to_be_focused()
    for text in said:
        keys.page.keyboard.type(text)
        keys.page.keyboard.press("Enter")
    keys.page.keyboard.press("Space")
    keys.page.keyboard.press("Control+Enter")


def close(keys: Keyboard, number: int) -> None:
    """All sheets are in and checked: the home of the evening offers the closing."""
    keys.place("Evening", "Livery Cards")
    keys.press("button", f"Close round {number}")
    keys.said(f"Round {number} is closed.")
    keys.arrived("Livery Cards")


def play(event: Event, number: int) -> None:
    """The other round."""
    for table in range(1, TABLES + 1):
        for game in range(1, GAMES + 1):
            typed = hands(table + number, game, winner=(2 * table + game) % 5)
            come_in(event, (number, table, game), typed)


def come_in(event: Event, place: tuple[int, int, int], typed: list[str]) -> None:
    """A sheet through the same writer as the page."""
    save(event, ["out" if text == "O" else text for text in typed], place, checked=True)


def correct(keys: Keyboard, event: Event) -> None:
    """One hand was misread; what it changes is seen before it is saved."""
    keys.place("Evening", "Livery Cards")
    keys.press("link", "Show round 1")
    keys.arrived("Scores")
    expect(keys.page.get_by_label("Table, badge or name")).to_be_focused()
    keys.page.keyboard.type("3")
    keys.page.keyboard.press("Enter")
    keys.arrived("Table 3")
    keys.reach(keys.page.locator("#game-2"))
    with keys.page.expect_navigation(url="**/sheets/1/3/2/"):
        keys.page.keyboard.press("Enter")
    keys.arrived("Table 3")
    before = points(event, 1, 3, 2)
    name = (
        keys.page.locator("[data-seat], .seat")
        .nth(1)
        .locator(".person-name, b")
        .nth(1)
        .inner_text()
    )
    keys.press("link", f"Correct {name}")
    keys.arrived("Correct game 2")
    keys.page.keyboard.type("8 K Q")
    keys.press("button", "See what it changes")
    keys.arrived(f"Correct the hand of {name}")
    expect(keys.page.locator(".moves")).to_be_visible()
    assert points(event, 1, 3, 2) == before
    keys.press("button", "8 counted as 8")
    keys.press("button", "Save the correction")
    keys.said("Corrected")
    assert points(event, 1, 3, 2) == [*before[:1], 50, *before[2:]]


def points(event: Event, *place: int) -> list[int | None]:
    """The points of a game as they stand."""
    sheet = Sheet.objects.filter(
        event=event, game__table__round__number=place[0], game__table__number=place[1]
    )
    current = sheet.filter(game__number=place[2]).order_by("-version")[0]
    return list(current.tallies.order_by("seat").values_list("points", flat=True))


def seal_and_reveal(keys: Keyboard, event: Event, phone: Page) -> None:
    """Sealed, printed, read out, revealed; the board outside shows each name as it is read, and
    none before.
    """
    before = shown(phone)
    keys.place("Results > Cut", "The cut")
    keys.press("button", "Seal the cut")
    keys.arrived("The cut, sealed")
    digest = Seal.objects.get(event=event).digest
    waits = "Sealed: the names are read out soon"
    before = [waits if part == "Provisional until sealed" else part for part in before]
    assert before.count(waits) == 1
    assert shown(phone) == before
    keys.press("button", "It is printed")
    keys.said("the list is printed")
    keys.arrived("The cut, sealed")
    keys.press("link", "Read them out")
    keys.arrived(f"{THROUGH} to be read")
    for words in ("Fourth", "Third", "Second", "First", f"Those are the {THROUGH}"):
        keys.page.keyboard.press("Space")
        arrived(keys.page, words)
        phone.reload()
        covered = phone.locator(".read-rows .cover").count()
        expect(phone.locator(".read-name")).to_have_count(THROUGH - covered)
    keys.arrived(words)
    expect(phone.locator(".read-name")).to_have_count(THROUGH)
    assert digest[:8] not in phone.content()
    keys.press("button", "Let the board show the list")
    keys.arrived("The cut")
    looks_again(phone)
    expect(phone.locator(".board-foot")).to_contain_text("Sealed")
    assert shown(phone) != before


def shown(phone: Page) -> list[str]:
    """What the public board says when it is asked anew, but for the line that it is held."""
    phone.reload()
    said = (part.strip() for part in phone.locator("main").inner_text().splitlines())
    return [part for part in said if not part.startswith("Frozen at")]


def play_off(keys: Keyboard, event: Event) -> None:
    """Seat the four and enter their games."""
    keys.place("Results > Play-off", "The play-off, to be seated")
    keys.press("button", "Seat the play-off and open its tables")
    keys.arrived("The play-off")
    keys.press("link", "Type games of table 1")
    for game, said in enumerate((["O", "9 3", "K", "2"], ["4", "O", "7 7", "5"]), start=1):
        keys.arrived(f"Table 1 Play-off, game {game}")
        enter(keys, said)
        keys.said(f"table 1, game {game}.")
    close_playoff(keys, event)


def close_playoff(keys: Keyboard, event: Event) -> None:
    """The play-off is closed where the rounds were."""
    keys.place("Evening", "Livery Cards")
    keys.press("button", "Close the play-off")
    keys.said("is closed.")
    assert LedgerEntry.objects.filter(event=event, kind="close").count() == 3


def podium(keys: Keyboard, event: Event) -> None:
    """The winner and those beside them."""
    keys.place("Results > Play-off", "After the play-off")
    keys.arrived("After the play-off")
    final = Tally.objects.filter(sheet__event=event, sheet__game__table__round__number=3)
    winner = final.filter(sheet__game__number=1).get(seat="A").guest
    named = keys.page.locator(".podium h2").all_inner_texts()
    assert (len(named), winner.name in named) == (3, True)
    keys.press("link", "All prizes")
    keys.arrived("Prizes")


def take_papers(keys: Keyboard, event: Event) -> None:
    """Score cards and workbook, with every name on them."""
    names = list(Guest.objects.filter(event=event).values_list("name", flat=True))
    keys.place("Paper", "Paper")
    keys.reach(keys.page.locator("summary", has_text="One paper at a time"))
    keys.page.keyboard.press("Enter")
    cards = PdfReader(io.BytesIO(fetched(keys, "PDF of Score cards, four to a sheet")))
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in cards.pages))
    assert [name for name in names if name not in text] == []
    book = openpyxl.load_workbook(io.BytesIO(download(keys, "Workbook (xlsx)")))
    cells = {cell for row in book["Standings"].iter_rows(values_only=True) for cell in row}
    assert [name for name in names if name not in cells] == []


def fetched(keys: Keyboard, name: str) -> bytes:
    """What a press opens; the browser would show the PDF in a viewer of its own, which keeps no
    file.
    """
    button = keys.page.get_by_role("button", name=name, exact=True)
    keys.reach(button)
    form = button.evaluate("it => Object.fromEntries(new FormData(it.form))")
    answer = keys.page.request.post(button.evaluate("it => it.form.action"), form=form)
    assert answer.status == 200
    return answer.body()


def download(keys: Keyboard, name: str) -> bytes:
    """What the browser keeps when a link to a file is pressed."""
    with keys.page.expect_download() as kept:
        keys.press("link", name)
    return kept.value.path().read_bytes()
