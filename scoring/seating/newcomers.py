"""Places for guests without a seat: all their rounds are looked at together, so that nobody need
meet twice.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.seating.harms import crowding
from scoring.seating.values import FOUR_TO_SIX, Bounds, Key, Place, Seating, Wishes, seat_letter
from scoring.seating.welcome import Company

TRIES = 2_000
"""So many seats are tried for one question; where there are more ways, the best of those tried is
taken.
"""
Wanted = Sequence[tuple[Key, int]]
"""Who needs a seat in which round (from 1)."""
Cost = tuple[int, int, int]
"""What a seat costs, the worse first: guests a table lacks, harm by the wishes, guests at tables of
unusual size.
"""


class Offer(NamedTuple):
    """A place in each of several rounds (from 1), together; `harm` and `odd` are what they cost."""

    places: tuple[tuple[int, Place], ...]
    harm: int
    odd: int


def offers(
    seating: Seating,
    wishes: Wishes,
    key: Key,
    free: Mapping[int, Collection[int]],
    *,
    bounds: Bounds = FOUR_TO_SIX,
) -> tuple[Offer, ...]:
    """For each table of the first round of `free`, the best places with it in all of its rounds,
    the best offer first.

    `free` names by round (from 1) the tables (from 1) that still take somebody; `key` sits in none
    of these rounds. The first offer does the least harm that any choice of these places does:
    meetings a second time, one livery or party at a table, pairs to keep apart; of equal ones the
    one that leaves fewest at tables of unusual size.
    """
    rounds = sorted(number for number, tables in free.items() if tables)
    priced: list[tuple[Cost, int, Offer]] = []
    company = Company(seating.rounds, wishes)
    for first in sorted(free[rounds[0]]) if rounds else ():
        open_tables = {number: [table - 1 for table in free[number]] for number in rounds} | {
            rounds[0]: [first - 1]
        }
        best = _Search(company, open_tables, bounds).best([(key, number) for number in rounds])
        if best is not None:
            cost, occupied = best
            places = tuple(
                (number, Place(table + 1, seat_letter(seat)))
                for _key, number, table, seat in occupied
            )
            priced.append((cost, first, Offer(places, *cost[1:])))
    return tuple(offer for _cost, _first, offer in sorted(priced, key=lambda row: row[:2]))


def seat_newcomers(
    company: Company, targets: Wanted, free: Mapping[int, Collection[int]], bounds: Bounds
) -> None:
    """Seat everybody of `targets` at the tables (from 0) `free` in each round, all of them looked
    at together.

    Tables that lack guests are filled first. Who finds no place in a round stays without one there.
    """
    room = {
        number: sum(max(0, bounds.most - company.size(number, table)) for table in tables)
        for number, tables in free.items()
    }
    fitting = []
    for key, number in targets:
        if room.get(number, 0):
            room[number] -= 1
            fitting.append((key, number))
    best = _Search(company, {number: list(tables) for number, tables in free.items()}, bounds).best(
        fitting
    )
    for key, number, table, _seat in best[1] if best else ():
        company.sit(key, number, table)


Taken = tuple[tuple[Key, int, int, int], ...]


class _Search:
    """Every way to seat some guests, the cheapest seat first; what cannot become the best is not
    followed.
    """

    def __init__(self, company: Company, free: Mapping[int, Sequence[int]], bounds: Bounds) -> None:
        self.company, self.free, self.bounds = company, free, bounds
        self.found: tuple[Cost, Taken] | None = None
        self.left, self.usual = TRIES, company.usual

    def best(self, targets: Wanted) -> tuple[Cost, Taken] | None:
        """The cheapest seats (guest, round, table and seat from 0) for everybody; None where
        somebody finds none.
        """
        floors: list[Cost] = [(0, 0, 0)]
        together = Counter(number for _key, number in targets)
        for key, number in reversed(targets):
            own = [self._cost(key, number, table) for table in self._open(number)]
            if not own:
                return None
            alone = together[number] == 1
            odd = min(cost[2] for cost in own) if alone else 1 - self.usual
            floors.append(
                _sum(floors[-1], (min(cost[0] for cost in own), min(cost[1] for cost in own), odd))
            )
        self._go(targets, floors[::-1], (0, 0, 0), ())
        return self.found

    def _go(self, targets: Wanted, floors: Sequence[Cost], cost: Cost, occupied: Taken) -> None:
        if len(occupied) == len(targets):
            self.found = cost, occupied
            return
        key, number = targets[len(occupied)]
        for own, table in sorted(
            (self._cost(key, number, table), table) for table in self._open(number)
        ):
            total = _sum(cost, own)
            if self.found and (
                self.left <= 0 or _sum(total, floors[len(occupied) + 1]) >= self.found[0]
            ):
                break
            self.left -= 1
            seat = self.company.sit(key, number, table)
            self._go(targets, floors, total, (*occupied, (key, number, table, seat)))
            self.company.rise(key, number, table)

    def _open(self, number: int) -> Iterator[int]:
        return (
            table
            for table in self.free[number]
            if self.company.size(number, table) < self.bounds.most
        )

    def _cost(self, key: Key, number: int, table: int) -> Cost:
        size = self.company.size(number, table)
        harm = self.company.welcome(key, number, table)
        return -(size < self.bounds.least), harm, crowding(size, self.usual)


def _sum(first: Cost, second: Cost) -> Cost:
    return first[0] + second[0], first[1] + second[1], first[2] + second[2]
