"""Whatever the desk does with a sheet, the phones at two tables say the same of every game as the
laptop: its mark, and each guest's points and total.
"""

import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

import pytest
from django.db import connection
from django.db.models import Q
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from tests.journeys.hall import Server, acts_on, named, phone, tables, tap
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import NOW, save, sign
from tournament.counting.submission import Place, SheetConflictError, Submission
from tournament.entry.acts import correct_sheet, record_sheet, resolve_conflict
from tournament.entry.acts_checking import dismiss_flag, raise_flag_again
from tournament.entry.acts_corrections import games_found, move_sheet, move_table, swap_hands
from tournament.entry.acts_reseat import reseat
from tournament.entry.acts_unplayed import (
    close_unplayed,
    declare_unplayed,
    resume_round,
    take_back_unplayed,
)
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Conflict, Event, Flag, Game, Press, Seat, Sheet, Tally
from tournament.seating.acts import close_round, reopen_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAMES = 8
TABLES = (1, 2)
HANDS = (
    ["567", "out", "589X", "3457", "9"],
    ["8", "35", "out", "888X", "66"],
    ["X", "99", "7", "out", "344"],
)
WHY = "As the desk found"
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
MARKS = """() => [...document.querySelectorAll(".strip:not(.strip-seats) button")]
  .map((one) => one.getAttribute("aria-label").split(": ")[1])"""
ROWS = """() => Object.fromEntries([...document.querySelectorAll(".totals [role=row]")].slice(1)
  .map((row) => [...row.children].map((cell) => cell.textContent))
  .map(([who, ...points]) => [who, points]))"""
REMEMBERS = """() => {
  for (const name of Object.keys(localStorage).filter((one) => one.includes("out.pad-"))) {
    const kept = JSON.parse(localStorage[name]);
    localStorage[name] = JSON.stringify({ ...kept, turn: kept.turn + 1e9 });
  }
}"""
"""A phone whose memory is always the later word."""
_keys = count(1)


@dataclass
class Evening:
    """Two tables of five, and the phone at each."""

    event: Event
    pages: dict[int, Page]

    def sheet(self, table: int, game: int) -> Sheet | None:
        """The sheet that counts."""
        sheets = Sheet.objects.filter(event=self.event, accepted=True)
        return sheets.filter(game__table__number=table, game__number=game).first()

    def entered(self, table: int, game: int) -> Sheet:
        """The sheet that counts; where none does, the desk types one."""
        if self.sheet(table, game) is None:
            hands = (
                " ".join(hand) if hand != "out" else hand for hand in HANDS[(game + table) % 3]
            )
            save(self.event, tuple(hands), (1, table, game))
        found = self.sheet(table, game)
        assert found
        return found

    def missing(self, table: int) -> int:
        """A game of a table that nobody has entered."""
        return next(game for game in range(1, GAMES + 1) if not self.sheet(table, game))

    def tapped(self, table: int, game: int, hands: list[str], line: str = "All sent") -> None:
        """A game entered by taps, from whatever the phone shows."""
        page = self.pages[table]
        page.evaluate(LOOK)
        expect(page.locator(f".strip [data-to='{game}']")).to_have_accessible_name(
            f"Game {game}: missing"
        )
        tap(page, [("game", str(game))])
        tap(page, acts_on(page, hands))
        expect(page.locator(".line")).to_have_text(line)

    def said(self, table: int, game: int) -> Submission:
        """The sheet that counts, as one would send it with another last hand."""
        self.entered(table, game)
        (found,) = games_found(self.event, Q(table__number=table, number=game))
        assert found.sheet
        *rest, last = found.said.entries
        cards = parse_hand("4" if found.said.entries[-1].hand == parse_hand("3") else "3")
        entries = (*rest, SeatEntry(last.seat, hand=cards))
        return replace(found.said, entries=entries, seen=found.sheet.version, reason=WHY)


def put_right(evening: Evening) -> Iterator[None]:
    """Two hands were entered for each other."""
    evening.entered(1, 1)
    swap_hands(evening.event, Place(1, 1, 1), ("A", "D"), sign(), reason=WHY)
    yield


def corrected(evening: Evening) -> Iterator[None]:
    """A hand was misread."""
    correct_sheet(evening.event, evening.said(1, 1), sign(), at_desk=True)
    yield


def taken_back_and_again(evening: Evening) -> Iterator[None]:
    """A correction pressed, taken back, and the taking back taken back."""
    presses = []
    said = evening.said(1, 2)
    with _pressed() as pressed:
        correct_sheet(evening.event, said, sign(), at_desk=True)
    yield
    for _turn in range(2):
        presses.append(pressed.press)
        with _pressed() as pressed:
            take_back(fresh(evening.event), presses[-1], sign())
        yield


