"""Rooms of a hall and its step-free side: who is not to change rooms, and where they are settled before the draw."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scoring.seating.findings import Harm
from scoring.seating.values import Key, Seating, Sitter, Wishes


def room_of(wishes: Wishes, table: int) -> str:
    """The room of a table (from 1); a hall without a plan is one room."""
    return wishes.rooms[table - 1] if 0 < table <= len(wishes.rooms) else ""


def away_from_stand(sitter: Sitter, table: int, wishes: Wishes) -> int:
    """The harm of a guest at `table` (from 1): away from their fixed table, out of their room, or where steps lead."""
    weights, fixed = wishes.weights, sitter.fixed_table
    harm = weights.steps if sitter.step_free and table not in wishes.step_free else 0
    if fixed is None:
        return harm + weights.room_changed * (sitter.room not in (None, room_of(wishes, table)))
    if fixed == table:
        return harm
    return harm + weights.fixed_broken + weights.room_changed * (room_of(wishes, fixed) != room_of(wishes, table))


def at_home(wishes: Wishes, seating: Seating) -> Wishes:
    """The wishes with the room of everybody who keeps to one: that of their first seat, unless it is known."""
    if not any(one.keeps_room for one in wishes.sitters):
        return wishes
    first: dict[Key, str] = {}
    for _number, table, key in _places(seating):
        first.setdefault(key, room_of(wishes, table))
    found = (
        replace(one, room=first.get(one.key, one.room)) if one.keeps_room and one.room is None else one
        for one in wishes.sitters
    )
    return replace(wishes, sitters=tuple(found))


def in_no_room_yet(wishes: Wishes) -> Wishes:
    """The wishes before a draw, whatever was drawn earlier."""
    return replace(wishes, sitters=tuple(replace(one, room=None) if one.room else one for one in wishes.sitters))


def settled(wishes: Wishes, sizes: Sequence[int]) -> Wishes:
    """The wishes with a table for everybody who is not to change rooms, as `sizes` (of the tables) allow.

    Who needs the step-free side gets a table there, the emptiest of such guests first and none of their livery where
    that can be had; who shares a fixed table with more than it holds gets another one of the same room. Who keeps to
    one room gets a table of it, or of any where they are in none yet.
    """
    if not wishes.rooms and not wishes.step_free:
        return wishes
    several = len({room_of(wishes, table) for table, _size in enumerate(sizes, start=1)}) > 1
    taken: Counter[int] = Counter()
    liveries: dict[int, set[Key | None]] = {table: set() for table in range(1, len(sizes) + 1)}
    found: dict[Key, int] = {}
    for sitter in sorted(wishes.sitters, key=lambda one: (one.fixed_table is None, not one.step_free)):
        stays = sitter.step_free or (sitter.keeps_room and several)
        table = _table_for(sitter, wishes, sizes, (taken, liveries)) if stays or sitter.fixed_table else None
        if table is not None:
            found[sitter.key] = table
            taken[table] += 1
            liveries[table].add(sitter.livery)
    held = tuple(replace(one, fixed_table=found.get(one.key, one.fixed_table)) for one in wishes.sitters)
    return replace(wishes, sitters=held)


def _table_for(
    sitter: Sitter, wishes: Wishes, sizes: Sequence[int], known: tuple[Counter[int], dict[int, set[Key | None]]]
) -> int | None:
    """Where a guest who is not to change rooms is settled; None where nothing fits."""
    taken, liveries = known
    fixed = sitter.fixed_table
    if fixed is not None and taken[fixed] < sizes[fixed - 1]:
        return fixed
    room = sitter.room if fixed is None else room_of(wishes, fixed)
    fitting = [
        table
        for table, size in enumerate(sizes, start=1)
        if taken[table] < size
        and (room is None or room_of(wishes, table) == room)
        and (not sitter.step_free or table in wishes.step_free)
    ]
    return min(fitting, key=lambda table: (sitter.livery in liveries[table], taken[table], table), default=None)


def out_of_room(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Guests who are not to change rooms and do, and guests who need the step-free side and do not sit there."""
    homes = {one.key: one.room for one in at_home(wishes, seating).sitters if one.room is not None}
    homes |= {one.key: room_of(wishes, one.fixed_table) for one in wishes.sitters if one.fixed_table is not None}
    steps = {one.key for one in wishes.sitters if one.step_free}
    for number, table, key in _places(seating):
        here = room_of(wishes, table)
        home = homes.get(key, here)
        if home != here:
            said = f"{name(key)} is to stay in {home or 'the hall'} but goes to {here or 'the hall'}"
            yield Harm("room_changed", (key,), number, table, f"{said} in round {number}.")
        if key in steps and table not in wishes.step_free:
            said = f"{name(key)} needs the step-free side, and table {wishes.called(table)} is not there"
            yield Harm("steps", (key,), number, table, f"{said} in round {number}.")


def _places(seating: Seating) -> Iterator[tuple[int, int, Key]]:
    for number, row in enumerate(seating.rounds, start=1):
        for table, seats in enumerate(row, start=1):
            yield from ((number, table, key) for key in seats if key is not None)
