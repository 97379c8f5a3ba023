"""A robot types a hall, interrupted in every way there is: what the ledger holds at the end is what
was typed, each sheet once.
"""

import html
import re
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client

from tests.tournament.entry.test_desk import at
from tests.tournament.evening import official, seated_event, sign
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange
from tournament.models import Event, LedgerEntry, Role, Sheet, Tally
from tournament.site import keeper
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase 7"
INPUT = re.compile(r"<input[^>]*>")
NAME, VALUE = re.compile(r'\bname="([^"]+)"'), re.compile(r'\bvalue="([^"]*)"')
TICKS = ('type="checkbox"', 'type="radio"', 'type="password"')
Fields = dict[str, str]
Spot = tuple[int, int, int]


def fields_of(page: str) -> Fields:
    """What a browser would send of the pages of typing, and of the keeper's page."""
    found = {}
    for match in INPUT.finditer(page):
        name, value = NAME.search(match[0]), VALUE.search(match[0])
        if name and not any(tick in match[0] for tick in TICKS):
            found[name[1]] = html.unescape(value[1]) if value else ""
    return found


class Robot:
    """One typist, whose browser keeps to the rules, and who knows what was typed for whom."""

    def __init__(self, event: Event, rng: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.event, self.rng, self.monkeypatch = event, rng, monkeypatch
        for name, role in (("olive", Role.ORGANISER), ("hilda", Role.HEAD_UMPIRE)):
            official(event, role, name)
        self.client = self.logged_in("olive")
        self.meant: dict[Spot, dict[str, int]] = {}

    def logged_in(self, name: str) -> Client:
        client = Client(enforce_csrf_checks=True)
        client.force_login(User.objects.get(username=name))
        return client

    def points(self) -> list[int]:
        """Five unlike figures, of which nobody typed the same before."""
        values = self.rng.sample(range(31, 200), 4)
        values.insert(self.rng.randrange(5), 0)
        return values

    def opened(self, address: str) -> Fields:
        return fields_of(self.client.get(address).content.decode())

    def sent(self, address: str, fields: Fields) -> Any:
        """Sent on until the evening has it: each page that asks is answered as it asks."""
        answer = self.client.post(address, fields, headers={"origin": "http://testserver"})
        for _page in range(4):
            page = answer.content.decode()
            if answer.status_code == 302:
                return answer
            on = fields_of(page) | ({"typing": "points"} if "hand_" in page else {})
            if keeper.USERNAME in page:
                on |= {keeper.USERNAME: "olive", keeper.PASSWORD: PASSWORD}
            answer = self.client.post(address, on, headers={"origin": "http://testserver"})
        raise AssertionError(f"{address} does not come to an end: {answer.status_code}")

    def whole_table(self, number: int, table: int, games: int) -> None:
        """All games of a table as its grid; any of them may be typed before."""
        address = at(self.event, "desk_table", number, table)
        fields = self.opened(address)
        for game in range(1, games + 1):
            row = self.points()
            spots = [f"{game}_{seat}" for seat in "ABCDE"]
            if f"hand_{spots[0]}" not in fields:
                continue
            for spot, points in zip(spots, row, strict=True):
                fields[f"hand_{spot}"] = str(points)
            people = {
                fields[f"who_{spot}"]: points for spot, points in zip(spots, row, strict=True)
            }
            self.meant[number, table, game] = people
        self.interrupted(number, table)(address, fields | {"typing": "points"})

    def single_sheet(self, number: int, table: int, game: int) -> None:
        address = at(self.event, "sheet", number, table, game)
        fields, row = self.opened(address), self.points()
        for seat, points in zip("ABCDE", row, strict=True):
            fields[f"hand_{seat}"] = str(points)
        people = {fields[f"who_{seat}"]: points for seat, points in zip("ABCDE", row, strict=True)}
        self.meant[number, table, game] = people
        self.interrupted(number, table)(address, fields | {"typing": "points"})

    def interrupted(self, number: int, table: int) -> Callable[[str, Fields], None]:
        """One of the ways in which a form is stopped, or sent twice."""
        ways = [
            self.undisturbed,
            self.pressed_twice,
            self.log_in_ended,
            self.cookies_gone,
            self.another_tab,
            self.old_token,
            self.stopped_by("database is locked", 503),
            self.stopped_by("database or disk is full", 507),
            self.half_typed,
            self.wrong_table(number, table),
            self.seats_change(number, table),
        ]
        return self.rng.choice(ways)

    def undisturbed(self, address: str, fields: Fields) -> None:
        self.sent(address, fields)

    def pressed_twice(self, address: str, fields: Fields) -> None:
        for _press in range(2):
            self.client.post(address, fields, headers={"origin": "http://testserver"})

    def log_in_ended(self, address: str, fields: Fields) -> None:
        Session.objects.all().delete()
        self.sent(address, fields)

    def cookies_gone(self, address: str, fields: Fields) -> None:
        self.client.cookies.clear()
        self.sent(address, fields)

    def another_tab(self, address: str, fields: Fields) -> None:
        self.client.force_login(User.objects.get(username="hilda"))
        self.sent(address, fields)

    def old_token(self, address: str, fields: Fields) -> None:
        self.sent(address, fields | {keeper.TOKEN: "x" * 64})

    def stopped_by(self, fault: str, status: int) -> Callable[[str, Fields], None]:
        """The database takes nothing for a while; the page of it sends the same once more."""

        def stopped(*_asked: Any, **_named: Any) -> None:
            raise OperationalError(fault)

        def typed(address: str, fields: Fields) -> None:
            with self.monkeypatch.context() as patch:
                patch.setattr("tournament.entry.acts.bump", stopped)
                answer = self.client.post(address, fields, headers={"origin": "http://testserver"})
            assert answer.status_code == status
            self.sent(address, fields_of(answer.content.decode()))

        return typed

    def half_typed(self, address: str, fields: Fields) -> None:
        """A part is sent and kept, or refused; then all of it."""
        if "/desk/" in address:
            part = {name: "" if name.endswith("_E") else text for name, text in fields.items()}
            part |= {name: text for name, text in fields.items() if name.startswith("who_")}
            self.client.post(address, part, headers={"origin": "http://testserver"})
            fields |= {"key": f"{fields['key'][:40]}-whole"}
        self.sent(address, fields)

    def wrong_table(self, number: int, table: int) -> Callable[[str, Fields], None]:
        """Typed under the number of another table, where nothing is in, and saved for its own."""

        def typed(address: str, fields: Fields) -> None:
            free = [
                there
                for there in (table + 1, table + 2)
                if (number, there, 1) not in self.meant and there <= 10
            ]
            if "/desk/" not in address or not free or self.saved(number, table):
                self.sent(address, fields)
                return
            elsewhere = at(self.event, "desk_table", number, free[0])
            there = self.opened(elsewhere)
            hands = {name: text for name, text in fields.items() if name.startswith("hand_")}
            self.client.post(
                elsewhere,
                there | hands | {"typing": "points", "belongs": str(table)},
                headers={"origin": "http://testserver"},
            )
            assert self.saved(number, table)

        return typed

    def saved(self, number: int, table: int) -> bool:
        here = {"game__table__round__number": number, "game__table__number": table}
        return Sheet.objects.filter(event=self.event, **here).exists()

    def seats_change(self, number: int, table: int) -> Callable[[str, Fields], None]:
        """Two guests of the table change seats while it is typed: the hands go with them."""

        def typed(address: str, fields: Fields) -> None:
            if not self.saved(number, table):
                seats = self.event.seats.filter(round__number=number, table__number=table)
                badges = list(seats.order_by("letter").values_list("guest__badge", flat=True))
                change = SeatChange(number, badges[1], badges[2])
                reseat(self.event, change, sign(), reason="They sat the other way round")
            self.sent(address, fields)

        return typed

    def stored(self) -> dict[Spot, dict[str, int]]:
        """What the evening counts, by game and guest."""
        table = "sheet__game__table"
        columns = (f"{table}__round__number", f"{table}__number", "sheet__game__number")
        rows = Tally.objects.filter(event=self.event, sheet__accepted=True)
        found: dict[Spot, dict[str, int]] = {}
        for *spot, ref, points in rows.values_list(*columns, "guest__ref", "points"):
            found.setdefault(tuple(spot), {})[ref] = points
        return found


def typed_by_a_robot(
    guests: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Robot, Event, int]:
    games, rounds = 5, 2
    event = seated_event(guests, qualifying_rounds=rounds, games_per_round=games)
    robot = Robot(event, Random(seed), monkeypatch)
    tables = list(range(1, guests // 5 + 1))
    for number, table in product(range(1, rounds + 1), tables):
        for game in robot.rng.sample(range(1, games + 1), robot.rng.randrange(3)):
            robot.single_sheet(number, table, game)
        robot.whole_table(number, table, games)
    return robot, event, games * rounds * len(tables)


def holds_what_was_typed(robot: Robot, event: Event, number: int) -> None:
    assert len(robot.meant) == number
    assert robot.stored() == robot.meant
    sheets = LedgerEntry.objects.filter(event=event, kind="sheet")
    assert (sheets.count(), Sheet.objects.filter(event=event, accepted=True).count()) == (
        number,
        number,
    )
    assert list(faults(event)) == []


@pytest.mark.promise("What a typist typed is what the ledger holds, whatever interrupted it")
def test_forty_sheets_typed_with_interruptions_are_in_the_ledger_as_they_were_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holds_what_was_typed(*typed_by_a_robot(20, 38, monkeypatch))


@pytest.mark.control(
    "test_forty_sheets_typed_with_interruptions_are_in_the_ledger_as_they_were_typed"
)
def test_a_keeper_that_forgets_a_field_is_found_by_the_robot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = keeper._carried

    def forgetful(*asked: Any) -> list[tuple[str, str]]:
        return [(name, text) for name, text in kept(*asked) if not name.endswith("_E")]

    monkeypatch.setattr(keeper, "_carried", forgetful)
    with pytest.raises(AssertionError):
        holds_what_was_typed(*typed_by_a_robot(20, 38, monkeypatch))


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(5))
def test_five_hundred_sheets_typed_with_interruptions(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds_what_was_typed(*typed_by_a_robot(50, seed, monkeypatch))
