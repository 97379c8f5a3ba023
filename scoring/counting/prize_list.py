"""Prizes beside the podium: each with its scope, who may have it, and what happens where several
are level.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from scoring.counting.board import TableWon
from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Player
from scoring.counting.teams import BEST_TWO, TeamStanding, teams

Scope = Literal["half_time", "round", "table", "field", "livery", "final"]
Measure = Literal["total", "last", "games_won", "eights_caught"]
Level = Literal["share", "split", "decide"]


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize. `scope` says over what it is won, `figure` by what (only `field` knows others than
    the total).

    `round` is the number of a round, 0 the best single round of any; a prize of scope `table` is
    given once for every round at every table. `skips_host` passes over
    players connected with the host, `office` (when set) everybody who does not hold it, `once`
    everybody who has a prize already. Where the best are level, they `share` it, `split` it between
    them, or the order after tie-breaks is to `decide`.
    """

    name: str
    scope: Scope = "field"
    figure: Measure = "total"
    round: int = 0
    skips_host: bool = False
    office: str = ""
    once: bool = False
    level: Level = "share"


@dataclass(frozen=True, slots=True)
class Evening:
    """What prizes are won from: both standings, the players, the rounds before half-time, and who
    won each round at its table.
    """

    field: Sequence[Standing]
    playoff: Sequence[Standing]
    players: Sequence[Player]
    direction: Direction = "lowest"
    half_time: int = 1
    won: Sequence[TableWon] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """Who has a prize, with which figure, and who would be next.

    `players` holds several where it is shared or split, the members of the pair for a livery (then
    `liveries`). `in_round` is the round of a best single round, or that won at a `table`.
    `passed_over` pairs each better placed player with why: host, office, or the prize they have.
    `undecided` names those between whom nothing decides. `unknown` are eligible players whose
    figure is not known.
    """

    prize: Prize
    players: tuple[str, ...] = ()
    figure: int | None = None
    in_round: int = 0
    table: int = 0
    liveries: tuple[str, ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()
    next_in_line: tuple[str, ...] = ()
    next_figure: int | None = None
    undecided: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Claim:
    player: str
    figure: int
    order: int
    level: tuple[str, ...]
    in_round: int = 0


@dataclass(frozen=True, slots=True)
class _Field:
    """What every prize asks of the whole field, worked out once: who is ranked, each player by
    their id, and of each round the most games that anybody ranked has."""

    evening: Evening
    ranked: Sequence[Standing]
    player: Mapping[str, Player]
    games: Mapping[int, int]


def _field(evening: Evening) -> _Field:
    ranked = [one for one in evening.field if one.ranked]
    games: dict[int, int] = {}
    for standing in ranked:
        for number, played in standing.round_games.items():
            games[number] = max(played, games.get(number, 0))
    return _Field(evening, ranked, {player.id: player for player in evening.players}, games)


def give(
    prizes: Iterable[Prize], evening: Evening, winners: Mapping[str, str]
) -> tuple[Given, ...]:
    """Give the prizes in turn; `winners` says who has which prize already (player to its name),
    such as the podium.

    Only ranked players win anything, and a figure of 0 games won or eights caught wins nothing.
    Raises nothing: a prize nobody can have has no players.
    """
    field, has = _field(evening), dict(winners)
    value: list[Given] = []
    for prize in prizes:
        if prize.scope == "table":
            awards = _at_tables(prize, field, has)
        elif prize.scope == "livery":
            awards = [_livery(prize, field)]
        else:
            awards = [_award(prize, field, has)]
        value += awards
        for award in awards:
            if not award.liveries:
                has.update(dict.fromkeys(award.players, prize.name))
    return tuple(value)


def _at_tables(prize: Prize, field: _Field, has: Mapping[str, str]) -> list[Given]:
    """The winners of every round at every table; nobody comes after one who is passed over."""
    awards = []
    for won in field.evening.won:
        if prize.round in (0, won.round):
            why = [(player, _barred(prize, field.player[player], has)) for player in won.players]
            players = tuple(player for player, reason in why if not reason)
            passed = tuple(row for row in why if row[1])
            awards.append(
                Given(prize, players, won.points, won.round, won.table, passed_over=passed)
            )
    return awards


def _award(prize: Prize, field: _Field, has: Mapping[str, str]) -> Given:
    claims, rank = _claims(prize, field), _rank(prize)
    why = {claim.player: _barred(prize, field.player[claim.player], has) for claim in claims}
    barred = {player: reason for player, reason in why.items() if reason}
    groups = [tuple(group) for _, group in groupby(claims, key=rank)]
    eligible = [
        claimants
        for group in groups
        if (claimants := _once_each(claim for claim in group if claim.player not in barred))
    ]
    missing = (field.player[player] for player in _unknown(prize, field))
    unknown = tuple(player.id for player in missing if not _barred(prize, player, has))
    if not eligible:
        return Given(prize, passed_over=tuple(barred.items()), unknown=unknown)
    best, *later = eligible
    first = claims.index(best[0])
    ahead = [
        claim.player
        for index, claim in enumerate(claims)
        if index < first or rank(claim) == rank(best[0])
    ]
    passed = tuple((player, barred[player]) for player in dict.fromkeys(ahead) if player in barred)
    won = tuple(claim.player for claim in best)
    if prize.level == "decide" and len(won) > 1:
        return Given(
            prize, figure=best[0].figure, passed_over=passed, undecided=won, unknown=unknown
        )
    heirs = tuple(claim for claim in (later[0] if later else ()) if claim.player not in won)
    return Given(
        prize,
        won,
        best[0].figure,
        best[0].in_round,
        passed_over=passed,
        next_in_line=tuple(claim.player for claim in heirs),
        next_figure=heirs[0].figure if heirs else None,
        unknown=unknown,
    )


def _once_each(group: Iterable[_Claim]) -> tuple[_Claim, ...]:
    """One claim a player: who had the same best in two rounds has it once."""
    return tuple({claim.player: claim for claim in reversed([*group])}.values())[::-1]


def _barred(prize: Prize, player: Player, has: Mapping[str, str]) -> str:
    """Why a player is passed over for this prize; nothing where they are not."""
    if prize.skips_host and player.host_connected:
        return "host"
    if prize.office and player.office.casefold() != prize.office.casefold():
        return "office"
    return f"has “{has[player.id]}”" if prize.once and player.id in has else ""


def _claims(prize: Prize, field: _Field) -> list[_Claim]:
    """Everybody's figure for the prize, the best first."""
    if prize.scope == "final":
        ranked = [standing for standing in field.evening.playoff if standing.ranked]
        return [
            _Claim(standing.player, standing.total, standing.order or 0, standing.undecided)
            for standing in ranked
        ]
    rounds, sign = _rounds(prize, field), _sign(prize, field.evening.direction)
    claims = [
        claim for standing in field.ranked for claim in _claims_of(prize, field, standing, rounds)
    ]
    return sorted(claims, key=lambda claim: (sign * claim.figure, claim.order))


def _claims_of(
    prize: Prize, field: _Field, standing: Standing, rounds: Sequence[int]
) -> list[_Claim]:
    order = standing.order or 0
    if prize.scope == "field":
        figure = (
            standing.total if prize.figure in ("total", "last") else standing.figures[prize.figure]
        )
        if figure is None or (figure <= 0 and prize.figure not in ("total", "last")):
            return []
        return [_Claim(standing.player, figure, order, standing.undecided)]
    if prize.scope == "half_time":
        complete = all(_played_whole_round(standing, number, field) for number in rounds)
        total = sum(standing.rounds.get(number, 0) for number in rounds)
        return (
            [_Claim(standing.player, total, order, standing.undecided)]
            if complete and rounds
            else []
        )
    played = (number for number in rounds if _played_whole_round(standing, number, field))
    return [
        _Claim(standing.player, standing.rounds[number], order, standing.undecided, number)
        for number in played
    ]


def _rounds(prize: Prize, field: _Field) -> list[int]:
    numbers = sorted(field.games)
    if prize.scope == "half_time":
        return [number for number in numbers if number <= field.evening.half_time]
    return [number for number in numbers if prize.round in (0, number)]


def _played_whole_round(standing: Standing, number: int, field: _Field) -> bool:
    """Whether a player has all the games of a round that anybody has."""
    return standing.round_games.get(number) == field.games[number]


def _sign(prize: Prize, direction: Direction) -> int:
    most = prize.figure in ("games_won", "eights_caught") and prize.scope == "field"
    lowest = direction == "lowest" and not most
    return 1 if lowest != (prize.figure == "last" and prize.scope == "field") else -1


def _rank(prize: Prize) -> Callable[[_Claim], tuple[object, ...]]:
    """What makes claims level: the figure alone, or, where the order is to decide, what nothing
    separates.
    """
    if prize.scope == "final":
        return lambda claim: claim.level or (claim.player,)
    if prize.level == "decide":
        return lambda claim: (claim.figure, claim.level or claim.player)
    return lambda claim: (claim.figure,)


def _unknown(prize: Prize, field: _Field) -> list[str]:
    if prize.scope != "field" or prize.figure not in ("games_won", "eights_caught"):
        return []
    return [standing.player for standing in field.ranked if standing.figures[prize.figure] is None]


def _livery(prize: Prize, field: _Field) -> Given:
    """The best two totals of a livery added up; what is asked of a guest is asked of both."""
    evening = field.evening
    allowed = {player.id for player in evening.players if not _barred(prize, player, {})}
    ranked = [standing for standing in field.ranked if standing.player in allowed]
    lines = [
        line for line in teams(ranked, evening.players, BEST_TWO, evening.direction) if line.ranked
    ]
    if not lines:
        return Given(prize)
    best = sorted((line for line in lines if line.place == 1), key=lambda line: line.team)
    later = sorted(
        (line for line in lines if line.place != 1), key=lambda line: (line.place or 0, line.team)
    )
    level = tuple(line.team for line in best)
    following = [line for line in later if line.place == later[0].place]
    members = best[0].counted if len(best) == 1 else ()
    return Given(
        prize,
        members,
        _sum(best[0], ranked),
        liveries=level,
        next_in_line=tuple(line.team for line in following),
        next_figure=_sum(following[0], ranked) if following else None,
        undecided=level if len(level) > 1 and prize.level == "decide" else (),
    )


def _sum(team: TeamStanding, ranked: Sequence[Standing]) -> int:
    """The totals of the pair added up in the unit they are kept in."""
    return sum(standing.total for standing in ranked if standing.player in team.counted)
