"""What absent, withdrawn and unplayed games count for: tallies in, effective scores out."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scoring.tally import Direction, State, Tally

Absent = Literal["table_worst", "table_mean_up", "unranked"]
Withdrawn = Literal["unranked"]
Unplayed = Literal["void_everywhere", "mean_of_others"]


@dataclass(frozen=True, slots=True)
class Policies:
    """The three declared answers to questions the rules leave open."""

    absent: Absent = "table_worst"
    withdrawn: Withdrawn = "unranked"
    unplayed: Unplayed = "void_everywhere"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added (or taken, negative) by a ruling; counts in the total and, if named, in the round, nowhere else."""

    player: str
    points: int
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A tally as it counts: `points` None counts nothing; `filled` points come from a policy, never from play."""

    player: str
    round: int
    table: int
    game: int
    state: State
    points: int | None
    went_out: bool
    cards: int | None
    eights: int | None
    filled: bool = False


def fill(tallies: Iterable[Tally], policies: Policies, direction: Direction = "lowest") -> tuple[Score, ...]:
    """Effective scores of all tallies under the policies."""
    raise NotImplementedError