def phones_own_taken_back(evening: Evening) -> Iterator[None]:
    """The desk takes back what a phone has just saved, and lets it stand after all."""
    evening.tapped(1, evening.missing(1), HANDS[2])
    press = Press.objects.filter(route="pad_sheet").order_by("pk").last()
    assert press
    with _pressed() as pressed:
        take_back(fresh(evening.event), press, sign())
    yield
    with _pressed():
        take_back(fresh(evening.event), pressed.press, sign())
    yield


def moved_and_back(evening: Evening) -> Iterator[None]:
    """A sheet typed under the wrong game, and moved back."""
    evening.entered(1, 1)
    free = evening.missing(1)
    for away, to in ((1, free), (free, 1)):
        move = SheetMove(Place(1, 1, away), Place(1, 1, to))
        move_sheet(evening.event, move, sign(), reason=WHY)
        yield


def other_table(evening: Evening) -> Iterator[None]:
    """The sheets of a table typed under the other one's number, and moved back."""
    evening.entered(1, 1)
    evening.entered(2, 1)
    for away, to in ((1, 2), (2, 1)):
        moves = [SheetMove(Place(1, away, 1), Place(1, to, 1))]
        move_table(evening.event, moves, sign(), reason=WHY)
        yield


def version_chosen(evening: Evening) -> Iterator[None]:
    """Another sheet of a game comes in, and the desk chooses it."""
    said = evening.said(2, 1)
    with suppress(SheetConflictError):
        record_sheet(evening.event, replace(said, seen=0, reason=""), sign())
    assert Conflict.objects.filter(event=evening.event, resolved_by=None).count() == 1
    yield
    resolve_conflict(evening.event, said, sign())
    yield


def seats_changed(evening: Evening) -> Iterator[None]:
    """Two at a table sat the other way round, and one with one of the other table."""
    evening.entered(1, 1)
    changes: tuple[tuple[int, Literal["player", "seat"]], ...] = (
        (2, "player"),
        (2, "seat"),
        (7, "seat"),
        (7, "seat"),
    )
    for other, hands in changes:
        change = SeatChange(1, 1, other, hands=hands)
        reseat(evening.event, change, sign(), reason=WHY)
        yield


def round_closed(evening: Evening) -> Iterator[None]:
    """Time out with games missing and on again; then all in, closed, and reopened."""
    evening.missing(1)
    close_unplayed(evening.event, 1, sign(), reason=WHY)
    yield
    resume_round(evening.event, 1, sign(), reason=WHY)
    yield
    for table in TABLES:
        for game in range(1, GAMES + 1):
            evening.entered(table, game)
    close_round(evening.event, 1, sign())
    yield
    reopen_round(evening.event, 1, sign(), reason=WHY)
    yield


def flag_answered(evening: Evening) -> Iterator[None]:
    """A flag let stand, and raised again."""
    flag = Flag.objects.filter(sheet=evening.entered(2, 5)).first()
    assert flag
    dismiss_flag(evening.event, flag.pk, "Counted again", sign())
    yield
    raise_flag_again(evening.event, flag.pk, WHY, sign())
    yield


def not_played(evening: Evening) -> Iterator[None]:
    """A game that nobody plays, and then somebody does."""
    free = Place(1, 1, evening.missing(1))
    declare_unplayed(evening.event, free, sign(), reason=WHY)
    yield
    take_back_unplayed(evening.event, free, sign(), reason=WHY)
    yield


def copy_put_back(evening: Evening) -> Iterator[None]:
    """A copy from before a game, which the phone then sends once more."""
    free = evening.missing(1)
    path = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(":memory:")) as held:
        with closing(sqlite3.connect(path)) as live:
            live.backup(held)
        evening.tapped(1, free, HANDS[2])
        with closing(sqlite3.connect(path)) as live:
            held.backup(live)
    assert evening.sheet(1, free) is None
    evening.pages[1].evaluate(LOOK)
    for _try in range(200):
        if evening.sheet(1, free):
            break
        evening.pages[1].wait_for_timeout(100)
    yield


def rescue_code(evening: Evening) -> Iterator[None]:
    """A game kept on the phone is typed at the desk from its code, and sent afterwards."""
    page, free = evening.pages[1], evening.missing(1)
    page.route("**/pad/sheet", lambda route: route.abort())
    evening.tapped(1, free, HANDS[2], "1 kept here")
    page.get_by_role("button", name="Show as code").click()
    code = ".".join(page.locator(".boxes dd").all_inner_texts())
    where = reverse("rescue", args=[evening.event.slug])
    assert signed_in(evening.event).post(where, {"code": code, "save": "yes"}).status_code == 302
    page.get_by_role("button", name="The desk has it").click()
    page.unroute("**/pad/sheet")
    page.evaluate(LOOK)
    expect(page.locator(".line")).to_have_text("All sent")
    yield


