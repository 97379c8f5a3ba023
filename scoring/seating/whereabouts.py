"""What a seating does to single guests: away from a fixed table, off the plan, unseated, too often at a small table."""

from collections import Counter
from collections.abc import Callable, Iterator

from scoring.seating.exposure import fair_share, usual_size
from scoring.seating.findings import Harm
from scoring.seating.values import Key, Seating, Wishes


def sizes_of(seating: Seating) -> tuple[tuple[int, ...], ...]:
    """How many guests sit at each table of each round; empty seats do not count."""
    return tuple(tuple(sum(key is not None for key in table) for table in row) for row in seating.rounds)


def misplaced(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Guests without a seat, with more than one, or away from their fixed table, in each round."""
    for number, row in enumerate(seating.rounds, start=1):
        tables: dict[Key, list[int]] = {sitter.key: [] for sitter in wishes.sitters}
        for table, seats in enumerate(row, start=1):
            for key in (key for key in seats if key is not None):
                tables.setdefault(key, []).append(table)
        for key, found in tables.items():
            yield from _not_one_seat(key, found, number, (wishes, name))
        for sitter in wishes.sitters:
            here, fixed = tables[sitter.key], sitter.fixed_table
            if here and fixed is not None and here[0] != fixed:
                at, stay = wishes.called(here[0]), wishes.called(fixed)
                said = f"{name(sitter.key)} is to stay at table {stay} but sits at table {at} in round {number}."
                yield Harm("fixed_broken", (sitter.key,), number, here[0], said)


def _not_one_seat(
    key: Key, found: list[int], number: int, words: tuple[Wishes, Callable[[Key], str]]
) -> Iterator[Harm]:
    wishes, name = words
    if not found:
        yield Harm("unseated", (key,), number, None, f"{name(key)} has no seat in round {number}.")
    elif len(found) > 1:
        spots = " and ".join(wishes.called(table) for table in found)
        said = f"{name(key)} has {len(found)} seats in round {number}, at tables {spots}."
        yield Harm("doubled", (key,), number, found[0], said)


def unfair_sizes(seating: Seating, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Each round in which a guest comes to a small table, or to a large one, more often than is fair."""
    sizes = sizes_of(seating)
    usual = usual_size(size for row in sizes for size in row if size)
    guests = {key for row in seating.rounds for table in row for key in table if key is not None}
    share = fair_share(sizes, len(guests) or 1, usual)
    seen: Counter[tuple[Key, bool]] = Counter()
    for number, row in enumerate(seating.rounds, start=1):
        for table, seats in enumerate(row, start=1):
            size = sizes[number - 1][table - 1]
            for key in (key for key in seats if key is not None and size != usual):
                large = size > usual
                seen[key, large] += 1
                if seen[key, large] > share[large]:
                    word, times = "large" if large else "small", seen[key, large]
                    said = (
                        f"{name(key)} sits at a {word} table, of {size}, for the {_nth(times)} time in round {number}."
                    )
                    yield Harm("size", (key,), number, table, said)


def off_plan(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Each move from one round to the next that does not follow the movement; nothing when the rounds have none."""
    if not seating.steps:
        return
    for number, (before, after) in enumerate(zip(seating.rounds, seating.rounds[1:], strict=False), start=2):
        came_to = {key: table for table, seats in enumerate(after) for key in seats if key is not None}
        for start, seats in enumerate(before):
            for seat, key in enumerate(seats):
                if key is None or key not in came_to:
                    continue
                told = (start + seating.steps[seat % len(seating.steps)]) % len(after)
                if came_to[key] != told:
                    went = _move(wishes, start, came_to[key], told)
                    said = f"{name(key)} {went} in round {number}."
                    yield Harm("off_plan", (key,), number, came_to[key] + 1, said)


def _move(wishes: Wishes, start: int, end: int, told: int) -> str:
    here, there, meant = (wishes.called(table + 1) for table in (start, end, told))
    went = f"stays at table {there}" if end == start else f"goes from table {here} to table {there}"
    return f"{went}, not {'staying there' if told == start else f'going to table {meant}'},"


def _nth(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
