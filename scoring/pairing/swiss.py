"""The Swiss system: who may meet and what each possible pair costs, as data, and one round of it
within the course of an event, with the reason for every pair.

The pairing itself is a matching of least cost; who calls `pair` brings the algorithm: with a
graph library (tournament/matches/matching.py), the tests with an exhaustive search.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import NamedTuple

from scoring.formats.results import Halves
from scoring.pairing.course import Course
from scoring.pairing.ranking import sums
from scoring.pairing.roles import sides, ten_and_five
from scoring.pairing.values import LOSS, Match, PairingError
from scoring.words import many

BYE = ""
"""The partner of whoever has the bye; no player has this ref."""
Edge = tuple[str, str, int]
Matching = Callable[[Sequence[Edge]], Collection[tuple[str, str]]]
"""Edges with their weights in; out the pairs of a matching with the most pairs and, of those, the
most weight.
"""


class Contestant(NamedTuple):
    """What the pairing needs of a player: score, whom they met, byes, whether they floated in the
    last round, and how often more they had the ten than the five.
    """

    ref: str
    halves: Halves = LOSS
    opponents: frozenset[str] = frozenset()
    byes: int = 0
    floated: bool = False
    leaning: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """All who are paired in a round, their score groups (0 is the highest), and the pairs the desk
    forbids.
    """

    contestants: Mapping[str, Contestant]
    forbidden: frozenset[frozenset[str]] = frozenset()
    group: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, contestants: Sequence[Contestant], forbidden: Collection[frozenset[str]] = ()
    ) -> "Field":
        """The field with its score groups found."""
        scores = sorted({int(item.halves) for item in contestants}, reverse=True)
        groups = {item.ref: scores.index(int(item.halves)) for item in contestants}
        return cls({item.ref: item for item in contestants}, frozenset(forbidden), groups)

    def apart(self, first: str, second: str) -> int:
        """How many score groups lie between two players; between a player and the bye, how many lie
        below them.
        """
        lowest = max(self.group.values())
        return abs(self.group[first] - self.group[second]) if second else lowest - self.group[first]

    def bye_again(self, first: str, second: str) -> int:
        """1 where this is a bye for somebody who had one."""
        return int(not second and self.contestants[first].byes > 0)


class Constraint(NamedTuple):
    """What no pair may break.

    `words` say it; `broken` judges a pair; `firm`: it holds whatever happens.
    """

    name: str
    words: str
    broken: Callable[[Field, str, str], bool]
    firm: bool = True


class Cost(NamedTuple):
    """What a pairing should have as little of as possible: a whole number from 0 to `most` for a
    pair.
    """

    of: Callable[[Field, str, str], int]
    most: int = 1


def _float_again(field: Field, first: str, second: str) -> int:
    if not second or field.apart(first, second) == 0:
        return 0
    return sum(field.contestants[ref].floated for ref in (first, second))


def _same_role(field: Field, first: str, second: str) -> int:
    """The less of two leanings to the same side: somebody goes on having what
    they had too often.
    """
    if not second:
        return 0
    here, there = field.contestants[first].leaning, field.contestants[second].leaning
    return min(abs(here), abs(there), MOST_LEANING) if here * there > 0 else 0


MOST_LEANING = 9
CONSTRAINTS = (
    Constraint(
        "rematch",
        "Nobody meets the same opponent twice.",
        lambda field, first, second: second in field.contestants[first].opponents,
    ),
    Constraint(
        "forbidden",
        "Pairs that the desk forbids do not meet.",
        lambda field, *pair: frozenset(pair) in field.forbidden,
    ),
    Constraint(
        "second_bye",
        "Nobody has a second bye.",
        lambda field, *pair: bool(field.bye_again(*pair)),
        firm=False,
    ),
    Constraint(
        "far_float",
        "Nobody meets somebody more than one score group away.",
        lambda field, first, second: bool(second) and field.apart(first, second) > 1,
        firm=False,
    ),
)
"""What holds for every pair.

