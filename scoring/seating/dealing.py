"""Dealing guests to the places of a plan, those with a fixed table first."""

from collections.abc import Sequence
from random import Random

from scoring.seating.hall import Hall
from scoring.seating.values import Sitter


def dealt(sitters: Sequence[Sitter], tables: list[list[int]], rng: Random, *, in_order: bool) -> list[int]:
    """For each place of the first round's `tables` the number of its guest, at random from `rng`.

    Guests with a fixed table sit at it from seat A on, as many as it holds. With `in_order` guests of one livery take
    neighbouring tables, which spreads a large livery as evenly as can be.
    """
    guest_at = [-1] * len(sitters)
    rest = _seat_fixed(sitters, tables, guest_at)
    rng.shuffle(rest)
    if in_order:
        first_seen: dict[object, int] = {}
        rest.sort(key=lambda guest: first_seen.setdefault(sitters[guest].livery, len(first_seen)))
    deepest = max(len(table) for table in tables)
    free = [table[seat] for seat in range(deepest) for table in tables if seat < len(table)]
    for place in free:
        if guest_at[place] < 0:
            guest_at[place] = rest.pop()
    return guest_at


def _seat_fixed(sitters: Sequence[Sitter], tables: list[list[int]], guest_at: list[int]) -> list[int]:
    """Give guests with a fixed table its first free seats; returns those without one, or left over."""
    rest = []
    for guest, sitter in enumerate(sitters):
        places = [] if sitter.fixed_table is None else tables[sitter.fixed_table - 1]
        place = next((place for place in places if guest_at[place] < 0), None)
        if place is None:
            rest.append(guest)
        else:
            guest_at[place] = guest
    return rest


def pin_fixed(hall: Hall, sitters: Sequence[Sitter], rounds: int) -> None:
    """Pin all guests who sit at their fixed table in any of the first `rounds` rounds."""
    hall.pinned = {
        guest
        for guest, sitter in enumerate(sitters)
        if any(sitter.fixed_table == where[guest][0] + 1 for where in hall.where[:rounds])
    }


def hold_at_fixed_tables(hall: Hall, sitters: Sequence[Sitter]) -> None:
    """Exchange guests in single rounds so that all sit at their fixed tables while these have seats, then pin them.

    Where more wish for a table than it holds, those pinned already keep it in every round.
    """
    first = hall.pinned
    fixed = [guest for guest, sitter in enumerate(sitters) if sitter.fixed_table is not None]
    for number, row in enumerate(hall.tables):
        for guest in sorted(fixed, key=lambda guest: guest not in first):
            wished = (sitters[guest].fixed_table or 0) - 1
            if hall.where[number][guest][0] == wished:
                continue
            others = [
                other
                for other in row[wished]
                if (sitters[other].fixed_table or 0) - 1 != wished or (guest in first and other not in first)
            ]
            if others:
                hall.exchange(guest, min(others, key=lambda other: hall.change(guest, other, number)), number)
    pin_fixed(hall, sitters, len(hall.tables))
