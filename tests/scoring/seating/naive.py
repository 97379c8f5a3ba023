"""Guests to seat, and the harm of a seating counted the slow, obvious way."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

from scoring.seating import Key, Seating, Sitter, Wishes, draw, table_plan


def guests(
    number: int, livery: Callable[[int], Key | None] = lambda _: None, **fixed: int
) -> tuple[Sitter, ...]:
    """Guests 1 to `number`; `fixed` maps g1, g2, … to the fixed table of that guest."""
    return tuple(Sitter(key, livery(key), fixed.get(f"g{key}")) for key in range(1, number + 1))


def drawn(wishes: Wishes, rounds: int = 2, seed: int = 1) -> Seating:
    """A draw at tables of 4 to 6 for all guests of the wishes."""
    return draw(wishes, table_plan(len(wishes.sitters)), rounds, Random(seed))


def tables(seating: Seating) -> list[tuple[int, int, list[Key]]]:
    """All tables as (round, table, those who sit there)."""
    return [
        (number, position, [key for key in seats if key is not None])
        for number, row in enumerate(seating.rounds, start=1)
        for position, seats in enumerate(row, start=1)
    ]


def meetings(seating: Seating) -> Counter[frozenset[Key]]:
    """How often each pair of guests shares a table."""
    return Counter(
        frozenset(pair) for _, _, keys in tables(seating) for pair in combinations(keys, 2)
    )


def recount(seating: Seating, wishes: Wishes) -> dict[str, int]:
    """The number of repeats, clashes, broken fixed tables, exceptions and guests without a seat."""
    met = meetings(seating)
    sitter = {one.key: one for one in wishes.sitters}
    together = [pair for _, _, keys in tables(seating) for pair in combinations(keys, 2)]
    apart = {frozenset(pair) for pair in wishes.apart}
    at = {(number, key): table for number, table, keys in tables(seating) for key in keys}
    rounds = range(1, len(seating.rounds) + 1)
    return {
        "repeats": sum(times - 1 for times in met.values()),
        "same_livery": sum(sitter[a].livery == sitter[b].livery is not None for a, b in together),
        "same_group": sum(sitter[a].group == sitter[b].group is not None for a, b in together),
        "same_team": sum(sitter[a].team == sitter[b].team is not None for a, b in together),
        "apart_broken": sum(frozenset(pair) in apart for pair in together),
        "fixed_broken": sum(
            one.fixed_table not in (None, at.get((number, one.key), one.fixed_table))
            for one in wishes.sitters
            for number in rounds
        ),
        "unseated": sum((number, one.key) not in at for one in wishes.sitters for number in rounds),
        "off_plan": sum(_exceptions(seating, at, number) for number in rounds[1:]),
    }


def _exceptions(seating: Seating, at: dict[tuple[int, Key], int], number: int) -> int:
    found = 0
    for key in [
        key
        for (earlier, key) in at
        if earlier == number - 1 and (number, key) in at and seating.steps
    ]:
        table = at[number - 1, key]
        step = seating.steps[seating.rounds[number - 2][table - 1].index(key)]
        found += at[number, key] != (table - 1 + step) % len(seating.rounds[number - 1]) + 1
    return found


def sizes(seating: Seating) -> list[list[int]]:
    """The table sizes of each round, in table order."""
    return [[len(table) for table in row] for row in seating.rounds]
