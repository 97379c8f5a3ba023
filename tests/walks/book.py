"""An evening as its rows have it, counted again: what a sentence on it is held to. Nothing of it is
taken from the steps.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tournament.models import (
    Adjustment,
    Event,
    Game,
    Guest,
    LedgerEntry,
    Printing,
    Reply,
    Round,
    RoundClock,
    RoundTotal,
    Seal,
    Seat,
    Sheet,
    Tally,
)

WORDS = tuple(
    "no one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
)
AWAY = ("no_show", "withdrawn")
NO_STEP = -1


@dataclass
class Sitting:
    """A round by its rows: how far it is, and its games by whether a sheet of them is in."""

    number: int
    stage: str
    state: str
    running: bool
    games: dict[tuple[int, int], bool] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As it is called in a sentence."""
        called = {"playoff": "the play-off", "extra": "the extra game"}
        return called.get(self.stage, f"round {self.number}")

    @property
    def tables(self) -> int:
        """How many tables have a game."""
        return len({table for table, _game in self.games})

    @property
    def entered(self) -> int:
        """How many sheets are in."""
        return sum(self.games.values())

    @property
    def begun(self) -> bool:
        """Whether anybody plays it, or has."""
        return self.running or self.entered > 0 or self.state == "closed"

    @property
    def waits(self) -> bool:
        """Whether it is published, and nobody has begun."""
        return self.state == "published" and not self.begun

    @property
    def goes_on(self) -> bool:
        """Whether it is played, and a sheet is to come."""
        return self.state == "published" and self.entered < len(self.games)

    @property
    def full(self) -> bool:
        """Whether it is open, and every sheet is in."""
        return self.state == "published" and self.entered == len(self.games)


