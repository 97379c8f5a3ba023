"""Closing the door: the fewest moves after which every table holds enough again, though some never came."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from scoring.seating.values import Key, Place, Round, Seating, SeatingImpossibleError, Wishes, seat_letter
from scoring.seating.welcome import Company

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Move:
    """One guest who changes tables in one round (from 1)."""

    key: Key
    round: int
    before: Place
    after: Place


@dataclass(frozen=True, slots=True)
class Closing:
    """A seating without those who never came: who moves, and which (round, table) nobody sits at any more."""

    seating: Seating
    moves: tuple[Move, ...]
    given_up: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many guests a table holds at least and at most."""

    least: int = 4
    most: int = 6


def close_door(
    seating: Seating,
    wishes: Wishes,
    absent: Collection[Key],
    *,
    locked: Collection[Spot] = (),
    bounds: Bounds = Bounds(),
) -> Closing:
    """The seating without those `absent`, mended with as few moves as can be in every round.

    Tables keep their number; one that cannot be filled is given up where that takes fewer moves. Among moves equally
    few the guests are chosen who do the least harm by the `wishes`. A (round, table) of `locked` stays as it is, with
    whoever sits there. Raises SeatingImpossibleError where no number of tables holds those who came.
    """
    company = Company(_without(seating, absent, locked), wishes)
    moves: list[Move] = []
    for number in range(1, len(seating.rounds) + 1):
        free = [table for table in range(len(company.tables[number - 1])) if (number, table + 1) not in locked]
        moves += _mended(company, number, free, bounds)
    mended = Seating(tuple(tuple(map(tuple, row)) for row in company.tables), seating.steps)
    return Closing(mended, tuple(moves), tuple(_given_up(seating, mended)))


def fewest_moves(sizes: Sequence[int], bounds: Bounds = Bounds()) -> int:
    """How many guests at tables of `sizes` (from 0) must change tables until each table is empty or within bounds.

    Raises SeatingImpossibleError when no number of tables holds them.
    """
    return _plan(sorted(sizes), bounds)[0]


def _plan(sizes: Sequence[int], bounds: Bounds) -> tuple[int, int]:
    """The fewest moves for tables in the order of their sizes, and how many of the smallest to give up for it.

    For any number of tables given up it is best to give up the smallest: keeping a larger one in place of a smaller
    costs no move more. Whoever leaves a table fills another, so the moves are the larger of what must leave and what
    is wanted.
    """
    guests, found = sum(sizes), []
    for given_up in range(len(sizes) + 1):
        kept = sizes[given_up:]
        if bounds.least * len(kept) <= guests <= bounds.most * len(kept):
            leave = sum(sizes[:given_up]) + sum(max(0, size - bounds.most) for size in kept)
            wanted = sum(max(0, bounds.least - size) for size in kept)
            found.append((max(leave, wanted), given_up))
    if not found:
        raise SeatingImpossibleError(
            f"{guests} guests cannot sit at tables of {bounds.least} to {bounds.most}: let one more come or go."
        )
    return min(found)


def _without(seating: Seating, absent: Collection[Key], locked: Collection[Spot]) -> list[list[list[Key | None]]]:
    """The tables with the seats of those who never came empty, no empty seats at their ends."""
    rounds: list[list[list[Key | None]]] = []
    for number, row in enumerate(seating.rounds, start=1):
        tables = []
        for table, seats in enumerate(row, start=1):
            stays = (number, table) in locked
            left = [key if stays or key not in absent else None for key in seats]
            while left and left[-1] is None:
                left.pop()
            tables.append(left)
        rounds.append(tables)
    return rounds


def _mended(company: Company, number: int, free: Sequence[int], bounds: Bounds) -> Iterator[Move]:
    """Move guests of one round until its free tables are within bounds; the moves in order."""
    row = company.tables[number - 1]
    size = {table: company.size(number, table) for table in free}
    order = sorted(free, key=lambda table: (size[table], company.settled(number, table), -table))
    moves, gone = _plan([size[table] for table in order], bounds)
    given_up = set(order[:gone])
    moved: set[Key] = set()
    for _ in range(moves):
        key, start, end = min(_choices(company, number, _Stand(size, given_up, moved, bounds)))[-1]
        before = Place(start + 1, seat_letter(row[start].index(key)))
        seat = company.move(key, number, start, end)
        size[start], size[end] = size[start] - 1, size[end] + 1
        moved.add(key)
        yield Move(key, number, before, Place(end + 1, seat_letter(seat)))


@dataclass(frozen=True, slots=True)
class _Stand:
    """How far the mending of a round is."""

    size: dict[int, int]
    given_up: set[int]
    moved: set[Key]
    bounds: Bounds

    @property
    def crowded(self) -> list[int]:
        """Tables that somebody must leave: those given up, and those with too many."""
        most = self.bounds.most
        return [table for table, size in self.size.items() if size > (0 if table in self.given_up else most)]

    @property
    def able(self) -> list[int]:
        """Tables that can spare somebody."""
        return [table for table, size in self.size.items() if size > self.bounds.least]

    @property
    def takers(self) -> list[int]:
        """Tables too small, while no more must leave than these want; then also those with a place to spare."""
        kept = {table: size for table, size in self.size.items() if table not in self.given_up}
        wanted = sum(max(0, self.bounds.least - size) for size in kept.values())
        leave = sum(self.size[table] for table in self.given_up)
        leave += sum(max(0, size - self.bounds.most) for size in kept.values())
        full = self.bounds.most if leave > wanted else self.bounds.least
        return [table for table, size in kept.items() if size < full]


Choice = tuple[int, int, int, int, str, tuple[Key, int, int]]


def _choices(company: Company, number: int, stand: _Stand) -> Iterator[Choice]:
    """Moves that bring the round nearer, the harm first, then from larger to smaller tables.

    Who must leave may go to any table that takes them; where nobody must, one table after the other is filled.
    """
    crowded, takers = stand.crowded, stand.takers
    takers = takers if crowded else takers[:1]
    for start in crowded or stand.able:
        for key in company.tables[number - 1][start]:
            if key is not None and key not in stand.moved:
                for end in takers:
                    harm = company.change(key, number, start, end)
                    yield harm, stand.size[end], -stand.size[start], end, str(key), (key, start, end)


def _given_up(before: Seating, after: Seating) -> Iterator[Spot]:
    for number, (old, new) in enumerate(zip(before.rounds, after.rounds, strict=True), start=1):
        for table, (had, has) in enumerate(zip(old, new, strict=True), start=1):
            if any(key is not None for key in had) and not any(key is not None for key in has):
                yield number, table


def sizes_within(row: Round, bounds: Bounds = Bounds()) -> bool:
    """Whether every table of a round is empty or holds as many guests as the bounds allow."""
    sizes = [sum(key is not None for key in table) for table in row]
    return all(size == 0 or bounds.least <= size <= bounds.most for size in sizes)
