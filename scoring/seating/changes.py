"""Changes to a seating once it is drawn: two guests swap, one leaves, a late one takes an empty
seat.

Clean alternatives to a harmful swap: partners with whom a guest can change seats and nobody is the
worse.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.seating.harms import fair_share, usual_size
from scoring.seating.next_round import Company
from scoring.seating.values import (
    Key,
    Round,
    Seating,
    SeatingImpossibleError,
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
    company = Company([[list(table) for table in row] for row in seating.rounds], wishes)
    tables = {key: table for turn, table, _, key in seating.places() if turn == round_number}
    for key in swapped:
        if key not in tables:
            raise SeatingImpossibleError(
                f"{key} has no seat in round {round_number}; choose somebody who sits in it."
            )
    sizes = seating.sizes
    usual = usual_size(size for row in sizes for size in row if size)
    share = fair_share(sizes, seating.guests or 1, usual)
    by_guest: defaultdict[Key, dict[int, int]] = defaultdict(dict)
    for number, table, _seat, key in seating.places():
        by_guest[key][number] = sizes[number - 1][table - 1]

    def harm(first: Key, second: Key) -> int:
        """By how much the harm changes when the two swap."""
        change = company.exchange_change(first, second, round_number)
        for key, partner in ((first, second), (second, first)):
            then = by_guest[key] | {round_number: by_guest[partner][round_number]}
            more = _unfair(then, usual, share) - _unfair(by_guest[key], usual, share)
            change += wishes.weights.size * more
        return change

    choices: list[tuple[bool, int, int, Alternative]] = []
    for first, goal in (swapped, swapped[::-1]):
        for second, table in tables.items():
            if second not in swapped and table != tables[first]:
                change = harm(first, second)
                if change <= 0:
                    alternative = Alternative(first, second, table, change)
                    choices.append((table != tables[goal], change, len(choices), alternative))
    return tuple(choice[-1] for choice in sorted(choices))[:at_most]


def _unfair(sizes: Mapping[int, int], usual: int, share: tuple[int, int]) -> int:
    """How often somebody who sits at tables of these sizes by round is at a smaller or a larger one
    than the `usual` beyond the fair `share` of both.
    """
    small = sum(size < usual for size in sizes.values())
    large = sum(size > usual for size in sizes.values())
    return max(0, small - share[0]) + max(0, large - share[1])
