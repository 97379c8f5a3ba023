"""Rooms of a hall and its step-free side: who is not to change rooms, and where they are settled
before the draw.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.seating.values import Harm, Key, Seating, Sitter, Wishes


def room_of(wishes: Wishes, table: int) -> str:
    """The room of a table (from 1); a hall without a plan is one room."""
    return wishes.rooms[table - 1] if 0 < table <= len(wishes.rooms) else ""


def away_from_stand(sitter: Sitter, table: int, wishes: Wishes) -> int:
    """The harm of a guest at `table` (from 1): away from their fixed table, out of their room, or
    where steps lead.
    """
    weights, fixed = wishes.weights, sitter.fixed_table
    harm = weights.steps if sitter.step_free and table not in wishes.step_free else 0
    if fixed is None:
        return harm + weights.room_changed * (sitter.room not in (None, room_of(wishes, table)))
    if fixed == table:
        return harm
    return (
        harm
        + weights.fixed_broken
        + weights.room_changed * (room_of(wishes, fixed) != room_of(wishes, table))
    )


def at_home(wishes: Wishes, seating: Seating) -> Wishes:
    """The wishes with the room of everybody who keeps to one: that of their first seat, unless it
    is known.
    """
    if not any(sitter.keeps_room for sitter in wishes.sitters):
        return wishes
    first: dict[Key, str] = {}
    for _number, table, _seat, key in seating.places():
        first.setdefault(key, room_of(wishes, table))
    sitters = (
        (
            replace(sitter, room=first.get(sitter.key, sitter.room))
            if sitter.keeps_room and sitter.room is None
            else sitter
        )
        for sitter in wishes.sitters
    )
    return replace(wishes, sitters=tuple(sitters))


def in_no_room_yet(wishes: Wishes) -> Wishes:
    """The wishes before a draw, whatever was drawn earlier."""
    return replace(
        wishes,
        sitters=tuple(replace(sitter, room=None) for sitter in wishes.sitters),
    )


def settled(wishes: Wishes, sizes: Sequence[int]) -> Wishes:
    """The wishes with a table for everybody who is not to change rooms, as `sizes` (of the tables)
    allow.

    Who needs the step-free side gets a table there, the emptiest of such guests first and none of
    their livery where that can be had; who shares a fixed table with more than it holds gets
    another one of the same room. Who keeps to one room gets a table of it, or of any where they are
    in none yet.
    """
    if not wishes.rooms and not wishes.step_free:
        return wishes
    several = len({room_of(wishes, table) for table, _size in enumerate(sizes, start=1)}) > 1
    row: Counter[int] = Counter()
    liveries: dict[int, set[Key | None]] = {table: set() for table in range(1, len(sizes) + 1)}
    tables: dict[Key, int] = {}
    for sitter in sorted(
        wishes.sitters, key=lambda sitter: (sitter.fixed_table is None, not sitter.step_free)
    ):
        stays = sitter.step_free or (sitter.keeps_room and several)
        table = (
            _table_for(sitter, wishes, sizes, row, liveries)
            if stays or sitter.fixed_table
            else None
        )
        if table is not None:
            tables[sitter.key] = table
            row[table] += 1
            liveries[table].add(sitter.livery)
    sitters = tuple(
        replace(sitter, fixed_table=tables.get(sitter.key, sitter.fixed_table))
        for sitter in wishes.sitters
    )
    return replace(wishes, sitters=sitters)


def _table_for(
    sitter: Sitter,
    wishes: Wishes,
    sizes: Sequence[int],
    row: Mapping[int, int],
    liveries: Mapping[int, Collection[Key | None]],
) -> int | None:
    """Where a guest who is not to change rooms is settled, with so many guests and such liveries
    settled at each table already; None where nothing fits.
    """
    fixed = sitter.fixed_table
    if fixed is not None and row[fixed] < sizes[fixed - 1]:
        return fixed
    room = sitter.room if fixed is None else room_of(wishes, fixed)
    fitting = [
        table
        for table, size in enumerate(sizes, start=1)
        if row[table] < size
        and (room is None or room_of(wishes, table) == room)
        and (not sitter.step_free or table in wishes.step_free)
    ]
    return min(
        fitting,
        key=lambda table: (sitter.livery in liveries[table], row[table], table),
        default=None,
    )


def out_of_room(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Guests who are not to change rooms and do, and guests who need the step-free side and do not
    sit there.
    """
    homes = {
        sitter.key: sitter.room
        for sitter in at_home(wishes, seating).sitters
        if sitter.room is not None
    }
    homes |= {
        sitter.key: room_of(wishes, sitter.fixed_table)
        for sitter in wishes.sitters
        if sitter.fixed_table is not None
    }
    steps = {sitter.key for sitter in wishes.sitters if sitter.step_free}
    for number, table, _seat, key in seating.places():
        here = room_of(wishes, table)
        home = homes.get(key, here)
        if home != here:
            words = (
                f"{name(key)} is to stay in {home or 'the hall'} but goes to {here or 'the hall'}"
            )
            yield Harm("room_changed", (key,), number, table, f"{words} in round {number}.")
        if key in steps and table not in wishes.step_free:
            words = (
                f"{name(key)} needs the step-free side, and table {wishes.called(table)} is not"
                " there"
            )
            yield Harm("steps", (key,), number, table, f"{words} in round {number}.")
