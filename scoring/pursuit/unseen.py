"""What an umpire cannot see of a table of Pursuit: every way the missing facts could be, and which of them decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scoring.pursuit.position import PursuitPosition
from scoring.pursuit.putting_down import Spot, ways
from scoring.pursuit.sequences import RING, Course
from scoring.rulebook import Rules
from scoring.verdict import Answer, Reason

FACTS = {
    "up_to": "the card the player is up to",
    "opponent_up_to": "the card the opponent is up to",
    "opponent_safe": "whether the opponent has put down yet",
    "way": "whether this player runs upwards or downwards",
}
ASKED = {
    FACTS["up_to"]: Reason("PU-14", "A sequence has to begin with the rank the player is up to."),
    FACTS["opponent_up_to"]: Reason("PU-21", "To put down the card the opponent is up to wins."),
    FACTS["opponent_safe"]: Reason("PU-22", "An opponent who has not put down yet may not be caught."),
    FACTS["way"]: Reason("PU-26", "One of the racing players runs downwards."),
}
"""What makes each missing fact decide."""
NOBODY = -1
"""The rank of no card: in Racing it decides nothing what the others are up to."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One way the table could be: the spot, and the values tried for the facts that are not known."""

    spot: Spot
    tried: tuple[tuple[str, int], ...]


def spots(position: PursuitPosition, rules: Rules) -> Iterator[Seen]:
    """Every way the table could be; only one when all that matters is known."""
    racing = rules["racing"] == "yes"
    target = position.opponent_up_to
    known: dict[str, tuple[int, ...]] = {
        "up_to": _ranks(position.up_to),
        "opponent_up_to": _ranks(NOBODY if racing and target is None else target),
        "opponent_safe": _truth(position.opponent_safe, asked=not racing and rules["no_early_wins"] == "yes"),
        "way": _ways(position, rules) if racing else (1,),
    }
    unknown = [name for name, values in known.items() if len(values) > 1]
    for up_to, chased, safe, way in product(*known.values()):
        run = (way,) if racing else ways(rules, 1)
        spot = Spot(Course(up_to, run), chased, safe=bool(safe), steps=position.steps)
        values = {"up_to": up_to, "opponent_up_to": chased, "opponent_safe": safe, "way": way}
        yield Seen(spot, tuple((name, values[name]) for name in unknown))


def _ways(position: PursuitPosition, rules: Rules) -> tuple[int, ...]:
    """The ways a racing player may turn out to run (PU-26)."""
    if rules["opposite_directions"] == "no":
        return (1,)
    if position.way is not None:
        return (position.way,)
    return (1, -1) if position.seat is None else ways(rules, position.seat)


def _ranks(rank: int | None) -> tuple[int, ...]:
    return tuple(range(RING)) if rank is None else (rank,)


def _truth(value: bool | None, *, asked: bool) -> tuple[int, ...]:
    return (0, 1) if value is None and asked else (int(bool(value)),)


def deciding(seen: Sequence[Seen], answers: Sequence[Answer]) -> tuple[str, ...]:
    """The unknown facts that decide: those that turn the answer while all others stay."""
    found = dict(zip((one.tried for one in seen), answers, strict=True))
    needs: dict[str, None] = {}
    for tried, answer in found.items():
        for place, (name, _) in enumerate(tried):
            others = (one for one in found if one[:place] + one[place + 1 :] == tried[:place] + tried[place + 1 :])
            if any(found[one] != answer for one in others):
                needs[FACTS[name]] = None
    return tuple(needs)
