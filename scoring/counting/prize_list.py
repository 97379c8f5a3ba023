"""Prizes beside the podium: each with its scope, who may have it, and what happens where several
are level.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

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

    @property
    def counts_games(self) -> bool:
        """Whether it goes to the most of something that games are won by, which may be unknown."""
        return self.scope == "field" and self.figure in ("games_won", "eights_caught")


class TableWon(NamedTuple):
    """A round at one table, those who won it, and with how many points."""

    round: int
    table: int
    players: tuple[str, ...]
    points: int


@dataclass(frozen=True)
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

    @cached_property
    def ranked(self) -> Sequence[Standing]:
        """The ranked of the field, in order."""
        return [standing for standing in self.field if standing.ranked]

    @cached_property
    def by_id(self) -> Mapping[str, Player]:
        """The players by their ids."""
        return {player.id: player for player in self.players}

    @cached_property
    def games(self) -> Mapping[int, int]:
        """For each round the most games that anybody ranked has of it."""
        games: dict[int, int] = {}
        for standing in self.ranked:
            for number, played in standing.round_games.items():
                games[number] = max(played, games.get(number, 0))
        return games


class Given(NamedTuple):
    """Who has a prize, with which figure, and who would be next.

    `players` holds several where it is shared or split, the members of the pair for a livery (then
    `liveries`). `in_round` is the round of a best single round, 0 where several had theirs in
    different rounds, or that won at a `table`.
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


class _Claim(NamedTuple):
    """A figure with which somebody may win a prize; `in_round` is the round of it, 0 for none."""

    standing: Standing
    figure: int
    in_round: int = 0

    @property
    def player(self) -> str:
        return self.standing.player


def give(
    prizes: Iterable[Prize], evening: Evening, winners: Mapping[str, str]
) -> tuple[Given, ...]:
    """Give the prizes in turn; `winners` says who has which prize already (player to its name),
    such as the podium.

    Only ranked players win anything, and a figure of 0 games won or eights caught wins nothing.
    Raises nothing: a prize nobody can have has no players.
    """
    has, given = dict(winners), list[Given]()
    for prize in prizes:
        if prize.scope == "table":
            awards = _at_tables(prize, evening, has)
        elif prize.scope == "livery":
            awards = [_livery(prize, evening)]
        else:
            awards = [_award(prize, evening, has)]
        given += awards
        for award in awards:
            if not award.liveries:
                has.update(dict.fromkeys(award.players, prize.name))
    return tuple(given)


def _at_tables(prize: Prize, evening: Evening, has: Mapping[str, str]) -> list[Given]:
    """The winners of every round at every table; nobody comes after one who is passed over."""
    awards = []
    for won in evening.won:
        if prize.round in (0, won.round):
            why = [(player, _barred(prize, evening.by_id[player], has)) for player in won.players]
            players = tuple(player for player, reason in why if not reason)
            passed = tuple(row for row in why if row[1])
            awards.append(
                Given(prize, players, won.points, won.round, won.table, passed_over=passed)
            )
    return awards


def _award(prize: Prize, evening: Evening, has: Mapping[str, str]) -> Given:
    claims, rank = _claims(prize, evening), _rank(prize)
    why = {claim.player: _barred(prize, evening.by_id[claim.player], has) for claim in claims}
    barred = {player: reason for player, reason in why.items() if reason}
    levels: defaultdict[tuple[object, ...], dict[str, _Claim]] = defaultdict(dict)
    for claim in claims:
        if claim.player not in barred:
            # Whoever had the same best in two rounds has it once.
            levels[rank(claim)].setdefault(claim.player, claim)
    unknown = tuple(
        standing.player
        for standing in evening.ranked
        if prize.counts_games
        and standing.figures[prize.figure] is None
        and not _barred(prize, evening.by_id[standing.player], has)
    )
    if not levels:
        return Given(prize, passed_over=tuple(barred.items()), unknown=unknown)
    (place, best), *later = levels.items()
    last = max(index for index, claim in enumerate(claims) if rank(claim) == place)
    ahead = dict.fromkeys(claim.player for claim in claims[: last + 1])
    passed = tuple((player, barred[player]) for player in ahead if player in barred)
    won, first = tuple(best), next(iter(best.values()))
    same_round = {claim.in_round for claim in best.values()} == {first.in_round}
    if prize.level == "decide" and len(won) > 1:
        return Given(prize, figure=first.figure, passed_over=passed, undecided=won, unknown=unknown)
    heirs = [
        claim for _, level in later[:1] for claim in level.values() if claim.player not in best
    ]
    return Given(
        prize,
        won,
        first.figure,
        first.in_round if same_round else 0,
        passed_over=passed,
        next_in_line=tuple(claim.player for claim in heirs),
        next_figure=heirs[0].figure if heirs else None,
        unknown=unknown,
    )


