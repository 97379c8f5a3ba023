"""The values of a seating: who sits, what they wish, where they sit, why a seating cannot be had,
and its certificate, which names every harm with the number that cannot be avoided.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

Key: TypeAlias = int | str
Table: TypeAlias = tuple[Key | None, ...]
Round: TypeAlias = tuple[Table, ...]


class SeatingImpossibleError(ValueError):
    """A seating or a change of seats that cannot be had; its text is one sentence with the reason
    and the mend.
    """


@dataclass(frozen=True, slots=True)
class Sitter:
    """One guest to be seated.

    `key` is unique among the guests (badge number or the like). No two of one `livery` should share
    a table, nor two of one `group` (a host and their guests), nor two of one `team` that was chosen
    by hand. `fixed_table` is a table number from 1 that the guest keeps in all rounds; `step_free`
    is set for a guest who can only sit where no step leads, `keeps_room` for one who does not
    change rooms; `room` is the one they are in already, None before the draw.
    """

    key: Key
    livery: Key | None = None
    fixed_table: int | None = None
    group: Key | None = None
    step_free: bool = False
    keeps_room: bool = False
    room: str | None = None
    team: Key | None = None


@dataclass(frozen=True, slots=True)
class Weights:
    """How heavily one case of each kind of harm counts when not every wish can be had; whole
    numbers from 0.
    """

    fixed_broken: int = 1000
    steps: int = 1000
    room_changed: int = 500
    apart_broken: int = 100
    repeats: int = 20
    same_livery: int = 20
    same_group: int = 20
    same_team: int = 20
    size: int = 5
    off_plan: int = 1
    unseated: int = 1000
    doubled: int = 1000


@dataclass(frozen=True, slots=True)
class Wishes:
    """All guests with their wishes: `apart` holds pairs of keys that must not share a table.

    A pair that names somebody who is not among the guests, or one guest twice, is no wish and is
    not counted. Of the hall it knows the room and the label of each table, from table 1 on, and
    which tables no step leads to; a table that is not named stands in the hall itself and is called
    by its number. `group` is what the evening calls the groups that guests come from, its liveries.
    """

    sitters: tuple[Sitter, ...]
    apart: tuple[tuple[Key, Key], ...] = ()
    weights: Weights = Weights()
    rooms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    step_free: frozenset[int] = frozenset()
    group: str = "livery"

    def called(self, table: int) -> str:
        """What a table is called."""
        return self.labels[table - 1] if 0 < table <= len(self.labels) else str(table)


class Bounds(NamedTuple):
    """How many guests a table holds at least and at most."""

    least: int = 4
    most: int = 6


FOUR_TO_SIX = Bounds()


class Place(NamedTuple):
    """A seat in the hall: `table` counts from 1, `seat` is the letter A, B, C… clockwise."""

    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: `rounds[r][t]` lists the keys of round r + 1, table t + 1 in seat order, None
    for an empty seat.

    `steps` says by how many tables each seat letter moves on from round to round (A 0, B 1, …); it
    is empty when the rounds follow no such plan.
    """

    rounds: tuple[Round, ...]
    steps: tuple[int, ...] = ()

    def places(self) -> Iterator[tuple[int, int, int, Key]]:
        """Every seat that is taken as (round, table, seat, key), in this order; rounds and tables
        count from 1, seats from 0.
        """
        for number, row in enumerate(self.rounds, start=1):
            for table, keys in enumerate(row, start=1):
                for seat, key in enumerate(keys):
                    if key is not None:
                        yield number, table, seat, key

    @property
    def guests(self) -> int:
        """How many have a seat in any round."""
        return len({key for *_place, key in self.places()})

    @property
    def sizes(self) -> tuple[tuple[int, ...], ...]:
        """How many guests sit at each table of each round; empty seats do not count."""
        return tuple(
            tuple(sum(key is not None for key in table) for table in row) for row in self.rounds
        )

    def place(self, key: Key, round_number: int) -> Place | None:
        """The place of `key` in `round_number` (from 1), or None when they do not sit in that
        round.
        """
        for number, table in enumerate(self.rounds[round_number - 1], start=1):
            if key in table:
                return Place(number, seat_letter(table.index(key)))
        return None

    def filled(self, key: Key, round_number: int, place: Place) -> "Seating":
        """The same with `key` in a seat that is empty in `round_number` (from 1), or in the next
        after the last of a table.
        """
        seat = ord(place.seat) - ord("A")
        rounds = [[list(table) for table in row] for row in self.rounds]
        rounds[round_number - 1][place.table - 1][seat : seat + 1] = [key]
        return replace(self, rounds=tuple(tuple(map(tuple, row)) for row in rounds))


def seat_letter(index: int) -> str:
    """The letter of a seat counted from 0; raises ValueError beyond 26 seats."""
    if not 0 <= index < 26:
        raise ValueError(f"A table has the seats A to Z, so there is no seat number {index + 1}.")
    return chr(ord("A") + index)


