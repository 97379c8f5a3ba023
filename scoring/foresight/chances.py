"""Who can still make it: simulated chances, and what is proved by the best and the worst that can
still happen.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, NamedTuple

from scoring.cards import RANKS, is_joker, rank_of
from scoring.counting.cut import Cut
from scoring.counting.hand import pack_points
from scoring.counting.table_par import Par, differences, rounded
from scoring.foresight.simulation import Field, Finishes, Pool, finishes
from scoring.law.rulebook import Rules

Proved = Literal["through", "out", ""]
AS_GOOD = 0.001
"""A guest is as good as through who misses it in at most this share of finishes, as good as out who
makes it in no more.
"""
ENOUGH_FINISHES = 10_000
"""Of fewer finishes nothing so rare can be said."""
REMOTE = 0.01
"""What it would take to lose it is read off where the first outside stands in this share of
finishes.
"""
LIKELY = 0.5
"""A guest `needs` what takes them through in at least this share of finishes."""


class Loss(NamedTuple):
    """What it would take to lose a place that is as good as sure.

    With games to come (`others` is 0): `points` or worse in them. With all games in: only if
    `others` of the `of` who still play and can pass end their games with `points` or better.
    """

    points: int
    others: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Chance:
    """One player's chance of going through.

    `share` lies strictly between 0 and 1 unless it is `proved`: then it is 1 or 0. `needs` is the
    worst sum of the games to come that still takes the player through in half of the finishes; None
    where no sum does, where every sum does, or where no game is to come. `as_good` is said of what
    hardly any finish changes, and is no proof; `loses` is then what it would take to lose it.
    """

    player: str
    share: float
    proved: Proved
    needs: int | None
    as_good: Proved = ""
    loses: Loss | None = None


def chances(
    field: Field,
    pools: Mapping[int, Pool],
    count: int,
    rng: Random,
    par: Par = (),
    *,
    all_drawn: bool = True,
) -> tuple[Chance, ...]:
    """Simulate `count` finishes; one chance for each player of the field, in its order.

    The totals hold the declared `par` of the tables played so far; that of the tables to come is
    added here. `all_drawn` says whether all tables are: of tables thought out nothing follows for
    sure. Simulated play is not human play: the shares are indications, what is proved is not.
    Raises ValueError as `scoring.foresight.simulation.finishes` does.
    """
    # The totals as the par of the tables to come will leave them, if every seat is played.
    by_size = differences(par)
    tenths: Counter[str] = Counter()
    for table in field.tables:
        for player in table:
            tenths[player] += by_size.get(len(table), 0)
    ahead = replace(
        field,
        totals={player: total + rounded(tenths[player]) for player, total in field.totals.items()},
    )
    ends = finishes(ahead, pools, count, rng)
    # A table may still grow or shrink, so the largest hand of any table is feared at each of them.
    most = {size: dearest(pool.rules) for size, pool in pools.items()}
    cheap = [cheapest(pool.rules) for pool in pools.values()]
    cards = Cards(max(most.values()), min(cheap)) if most and all_drawn else None
    # By how many whole points a par corrects one game at most, rounding counted in.
    shifts = (0, *by_size.values())
    by_par = (min(shifts) // 10 - 1, -(-max(shifts) // 10) + 1) if par else (0, 0)
    settled = proved(field, most, by_par, cards)
    waiting = {player for table in field.tables for player in table}
    return tuple(_chance(ahead, ends, player, settled[player], waiting) for player in field.totals)


def _chance(
    field: Field, ends: Finishes, player: str, settled: Proved, waiting: set[str]
) -> Chance:
    share, count = ends.through[player], ends.count
    as_good: Proved = ""
    if not settled and count >= ENOUGH_FINISHES:
        as_good = "through" if 1 - share <= AS_GOOD else "out" if share <= AS_GOOD else ""
    return Chance(
        player,
        _share(share, settled, count),
        settled,
        _needs(field, ends, player) if player in waiting and not settled and not as_good else None,
        as_good,
        _loss(field, ends, player, waiting) if as_good == "through" else None,
    )


def _loss(field: Field, ends: Finishes, player: str, waiting: set[str]) -> Loss:
    lowest, total = field.direction == "lowest", field.totals[player]
    if player in waiting:
        first_out = ends.beyond[int((REMOTE if lowest else 1 - REMOTE) * ends.count)]
        return Loss(max(0, first_out - total))
    # By how many points each of the others is behind: so many they may still take, or have to make.
    behind = {
        name: total - own_points for name, own_points in field.totals.items() if name != player
    }
    level = sum(
        margin >= 0 if lowest else margin <= 0
        for name, margin in behind.items()
        if name not in waiting
    )
    playing = [margin for name, margin in behind.items() if name in waiting]
    if lowest:
        can_pass = [margin for margin in playing if margin >= 0]
        return Loss(max(can_pass), field.cut - level, len(can_pass))
    return Loss(max(0, min(playing)), field.cut - level, len(playing))


def decided(cut: Cut) -> tuple[Chance, ...]:
    """The chances once no game is to come: as the cut stands; the places it leaves open are shared
    out evenly.
    """
    inside, open_to = set(cut.qualifiers), set(cut.undecided)
    chances_ = []
    for standing in cut.standings:
        if standing.ranked and standing.player in open_to:
            chances_.append(Chance(standing.player, cut.places_left / len(open_to), "", None))
        elif standing.ranked:
            proof: Proved = "through" if standing.player in inside else "out"
            chances_.append(Chance(standing.player, _share(0, proof, 1), proof, None))
    return tuple(chances_)


def _share(simulated: float, settled: Proved, count: int) -> float:
    """Nothing simulated is certain: half a finish is put on each side."""
    if settled:
        return float(settled == "through")
    return (simulated * count + 0.5) / (count + 1)


def _needs(field: Field, ends: Finishes, player: str) -> int | None:
    total = field.totals[player]
    if field.direction == "lowest":
        most = ends.lines[int((1 - LIKELY) * ends.count)] - total
        return most if most >= 0 else None
    least = ends.lines[int(LIKELY * ends.count)] - total
    return least if least > 0 else None


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of one game at a table: the points of all of them, and of the cheapest one.

    The hands of a game share them, and whoever does not go out holds at least one.
    """

    points: int
    cheapest: int = 0


