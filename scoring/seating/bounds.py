"""What no seating can avoid: lower bounds for repeats, pairs of one livery, broken fixed tables and the like."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from heapq import heapify, heapreplace
from math import comb

from scoring.seating.values import Key, Wishes

Attendance = tuple[frozenset[Key], ...]


def least_together(wishes: Wishes, label: str, present: Iterable[Key], tables: int) -> int:
    """The fewest pairs with the same `label` ("livery" or "group") at one table in one round of `tables` tables.

    Guests of one label share a table least often when spread evenly, which those with a fixed table limit.
    """
    here = frozenset(present)
    families: defaultdict[Key, list[int | None]] = defaultdict(list)
    for sitter in wishes.sitters:
        family: Key | None = getattr(sitter, label)
        if family is not None and sitter.key in here:
            families[family].append(sitter.fixed_table)
    return sum(_least_pairs(fixed, tables) for fixed in families.values())


def _least_pairs(fixed: list[int | None], tables: int) -> int:
    held = Counter(table for table in fixed if table is not None)
    heights = [held[table] for table in range(1, tables + 1)]
    heapify(heights)
    for _ in range(fixed.count(None)):
        heapreplace(heights, heights[0] + 1)
    return sum(comb(height, 2) for height in heights)


def least_fixed_broken(wishes: Wishes, sizes: tuple[int, ...], present: Iterable[Key]) -> int:
    """How many guests of one round cannot have their fixed table, since more wish for it than it has seats."""
    here = frozenset(present)
    wanted = Counter(sitter.fixed_table for sitter in wishes.sitters if sitter.fixed_table and sitter.key in here)
    room = dict(enumerate(sizes, start=1))
    return sum(max(0, number - room.get(table, 0)) for table, number in wanted.items())


def least_apart_broken(wishes: Wishes, present: Attendance) -> int:
    """How many keep-apart wishes are broken, since both guests are fixed to one table, in rounds where both sit."""
    fixed = {sitter.key: sitter.fixed_table for sitter in wishes.sitters if sitter.fixed_table}
    clashes = {frozenset(pair) for pair in wishes.apart if pair[0] in fixed and fixed[pair[0]] == fixed.get(pair[1])}
    return sum(len(clash) == 2 and clash <= here for clash in clashes for here in present)


def least_repeats(wishes: Wishes, sizes: tuple[tuple[int, ...], ...], present: Attendance) -> int:
    """The fewest repeated meetings over rounds with tables of `sizes`, attended by the guests `present` in each.

    Three bounds, the largest of which holds: a table draws its guests from the tables of the round before; there are
    only so many pairs of guests; those fixed to one table meet in every round.
    """
    return max(
        _from_the_tables_before(sizes, present), _beyond_all_pairs(sizes, present), _fixed_together(wishes, present)
    )


def _from_the_tables_before(sizes: tuple[tuple[int, ...], ...], present: Attendance) -> int:
    found = 0
    for earlier, later in zip(range(len(sizes)), range(1, len(sizes)), strict=False):
        if present[earlier] == present[later]:
            found += sum(_least_pairs([None] * size, len(sizes[earlier])) for size in sizes[later])
    return found


def _beyond_all_pairs(sizes: tuple[tuple[int, ...], ...], present: Attendance) -> int:
    guests = len(frozenset().union(*present))
    return sum(comb(size, 2) for row in sizes for size in row) - comb(guests, 2)


def _fixed_together(wishes: Wishes, present: Attendance) -> int:
    always = frozenset.intersection(*present) if present else frozenset()
    fixed = Counter(sitter.fixed_table for sitter in wishes.sitters if sitter.fixed_table and sitter.key in always)
    return (len(present) - 1) * sum(comb(number, 2) for number in fixed.values())
