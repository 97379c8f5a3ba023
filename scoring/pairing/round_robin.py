"""All play all: the circle method, which gives every pair one round and everybody the ten and
the five alike.
"""

from collections.abc import Sequence

from scoring.pairing.bracket import Pair


def circle(entrants: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """The rounds in which everybody meets everybody once: n - 1 of them, or n with a bye each where
    n is odd.

    `entrants` are two or more different refs; the first of a pair starts up to the ten. The first
    entrant (or, with an odd number, the bye) stays, the others move on one place around a circle
    each round (Kirkman's circle method). Raises ValueError for fewer than two.
    """
    if len(entrants) < 2:
        raise ValueError("All play all needs at least two players.")
    places: list[str | None] = [*([None] if len(entrants) % 2 else []), *entrants]
    fixed, moving = places[0], places[1:]
    rounds = []
    for turn in range(len(moving)):
        ring = [fixed, *moving[turn:], *moving[:turn]]
        rounds.append(tuple(_pair(ring, index, turn) for index in range(len(ring) // 2)))
    return tuple(rounds)


def _pair(ring: Sequence[str | None], index: int, turn: int) -> Pair:
    """Who sits opposite on the ring; sides change so that nobody has one of them more than once
    more often.
    """
    name, counterpart = ring[index], ring[-1 - index]
    swap = turn % 2 == 1 if index == 0 else index % 2 == 1
    first, second = (counterpart, name) if swap else (name, counterpart)
    if first is None:
        first, second = second, None
    return str(first), second
