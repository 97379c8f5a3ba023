"""The evening as it really goes, in a browser: whatever bends is bent, and an independent count
agrees at the end.
"""

import random
import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import recount
from tests.journeys.conftest import SAID, NoBarriers, SignIn, arrived, comes, looks_again, shows
from tests.tournament.ending import names_shown
from tests.tournament.evening import entry, official, seated_event, sign
from tournament.counting.board import board
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.models import Event, Guest, Role, Seal, Seat
from tournament.seating.acts_door import check_in
from tournament.verification.checks import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAMES, THROUGH = 2, 5
NEVER_CAME = (1, 2, 7, 13, 19, 25)
LATE = 1
WITNESS = "Walter Witness"
LATER = ("Fourth", "Third", "Second", "First", "Those are the 5")


@dataclass
class Evening:
    """The event, the organiser's browser, the board on a phone, and what was really played."""

    event: Event
    page: Page
    wall: Page
    look: NoBarriers
    played: recount.Played = field(default_factory=recount.Played)
    dice: random.Random = field(default_factory=lambda: random.Random(16))

    def go(self, part: str) -> None:
        self.page.goto(f"/e/{self.event.slug}/{part}")

    def press(self, name: str, *, role: str = "button", exact: bool = True) -> None:
        self.page.get_by_role(role, name=name, exact=exact).first.click()  # type: ignore[arg-type]

    def press_of(self, name: str, guest: str) -> None:
        """A button that stands once for each guest."""
        self.page.get_by_role("button", name=re.compile(rf"^{name}\s*: {guest}$")).click()

    def reveal(self) -> None:
        """What was read stands on the board, which is watched."""
        with self.page.expect_navigation():
            self.press("Let the board show the", exact=False)
        looks_again(self.wall)

    def said(self, words: str) -> None:
        comes(self.page, SAID, words)
        shows(self.page, words)

    def fold(self, words: str) -> Locator:
        """Open what is folded away, and stay inside it."""
        fold = self.page.locator("details", has=self.page.locator("summary", has_text=words))
        fold.locator("> summary").click()
        return fold

    def ref(self, badge: int) -> str:
        return f"P{badge:03}"

    def seats(self, number: int, table: int, game: int) -> dict[str, str]:
        """Who sits where in a game, by letter."""
        rows = Seat.objects.filter(
            event=self.event, round__number=number, table__number=table, from_game__lte=game
        )
        rows = rows.exclude(left_after_game__lt=game).order_by("letter")
        return dict(rows.values_list("letter", "guest__ref"))

    def tables(self, number: int) -> list[int]:
        rows = Seat.objects.filter(event=self.event, round__number=number)
        return sorted(set(rows.values_list("table__number", flat=True)))

    def deal(self, number: int, table: int, game: int) -> dict[str, str]:
        """One game as it ends at the table: somebody is out, one holds an eight and a king, the
        others their points.
        """
        seated = self.seats(number, table, game)
        order = self.dice.sample(sorted(seated), len(seated))
        said = {letter: f"={self.dice.randint(1, 60)}" for letter in seated}
        said |= {order[0]: "out", order[1]: "8 K"}
        self.played.games[number, table, game] = {seated[letter]: said[letter] for letter in seated}
        return said

    def typed(self, number: int, table: int, game: int, said: dict[str, str] | None = None) -> None:
        """Save a sheet as the umpire of the table would."""
        hands = said or self.deal(number, table, game)
        entries = tuple(entry(letter, hands[letter]) for letter in sorted(hands))
        record_sheet(self.event, Submission(Place(number, table, game), entries), sign())


@pytest.fixture
def evening(page: Page, phone: Page, sign_in: SignIn, no_barriers: NoBarriers) -> Evening:
    event = seated_event(
        30,
        games_per_round=GAMES,
        cut_size=THROUGH,
        playoff_tables=1,
        playoff_games=1,
        one_official=True,
    )
    sign_in(page, official(event, Role.ORGANISER, "Olive Organiser"))
    phone.goto(f"/e/{event.slug}/board/")
    return Evening(event, page, phone, no_barriers)


def names(wall: Page) -> list[str]:
    return names_shown(wall.content())


def test_the_evening_as_it_really_goes(evening: Evening) -> None:
    close_the_door_on_six(evening)
    first_round_with_a_late_guest(evening)
    second_round_with_a_guest_going_home(evening)
    put_a_swapped_game_right(evening)
    let_time_run_out(evening)
    publish_too_early_and_take_it_back(evening)
    read_the_five_out(evening)
    replace_who_declines(evening)
    settle_the_medal_by_an_extra_game(evening)
    read_the_podium(evening)
    assert list(faults(Event.objects.get(pk=evening.event.pk))) == []


