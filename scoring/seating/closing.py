"""Closing the door: the fewest moves after which every table holds enough, or just as many as is
best.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.seating.newcomers import Wanted, seat_newcomers
from scoring.seating.values import (
    FOUR_TO_SIX,
    Bounds,
    Key,
    Place,
    Seating,
    SeatingImpossibleError,
    Wishes,
    seat_letter,
)
from scoring.seating.welcome import Company

Spot = tuple[int, int]
Limits = Mapping[int, tuple[int, int]]
"""How many guests each table (from 0) is to hold, at least and at most."""


class Move(NamedTuple):
    """One guest who changes tables in one round (from 1)."""

    key: Key
    round: int
    before: Place
    after: Place


class Closing(NamedTuple):
    """A seating without those who never came: who moves, and which (round, table) nobody sits at
    any more.

    `seated` are those who had no seat in a round (from 1) and have this one now.
    """

    seating: Seating
    moves: tuple[Move, ...]
    given_up: tuple[Spot, ...]
    seated: tuple[tuple[Key, int, Place], ...] = ()


def close_door(
    seating: Seating,
    wishes: Wishes,
    absent: Collection[Key],
    *,
    newcomers: Wanted = (),
    locked: Collection[Spot] = (),
    bounds: Bounds = FOUR_TO_SIX,
    sizes: Sequence[int] = (),
) -> Closing:
    """The seating without those `absent`, with the `newcomers`, mended with as few moves as can be
    in every round.

    Newcomers take freed seats first. Tables keep their number; one that cannot be filled is given
    up where that takes fewer moves. Among moves equally few the guests are chosen who do the least
    harm by the `wishes`. A (round, table) of `locked` stays as it is, with whoever sits there.
    Where `sizes` are given, each round has tables of just these sizes afterwards, and none may be
    locked. Raises SeatingImpossibleError where no number of tables holds those who came, or there
    are fewer tables than sizes.
    """
    company = Company(_without(seating, absent, locked), wishes)
    rounds = range(1, len(seating.rounds) + 1)
    free = {
        number: [
            table
            for table in range(len(company.tables[number - 1]))
            if (number, table + 1) not in locked
        ]
        for number in rounds
    }
    taking = {
        number: [table for table in free[number] if company.size(number, table)]
        for number in rounds
    }
    seat_newcomers(company, newcomers, taking, bounds)
    for number in rounds:
        _mended(company, number, _limits(company, number, free[number], bounds, sizes))
    mended = Seating(tuple(tuple(map(tuple, row)) for row in company.tables), seating.steps)
    new = tuple(
        (key, number, place) for key, number in newcomers if (place := mended.place(key, number))
    )
    spots = {(number, table) for number, table, *_ in mended.places()}
    before = dict.fromkeys((number, table) for number, table, *_ in seating.places())
    given_up = tuple(spot for spot in before if spot not in spots)
    return Closing(mended, tuple(_moves(seating, mended, absent)), given_up, new)


def _moves(before: Seating, after: Seating, absent: Collection[Key]) -> Iterator[Move]:
    """Who sits elsewhere, in the order of rounds and of the seats they take."""
    places = {
        (key, number): Place(table, seat_letter(seat))
        for number, table, seat, key in before.places()
        if key not in absent
    }
    for number, table, seat, key in after.places():
        was, now = places.get((key, number)), Place(table, seat_letter(seat))
        if was is not None and was != now:
            yield Move(key, number, was, now)


def _limits(
    company: Company, number: int, free: Sequence[int], bounds: Bounds, sizes: Sequence[int]
) -> dict[int, tuple[int, int]]:
    """How many each table of `free` is to hold: the smallest ones are given up, those with settled
    guests last.
    """
    size = {table: company.size(number, table) for table in free}
    order = sorted(free, key=lambda table: (size[table], company.settled(number, table), -table))
    if not sizes:
        _moves_needed, closed = _plan([size[table] for table in order], bounds)
        return {
            table: (0, 0) if place < closed else (bounds.least, bounds.most)
            for place, table in enumerate(order)
        }
    if len(sizes) > len(order) or sum(sizes) != sum(size.values()):
        raise SeatingImpossibleError(
            f"{sum(size.values())} guests cannot sit at just {len(sizes)} of these tables."
        )
    targets = [0] * (len(order) - len(sizes)) + sorted(sizes)
    return {table: (most, most) for table, most in zip(order, targets, strict=True)}


def _plan(sizes: Sequence[int], bounds: Bounds) -> tuple[int, int]:
    """The fewest moves for tables in the order of their sizes, and how many of the smallest to give
    up for it.

    For any number of tables given up it is best to give up the smallest: keeping a larger one in
    place of a smaller costs no move more. Whoever leaves a table fills another, so the moves are
    the larger of what must leave and what is wanted.
    """
    guests, ways = sum(sizes), []
    for given_up in range(len(sizes) + 1):
        staying = sizes[given_up:]
        if bounds.least * len(staying) <= guests <= bounds.most * len(staying):
            leave = sum(sizes[:given_up]) + sum(max(0, size - bounds.most) for size in staying)
            target = sum(max(0, bounds.least - size) for size in staying)
            ways.append((max(leave, target), given_up))
    if not ways:
        raise SeatingImpossibleError(
            f"{guests} guests cannot sit at tables of {bounds.least} to {bounds.most}: let one more"
            " come or go."
        )
    return min(ways)


def _without(
    seating: Seating, absent: Collection[Key], locked: Collection[Spot]
) -> list[list[list[Key | None]]]:
    """The tables with the seats of those who never came empty, no empty seats at their ends."""
    rounds: list[list[list[Key | None]]] = []
    for number, row in enumerate(seating.rounds, start=1):
        tables = []
        for table, seats in enumerate(row, start=1):
            stays = (number, table) in locked
            staying = [key if stays or key not in absent else None for key in seats]
            while staying and staying[-1] is None:
                staying.pop()
            tables.append(staying)
        rounds.append(tables)
    return rounds


def _mended(company: Company, number: int, limits: Limits) -> None:
    """Move guests of one round until its tables are within their limits."""
    size = {table: company.size(number, table) for table in limits}
    moved: set[Key] = set()
    for _ in range(max(_out_of_limits(size, limits))):
        key, start, end = min(_choices(company, number, limits, moved))[-1]
        company.move(key, number, start, end)
        moved.add(key)
    for first, second in combinations(sorted(moved, key=str), 2):
        apart = company.table(first, number) != company.table(second, number)
        if apart and company.exchange_change(first, second, number) < 0:
            company.exchange(first, second, number)


def _out_of_limits(size: Mapping[int, int], limits: Limits) -> tuple[int, int]:
    """How many must leave tables of these sizes, and how many the tables lack."""
    leaving = sum(max(0, size[table] - most) for table, (_least, most) in limits.items())
    return leaving, sum(max(0, least - size[table]) for table, (least, _most) in limits.items())


Choice = tuple[int, int, int, int, str, tuple[Key, int, int]]
"""A move as choices are ordered: its harm, the size of the table it goes to, that of the one it
comes from (negative), the table and the guest again; last who moves, from where and to where.
"""


def _choices(
    company: Company, number: int, limits: Limits, moved: Collection[Key]
) -> Iterator[Choice]:
    """Moves that bring the round nearer of those who have not `moved`, the harm first, then from
    larger to smaller tables.

    Who must leave may go to any table that takes them: to those too small, and once more must
    leave than these lack, to any with a place to spare. Where nobody must, one table after the
    other is filled from those that can spare somebody.
    """
    size = {table: company.size(number, table) for table in limits}
    leaving, lacking = _out_of_limits(size, limits)
    crowded = [table for table, (_least, most) in limits.items() if size[table] > most]
    able = [table for table, (least, _most) in limits.items() if size[table] > least]
    takers = [table for table in limits if size[table] < limits[table][leaving > lacking]]
    for start in crowded or able:
        for key in company.tables[number - 1][start]:
            if key is not None and key not in moved:
                for end in takers if crowded else takers[:1]:
                    harm = company.change(key, number, start, end)
                    yield harm, size[end], -size[start], end, str(key), (key, start, end)
