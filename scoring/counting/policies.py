"""What absent, withdrawn and unplayed games count for: tallies as entered in, as they count out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scoring.counting.tally import Direction, Sheet, Tally

Absent = Literal["table_worst", "table_mean_up", "unranked"]
Withdrawn = Literal["unranked"]
Unplayed = Literal["void_everywhere", "mean_of_others"]


@dataclass(frozen=True, slots=True)
class Policies:
    """The declared answers to what the rules leave open; raises ValueError naming an unknown one.

    `par` is what a game is expected to bring at a table of each size, in pairs of seats and tenths
    of a point (see scoring/foresight/table_sizes.py); without one every game counts as it was
    played.
    """

    absent: Absent = "table_worst"
    withdrawn: Withdrawn = "unranked"
    unplayed: Unplayed = "void_everywhere"
    par: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        for label, chosen, offered in (
            ("absent games", self.absent, get_args(Absent)),
            ("withdrawn players", self.withdrawn, get_args(Withdrawn)),
            ("unplayed games", self.unplayed, get_args(Unplayed)),
        ):
            if chosen not in offered:
                raise ValueError(
                    f"The policy for {label} is one of {', '.join(offered)}, not {chosen!r}."
                )


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added (or taken, when negative) by a ruling: into the total and the named round,
    nowhere else.
    """

    player: str
    points: int
    round: int | None = None
    reason: str = ""


def fill(
    tallies: Iterable[Tally], policies: Policies, direction: Direction = "lowest"
) -> tuple[Tally, ...]:
    """The tallies as they count under the declared policies, in the order given: None points count
    nothing, `filled` ones come from a policy, never from play.

    Played tallies pass as they are, but that whoever went out holds no card, typed or not.
    `table_worst` gives an absent player the worst points (in the event's direction) played at that
    table in that game, `table_mean_up` the mean of those rounded up, `unranked` none.
    `void_everywhere` drops a game number of a round at all tables as soon as one table will not
    play it; `mean_of_others` gives the mean of the player's own played games, rounded up. Points
    that are `Halves` round up to the next half. A `void` game is void at its one
    table whatever the policies: it counts that same mean for those who sat there. Points stay None
    where there is nothing to take them from. Source: reference data, absent games; the notes on
    time-outs.
    """
    entered: Sequence[Tally] = tuple(tallies)
    if policies.unplayed == "void_everywhere":
        void = {(tally.round, tally.game) for tally in entered if tally.state == "not_played"}
        entered = [tally for tally in entered if (tally.round, tally.game) not in void]
    without = [tally for tally in entered if tally.points is None]
    at_table, own = _played_around(entered, without)
    worst = max if direction == "lowest" else min

    def from_policy(tally: Tally) -> int | None:
        if tally.state != "absent":
            return _mean_up(own[tally.player])
        played = at_table[tally.sheet]
        if policies.absent == "unranked" or not played:
            return None
        return worst(played) if policies.absent == "table_worst" else _mean_up(played)

    scores = []
    for tally in entered:
        score = tally
        if tally.state != "played":
            points = from_policy(tally)
            score = tally if points is None else tally._replace(points=points, filled=True)
        elif tally.went_out and None in (tally.cards, tally.eights):
            score = tally._replace(cards=0, eights=0)
        scores.append(score)
    return tuple(scores)


def _played_around(
    entered: Sequence[Tally], without: Sequence[Tally]
) -> tuple[Mapping[Sheet, list[int]], Mapping[str, list[int]]]:
    """The points played on the sheets, and by the players, that have a tally without points."""
    at_table: dict[Sheet, list[int]] = {tally.sheet: [] for tally in without}
    own: dict[str, list[int]] = {tally.player: [] for tally in without}
    for tally in entered if without else ():
        if tally.points is not None:
            at_table.get(tally.sheet, []).append(tally.points)
            own.get(tally.player, []).append(tally.points)
    return at_table, own


def _mean_up(points: Sequence[int]) -> int | None:
    return -(-sum(points) // len(points)) if points else None