def _barred(prize: Prize, player: Player, has: Mapping[str, str]) -> str:
    """Why a player is passed over for this prize; nothing where they are not."""
    if prize.skips_host and player.host_connected:
        return "host"
    if prize.office and player.office.casefold() != prize.office.casefold():
        return "office"
    return f"has “{has[player.id]}”" if prize.once and player.id in has else ""


def _claims(prize: Prize, evening: Evening) -> list[_Claim]:
    """Everybody's figure for the prize, the best first."""
    if prize.scope == "final":
        return [_Claim(standing, standing.total) for standing in evening.playoff if standing.ranked]
    half_time = prize.scope == "half_time"
    rounds = [
        number
        for number in sorted(evening.games)
        if (number <= evening.half_time if half_time else prize.round in (0, number))
    ]
    claims = []
    for standing in evening.ranked:
        # A round counts for whoever has all the games of it that anybody has; where the highest
        # wins, fewer games are no advantage.
        full = [
            number
            for number in rounds
            if (played := standing.round_games.get(number)) == evening.games[number]
            or (played and evening.direction == "highest")
        ]
        if prize.scope == "field":
            figure = standing.figures[prize.figure] if prize.counts_games else standing.total
            if figure is not None and (figure > 0 or not prize.counts_games):
                claims.append(_Claim(standing, figure))
        elif prize.scope == "round":
            claims += [_Claim(standing, standing.rounds[number], number) for number in full]
        elif full and full == rounds:
            claims.append(_Claim(standing, sum(standing.rounds[number] for number in full)))
    most = prize.counts_games or evening.direction == "highest"
    sign = 1 if most == (prize.scope == "field" and prize.figure == "last") else -1
    return sorted(claims, key=lambda claim: (sign * claim.figure, claim.standing.order or 0))


def _rank(prize: Prize) -> Callable[[_Claim], tuple[object, ...]]:
    """What makes claims level: the figure alone, or, where the order is to decide, what nothing
    separates.
    """
    if prize.scope == "final":
        return lambda claim: claim.standing.undecided or (claim.player,)
    if prize.level == "decide":
        return lambda claim: (claim.figure, claim.standing.undecided or claim.player)
    return lambda claim: (claim.figure,)


def best_twos(
    ranked: Iterable[Standing], players: Iterable[Player], direction: Direction
) -> list[TeamStanding]:
    """The liveries with at least two of these players, by place and then by name."""
    placed = [line for line in teams(ranked, players, BEST_TWO, direction) if line.ranked]
    return sorted(placed, key=lambda line: (line.place or 0, line.team))


def _livery(prize: Prize, evening: Evening) -> Given:
    """The best two totals of a livery added up; what is asked of a guest is asked of both."""
    allowed = {player.id for player in evening.players if not _barred(prize, player, {})}
    ranked = [standing for standing in evening.ranked if standing.player in allowed]
    lines = best_twos(ranked, evening.players, evening.direction)
    if not lines:
        return Given(prize)
    best = [line for line in lines if line.place == 1]
    later = lines[len(best) :]
    following = [line for line in later if line.place == later[0].place]
    level = tuple(line.team for line in best)
    return Given(
        prize,
        best[0].counted if len(best) == 1 else (),
        best[0].total,
        liveries=level,
        next_in_line=tuple(line.team for line in following),
        next_figure=following[0].total if following else None,
        undecided=level if len(level) > 1 and prize.level == "decide" else (),
    )
