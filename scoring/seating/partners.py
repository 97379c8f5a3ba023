"""Clean alternatives to a harmful swap: partners with whom a guest can change seats and nobody is the worse."""

from dataclasses import dataclass

from scoring.seating.exposure import fair_share, usual_size
from scoring.seating.rooms import away_from_stand
from scoring.seating.values import Key, Seating, SeatingImpossibleError, Sitter, Wishes
from scoring.seating.whereabouts import sizes_of


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
    off the plan are not harm here. Empty when every swap harms somebody. Raises SeatingImpossibleError when one of the
    two has no seat in the round.
    """
    company = _Company(seating, wishes)
    tables = company.tables[round_number - 1]
    for key in swapped:
        if key not in tables:
            raise SeatingImpossibleError(f"{key} has no seat in round {round_number}; choose somebody who sits in it.")
    found: list[tuple[bool, int, int, Alternative]] = []
    for one, goal in (swapped, swapped[::-1]):
        for other, table in tables.items():
            if other not in swapped and table != tables[one]:
                change = company.change(one, other, round_number - 1)
                found.append((table != tables[goal], change, len(found), Alternative(one, other, table + 1, change)))
    return tuple(choice[-1] for choice in sorted(found) if choice[1] <= 0)[:at_most]


class _Company:
    """Who sits with whom in every round of a seating, and what harm that does to a guest."""

    def __init__(self, seating: Seating, wishes: Wishes) -> None:
        self.wishes, self.weights = wishes, wishes.weights
        self.sitters = {sitter.key: sitter for sitter in wishes.sitters}
        self.apart = {frozenset(pair) for pair in wishes.apart}
        self.seats = [[[key for key in table if key is not None] for table in row] for row in seating.rounds]
        self.tables = [{key: table for table, keys in enumerate(row) for key in keys} for row in self.seats]
        self.sizes = sizes_of(seating)
        self.usual = usual_size(size for row in self.sizes for size in row if size)
        self.share = fair_share(self.sizes, len({key for row in self.tables for key in row}) or 1, self.usual)

    def change(self, one: Key, other: Key, number: int) -> int:
        """By how much the harm changes when the two, at different tables, swap in the round `number` (from 0)."""
        before = self._harm(one, {}) + self._harm(other, {})
        here, there = self.tables[number][one], self.tables[number][other]
        return self._harm(one, {number: (there, other)}) + self._harm(other, {number: (here, one)}) - before

    def _harm(self, key: Key, moved: dict[int, tuple[int, Key]]) -> int:
        """The harm `key` has a part in when in the rounds `moved` they sit at that table in place of that guest."""
        mates: list[Key] = []
        places: list[tuple[int, int]] = []
        for number, tables in enumerate(self.tables):
            if key in tables:
                table, gone = moved.get(number, (tables[key], key))
                places.append((number, table))
                mates += [mate for mate in self.seats[number][table] if mate != gone]
        clashes = sum(self._clash(key, mate) for mate in mates)
        return clashes + self.weights.repeats * (len(mates) - len(set(mates))) + self._own(key, places)

    def _clash(self, one: Key, other: Key) -> int:
        here, there = self._sitter(one), self._sitter(other)
        harm = self.weights.apart_broken if frozenset((one, other)) in self.apart else 0
        if here.livery is not None and here.livery == there.livery:
            harm += self.weights.same_livery
        if here.group is not None and here.group == there.group:
            harm += self.weights.same_group
        return harm

    def _own(self, key: Key, places: list[tuple[int, int]]) -> int:
        astray = sum(away_from_stand(self._sitter(key), table + 1, self.wishes) for _, table in places)
        sizes = [self.sizes[number][table] for number, table in places]
        small, large = sum(size < self.usual for size in sizes), sum(size > self.usual for size in sizes)
        excess = max(0, small - self.share[0]) + max(0, large - self.share[1])
        return astray + self.weights.size * excess

    def _sitter(self, key: Key) -> Sitter:
        return self.sitters.get(key, Sitter(key))