Kind: TypeAlias = Literal[
    "fixed_broken",
    "steps",
    "room_changed",
    "apart_broken",
    "repeats",
    "same_livery",
    "same_group",
    "same_team",
    "size",
    "off_plan",
    "unseated",
    "doubled",
]

LABELS: dict[Kind, str] = {"same_livery": "livery", "same_group": "group", "same_team": "team"}
"""The harms of two at one table who bear the same label, each with the field of `Sitter` for it."""


def alike(first: Sitter, second: Sitter) -> list[Kind]:
    """The harms that two do at one table by bearing the same labels."""
    return [
        kind
        for kind, label in LABELS.items()
        if getattr(first, label) == getattr(second, label) is not None
    ]


WORDS: dict[Kind, tuple[str, str]] = {
    "fixed_broken": ("guest away from their fixed table", "guests away from their fixed tables"),
    "steps": ("guest away from the step-free side", "guests away from the step-free side"),
    "room_changed": (
        "guest out of the room they are to stay in",
        "guests out of the room they are to stay in",
    ),
    "apart_broken": ("pair to be kept apart at one table", "pairs to be kept apart at one table"),
    "repeats": ("repeated meeting", "repeated meetings"),
    "same_livery": ("pair of one {group} at a table", "pairs of one {group} at a table"),
    "same_group": ("pair of one party at a table", "pairs of one party at a table"),
    "same_team": ("pair of one team at a table", "pairs of one team at a table"),
    "size": (
        "guest too often at a table of unusual size",
        "guests too often at a table of unusual size",
    ),
    "off_plan": ("move against the plan", "moves against the plan"),
    "unseated": ("guest without a seat", "guests without a seat"),
    "doubled": ("guest with two seats", "guests with two seats"),
}


class Harm(NamedTuple):
    """One case of harm: who (one or two keys, in seat order at the table), in which round and at
    which table (from 1), and the sentence that says so.
    """

    kind: Kind
    keys: tuple[Key, ...]
    round: int
    table: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Count:
    """How often one kind of harm occurs, and the number below which no seating of these guests can
    go.

    `weight` is what one case counts in the total. Whether as few as `least` can be had together
    with all the other wishes is not always known; that fewer cannot, is. `elsewhere` is that number
    for the best tables these guests could sit at, where it was asked for: what cannot be had here
    may be had there.
    """

    kind: Kind
    count: int
    least: int
    weight: int
    elsewhere: int | None = None
    group: str = "livery"

    @property
    def unavoidable(self) -> bool:
        """Whether there is harm of this kind that no other seating could spare the guests."""
        return 0 < self.count <= self.least

    @property
    def sentence(self) -> str:
        """The count in words with what cannot be avoided, such as "2 repeated meetings; fewer
        cannot be had.".
        """
        singular, more = WORDS[self.kind]
        words = f"1 {singular}" if self.count == 1 else f"{self.count or 'No'} {more}"
        words = words.format(group=self.group)
        if self.unavoidable and self.elsewhere is not None and self.elsewhere < self.least:
            return (
                f"{words}; fewer are not possible at these tables, at others"
                f" {self.elsewhere or 'none'} would be forced."
            )
        if self.unavoidable:
            return f"{words}; fewer are not possible."
        return (
            f"{words}; at least {self.least} cannot be avoided."
            if self.count and self.least
            else f"{words}."
        )


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a seating does to its guests.

    `counts` has one entry for each kind of harm, `harms` each single case in order of round and
    table. `small` and `large` are the most rounds that any one guest spends at a table smaller, and
    larger, than the commonest, each with the least that this can be in any seating of these sizes.
    `tables_by_size` has for each round pairs
    (seats, tables), largest first. `fixed_wished` and `apart_wished` count the wishes made. `group`
    is the evening’s word for a livery.
    """

    counts: tuple[Count, ...]
    harms: tuple[Harm, ...]
    small: tuple[int, int]
    large: tuple[int, int]
    tables_by_size: tuple[tuple[tuple[int, int], ...], ...]
    fixed_wished: int
    fixed_kept: int
    apart_wished: int
    apart_kept: int
    group: str = "livery"

    def count(self, kind: Kind) -> int:
        """How many cases of `kind` there are."""
        return next(entry.count for entry in self.counts if entry.kind == kind)

    def of(self, kind: Kind) -> tuple[Harm, ...]:
        """The cases of `kind`."""
        return tuple(harm for harm in self.harms if harm.kind == kind)

    @property
    def exceptions(self) -> tuple[Harm, ...]:
        """The moves that do not follow the plan's sentence: who goes where instead."""
        return self.of("off_plan")

    @property
    def total(self) -> int:
        """The weighted sum of all harm; 0 when every wish is had and everybody follows the plan."""
        return sum(entry.count * entry.weight for entry in self.counts)

    @property
    def clean(self) -> bool:
        """Whether nothing is amiss but, perhaps, exceptions to the movement."""
        return all(entry.count == 0 for entry in self.counts if entry.kind != "off_plan")
