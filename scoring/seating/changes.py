"""Changes to a seating once it is drawn: two guests swap, one leaves, a late one takes an empty
seat.

Clean alternatives to a harmful swap: partners with whom a guest can change seats and nobody is the
worse.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.seating.hall import away_from_stand
from scoring.seating.harms import fair_share, sizes_of, usual_size
from scoring.seating.values import (
    Key,
    Round,
    Seating,
    SeatingImpossibleError,
    Sitter,
    Wishes,
    seat_letter,
)
from scoring.words import listed


def swap(seating: Seating, first: Key, second: Key, round_number: int) -> Seating:
    """The seating with `one` and `other` in each other's seats in `round_number` (from 1); no other
    round changes.

    Raises SeatingImpossibleError when the round does not exist or one of them has no seat in it.
    """
    for key in (first, second):
        _seat_of(seating, key, round_number)
    exchange = {first: second, second: first}
    return _with(seating, round_number, lambda key: key if key is None else exchange.get(key, key))


def vacate(seating: Seating, key: Key, round_number: int) -> Seating:
    """The seating with the seat of `key` empty in `round_number`; raises SeatingImpossibleError
    when they have none.
    """
    _seat_of(seating, key, round_number)
    return _with(seating, round_number, lambda sitter: None if sitter == key else sitter)


def fill(seating: Seating, key: Key, round_number: int, table: int, seat: int) -> Seating:
    """The seating with `key` in `seat` (from 0) of `table` (from 1) in `round_number`.

    The seat is an empty one or the next after the last. Raises SeatingImpossibleError when the seat
    is taken or out of reach, the table does not exist, or the guest sits in that round already.
    """
    rows = _round(seating, round_number)
    if not 1 <= table <= len(rows):
        raise SeatingImpossibleError(
            f"There is no table {table}; choose one from 1 to {len(rows)}."
        )
    if (place := seating.place(key, round_number)) is not None:
        raise SeatingImpossibleError(
            f"{key} already sits at table {place.table}, seat {place.seat}, in round"
            f" {round_number}; swap them instead."
        )
    seats = rows[table - 1]
    free = [number for number, sitter in enumerate((*seats, None)) if sitter is None]
    if seat not in free:
        choice = listed(map(seat_letter, free), "or")
        raise SeatingImpossibleError(
            f"That seat of table {table} is not free; choose seat {choice}."
        )
    row = (*seats[:seat], key, *seats[seat + 1 :])
    return _replace(seating, round_number, (*rows[: table - 1], row, *rows[table:]))


def _with(
    seating: Seating, round_number: int, change: Callable[[Key | None], Key | None]
) -> Seating:
    rows = seating.rounds[round_number - 1]
    return _replace(seating, round_number, tuple(tuple(change(key) for key in row) for row in rows))


def _replace(seating: Seating, round_number: int, rows: Round) -> Seating:
    before, after = seating.rounds[: round_number - 1], seating.rounds[round_number:]
    return Seating((*before, rows, *after), seating.steps)


def _round(seating: Seating, round_number: int) -> Round:
    if not 1 <= round_number <= len(seating.rounds):
        raise SeatingImpossibleError(
            f"There is no round {round_number}; choose one from 1 to {len(seating.rounds)}."
        )
    return seating.rounds[round_number - 1]


def _seat_of(seating: Seating, key: Key, round_number: int) -> None:
    if not any(key in row for row in _round(seating, round_number)):
        raise SeatingImpossibleError(
            f"{key} has no seat in round {round_number}; choose somebody who sits in that round."
        )


@dataclass(frozen=True, slots=True)
class Alternative:
    """Swapping `one` with `other`, who sits at `table` (from 1), changes the harm by `change` (0 or
    less).
    """

    one: Key
    other: Key
    table: int
    change: int


def alternatives(
    seating: Seating,
    wishes: Wishes,
    swapped: tuple[Key, Key],
    round_number: int,
    *,
    at_most: int = 3,
) -> tuple[Alternative, ...]:
    """Swaps that do no harm instead of that of the two `swapped`, best first; `seating` is the one
    before the swap.

    Partners at the wished table come first, so that either guest still gets there, then those of
    other tables. Moves off the plan are not harm here. Empty when every swap harms somebody. Raises
    SeatingImpossibleError when one of the two has no seat in the round.
    """
    company = _Company(seating, wishes)
    tables = company.tables[round_number - 1]
    for key in swapped:
        if key not in tables:
            raise SeatingImpossibleError(
                f"{key} has no seat in round {round_number}; choose somebody who sits in it."
            )
    choices: list[tuple[bool, int, int, Alternative]] = []
    for first, goal in (swapped, swapped[::-1]):
        for second, table in tables.items():
            if second not in swapped and table != tables[first]:
                change = company.change(first, second, round_number - 1)
                choices.append(
                    (
                        table != tables[goal],
                        change,
                        len(choices),
                        Alternative(first, second, table + 1, change),
                    )
                )
    return tuple(choice[-1] for choice in sorted(choices) if choice[1] <= 0)[:at_most]


class _Company:
    """Who sits with whom in every round of a seating, and what harm that does to a guest."""

    def __init__(self, seating: Seating, wishes: Wishes) -> None:
        self.wishes, self.weights = wishes, wishes.weights
        self.sitters = {sitter.key: sitter for sitter in wishes.sitters}
        self.apart = {frozenset(pair) for pair in wishes.apart}
        self.seats = [
            [[key for key in table if key is not None] for table in row] for row in seating.rounds
        ]
        self.tables = [
            {key: table for table, keys in enumerate(row) for key in keys} for row in self.seats
        ]
        self.sizes = sizes_of(seating)
        self.usual = usual_size(size for row in self.sizes for size in row if size)
        self.share = fair_share(
            self.sizes, len({key for row in self.tables for key in row}) or 1, self.usual
        )

    def change(self, first: Key, second: Key, number: int) -> int:
        """By how much the harm changes when the two, at different tables, swap in the round
        `number` (from 0).
        """
        before = self._harm(first, {}) + self._harm(second, {})
        here, there = self.tables[number][first], self.tables[number][second]
        return (
            self._harm(first, {number: (there, second)})
            + self._harm(second, {number: (here, first)})
            - before
        )

    def _harm(self, key: Key, moved: dict[int, tuple[int, Key]]) -> int:
        """The harm `key` has a part in when in the rounds `moved` they sit at that table in place
        of that guest.
        """
        mates: list[Key] = []
        places: list[tuple[int, int]] = []
        for number, tables in enumerate(self.tables):
            if key in tables:
                table, previous = moved.get(number, (tables[key], key))
                places.append((number, table))
                mates += [mate for mate in self.seats[number][table] if mate != previous]
        clashes = sum(self._clash(key, mate) for mate in mates)
        return (
            clashes + self.weights.repeats * (len(mates) - len(set(mates))) + self._own(key, places)
        )

    def _clash(self, first: Key, second: Key) -> int:
        here, there = self._sitter(first), self._sitter(second)
        harm = self.weights.apart_broken if frozenset((first, second)) in self.apart else 0
        return harm + self.weights.bonds(here, there)

    def _own(self, key: Key, places: list[tuple[int, int]]) -> int:
        astray = sum(
            away_from_stand(self._sitter(key), table + 1, self.wishes) for _, table in places
        )
        sizes = [self.sizes[number][table] for number, table in places]
        small, large = (
            sum(size < self.usual for size in sizes),
            sum(size > self.usual for size in sizes),
        )
        excess = max(0, small - self.share[0]) + max(0, large - self.share[1])
        return astray + self.weights.size * excess

    def _sitter(self, key: Key) -> Sitter:
        return self.sitters.get(key, Sitter(key))
