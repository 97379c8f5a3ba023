"""The Swiss system: who may meet, and what each possible pair costs. The constraints and costs stand here as data.

The pairing itself is a matching of least cost; who calls `pair` brings the algorithm (tournament/matching.py does,
with a graph library, and the tests with an exhaustive search).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from scoring.formats.points import Halves
from scoring.pairing.values import PairingError

BYE = ""
"""The partner of whoever has the bye; no player has this ref."""
Edge = tuple[str, str, int]
Matching = Callable[[Sequence[Edge]], Collection[tuple[str, str]]]
"""Edges with their weights in; out the pairs of a matching with the most pairs and, of those, the most weight."""


NO_POINTS = Halves(0)


@dataclass(frozen=True, slots=True)
class Contestant:
    """What the pairing needs of a player: score, whom they met, byes, last float, how often they had the ten."""

    ref: str
    halves: Halves = NO_POINTS
    opponents: frozenset[str] = frozenset()
    byes: int = 0
    floated: bool = False
    tens: int = 0
    fives: int = 0

    @property
    def leaning(self) -> int:
        """How often more they had the ten than the five."""
        return self.tens - self.fives


@dataclass(frozen=True, slots=True)
class Field:
    """All who are paired in a round, their score groups (0 is the highest), and the pairs the desk forbids."""

    contestants: Mapping[str, Contestant]
    forbidden: frozenset[frozenset[str]] = frozenset()
    group: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, contestants: Sequence[Contestant], forbidden: Collection[frozenset[str]] = ()) -> "Field":
        """The field with its score groups found."""
        scores = sorted({int(one.halves) for one in contestants}, reverse=True)
        groups = {one.ref: scores.index(int(one.halves)) for one in contestants}
        return cls({one.ref: one for one in contestants}, frozenset(forbidden), groups)

    def apart(self, one: str, other: str) -> int:
        """How many score groups lie between two players; between a player and the bye, how many lie below them."""
        lowest = max(self.group.values())
        return abs(self.group[one] - self.group[other]) if other else lowest - self.group[one]

    def bye_again(self, one: str, other: str) -> int:
        """1 where this is a bye for somebody who had one."""
        return int(not other and self.contestants[one].byes > 0)


@dataclass(frozen=True, slots=True)
class Constraint:
    """What no pair may break. `words` say it; `broken` judges a pair; `firm`: it holds whatever happens."""

    name: str
    words: str
    broken: Callable[[Field, str, str], bool]
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Cost:
    """What a pairing should have as little of as possible: a whole number from 0 to `most` for a pair."""

    name: str
    words: str
    of: Callable[[Field, str, str], int]
    most: int = 1


def _met(field: Field, one: str, other: str) -> bool:
    return other in field.contestants[one].opponents


def _forbidden(field: Field, one: str, other: str) -> bool:
    return frozenset((one, other)) in field.forbidden


def _far(field: Field, one: str, other: str) -> bool:
    return bool(other) and field.apart(one, other) > 1


def _bye_group(field: Field, one: str, other: str) -> int:
    return 0 if other else field.apart(one, other)


def _float(field: Field, one: str, other: str) -> int:
    return int(bool(other) and field.apart(one, other) > 0)


def _beyond(field: Field, one: str, other: str) -> int:
    return max(0, field.apart(one, other) - 1) if other else 0


def _float_again(field: Field, one: str, other: str) -> int:
    if not other or field.apart(one, other) == 0:
        return 0
    return sum(field.contestants[ref].floated for ref in (one, other))


def _same_role(field: Field, one: str, other: str) -> int:
    """The less of two leanings to the same side: somebody goes on having what they had too often."""
    if not other:
        return 0
    here, there = field.contestants[one].leaning, field.contestants[other].leaning
    return min(abs(here), abs(there), MOST_LEANING) if here * there > 0 else 0


MOST_LEANING = 9
CONSTRAINTS = (
    Constraint("rematch", "Nobody meets the same opponent twice.", _met),
    Constraint("forbidden", "Pairs that the desk forbids do not meet.", _forbidden),
    Constraint("second_bye", "Nobody has a second bye.", lambda field, *pair: bool(field.bye_again(*pair)), firm=False),
    Constraint("far_float", "Nobody meets somebody more than one score group away.", _far, firm=False),
)
"""What holds for every pair. Those not firm are given up, the last one first, only where no pairing would be left."""
COSTS = (
    Cost("bye_group", "The bye goes to the lowest score group that can have it.", _bye_group, 99),
    Cost("far", "Where somebody must meet another group than the next, it is as near as possible.", _beyond, 99),
    Cost("float", "As few as possible meet somebody of another score group.", _float),
    Cost("float_again", "Whoever did so in the last round is spared.", _float_again, 2),
    Cost("roles", "The ten and the five are held equally often.", _same_role, MOST_LEANING),
)
"""What a pairing should have little of, the weightiest first: no saving in a later one outweighs an earlier one."""
LOT = 997
"""The lot decides between pairings of equal cost."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pairing: pairs of refs (the second is BYE for the bye), and the names of the constraints that were given up."""

    pairs: tuple[tuple[str, str], ...]
    given_up: tuple[str, ...] = ()


def pair(field: Field, matching: Matching, rng: Random) -> Drawn:
    """Pair everybody at the least cost that COSTS can have under CONSTRAINTS; an odd one has the bye.

    The lot (`rng`) chooses among equals. Raises PairingError where even the firm constraints leave no pairing.
    """
    refs = sorted(field.contestants)
    wanted = (len(refs) + 1) // 2
    loose = [one for one in CONSTRAINTS if not one.firm]
    for kept in range(len(loose), -1, -1):
        holding = [one for one in CONSTRAINTS if one.firm or one in loose[:kept]]
        found = matching(weighted(field, possible(field, holding), rng)) if refs else ()
        if len(found) == wanted:
            pairs = tuple(sorted((max(pair), BYE) if BYE in pair else (min(pair), max(pair)) for pair in found))
            return Drawn(pairs, tuple(one.name for one in loose[kept:]))
    raise PairingError(
        "No pairing is left in which nobody meets twice: fewer rounds, or a pair forced by the desk, would mend it."
    )


def possible(field: Field, constraints: Sequence[Constraint] = CONSTRAINTS) -> list[tuple[str, str]]:
    """Every pair that breaks none of the constraints; with an odd field also each player with the bye."""
    refs = sorted(field.contestants)
    pairs = [*combinations(refs, 2), *((ref, BYE) for ref in refs if len(refs) % 2)]
    return [pair for pair in pairs if not any(one.broken(field, *pair) for one in constraints)]


def cost(field: Field, one: str, other: str) -> tuple[int, ...]:
    """What a pair costs, in the order of COSTS."""
    return tuple(min(part.of(field, one, other), part.most) for part in COSTS)


def weighted(field: Field, pairs: Sequence[tuple[str, str]], rng: Random) -> list[Edge]:
    """The pairs with weights of which the greatest sum is the least cost: each part outweighs all later ones."""
    many = len(field.contestants) + 1
    heavy = []
    for one, other in pairs:
        total = 0
        for part, value in zip(COSTS, cost(field, one, other), strict=True):
            total = total * (part.most * many + 1) + value
        heavy.append((one, other, total * LOT * many + rng.randrange(LOT)))
    most = max((weight for *_, weight in heavy), default=0)
    return [(one, other, most - weight) for one, other, weight in heavy]