def close_the_door_on_six(evening: Evening) -> None:
    """Twenty-three are let in, one more at the keyboard, and the door is closed on those who never
    came.
    """
    for badge in range(1, 30):
        if badge not in NEVER_CAME:
            check_in(evening.event, evening.ref(badge), sign())
    evening.go("door/")
    evening.page.get_by_role("textbox").first.fill("30")
    evening.press("Check in")
    evening.said("Guest 30 is here")
    evening.press("Close the door", role="link")
    expect(evening.page.locator("#who")).to_have_text("6 have not come")
    evening.look(evening.page)
    evening.press("Close the door")
    arrived(evening.page, "The door is closed")


def first_round_with_a_late_guest(evening: Evening) -> None:
    for table in evening.tables(1):
        evening.typed(1, table, 1)
    evening.go("door/")
    evening.press_of("Came after all", "Guest 1")
    evening.said("find them a seat")
    evening.go(f"seating/1/change/?late={LATE}")
    evening.page.get_by_label("From game").select_option("2")
    evening.page.get_by_label("Reason").fill("Their train was late")
    evening.press("Give them these seats")
    evening.said("Guest 1 has a seat")
    seat = Seat.objects.get(event=evening.event, round__number=1, guest__badge=LATE)
    evening.played.late[evening.ref(LATE)] = (1, seat.table.number, seat.from_game)
    for table in evening.tables(1):
        evening.typed(1, table, 2)
    evening.go("")
    evening.press("Close round 1")
    evening.press("Freeze the half-time list on the board")
    evening.said("The half-time list stays up")
    looks_again(evening.wall)
    expect(evening.wall.locator(".board-head")).to_contain_text("Half-time, after round 1")


def second_round_with_a_guest_going_home(evening: Evening) -> None:
    """Table 2 plays both games, and the umpire types each in the place of the other."""
    for table in evening.tables(2):
        if table != 2:
            evening.typed(2, table, 1)
    one, two = evening.deal(2, 2, 1), evening.deal(2, 2, 2)
    evening.typed(2, 2, 1, two)
    evening.typed(2, 2, 2, one)
    evening.go("seating/2/change/?leave=")
    goes = next(iter(evening.seats(2, 4, 2).values()))
    evening.page.get_by_label("Who goes home").select_option(str(int(goes[1:])))
    evening.page.get_by_label("From game").select_option("2")
    evening.page.get_by_label("Reason").fill("Called away")
    evening.press("Mark as gone home")
    evening.said("has gone home")
    evening.played.gone_home.add(goes)
    for table in evening.tables(2)[:-2]:
        if table != 2:
            evening.typed(2, table, 2)


def put_a_swapped_game_right(evening: Evening) -> None:
    evening.go("desk/put-right/?round=2&table=2&game=1")
    sheet = evening.page.locator(
        "form", has=evening.page.get_by_role("heading", name="A whole sheet")
    )
    sheet.get_by_label("Game there").fill("2")
    sheet.get_by_role("button", name="See what moving it changes").click()
    evening.page.get_by_label("Reason in words").fill("Typed in each other's place")
    evening.press("Do it")
    evening.said("is now that of")


def let_time_run_out(evening: Evening) -> None:
    """Two tables have not played the last game: its number counts for nobody."""
    evening.go("")
    evening.fold("More during play").get_by_role("link", name="Stop the round now").click()
    unplayed = evening.page.locator("section").filter(has_text="These games will not be played")
    expect(unplayed.locator("li a")).to_have_count(2)
    evening.page.get_by_label("Reason in words").fill("The hall closes")
    evening.look(evening.page)
    evening.press("Close round 2", exact=False)
    evening.said("Round 2 is closed")
    evening.played.never_played.add((2, 2))


def publish_too_early_and_take_it_back(evening: Evening) -> None:
    """The organiser means to hold the list back and reveals it; the hall sees it for a moment, and
    then no more.
    """
    before = names(evening.wall)
    evening.go("cut/")
    evening.press("Seal the cut")
    evening.go("reveal/")
    for heading in ("Fifth", *LATER):
        evening.page.locator("form[data-forth] button").click()
        arrived(evening.page, heading)
    evening.reveal()
    expect(evening.wall.locator(".board-foot")).to_contain_text("Sealed")
    withdraw = evening.fold("Withdraw the announcement")
    withdraw.get_by_label("The reason, for the record").fill("The seal was to wait for dessert")
    withdraw.get_by_label("Who watches now?").fill(WITNESS)
    withdraw.get_by_role("button", name="Withdraw it, watched").click()
    evening.said("withdrawn")
    looks_again(evening.wall)
    expect(evening.wall.locator(".board-head")).to_contain_text("Half-time, after round 1")
    assert names(evening.wall) == before
    assert Seal.objects.get(event=evening.event, broken_at=None).edition == 2


