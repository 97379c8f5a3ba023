"""Changes to a seating once it is drawn: two guests swap, one leaves, a late one takes an empty seat."""

from collections.abc import Callable

from scoring.seating.values import Key, Round, Seating, SeatingImpossibleError, seat_letter


def swap(seating: Seating, one: Key, other: Key, round_number: int) -> Seating:
    """The seating with `one` and `other` in each other's seats in `round_number` (from 1); no other round changes.

    Raises SeatingImpossibleError when the round does not exist or one of them has no seat in it.
    """
    for key in (one, other):
        _seat_of(seating, key, round_number)
    exchange = {one: other, other: one}
    return _with(seating, round_number, lambda key: key if key is None else exchange.get(key, key))


def vacate(seating: Seating, key: Key, round_number: int) -> Seating:
    """The seating with the seat of `key` empty in `round_number`; raises SeatingImpossibleError when they have none."""
    _seat_of(seating, key, round_number)
    return _with(seating, round_number, lambda sitter: None if sitter == key else sitter)


def fill(seating: Seating, key: Key, round_number: int, table: int, seat: int) -> Seating:
    """The seating with `key` in `seat` (from 0) of `table` (from 1) in `round_number`.

    The seat is an empty one or the next after the last. Raises SeatingImpossibleError when the seat is taken or out of
    reach, the table does not exist, or the guest sits in that round already.
    """
    rows = _round(seating, round_number)
    if not 1 <= table <= len(rows):
        raise SeatingImpossibleError(f"There is no table {table}; choose one from 1 to {len(rows)}.")
    if (place := seating.place(key, round_number)) is not None:
        raise SeatingImpossibleError(
            f"{key} already sits at table {place.table}, seat {place.seat}, in round {round_number}; swap them instead."
        )
    seats = rows[table - 1]
    free = [number for number, sitter in enumerate((*seats, None)) if sitter is None]
    if seat not in free:
        choice = " or ".join(seat_letter(number) for number in free)
        raise SeatingImpossibleError(f"That seat of table {table} is not free; choose seat {choice}.")
    row = (*seats[:seat], key, *seats[seat + 1 :])
    return _replace(seating, round_number, (*rows[: table - 1], row, *rows[table:]))


def _with(seating: Seating, round_number: int, change: Callable[[Key | None], Key | None]) -> Seating:
    rows = seating.rounds[round_number - 1]
    return _replace(seating, round_number, tuple(tuple(change(key) for key in row) for row in rows))


def _replace(seating: Seating, round_number: int, rows: Round) -> Seating:
    before, after = seating.rounds[: round_number - 1], seating.rounds[round_number:]
    return Seating((*before, rows, *after), seating.steps)


def _round(seating: Seating, round_number: int) -> Round:
    if not 1 <= round_number <= len(seating.rounds):
        raise SeatingImpossibleError(f"There is no round {round_number}; choose one from 1 to {len(seating.rounds)}.")
    return seating.rounds[round_number - 1]


def _seat_of(seating: Seating, key: Key, round_number: int) -> None:
    if not any(key in row for row in _round(seating, round_number)):
        raise SeatingImpossibleError(
            f"{key} has no seat in round {round_number}; choose somebody who sits in that round."
        )
