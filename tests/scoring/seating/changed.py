"""Seatings with one thing changed by hand, in one round (from 1) and in no other."""

from collections.abc import Callable
from dataclasses import replace

from scoring.seating import Key, Place, Seating, seat_letter


def swap(seating: Seating, first: Key, second: Key, number: int) -> Seating:
    """Two guests in each other's seats."""
    places = {first: second, second: first}
    return _with(seating, number, lambda key: key if key is None else places.get(key, key))


def vacate(seating: Seating, key: Key, number: int) -> Seating:
    """The seat of a guest empty."""
    return _with(seating, number, lambda sitter: None if sitter == key else sitter)


def fill(seating: Seating, key: Key, number: int, table: int, seat: int) -> Seating:
    """A guest in an empty seat (from 0) of a table (from 1), or in the next after its last."""
    return seating.filled(key, number, Place(table, seat_letter(seat)))


def _with(seating: Seating, number: int, change: Callable[[Key | None], Key | None]) -> Seating:
    rows = list(seating.rounds)
    rows[number - 1] = tuple(tuple(map(change, keys)) for keys in rows[number - 1])
    return replace(seating, rounds=tuple(rows))