class Book:
    """An evening as its rows have it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.sittings = {row.number: row for row in _sittings(event)}
        self.guests = list(Guest.objects.filter(event=event))
        self.seals = Seal.objects.filter(event=event)
        self.seal = self.seals.filter(broken_at=None).first()
        self.printed = set(Printing.objects.filter(event=event).values_list("kind", flat=True))
        last = LedgerEntry.objects.filter(
            event=event, kind__in=("close_evening", "reopen_evening")
        ).order_by("-number")
        self.last = last.first()
        self.over = self.last is not None and self.last.kind == "close_evening"
        self.reading = event.reading or {}

    def named(self, words: str) -> Sitting:
        """The round of that name; one that was never drawn where there is none."""
        name = words.lower().removeprefix("the ")
        return next(
            (row for row in self.sittings.values() if row.name.removeprefix("the ") == name),
            Sitting(0, "", "", running=False),
        )

    def any(self, is_so: Callable[[Sitting], bool]) -> bool:
        """Whether it is so of any round."""
        return any(is_so(row) for row in self.sittings.values())

    @property
    def qualifying(self) -> list[Sitting]:
        """Those before the line."""
        return [row for row in self.sittings.values() if row.stage == "qualifying"]

    @property
    def nobody_plays(self) -> bool:
        """Whether no round before the line has begun."""
        return not any(row.begun for row in self.qualifying)

    @property
    def played_out(self) -> bool:
        """Whether every round before the line is closed."""
        closed = [row for row in self.qualifying if row.state == "closed"]
        return len(closed) == len(self.qualifying) >= self.event.qualifying_rounds

    @property
    def revealed(self) -> bool:
        """Whether the list is public."""
        return self.seal is not None and self.seal.revealed_at is not None

    @property
    def finalists(self) -> list[Sitting]:
        """The play-off, and games beside it."""
        return [row for row in self.sittings.values() if row.stage != "qualifying"]

    @property
    def over_the_tables(self) -> bool:
        """Whether the play-off was played and nothing of it is open; true where there is none."""
        rows = self.finalists
        return not self.event.has_playoff or (
            bool(rows) and all(row.state == "closed" for row in rows)
        )

    def read(self, stage: str) -> int | None:
        """How many names of a list were read; None where none of it is."""
        return len(self.reading["called"]) if self.reading.get("stage") == stage else None

    @property
    def awaits_the_reading(self) -> bool:
        """Whether a list is sealed of which, in this edition, no name was read."""
        if self.seal is None or self.revealed:
            return False
        begun = self.reading.get("stage") == "cut"
        return not begun or self.reading["edition"] != self.seal.edition

    @property
    def heard(self) -> bool:
        """Whether the hall ever heard a name of a list, or a list was ever public."""
        return bool(self.reading) or self.seals.exclude(revealed_at=None).exists()

    @property
    def told(self) -> bool:
        """Whether the last result is public."""
        return self.revealed and (
            not self.event.has_playoff or self.event.podium_revealed_at is not None
        )

    @property
    def through(self) -> list[str]:
        """Who is on the sealed list."""
        found: list[str] = self.seal.snapshot["qualifiers"] if self.seal else []
        return found

    @property
    def seal_rows(self) -> list[list[Any]]:
        """The standings as they were sealed: ref, name, total, and more."""
        found: list[list[Any]] = self.seal.snapshot["standings"] if self.seal else []
        return found

    @property
    def answers(self) -> Counter[bool]:
        """How many declined to play on, and how many did not."""
        rows = Reply.objects.filter(seal=self.seal, taken_back=None)
        return Counter(rows.values_list("declined", flat=True))

    def is_unasked(self, count: int) -> bool:
        """Whether so many have not answered. A reserve moves up for each who declined, so that as
        many as are through have to say yes; fewer where no reserve is left, or some are level.
        """
        due = len(self.through) - self.answers[False]
        return count == due or bool(self.answers[True] and 0 < count < due)

    @property
    def seatless(self) -> int:
        """How many are here and sit nowhere in the first round that is open."""
        opened = next((row for row in self.sittings.values() if row.state == "published"), None)
        sit = set()
        if opened is not None:
            seats = Seat.objects.filter(event=self.event, round__number=opened.number)
            sit = set(seats.filter(left_after_game=None).values_list("guest_id", flat=True))
        here = (guest for guest in self.guests if guest.arrived_at and guest.status not in AWAY)
        return sum(one.pk not in sit for one in here)

    def sitting_at(self, number: int, table: int) -> int:
        """How many guests sit at a table of a round."""
        seats = Seat.objects.filter(event=self.event, round__number=number, left_after_game=None)
        return seats.filter(table__number=table).count()

    def moves(self, number: int) -> dict[str, Counter[int]]:
        """By seat letter: by how many tables its guests moved on into a round, and how many of
        them; whoever had another letter counts under no step.
        """
        rows = Seat.objects.filter(
            event=self.event, round__number__in=(number - 1, number), left_after_game=None
        ).values_list("guest", "round__number", "table__number", "letter")
        places = {(guest, at): (table, letter) for guest, at, table, letter in rows}
        tables = max((table for table, _letter in places.values()), default=1)
        steps: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for (guest, at), (table, letter) in places.items():
            if at != number:
                continue
            before = places.get((guest, number - 1))
            same = before is not None and before[1] == letter
            steps[letter][(table - before[0]) % tables if before and same else NO_STEP] += 1
        return steps

    @cached_property
    def totals(self) -> dict[str, float] | None:
        """What the qualifying games come to by guest, where nothing but sheets counts; None where
        totals, rulings or absences are counted as well.
        """
        beside = (
            RoundTotal.objects.filter(event=self.event, taken_back_by=None),
            Adjustment.objects.filter(event=self.event),
            Game.objects.filter(event=self.event, not_played=True),
            Game.objects.filter(event=self.event, void=True),
            Seat.objects.filter(event=self.event).exclude(left_after_game=None, from_game=1),
        )
        if any(rows.exists() for rows in beside):
            return None
        found: Counter[str] = Counter()
        rows = Tally.objects.filter(
            event=self.event, sheet__accepted=True, sheet__game__table__round__stage="qualifying"
        )
        for ref, points in rows.values_list("guest__ref", "points"):
            found[ref] += points or 0
        return dict(found)


LAST_ROUND = (0, 0)


def stopped(event: Event) -> dict[tuple[int, int], int]:
    """Where a target is played to: the game at each table of a round with which somebody reached
    it; and under `LAST_ROUND` the round in which it was reached, where it counts all of them.
    """
    asked = dict(word.split("=") for word in event.choices.split())
    if asked.get("ending") not in ("target", "total"):
        return {}
    had: Counter[tuple[str, str, int]] = Counter()
    over: dict[tuple[int, int], int] = {}
    place = "sheet__game__table__round__number", "sheet__game__number", "sheet__game__table__number"
    rows = Tally.objects.filter(event=event, sheet__accepted=True, sheet__game__void=False)
    columns = (*place, "sheet__game__table__round__stage", "guest__ref", "points")
    for at, game, table, stage, ref, points in rows.order_by(*place).values_list(*columns):
        counted = (ref, stage, 0 if asked["ending"] == "total" else at)
        had[counted] += points or 0
        if had[counted] >= int(asked["target"]):
            over.setdefault((at, table), game)
            if asked["ending"] == "total" and stage == "qualifying":
                over.setdefault(LAST_ROUND, at)
    return over


def _sittings(event: Event) -> Iterator[Sitting]:
    running = set(
        RoundClock.objects.filter(event=event)
        .exclude(started_at=None)
        .values_list("round__number", flat=True)
    )
    sat: dict[int, list[tuple[int, int | None]]] = {}
    totals: set[tuple[int, str]] = set(
        RoundTotal.objects.filter(event=event, taken_back_by=None).values_list(
            "round__number", "guest__ref"
        )
    )
    over = stopped(event)
    refs: dict[int, set[str]] = {}
    for seat in Seat.objects.filter(event=event).select_related("guest"):
        sat.setdefault(seat.table_id, []).append((seat.from_game, seat.left_after_game))
        refs.setdefault(seat.table_id, set()).add(seat.guest.ref)
    accepted = set(
        Sheet.objects.filter(event=event, accepted=True).values_list("game_id", flat=True)
    )
    for row in Round.objects.filter(event=event).order_by("number"):
        sitting = Sitting(row.number, row.stage, row.state, row.number in running)
        for game in Game.objects.filter(table__round=row).select_related("table"):
            seats = sat.get(game.table_id, [])
            attended = any(
                first <= game.number and (last is None or last >= game.number)
                for first, last in seats
            )
            last = over.get((row.number, game.table.number), game.number)
            is_over = game.number > last or (
                row.stage == "qualifying" and row.number > over.get(LAST_ROUND, row.number)
            )
            if not (game.not_played or game.void or is_over) and attended:
                by_total = any((row.number, ref) in totals for ref in refs.get(game.table_id, ()))
                sitting.games[game.table.number, game.number] = game.pk in accepted or by_total
        yield sitting


def number(words: str) -> int:
    """A number as a sentence says it."""
    return int(words) if words.isdigit() else WORDS.index(words.lower()) if words else 0
