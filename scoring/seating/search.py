"""The draw: guests to seats for all rounds, the cyclic plan where it serves, a search where it does not."""

from collections.abc import Callable
from random import Random

from scoring.seating.table_plan import TablePlan
from scoring.seating.values import Seating, Wishes


def draw(
    wishes: Wishes, plan: TablePlan, rounds: int, rng: Random, *, progress: Callable[[float], None] | None = None
) -> Seating:
    """A seating of all guests for `rounds` rounds with the least harm found; the same for the same rng state.

    `progress` is told the share of the work done, 0 to 1, never falling. Raises SeatingImpossibleError when the plan is
    for another number of guests, a key occurs twice or a fixed table does not exist.
    """
    raise NotImplementedError