def read_the_five_out(evening: Evening) -> None:
    """By the space bar, the last place first; the board shows no name before its turn."""
    order = recount.in_order(evening.played)
    sums = [total for _guest, total in order]
    assert len(set(sums[: THROUGH + 2])) == THROUGH + 2
    through = [guest_name(evening, ref) for ref, _total in order[:THROUGH]]
    evening.go("reveal/")
    arrived(evening.page, f"{THROUGH} to be read")
    evening.page.keyboard.press("Space")
    arrived(evening.page, "Fifth")
    looks_again(evening.wall)
    expect(evening.wall.locator(".read-rows li")).to_have_count(THROUGH)
    assert names(evening.wall) == []
    evening.look(evening.wall)
    for shown, place in enumerate(LATER, start=1):
        evening.page.keyboard.press("Space")
        arrived(evening.page, place)
        evening.wall.reload()
        assert names(evening.wall) == through[::-1][:shown]
    evening.look(evening.page)
    evening.reveal()
    expect(evening.wall.locator(".board-foot")).to_contain_text("Sealed")
    assert names(evening.wall)[:THROUGH] == through
    told = {
        standing.player: standing.total
        for standing in board(fresh(evening)).standings
        if standing.ranked
    }
    assert told == recount.totals(evening.played)


def replace_who_declines(evening: Evening) -> None:
    """The second of the five takes the last train: the sixth plays."""
    declines = recount.in_order(evening.played)[1][0]
    evening.go("play-off/")
    evening.press_of("Declines", guest_name(evening, declines))
    evening.said("the next reserve moves up")
    evening.press("All others are here")
    evening.look(evening.page)
    evening.press("Seat the play-off and open its tables")
    evening.said("The play-off is seated")
    seated = evening.seats(3, 1, 1)
    assert list(seated.values()) == recount.finalists(evening.played, THROUGH, {declines})


def settle_the_medal_by_an_extra_game(evening: Evening) -> None:
    """Two are level behind the winner: one game between them, entered like any other."""
    seated = list(evening.seats(3, 1, 1).values())
    final = dict(zip(seated, ("out", "5", "5", "=20", "=30"), strict=True))
    evening.typed(3, 1, 1, dict(zip("ABCDE", final.values(), strict=True)))
    evening.go("play-off/")
    evening.press("Open the extra game")
    evening.press("Enter the extra game", role="link")
    evening.page.locator("[name=hand_A]").fill("9")
    evening.page.locator("[name=hand_B]").fill("O")
    evening.press("Save game 1")
    evening.said("Saved")
    extra = dict(zip(evening.seats(4, 1, 1).values(), ("9", "out"), strict=True))
    order = recount.podium(final, extra)
    assert [standing.player for standing in board(fresh(evening)).playoff] == order
    evening.played.games = {(3, 1, 1): {ref: final[ref] for ref in order}}


def read_the_podium(evening: Evening) -> None:
    """Until the winner is read the hall knows nothing of the play-off, not even its first game."""
    order = [guest_name(evening, ref) for ref in evening.played.games[3, 1, 1]]
    expect(evening.wall.locator(".board-head")).not_to_contain_text("Play-off")
    evening.go("play-off/")
    evening.press("Read the podium", role="link")
    evening.look(evening.page)
    for shown, heading in enumerate(("Third", "Second", "Winner", "That is the podium")):
        evening.page.keyboard.press("Space")
        arrived(evening.page, heading)
        evening.wall.reload()
        assert names(evening.wall) == order[:3][::-1][:shown]
    evening.press("Let the board show the final list")
    evening.said("The public board shows the final standing")
    looks_again(evening.wall)
    expect(evening.wall.locator(".board-head")).to_contain_text("Play-off, game 1")
    assert names(evening.wall) == order
    assert re.search("Guest", evening.page.content())


def guest_name(evening: Evening, ref: str) -> str:
    name: str = Guest.objects.get(event=evening.event, ref=ref).name
    return name


def fresh(evening: Evening) -> Event:
    return Event.objects.get(pk=evening.event.pk)
