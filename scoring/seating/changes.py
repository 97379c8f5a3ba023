"""Alternatives to a harmful swap: partners with whom a guest can change seats and nobody is the
worse.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from scoring.seating.harms import fair_sizes
from scoring.seating.values import Key, Seating, SeatingImpossibleError, Wishes
from scoring.seating.welcome import Company


class Alternative(NamedTuple):
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
    company = Company(seating.rounds, wishes)
    tables = {key: table for turn, table, _, key in seating.places() if turn == round_number}
    for key in swapped:
        if key not in tables:
            raise SeatingImpossibleError(
                f"{key} has no seat in round {round_number}; choose somebody who sits in it."
            )
    sizes = seating.sizes
    usual, share = fair_sizes(sizes, seating.guests)
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