Those not firm are given up, the last one first, only where no pairing would be left.
"""
COSTS = (
    # The bye goes to the lowest score group that can have it.
    Cost(lambda field, first, second: 0 if second else field.apart(first, second), 99),
    # Where somebody must meet another group than the next, it is as near as possible.
    Cost(lambda field, *pair: max(0, field.apart(*pair) - 1) if pair[1] else 0, 99),
    # As few as possible meet somebody of another score group.
    Cost(lambda field, first, second: int(bool(second) and field.apart(first, second) > 0)),
    # Whoever did so in the last round is spared.
    Cost(_float_again, 2),
    # The ten and the five are held equally often.
    Cost(_same_role, MOST_LEANING),
)
"""What a pairing should have little of, the weightiest first: no saving in a later one outweighs an
earlier one.
"""
LOT = 997
"""The lot decides between pairings of equal cost."""


def pair(
    field: Field, matching: Matching, rng: Random
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Pair everybody at the least cost that COSTS can have under CONSTRAINTS; an odd one has the
    bye. Gives the pairs (the second is BYE for the bye) and the names of the constraints that were
    given up.

    The lot (`rng`) chooses among equals. Raises PairingError where even the firm constraints leave
    no pairing.
    """
    refs = sorted(field.contestants)
    firm = sum(constraint.firm for constraint in CONSTRAINTS)
    for count in range(len(CONSTRAINTS), firm - 1, -1):
        pairs = possible(field, CONSTRAINTS[:count])
        matched = matching(weighted(field, pairs, rng)) if refs else ()
        if len(matched) == (len(refs) + 1) // 2:
            ordered = sorted(
                (max(pair), BYE) if BYE in pair else (min(pair), max(pair)) for pair in matched
            )
            return tuple(ordered), tuple(constraint.name for constraint in CONSTRAINTS[count:])
    raise PairingError(
        "No pairing is left in which nobody meets twice: fewer rounds, or a pair forced by the"
        " desk, would solve it."
    )


def possible(
    field: Field, constraints: Sequence[Constraint] = CONSTRAINTS
) -> list[tuple[str, str]]:
    """Every pair that breaks none of the constraints; with an odd field also each player with the
    bye.
    """
    refs = sorted(field.contestants)
    pairs = [*combinations(refs, 2), *((ref, BYE) for ref in refs if len(refs) % 2)]
    return [
        pair
        for pair in pairs
        if not any(constraint.broken(field, *pair) for constraint in constraints)
    ]


def cost(field: Field, first: str, second: str) -> tuple[int, ...]:
    """What a pair costs, in the order of COSTS."""
    return tuple(min(part.of(field, first, second), part.most) for part in COSTS)


def weighted(field: Field, pairs: Sequence[tuple[str, str]], rng: Random) -> list[Edge]:
    """The pairs with weights of which the greatest sum is the least cost: each part outweighs all
    later ones.
    """
    number = len(field.contestants) + 1
    heavy = []
    for first, second in pairs:
        total = 0
        for part, value in zip(COSTS, cost(field, first, second), strict=True):
            total = total * (part.most * number + 1) + value
        heavy.append((first, second, total * LOT * number + rng.randrange(LOT)))
    most = max((weight for *_, weight in heavy), default=0)
    return [(here, there, most - weight) for here, there, weight in heavy]


Pairs = Collection[frozenset[str]]


