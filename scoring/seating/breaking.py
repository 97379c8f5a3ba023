"""A table that has become too small: its guests go to free seats elsewhere, or guests of larger
tables fill it up, whichever moves do least harm.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.seating.harms import usual_size
from scoring.seating.next_round import Company
from scoring.seating.values import Key, Seating, SeatingImpossibleError, Wishes
from scoring.words import many

WEIGHED = 12
"""So many tables are weighed for each guest, those best for this guest alone."""
MISSED = 100
"""How heavily one game counts that a guest misses, as the other table has played it already."""


@dataclass(frozen=True, slots=True)
class Room:
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
        raise SeatingImpossibleError(
            f"{_seats(free)} free at the other tables, and {len(guests)} guests need one."
        )
    search = _Search(_Floor(seating, wishes, spot, rooms, played=played), guests)
    search.seat(0, 0)
    return dict(zip(guests, search.best, strict=True))


@dataclass(frozen=True, slots=True)
class Comer:
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
    tables = [[list(seats) for seats in row] for row in seating.rounds]
    target = least - sum(key is not None for key in tables[number - 1][table - 1])
    chosen: list[Key] = []
    while len(chosen) < target:
        company = Company(tables, wishes)
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
        best = min(fit, key=lambda comer: _coming(company, comer, spot))
        start = company.table(best.key, number)
        tables[number - 1][start] = [
            None if key == best.key else key for key in tables[number - 1][start]
        ]
        tables[number - 1][table - 1].append(best.key)
        chosen.append(best.key)
    return tuple(chosen)


def _coming(company: Company, comer: Comer, spot: tuple[int, int]) -> int:
    """The harm of one who comes; whom they have met at their own table they have met for good."""
    number, table = spot
    harm = company.change(comer.key, number, company.table(comer.key, number), table - 1)
    return harm + MISSED * comer.missed + (company.strain(comer.key, number) if comer.met else 0)


class _Floor:
    """The other tables of the round once this one is empty, and the harm of coming to them."""

    def __init__(
        self,
        seating: Seating,
        wishes: Wishes,
        spot: tuple[int, int],
        rooms: Mapping[int, Room],
        *,
        played: bool,
    ) -> None:
        self.number, self.table = spot
        self.rooms, self.played, self.wishes = rooms, played, wishes
        tables = [[list(seats) for seats in row] for row in seating.rounds]
        tables[self.number - 1][self.table - 1] = []
        self.company = Company(tables, wishes)
        sizes = [sum(key is not None for key in seats) for row in tables for seats in row]
        self.usual = usual_size(size for size in sizes if size)

    def alone(self, key: Key, end: int) -> int:
        """The harm of one guest among those at a table now."""
        harm = self.company.change(key, self.number, self.table - 1, end - 1)
        return harm + MISSED * self.rooms[end].missed

    def together(self, first: Key, second: Key) -> int:
        """The harm of two who come to the same table."""
        return self.company.joint(first, second, met=self.played)

    def crowd(self, end: int, joining: int) -> int:
        """By how much the harm of unusual sizes changes when one more comes to a table to which
        `came` did before.
        """
        size = self.company.size(self.number, end - 1) + joining
        return self._unusual(size + 1) - self._unusual(size)

    def _unusual(self, size: int) -> int:
        return 0 if size == self.usual else self.wishes.weights.size * size


@dataclass(slots=True)
class _Search:
    """Guest after guest to table after table, left off where what is seated so far costs as much as
    the best known.
    """

    floor: _Floor
    guests: Sequence[Key]
    best: tuple[int, ...] = ()
    least: int | None = None
    ends: list[int] = field(default_factory=list)
    options: list[list[tuple[int, int]]] = field(default_factory=list)
    rest: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for key in self.guests:
            costs = sorted(
                (self.floor.alone(key, end) + self._lowest(end), end) for end in self._tables
            )
            self.options.append(
                [(cost - self._lowest(end), end) for cost, end in costs[: self._weighed]]
            )
        bounds = [
            min(cost + self._lowest(end) for cost, end in options) for options in self.options
        ]
        self.rest = [sum(bounds[place:]) for place in range(len(bounds) + 1)]

    def seat(self, place: int, harm: int) -> None:
        """Try every table for the guest at `place` and those after, `harm` being done by those
        before.
        """
        if self.least is not None and harm + self.rest[place] >= self.least:
            return
        if place == len(self.guests):
            self.best, self.least = tuple(self.ends), harm
            return
        for cost, end in self._open(place):
            self.ends.append(end)
            self.seat(place + 1, harm + cost)
            self.ends.pop()

    def _open(self, place: int) -> Iterator[tuple[int, int]]:
        """The tables with a seat left for this guest, the least harm first."""
        key, tables = self.guests[place], []
        for cost, end in self.options[place]:
            joining = [self.guests[index] for index, taken in enumerate(self.ends) if taken == end]
            if len(joining) < self.floor.rooms[end].seats:
                joined = sum(self.floor.together(key, peer) for peer in joining)
                tables.append((cost + joined + self.floor.crowd(end, len(joining)), end))
        return iter(sorted(tables))

    @property
    def _tables(self) -> Collection[int]:
        return [table for table, room in self.floor.rooms.items() if room.seats > 0]

    @property
    def _weighed(self) -> int:
        """As many tables as are weighed for a guest, and never so few that they
        could not hold all.
        """
        return max(WEIGHED, len(self.guests))

    def _lowest(self, end: int) -> int:
        """The least that any guest's coming can do to the harm of sizes at a table."""
        most = min(len(self.guests), self.floor.rooms[end].seats)
        return min(self.floor.crowd(end, joining) for joining in range(most))


def _seats(number: int) -> str:
    return many(number, "seat is", "seats are") if number else "No seat is"
