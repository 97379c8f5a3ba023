"""What no seating can avoid while it keeps the fixed tables: repeats, pairs of one livery and the
like.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from heapq import heapify, heapreplace
from math import comb

from scoring.seating.harms import fair_sizes
from scoring.seating.values import Key, Wishes

Sizes = tuple[tuple[int, ...], ...]
Attendance = tuple[frozenset[Key], ...]


def fixed_tables(wishes: Wishes, room: tuple[int, ...], present: Iterable[Key]) -> dict[Key, int]:
    """The fixed tables of those `present`; a table that more wish for than it has `room` for binds
    nobody.
    """
    requirements = _tables_wished(wishes, present)
    number = Counter(requirements.values())
    return {
        key: table
        for key, table in requirements.items()
        if table <= len(room) and number[table] <= room[table - 1]
    }


def _tables_wished(wishes: Wishes, present: Iterable[Key]) -> dict[Key, int]:
    here = frozenset(present)
    return {
        sitter.key: sitter.fixed_table
        for sitter in wishes.sitters
        if sitter.fixed_table and sitter.key in here
    }


def least_fixed_broken(wishes: Wishes, room: tuple[int, ...], present: Iterable[Key]) -> int:
    """How many guests of one round cannot have their fixed table, since more wish for it than it
    has seats.
    """
    seats = dict(enumerate(room, start=1))
    requirements = Counter(_tables_wished(wishes, present).values())
    return sum(max(0, number - seats.get(table, 0)) for table, number in requirements.items())


def least_together(
    wishes: Wishes, label: str, room: tuple[int, ...], present: Iterable[Key]
) -> int:
    """The fewest pairs with the same `label` ("livery", "group" or "team") at one table in a round
    whose tables have `room`.

    Guests of one label share a table least often when spread evenly, which those with a fixed table
    limit.
    """
    here = frozenset(present)
    fixed = fixed_tables(wishes, room, here)
    families: defaultdict[Key, list[int | None]] = defaultdict(list)
    for sitter in wishes.sitters:
        family: Key | None = getattr(sitter, label)
        if family is not None and sitter.key in here:
            families[family].append(fixed.get(sitter.key))
    return sum(_least_pairs(family, len(room)) for family in families.values())


def pairs_spread(guests: int, tables: int) -> int:
    """The pairs at one table of so many guests who are spread as evenly as can be over `tables`."""
    each, more = divmod(guests, tables)
    return (tables - more) * comb(each, 2) + more * comb(each + 1, 2)


def _least_pairs(fixed: list[int | None], tables: int) -> int:
    """The fewest pairs at one of `tables` tables when each guest stands at their fixed one, the
    others anywhere.
    """
    row = Counter(fixed)
    if set(row) <= {None}:
        return pairs_spread(len(fixed), tables)
    heights = [row[table] for table in range(1, tables + 1)]
    heapify(heights)
    for _ in range(row[None]):
        heapreplace(heights, heights[0] + 1)
    return sum(comb(height, 2) for height in heights)


def least_unfair_sizes(wishes: Wishes, rooms: Sizes, sizes: Sizes, present: Attendance) -> int:
    """The fewest times that guests come to a table of an unusual size more often than is fair.

    Seats at such tables can always be shared out fairly but for those who keep a fixed table of
    that size. `sizes` are the guests at each table, `rooms` its seats.
    """
    usual, share = fair_sizes(sizes, len(frozenset[Key]().union(*present)))
    small: Counter[Key] = Counter()
    large: Counter[Key] = Counter()
    for room, row, here in zip(rooms, sizes, present, strict=True):
        for key, table in fixed_tables(wishes, room, here).items():
            small[key] += 0 < row[table - 1] < usual
            large[key] += row[table - 1] > usual
    over = ((small, share[0]), (large, share[1]))
    return sum(max(0, times - fair) for counted, fair in over for times in counted.values())


def least_apart_broken(wishes: Wishes, rooms: Sizes, present: Attendance) -> int:
    """How often, over all rounds, two guests to be kept apart are fixed to one table."""
    pairs = {frozenset(pair) for pair in wishes.apart if pair[0] != pair[1]}
    broken = 0
    for room, here in zip(rooms, present, strict=True):
        fixed = fixed_tables(wishes, room, here)
        broken += sum(
            pair <= fixed.keys() and len({fixed[key] for key in pair}) == 1 for pair in pairs
        )
    return broken


def least_repeats(wishes: Wishes, rooms: Sizes, sizes: Sizes, present: Attendance) -> int:
    """The fewest repeated meetings over rounds of tables with `rooms` seats, `sizes` of them taken
    by those `present`.

    Three bounds, the largest of which holds: a table draws its guests from the tables of the round
    before; there are only so many pairs of guests; those fixed to one table meet in every round.
    """
    repeats = 0
    for number in range(1, len(sizes)):
        if present[number] == present[number - 1]:
            repeats += sum(pairs_spread(size, len(sizes[number - 1])) for size in sizes[number])
    guests = len(frozenset[Key]().union(*present))
    before: dict[Key, int] = {}
    together = 0
    for room, here in zip(rooms, present, strict=True):
        fixed = fixed_tables(wishes, room, here)
        again = Counter(table for key, table in fixed.items() if before.get(key) == table)
        together += sum(comb(number, 2) for number in again.values())
        before = fixed
    return max(
        repeats,
        sum(comb(size, 2) for row in sizes for size in row) - comb(guests, 2),
        together,
    )
