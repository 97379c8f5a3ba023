"""Who starts up to the ten and who up to the five: in turn, so that each has both alike."""

from collections.abc import Iterable
from random import Random

from scoring.pairing.values import Match


def roles_held(matches: Iterable[Match], ref: str) -> tuple[int, int]:
    """How often a player started a match up to the ten and up to the five; byes and walkovers give
    neither.
    """
    played = [match for match in matches if match.met and ref in match.players]
    tens = sum(match.one == ref for match in played)
    return tens, len(played) - tens


def takes_the_ten(matches: Iterable[Match], first: str, second: str, rng: Random) -> str:
    """Who of two starts up to the ten: who had it less often, then who last had the five, then the
    lot.

    `matches` are those played so far in order.
    """
    so_far = tuple(matches)
    leaning = {ref: _leaning(so_far, ref) for ref in (first, second)}
    if leaning[first] != leaning[second]:
        return min((first, second), key=lambda ref: leaning[ref])
    return rng.choice((first, second))


def _leaning(matches: tuple[Match, ...], ref: str) -> tuple[int, int]:
    tens, fives = roles_held(matches, ref)
    last = next((match for match in reversed(matches) if match.met and ref in match.players), None)
    return tens - fives, 0 if last is None else 1 if last.one == ref else -1
