"""Clean alternatives to a harmful swap: partners with whom a guest can change seats and nobody is the worse."""

from dataclasses import dataclass

from scoring.seating.values import Key, Seating, Wishes


@dataclass(frozen=True, slots=True)
class Alternative:
    """Swapping `one` with `other`, who sits at `table` (from 1), changes the harm by `change` (0 or less)."""

    one: Key
    other: Key
    table: int
    change: int


def alternatives(
    seating: Seating, wishes: Wishes, swapped: tuple[Key, Key], round_number: int, *, at_most: int = 3
) -> tuple[Alternative, ...]:
    """Swaps that do no harm instead of that of the two `swapped`, best first; `seating` is the one before the swap.

    Partners at the wished table come first, so that either guest still gets there, then those of other tables. Moves
    off the plan are not harm here. Empty when every swap harms somebody.
    """
    raise NotImplementedError
