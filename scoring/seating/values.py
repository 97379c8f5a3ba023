"""The values of a seating: who sits, what they wish, where they sit, and why a seating cannot be had."""

from dataclasses import dataclass
from typing import TypeAlias

Key: TypeAlias = int | str
Table: TypeAlias = tuple[Key | None, ...]
Round: TypeAlias = tuple[Table, ...]


class SeatingImpossibleError(ValueError):
    """A seating or a change of seats that cannot be had; its text is one sentence with the reason and the mend."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """One guest to be seated.

    `key` is unique among the guests (badge number or the like). No two of one `livery` should share a table, nor two of
    one `group` (a host and their guests). `fixed_table` is a table number from 1 that the guest keeps in all rounds;
    `step_free` is set for a guest who can only sit where no step leads, `keeps_room` for one who does not change rooms;
    `room` is the one they are in already, None before the draw.
    """

    key: Key
    livery: Key | None = None
    fixed_table: int | None = None
    group: Key | None = None
    step_free: bool = False
    keeps_room: bool = False
    room: str | None = None


@dataclass(frozen=True, slots=True)
class Weights:
    """How heavily one case of each kind of harm counts when not every wish can be had; whole numbers from 0."""

    fixed_broken: int = 1000
    steps: int = 1000
    room_changed: int = 500
    apart_broken: int = 100
    repeats: int = 20
    same_livery: int = 20
    same_group: int = 20
    size: int = 5
    off_plan: int = 1
    unseated: int = 1000
    doubled: int = 1000


@dataclass(frozen=True, slots=True)
class Wishes:
    """All guests with their wishes: `apart` holds pairs of keys that must not share a table.

    A pair that names somebody who is not among the guests, or one guest twice, is no wish and is not counted. Of the
    hall it knows the room and the label of each table, from table 1 on, and which tables no step leads to; a table
    that is not named stands in the hall itself and is called by its number.
    """

    sitters: tuple[Sitter, ...]
    apart: tuple[tuple[Key, Key], ...] = ()
    weights: Weights = Weights()
    rooms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    step_free: frozenset[int] = frozenset()

    def called(self, table: int) -> str:
        """What a table is called."""
        return self.labels[table - 1] if 0 < table <= len(self.labels) else str(table)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the hall: `table` counts from 1, `seat` is the letter A, B, C… clockwise."""

    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: `rounds[r][t]` lists the keys of round r + 1, table t + 1 in seat order, None for an empty seat.

    `steps` says by how many tables each seat letter moves on from round to round (A 0, B 1, …); it is empty when the
    rounds follow no such plan.
    """

    rounds: tuple[Round, ...]
    steps: tuple[int, ...] = ()

    def place(self, key: Key, round_number: int) -> Place | None:
        """The place of `key` in `round_number` (from 1), or None when they do not sit in that round."""
        for number, table in enumerate(self.rounds[round_number - 1], start=1):
            if key in table:
                return Place(number, seat_letter(table.index(key)))
        return None


def seat_letter(index: int) -> str:
    """The letter of a seat counted from 0; raises ValueError beyond 26 seats."""
    if not 0 <= index < 26:
        raise ValueError(f"A table has the seats A to Z, so there is no seat number {index + 1}.")
    return chr(ord("A") + index)