Act = Callable[[Evening], Iterator[None]]
Told = tuple[list[str], dict[str, list[str]]]
"""The marks of the games, and for each guest the points of each game and the total."""
ACTS: tuple[Act, ...] = (
    put_right,
    corrected,
    taken_back_and_again,
    phones_own_taken_back,
    moved_and_back,
    other_table,
    version_chosen,
    seats_changed,
    flag_answered,
    not_played,
    rescue_code,
    copy_put_back,
)


def _pressed() -> AbstractContextManager[Any]:
    return pressing(Press(key=f"press {next(_keys)}", at=NOW))


def told_by_laptop(event: Event, table: int) -> Told:
    """The mark of each game, and for each guest the points of each game and the total."""
    marks = []
    games = Game.objects.filter(table__number=table, table__round__event=event).order_by("number")
    columns: list[dict[str, str]] = []
    for game in games:
        tallies = Tally.objects.filter(sheet__game=game, sheet__accepted=True)
        columns.append({row.guest.name: str(row.points) for row in tallies.select_related("guest")})
        conflict = Conflict.objects.filter(game=game, resolved_by=None).exists()
        marks.append(
            "not played"
            if game.not_played
            else "missing"
            if not columns[-1]
            else "saved, the desk will confirm"
            if conflict
            else "saved"
        )
    rows = {}
    here = Seat.objects.filter(table__number=table, event=event, left_after_game=None)
    for seat in here.select_related("guest"):
        points = [column.get(seat.guest.name, "–") for column in columns]
        known = [int(point) for point in points if point != "–"]
        rows[seat.guest.name] = [*points, str(sum(known)) if known else "–"]
    return marks, rows


def told_by_phone(page: Page) -> Told:
    """The same as its phone shows it: the totals after the last game that is not missing."""
    marks = page.evaluate(MARKS)
    for number in (at for at, mark in enumerate(marks, 1) if mark == "changed elsewhere"):
        tap(page, [("game", str(number)), ("isRight", "")])
        marks = page.evaluate(MARKS)
    shown = [at for at, mark in enumerate(marks, 1) if mark != "missing"]
    if not shown or not marks:
        return marks, {}
    tap(page, [("game", str(shown[-1]))])
    rows = page.evaluate(ROWS)
    later = ["–"] * (len(marks) - shown[-1])
    return marks, {who: [*points[:-1], *later, points[-1]] for who, points in rows.items()}


def differing(evening: Evening, patience: int = 240) -> list[tuple[int, Told, Told]]:
    """What a phone says otherwise than the laptop, once it has looked and has had time."""
    found: list[tuple[int, Told, Told]] = []
    for table, page in evening.pages.items():
        page.evaluate(LOOK)
        told = told_by_laptop(evening.event, table)
        for _try in range(patience):
            said = told_by_phone(page)
            if said == told:
                break
            page.wait_for_timeout(250)
        else:
            found.append((table, said, told))
    return found


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    """Each phone has entered the first two games of its table."""
    event, codes = tables(2, GAMES)
    contexts = [phone(browser) for _code in codes]
    pages = {
        table: named(context, server.url, code)
        for table, (context, code) in enumerate(zip(contexts, codes, strict=True), 1)
    }
    laid = Evening(event, pages)
    for table in TABLES:
        pages[table].get_by_role("button", name="Yes, in this order").click()
        for game in (1, 2):
            laid.tapped(table, game, HANDS[(game + table) % 3])
    yield laid
    for context in contexts:
        context.close()


def gone_through(evening: Evening, acts: Sequence[Act]) -> list[object]:
    """After which step of which act a phone said something else."""
    found: list[object] = []
    for act in acts:
        for step, _done in enumerate(act(evening), 1):
            found += [(act.__name__, step, *told) for told in differing(evening)]
    return found


@pytest.mark.promise("After every act of the desk a phone's marks and totals are the laptop's")
def test_after_each_of_some_acts_of_the_desk_the_phones_say_what_the_laptop_says(
    evening: Evening,
) -> None:
    some = (corrected, phones_own_taken_back, other_table, version_chosen, rescue_code)
    assert gone_through(evening, some) == []


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_after_every_act_in_any_order_the_phones_say_what_the_laptop_says(
    evening: Evening, seed: int
) -> None:
    acts = [*ACTS]
    random.Random(seed).shuffle(acts)
    assert gone_through(evening, [*acts, round_closed]) == []


@pytest.mark.control("test_after_each_of_some_acts_of_the_desk_the_phones_say_what_the_laptop_says")
def test_a_phone_that_trusts_its_memory_or_is_not_told_says_something_else(
    evening: Evening,
) -> None:
    one, other = evening.pages.values()
    one.evaluate(REMEMBERS)
    other.route("**/pad/state", lambda route: route.abort())
    next(moved_and_back(evening))
    swap_hands(evening.event, Place(1, 2, 1), ("A", "D"), sign(), reason=WHY)
    assert [table for table, *_told in differing(evening, 8)] == [1, 2]
