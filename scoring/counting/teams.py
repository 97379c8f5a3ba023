"""Teams beside individuals: liveries (or clubs) by the best totals of their players, added up or as
a mean.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from scoring.counting.places import placed
from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Player
from scoring.formats.results import Halves

TeamFigure = Literal["sum", "mean"]


@dataclass(frozen=True, slots=True)
class TeamRule:
    """How a team's figure is made of its players' totals.

    `figure` is the sum or the mean of the `best` totals (1 or more; None: of all, which only a mean
    can be of, since a sum would depend on how many came). A team needs `minimum` ranked players (1
    or more); a sum of the best n needs n of them whatever the minimum says, a mean takes what there
    is. Raises ValueError with a sentence otherwise.
    Source: the prize for the best two pairs of one company (Inter-Livery Bridge 2016), notes on the
    event.
    """

    best: int | None = 2
    figure: TeamFigure = "sum"
    minimum: int = 2

    def __post_init__(self) -> None:
        if self.figure not in get_args(TeamFigure):
            raise ValueError(
                f"A team's figure is one of {', '.join(get_args(TeamFigure))}, not {self.figure!r}."
            )
        if self.best is None and self.figure == "sum":
            raise ValueError(
                "A sum of all totals depends on how many came: say of how many it is, or take the"
                " mean."
            )
        if (self.best is not None and self.best < 1) or self.minimum < 1:
            raise ValueError("Teams count 1 player or more: give whole numbers from 1.")

    @property
    def needed(self) -> int:
        """How many ranked players a team needs to be placed."""
        return max(self.minimum, self.best or 1) if self.figure == "sum" else self.minimum


BEST_TWO = TeamRule(2, "sum", 2)
"""The livery prize: the best two totals of one company added up."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's line. `place` is shared on equal figures, `order` is after the tie-break; None where
    it has too few.

    `figure` is exact, in whole points, `total` the sum of the counted totals in the unit they are
    kept in; `counted` are the players whose totals it is made of, the
    best first, `players` how many ranked ones the team has. Where figures are equal the better
    places of the counted players decide, the best placed first: `decided_by` says so in words, and
    `level` names every team (this one included) left level too.
    """

    team: str
    figure: Fraction | None
    counted: tuple[str, ...]
    players: int
    total: int = 0
    place: int | None = None
    order: int | None = None
    decided_by: str = ""
    level: tuple[str, ...] = ()

    @property
    def ranked(self) -> bool:
        """Whether the team has players enough to be placed."""
        return self.place is not None


def exact(total: int) -> Fraction:
    """A total in whole points: half of what it counts where it is kept in half points (see
    `Halves`).
    """
    return Fraction(int(total), 2 if isinstance(total, Halves) else 1)


def shown(figure: Fraction) -> str:
    """A figure as it is shown: whole numbers as they are, others rounded half up to two places
    (`81.33`, `81.5`).
    """
    if figure.denominator == 1:
        return str(figure.numerator)
    sign = "-" if figure < 0 else ""
    quotient, rest = divmod(int(abs(figure) * 100 + Fraction(1, 2)), 100)
    return f"{sign}{quotient}.{rest:02}".removesuffix("0")


def teams(
    field: Iterable[Standing],
    players: Iterable[Player],
    rule: TeamRule,
    direction: Direction = "lowest",
) -> tuple[TeamStanding, ...]:
    """All teams in order, those with too few players last by name; a player without a livery is in
    no team.

    `field` are standings of one stage, of which only the ranked count; `players` name the livery of
    each.
    """
    of_team = _by_team(field, players, direction)
    lines = [_line(team, members, rule) for team, members in sorted(of_team.items())]
    ranked = [line for line in lines if line.figure is not None]
    short = [line for line in lines if line.figure is None]
    places = {
        member.player: member.place or 0 for members in of_team.values() for member in members
    }
    sign = 1 if direction == "lowest" else -1
    ranked.sort(key=lambda line: (sign * (line.figure or 0), _places(line, places)))
    return (*_placed(ranked, places), *short)


def _by_team(
    field: Iterable[Standing], players: Iterable[Player], direction: Direction
) -> Mapping[str, Sequence[Standing]]:
    """The ranked standings of each team, the best first."""
    team_of = {player.id: player.livery for player in players}
    sign = 1 if direction == "lowest" else -1
    by_team: defaultdict[str, list[Standing]] = defaultdict(list)
    for standing in field:
        if standing.ranked and team_of[standing.player]:
            by_team[team_of[standing.player]].append(standing)
    for members in by_team.values():
        members.sort(
            key=lambda standing: (sign * standing.total, standing.order or 0, standing.player)
        )
    return by_team


def _line(team: str, members: Sequence[Standing], rule: TeamRule) -> TeamStanding:
    if len(members) < rule.needed:
        return TeamStanding(team, None, (), len(members))
    counted = members[: rule.best]
    total = sum(standing.total for standing in counted)
    figure = exact(total) / len(counted) if rule.figure == "mean" else exact(total)
    names = tuple(standing.player for standing in counted)
    return TeamStanding(team, figure, names, len(members), total)


def _places(line: TeamStanding, places: Mapping[str, int]) -> tuple[int, ...]:
    """The places of the counted players, the best first; the shorter of two otherwise equal rows
    goes before.
    """
    return tuple(sorted(places[player] for player in line.counted))


def _placed(ranked: Sequence[TeamStanding], places: Mapping[str, int]) -> Iterable[TeamStanding]:
    for line, place, order, level, after in placed(
        ranked, lambda line: line.figure, lambda line: _places(line, places)
    ):
        yield replace(
            line,
            place=place,
            order=order,
            decided_by=_decided(line, after, places) if after else "",
            level=tuple(peer.team for peer in level),
        )


def _decided(line: TeamStanding, after: TeamStanding, places: Mapping[str, int]) -> str:
    """By whose places a team is ahead of the next one on its figure."""
    pairs = zip(_places(line, places), _places(after, places), strict=False)
    first = next(((mine, theirs) for mine, theirs in pairs if mine != theirs), None)
    better = (
        f"the better placed player (place {first[0]} to {first[1]})"
        if first
        else "needing fewer players"
    )
    return f"ahead of {after.team} by {better}"