def swiss_round(
    course: Course,
    entrants: Sequence[str],
    present: Sequence[str],
    matching: Matching,
    rng: Random,
    apart: Pairs = (),
) -> tuple[list[Match], tuple[str, ...]]:
    """The matches of the next round, the highest score group first, byes last; and the constraints
    given up.

    Raises PairingError where a bond cannot be kept or no pairing is left.
    """
    number, there = course.next_number, set(present)
    byes = [ref for ref in entrants if ref in there and (number, ref) in course.asked]
    playing = [ref for ref in entrants if ref in there and ref not in byes]
    bonds = [bond for bond in course.bonds if bond.holds_in(number)]
    bound = [bond.pair for bond in bonds if bond.forced and bond.pair <= set(playing)]
    free = [ref for ref in playing if not any(ref in item for item in bound)]
    field = Field.of(
        [contestant for contestant in contestants(course, entrants) if contestant.ref in playing],
        [*(bond.pair for bond in bonds if not bond.forced), *apart],
    )
    unbound = {ref: field.contestants[ref] for ref in free}
    pairs, given_up = pair(replace(field, contestants=unbound), matching, rng)
    matches = [
        _match(course, field, first, second, rng, given_up=given_up) for first, second in pairs
    ]
    matches += [_match(course, field, min(item), max(item), rng, bound=True) for item in bound]
    if not any(match.other for match in matches):
        raise PairingError("One player or none is there for this round: a pairing needs two.")
    matches.sort(key=lambda match: _rank(field, match))
    why = "Asked for a bye beforehand: it counts half a win."
    matches += [Match(ref, kind="asked_bye", reasons=(why,)) for ref in byes]
    return [replace(match, slot=slot) for slot, match in enumerate(matches)], given_up


def contestants(course: Course, entrants: Sequence[str]) -> list[Contestant]:
    """The entrants as the pairing sees them, from all rounds of the stage so far."""
    rounds = course.of_stage(course.now)
    now, before = (scores(course, entrants, number) for number in (len(rounds), len(rounds) - 1))
    listed = []
    for ref in entrants:
        matches = [match for round_ in rounds for match in round_.matches if ref in match.players]
        last = rounds[-1].of(ref) if rounds else None
        listed.append(
            Contestant(
                ref=ref,
                halves=now[ref],
                opponents=frozenset(str(match.opponent(ref)) for match in matches if match.met),
                byes=sum(match.kind in ("bye", "asked_bye") for match in matches),
                # Whether the last opponent had another score before that round.
                floated=bool(last and last.other and before[last.one] != before[last.other]),
                leaning=sum(sides(matches, ref)),
            )
        )
    return listed


def scores(course: Course, entrants: Sequence[str], number: int) -> Mapping[str, Halves]:
    """The points of these entrants after so many rounds of the stage, stated ones among them."""
    stated = {late.player: late.halves for late in course.late}
    return sums(course.of_stage(course.now)[: max(0, number)], entrants, stated, ()).halves


def _rank(field: Field, match: Match) -> tuple[bool, int, int]:
    groups = sorted(field.group[ref] for ref in match.players)
    return match.other is None, groups[0], groups[-1]


def _match(
    course: Course,
    field: Field,
    first: str,
    second: str,
    rng: Random,
    *,
    bound: bool = False,
    given_up: Sequence[str] = (),
) -> Match:
    """A pair with its sides and its reasons."""
    if second == BYE:
        score = many(field.contestants[first].halves, "point")
        return Match(
            first,
            kind="bye",
            reasons=(
                f"The bye: an odd number plays, and {score} is the lowest group that can have it.",
                *_given_up(field, first, second, given_up),
            ),
        )
    played = [match for round_ in course.of_stage(course.now) for match in round_.matches]
    ten, five = ten_and_five(played, first, second, rng)
    why = ("Bound by the desk for this round.",) if bound else (_score_words(field, ten, five),)
    return Match(ten, five, reasons=(*why, *_given_up(field, first, second, given_up)))


def _score_words(field: Field, first: str, second: str) -> str:
    here, there = field.contestants[first].halves, field.contestants[second].halves
    if here == there:
        return f"Both have {many(here, 'point')}."
    return (
        f"{many(here, 'point')} and {many(there, 'point')}: one meets the next score group, since"
        " the numbers do not go up."
    )


def _given_up(field: Field, first: str, second: str, names: Sequence[str]) -> tuple[str, ...]:
    """What this pair breaks of that which had to be given up."""
    broken = [
        rule.words
        for rule in CONSTRAINTS
        if rule.name in names and rule.broken(field, first, second)
    ]
    return tuple(f"No other pairing was left, although: {words}" for words in broken)
