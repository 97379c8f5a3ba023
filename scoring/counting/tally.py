"""A player's result for one game, and the facts about the player that outputs need."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

State = Literal["played", "absent", "not_played", "void"]
Direction = Literal["lowest", "highest"]
Sheet = tuple[int, int, int]
STATES: tuple[State, ...] = get_args(State)


NEVER_CAME = "no_show"
"""The status of somebody who was on the list and never came: they have no line, and no policy
counts them.
"""


@dataclass(frozen=True, slots=True)
class Player:
    """A guest as the arithmetic sees them: `id` is stable, `status` is registered, late, withdrawn
    or no_show.
    """

    id: str
    name: str
    livery: str = ""
    host_connected: bool = False
    status: str = "registered"
    office: str = ""


class Tally(NamedTuple):
    """One player's result in one game at one table; a game not entered yet has no Tally at all.

    `played` with `went_out` is the winner's zero; a `played` sheet in which nobody went out is a
    blocked game; `absent` is a game the table played without them; `not_played` one that nobody
    will play; `void` one that a ruling took out of the scores at this table alone. Only `played`
    carries points. `cards` and `eights` are None while bare points are all that is known; whoever
    went out holds none of either. `held` are the points of a hand that somebody else scores,
    `place` the finishing place and `laps` the laps run, in formats that count them. `filled` says
    that a policy gave the points of a game they did not play (`scoring.counting.policies.fill`).
    One that contradicts itself (`fault_of`) is refused where it is counted.
    """

    player: str
    round: int
    table: int
    game: int
    state: State = "played"
    points: int | None = None
    went_out: bool = False
    cards: int | None = None
    eights: int | None = None
    held: int | None = None
    place: int | None = None
    laps: int | None = None
    filled: bool = False

    @property
    def sheet(self) -> Sheet:
        """The round, table and game whose sheet holds this tally."""
        return self.round, self.table, self.game


@dataclass(frozen=True, slots=True)
class RoundTotal:
    """What a card says of a whole round whose games are not known: the points, and how many games
    they are of.

    It stands in the place of that player's tallies of the round and never beside them. Points are
    counted from 0, games from 1; raises ValueError with a sentence otherwise. `sheets` are the
    games it is of, where a par of tables asks at which table each was played.
    """

    player: str
    round: int
    points: int
    games: int
    sheets: tuple[Sheet, ...] = ()

    def __post_init__(self) -> None:
        if self.points < 0 or self.games < 1:
            fault = "a total of a round is 0 or more points, of at least 1 game."
            raise ValueError(f"{self.player}, round {self.round}: {fault}")


def fault_of(tally: Tally) -> str:
    """What contradicts itself in a tally, in a sentence; nothing where all can be."""
    _, _, _, _, state, points, went_out, cards, eights, _, _, _, filled = tally
    if state not in STATES:
        return f"the state is one of {', '.join(STATES)}, not {state!r}."
    if state != "played":
        points = None if filled else points
        if went_out or (points, cards, eights) != (None, None, None):
            return "a game they did not play has no points, cards or eights; leave these empty."
        return ""
    if points is None:
        return "a played game needs points; leave the tally out while they are not known."
    if (cards or 0) < 0 or (eights or 0) < 0:
        return "cards and eights are counted from 0; enter no negative number."
    if cards is not None and eights is not None and eights > cards:
        return f"there cannot be more eights ({eights}) than cards ({cards})."
    if went_out and (cards or eights):
        return "whoever went out holds no card; remove the cards or the mark."
    return ""


def eights_in_bare_points(points: int, eight: int, *, ticked: bool) -> int | None:
    """How many eights bare points prove, or None where that stays open.

    `eight` is what one eight counts in the rulebook (above 0). Below it none was held. With the
    "caught with an 8" tick and less than two eights' worth it was exactly one; from there on one or
    more. An empty tick box proves nothing. Raises ValueError when the tick contradicts the points.
    """
    if points >= eight:
        return 1 if ticked and points < 2 * eight else None
    if ticked:
        raise ValueError(
            f"Caught with an 8 means at least {eight} points, not {points}: correct the points or"
            " the tick."
        )
    return 0
