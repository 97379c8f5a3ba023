"""Who looks over whose hand: the left-hand neighbour, the next guest clockwise."""

from collections.abc import Mapping
from functools import lru_cache

from scoring.seating.values import Key, SeatingImpossibleError, Table


def left_neighbour(table: Table, seat: int) -> Key | None:
    """The key of the guest who checks the hand at `seat` (from 0): the next one clockwise who is
    there.

    Empty seats are passed over. None when nobody else sits at the table; SeatingImpossibleError
    when the seat itself is empty or does not exist.
    """
    if not 0 <= seat < len(table) or table[seat] is None:
        raise SeatingImpossibleError(
            f"Nobody sits in seat {seat + 1} of this table; choose a seat that is taken."
        )
    clockwise = table[seat + 1 :] + table[:seat]
    return next((key for key in clockwise if key is not None), None)


@lru_cache(maxsize=1_000)
def checkers(table: Table) -> Mapping[Key, Key]:
    """For each guest at the table the key of the one who checks them; empty when fewer than two sit
    there.
    """
    pairs = (
        (key, left_neighbour(table, seat)) for seat, key in enumerate(table) if key is not None
    )
    return {key: checker for key, checker in pairs if checker is not None}
