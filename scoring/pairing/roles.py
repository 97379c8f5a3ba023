"""Who starts up to the ten and who up to the five: in turn, so that each has both alike."""

from collections.abc import Iterable
from random import Random

from scoring.pairing.values import Match


def sides(matches: Iterable[Match], ref: str) -> list[int]:
    """The sides of a player in these matches, in order: 1 for the ten, -1 for the five; byes and
    walkovers give neither.
    """
    played = (match for match in matches if match.met and ref in match.players)
    return [1 if match.one == ref else -1 for match in played]


def ten_and_five(matches: Iterable[Match], first: str, second: str, rng: Random) -> tuple[str, str]:
    """Who of two starts up to the ten, and who up to the five: who had the ten less often, then who
    last had the five, then the lot.

    `matches` are those played so far in order.
    """
    so_far = tuple(matches)
    here, there = (
        (sum(row), row[-1:] or [0]) for row in (sides(so_far, ref) for ref in (first, second))
    )
    ten = rng.choice((first, second)) if here == there else first if here < there else second
    return (first, second) if ten == first else (second, first)