def proved(
    field: Field,
    most: Mapping[int, int],
    by_par: tuple[int, int] = (0, 0),
    cards: Cards | None = None,
) -> dict[str, Proved]:
    """Who is through and who is out whatever happens; `most` has the highest points of one game by
    table size.

    `cards` are given where the lowest goes through, the tables are drawn and everybody sits at one
    of them: what can still happen is then weighed table by table. `by_par` is by how much a par of
    tables corrects one game at the least and at the most. Ties count against whoever is to be
    proved through or out, so it holds whatever splits them.
    """
    room: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for table in field.tables:
        for player in table:
            room[player] += most[len(table)] + by_par[1]
            games[player] += 1
    sign = 1 if field.direction == "lowest" else -1
    ends = {
        player: sorted((sign * (total + games[player] * by_par[0]), sign * (total + room[player])))
        for player, total in field.totals.items()
    }
    best, worst = (sorted(end[side] for end in ends.values()) for side in (0, 1))
    proofs: dict[str, Proved] = {}
    for player, (well, badly) in ends.items():
        level_or_ahead = bisect_left(best, badly + 1) - 1
        ahead = bisect_left(worst, well)
        proofs[player] = (
            "through" if level_or_ahead < field.cut else "out" if ahead >= field.cut else ""
        )
    if cards and field.direction == "lowest":
        tables = _Tables(field, by_par, cards)
        for player in field.totals if tables.apart else ():
            if not proofs[player] and tables.stay_ahead(player) >= field.cut:
                proofs[player] = "out"
            elif not proofs[player] and tables.level_or_ahead(player) < field.cut:
                proofs[player] = "through"
    return proofs


class _Tables:
    """The tables still playing, as far as each can take its players: its hands share the cards of
    every game.
    """

    def __init__(self, field: Field, by_par: tuple[int, int], cards: Cards) -> None:
        self.field, self.cards = field, cards
        self.low, self.high = by_par
        self.tables = [
            ([player for player in table if player], len(table), games)
            for table, games in Counter(map(tuple, field.tables)).items()
        ]
        self.games = {player: games for table, _seats, games in self.tables for player in table}
        self.done = sorted(
            total for player, total in field.totals.items() if player not in self.games
        )

    @property
    def apart(self) -> bool:
        """Whether everybody sits at one table only: else their cards would be counted twice."""
        return sum(len(table) for table, _seats, _games in self.tables) == len(self.games)

    def stay_ahead(self, player: str) -> int:
        """How many end ahead of this player at the least, who wins every game to come.

        Each table's cards are dealt to those whom they push behind most cheaply.
        """
        own = self.games.get(player, 0) * self.low + self.field.totals[player]
        number = bisect_left(self.done, own)
        for table, _seats, games in self.tables:
            needed = sorted(
                own - self.field.totals[peer] - games * self.high
                for peer in table
                if peer != player
            )
            remaining = games * self.cards.points
            for points in needed:
                remaining -= max(0, points)
                number += points > 0 and remaining < 0
        return number

    def level_or_ahead(self, player: str) -> int:
        """How many others can end level with this player or ahead, who ends as badly as can be.

        One hand of a game is nought, where somebody goes out; all others hold a card.
        """
        games = self.games.get(player, 0)
        own = self.field.totals[player] + games * (self.high + self.cards.points)
        number = bisect_left(self.done, own + 1) - (not games)
        for table, _seats, games_left in self.tables:
            wins = games_left
            for room in sorted(
                (
                    own - self.field.totals[peer] - games_left * self.low
                    for peer in table
                    if peer != player
                ),
                reverse=True,
            ):
                wins -= (
                    max(0, games_left - room // self.cards.cheapest) if self.cards.cheapest else 0
                )
                number += room >= 0 and wins >= 0
        return number


def dearest(rules: Rules) -> int:
    """What no hand of one game can exceed at a table of any size: all cards in play.

    Raises RulesError where the game prints no values.
    """
    deal = rules.deal
    return pack_points(rules) * max(map(deal.packs, range(deal.seats_min, deal.seats_max + 1)))


def cheapest(rules: Rules) -> int:
    """What a hand that still holds a card counts at the least; 0 where a joker is in play.

    Raises RulesError where the game prints no values.
    """
    pack = rules.deal.pack
    if any(map(is_joker, pack)):
        return 0
    return min(rules.scoring.value_of(RANKS[rank_of(card)])[0] for card in pack)
