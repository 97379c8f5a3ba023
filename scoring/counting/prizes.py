"""Prizes by eligibility: the ranking skips nobody, only a prize does."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Player
from scoring.counting.teams import BEST_TWO, teams


@dataclass(frozen=True, slots=True)
class PrizeRule:
    """A podium prize: its name, and whether host-connected players are passed over for it."""

    name: str
    skips_host: bool = False


PODIUM_2019 = (
    PrizeRule("winner"),
    PrizeRule("second", skips_host=True),
    PrizeRule("third", skips_host=True),
)


@dataclass(frozen=True, slots=True)
class Award:
    """Who gets a prize, who was passed over for it, who is next in line.

    `player` is None when nobody is eligible, or while the order of `undecided` is open.
    """

    prize: str
    player: str | None
    passed_over: tuple[str, ...] = ()
    next_in_line: str | None = None
    undecided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveryPair:
    """A livery's two best totals added up; `players` counts its ranked, `place` is shared on equal
    sums.
    """

    place: int
    livery: str
    sum_best_two: int
    players: int


@dataclass(frozen=True, slots=True)
class Figure:
    """The best figure of a kind, its holders in order, and those whose own figure is not known."""

    figure: int
    players: tuple[str, ...]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prizes:
    """All prizes of an evening; what is not known yet is None or empty, a
    figure of 0 wins nothing.
    """

    wooden_spoon: tuple[str, ...]
    most_games_won: Figure | None
    most_eights_caught: Figure | None
    best_round: Mapping[int, Figure]
    livery_best_two: tuple[LiveryPair, ...]
    playoff: tuple[Standing, ...]
    podium: tuple[Award, ...]


def prizes(
    field: Sequence[Standing],
    playoff: Sequence[Standing],
    players: Sequence[Player],
    direction: Direction = "lowest",
    podium: Sequence[PrizeRule] = PODIUM_2019,
) -> Prizes:
    """All prizes from the qualifying standings and those of the play-off (empty before it).

    Only ranked players count. A round's best is sought among those with all its games.
    """
    ranked = [standing for standing in field if standing.ranked]
    return Prizes(
        wooden_spoon=tuple(
            standing.player for standing in ranked if standing.place == ranked[-1].place
        ),
        most_games_won=_most(ranked, lambda standing: standing.figures["games_won"]),
        most_eights_caught=_most(ranked, lambda standing: standing.figures["eights_caught"]),
        best_round=_best_rounds(ranked, direction),
        livery_best_two=livery_best_two(ranked, players, direction),
        playoff=tuple(playoff),
        podium=awards(playoff, players, podium),
    )


def _most(ranked: Sequence[Standing], figure: Callable[[Standing], int | None]) -> Figure | None:
    most = max((figure(standing) or 0 for standing in ranked), default=0)
    if not most:
        return None
    holders = tuple(standing.player for standing in ranked if figure(standing) == most)
    return Figure(
        most, holders, tuple(standing.player for standing in ranked if figure(standing) is None)
    )


def _best_rounds(ranked: Sequence[Standing], direction: Direction) -> Mapping[int, Figure]:
    games: defaultdict[int, int] = defaultdict(int)
    for standing in ranked:
        for number, count in standing.round_games.items():
            games[number] = max(games[number], count)
    pick = min if direction == "lowest" else max
    best = {}
    for number, count in sorted(games.items()):
        standings = [standing for standing in ranked if standing.round_games.get(number) == count]
        figure = pick(standing.rounds[number] for standing in standings)
        best[number] = Figure(
            figure,
            tuple(standing.player for standing in standings if standing.rounds[number] == figure),
        )
    return best


def livery_best_two(
    field: Iterable[Standing], players: Iterable[Player], direction: Direction = "lowest"
) -> tuple[LiveryPair, ...]:
    """Liveries with at least two ranked players by the sum of their two best
    totals, then by name.
    """
    ranked = list(field)
    totals = {standing.player: standing.total for standing in ranked}
    lines = [line for line in teams(ranked, players, BEST_TWO, direction) if line.place]
    lines.sort(key=lambda line: (line.place or 0, line.team))
    return tuple(
        LiveryPair(line.place or 0, line.team, _sum(line.counted, totals), line.players)
        for line in lines
    )


def _sum(counted: Iterable[str], totals: Mapping[str, int]) -> int:
    """Totals added up in the unit they are kept in."""
    return sum(totals[player] for player in counted)


def awards(
    playoff: Iterable[Standing], players: Iterable[Player], rules: Iterable[PrizeRule]
) -> tuple[Award, ...]:
    """Give the prizes in turn to the best placed eligible player who has none yet.

    Where players whom nothing separates compete for a prize, it and all after it stay open: who
    gets the later ones depends on the order of those.
    """
    host = {player.id for player in players if player.host_connected}
    ranked = [standing for standing in playoff if standing.ranked]
    winners: set[str] = set()
    open_group: tuple[str, ...] = ()
    awarded = []
    for rule in rules:
        award = (
            Award(rule.name, None, undecided=open_group)
            if open_group
            else _award(rule, ranked, host, winners)
        )
        awarded.append(award)
        open_group = award.undecided
        winners.update(player for player in (award.player,) if player)
    return tuple(awarded)


def _award(rule: PrizeRule, ranked: Sequence[Standing], host: set[str], winners: set[str]) -> Award:
    waiting = [standing for standing in ranked if standing.player not in winners]
    barred = host if rule.skips_host else set()
    eligible = [standing for standing in waiting if standing.player not in barred]
    if not eligible:
        return Award(rule.name, None, tuple(standing.player for standing in waiting))
    best = eligible[0]
    level = tuple(standing.player for standing in eligible if standing.player in best.undecided)
    if len(level) > 1:
        return Award(rule.name, None, undecided=level)
    passed_over = tuple(standing.player for standing in waiting[: waiting.index(best)])
    return Award(rule.name, best.player, passed_over, eligible[1].player if eligible[1:] else None)
