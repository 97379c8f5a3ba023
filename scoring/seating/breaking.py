"""A table that has become too small: its guests go to free seats elsewhere, or guests of larger
tables fill it up, whichever moves do least harm.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import NamedTuple

from scoring.seating.harms import crowding
from scoring.seating.values import Key, Seating, SeatingImpossibleError, Wishes
from scoring.seating.welcome import Company
from scoring.words import many

WEIGHED = 12
"""So many tables are weighed for each guest, those best for this guest alone."""
MISSED = 100
"""How heavily one game counts that a guest misses, as the other table has played it already."""


class Room(NamedTuple):
    """What one table can offer: how many free seats, and how many games a guest would miss who
    comes to it.
    """

    seats: int
    missed: int = 0


def break_up(
    seating: Seating,
    wishes: Wishes,
    spot: tuple[int, int],
    rooms: Mapping[int, Room],
    *,
    played: bool = False,
) -> dict[Key, int]:
    """The table (from 1) to which each guest of `spot`, a (round, table) both from 1, goes: one
    move each.

    `rooms` holds the tables that can take somebody. Least harm by the `wishes`: repeated meetings,
    liveries, parties, pairs kept apart, fixed tables and rooms, missed games, and guests at tables
    of an unusual size. With `played` the guests have met at their table already. In a hall with
    more than `WEIGHED` such tables each guest's best of them are weighed. Raises
    SeatingImpossibleError where there are fewer free seats than guests.
    """
    number, table = spot
    guests = [key for key in seating.rounds[number - 1][table - 1] if key is not None]
    free = sum(room.seats for room in rooms.values())
    if free < len(guests):
        seats = many(free, "seat is", "seats are") if free else "No seat is"
        raise SeatingImpossibleError(
            f"{seats} free at the other tables, and {len(guests)} guests need one."
        )
    search = _Search(seating, wishes, spot, rooms, guests, met=played)
    search.seat(0, 0)
    return dict(zip(guests, search.best, strict=True))


class Comer(NamedTuple):
    """A guest who may come to a table that is to be filled: how many games they would miss there or
    the table would play without them, and whether they have `met` those at their own already.
    """

    key: Key
    missed: int = 0
    met: bool = False


def fill_up(
    seating: Seating,
    wishes: Wishes,
    spot: tuple[int, int],
    comers: Sequence[Comer],
    *,
    least: int,
) -> tuple[Key, ...]:
    """Who come to `spot`, a (round, table) both from 1, until `least` sit there: one after another
    whoever does least harm, of equals the first of the `comers`.

    The harm is that of `break_up`, sizes apart. Nobody comes from a table that would be left with
    fewer than `least`. Raises SeatingImpossibleError where too few can come.
    """
    number, table = spot
    company = Company(seating.rounds, wishes)
    target = least - company.size(number, table - 1)
    chosen: list[Key] = []
    while len(chosen) < target:
        fit = [
            comer
            for comer in comers
            if comer.key not in chosen
            and company.size(number, company.table(comer.key, number)) > least
        ]
        if not fit:
            raise SeatingImpossibleError(
                f"No table has {least + 1} guests who could give one up: {len(chosen)} of"
                f" {many(target, 'guest')} can come."
            )
        best = min(fit, key=lambda comer: _harm_of_coming(company, comer, spot)).key
        company.move(best, number, company.table(best, number), table - 1)
        chosen.append(best)
    return tuple(chosen)


def _harm_of_coming(company: Company, comer: Comer, spot: tuple[int, int]) -> int:
    """The harm of one who comes; whom they have met at their own table they have met for good."""
    number, table = spot
    harm = company.change(comer.key, number, company.table(comer.key, number), table - 1)
    return harm + MISSED * comer.missed + (company.strain(comer.key, number) if comer.met else 0)


class _Search:
    """Guest after guest of a table to the other tables of the round, left off where those seated so
    far cost as much as the best known. `met` says whether they have met at their own table.
    """

    def __init__(
        self,
        seating: Seating,
        wishes: Wishes,
        spot: tuple[int, int],
        rooms: Mapping[int, Room],
        guests: Sequence[Key],
        *,
        met: bool,
    ) -> None:
        self.number, table = spot
        self.rooms, self.guests, self.met = rooms, guests, met
        self.company = Company(seating.rounds, wishes)
        for key in guests:
            self.company.rise(key, self.number, table - 1)
        self.usual = self.company.usual
        self.best: tuple[int, ...] = ()
        self.least: float = inf
        self.ends: list[int] = []
        # The least that any guest's coming can do to the harm of sizes at each table.
        lowest = {
            end: min(map(partial(self._crowd, end), range(min(len(guests), room.seats))), default=0)
            for end, room in rooms.items()
            if room.seats > 0
        }
        self.options: list[list[tuple[int, int]]] = []
        for key in guests:
            costs = sorted((self._alone(key, table, end) + lowest[end], end) for end in lowest)
            # Never so few tables that they could not hold all.
            weighed = costs[: max(WEIGHED, len(guests))]
            self.options.append([(cost - lowest[end], end) for cost, end in weighed])
        bounds = [min(cost + lowest[end] for cost, end in options) for options in self.options]
        self.rest = [sum(bounds[place:]) for place in range(len(bounds) + 1)]

    def seat(self, place: int, harm: int) -> None:
        """Try every table for the guest at `place` and those after, `harm` being done by those
        before.
        """
        if harm + self.rest[place] >= self.least:
            return
        if place == len(self.guests):
            self.best, self.least = tuple(self.ends), harm
            return
        for cost, end in self._open(place):
            self.ends.append(end)
            self.seat(place + 1, harm + cost)
            self.ends.pop()

    def _open(self, place: int) -> list[tuple[int, int]]:
        """The tables with a seat left for this guest and the harm there, the least first."""
        key, tables = self.guests[place], []
        for cost, end in self.options[place]:
            joining = [
                self.guests[index] for index, occupied in enumerate(self.ends) if occupied == end
            ]
            if len(joining) < self.rooms[end].seats:
                joined = sum(self.company.joint(key, peer, met=self.met) for peer in joining)
                tables.append((cost + joined + self._crowd(end, len(joining)), end))
        return sorted(tables)

    def _alone(self, key: Key, table: int, end: int) -> int:
        """The harm of one guest of `table` among those who sit at `end` now (both from 1)."""
        harm = self.company.change(key, self.number, table - 1, end - 1)
        return harm + MISSED * self.rooms[end].missed

    def _crowd(self, end: int, joining: int) -> int:
        """By how much the harm of unusual sizes changes when one more comes to a table, after
        so many joined it.
        """
        size = self.company.size(self.number, end - 1) + joining
        return self.company.wishes.weights.size * crowding(size, self.usual)
