"""Who can still make it: simulated chances, and what is proved by the best and the worst that can still happen."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from scoring.cards import RANKS, is_joker, packs_of, rank_of
from scoring.cut import Cut
from scoring.rulebook import Rules
from scoring.simulation import Field, Finishes, Pool, finishes
from scoring.table_par import Par, differences, rounded

Proved = Literal["through", "out", ""]
LIKELY = 0.5
"""A guest `needs` what takes them through in at least this share of finishes."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One player's chance of going through.

    `share` lies strictly between 0 and 1 unless it is `proved`: then it is 1 or 0. `needs` is the worst sum of the
    games to come that still takes the player through in half of the finishes; None where no sum does, where every
    sum does, or where no game is to come.
    """

    player: str
    share: float
    proved: Proved
    needs: int | None


def chances(field: Field, pools: Mapping[int, Pool], count: int, rng: Random, par: Par = ()) -> tuple[Chance, ...]:
    """Simulate `count` finishes; one chance for each player of the field, in its order.

    The totals hold the declared `par` of the tables played so far; that of the tables to come is added here.
    Simulated play is not human play: the shares are indications, what is proved is not. Raises ValueError as
    `scoring.simulation.finishes` does.
    """
    ahead = _with_par_to_come(field, par)
    found = finishes(ahead, pools, count, rng)
    # A table may still grow or shrink, so the largest hand of any table is feared at each of them.
    most = {size: dearest(pool.rules) for size, pool in pools.items()}
    settled = proved(field, most, _extremes(par))
    waiting = {player for table in field.tables for player in table}
    return tuple(
        Chance(
            player,
            _share(found.through[player], settled[player], count),
            settled[player],
            _needs(ahead, found, player) if player in waiting and not settled[player] else None,
        )
        for player in field.totals
    )


def _with_par_to_come(field: Field, par: Par) -> Field:
    """The totals as the par of the tables to come will leave them, if every seat is played."""
    by_size = differences(par)
    tenths: Counter[str] = Counter()
    for table in field.tables:
        for player in table:
            tenths[player] += by_size.get(len(table), 0)
    return replace(field, totals={player: total + rounded(tenths[player]) for player, total in field.totals.items()})


def _extremes(par: Par) -> tuple[int, int]:
    """By how many whole points a par corrects one game at most, downwards and upwards, rounding counted in."""
    by_size = (0, *differences(par).values())
    return (min(by_size) // 10 - 1, -(-max(by_size) // 10) + 1) if par else (0, 0)


def decided(drawn: Cut) -> tuple[Chance, ...]:
    """The chances once no game is to come: as the cut stands; the places it leaves open are shared out evenly."""
    inside, open_to = set(drawn.qualifiers), set(drawn.undecided)
    found = []
    for one in drawn.standings:
        if one.ranked and one.player in open_to:
            found.append(Chance(one.player, drawn.places_left / len(open_to), "", None))
        elif one.ranked:
            proof: Proved = "through" if one.player in inside else "out"
            found.append(Chance(one.player, _share(0, proof, 1), proof, None))
    return tuple(found)


def _share(simulated: float, settled: Proved, count: int) -> float:
    """Nothing simulated is certain: half a finish is put on each side."""
    if settled:
        return float(settled == "through")
    return (simulated * count + 0.5) / (count + 1)


def _needs(field: Field, found: Finishes, player: str) -> int | None:
    total = field.totals[player]
    if field.direction == "lowest":
        most = found.lines[int((1 - LIKELY) * found.count)] - total
        return most if most >= 0 else None
    least = found.lines[int(LIKELY * found.count)] - total
    return least if least > 0 else None


def proved(field: Field, most: Mapping[int, int], by_par: tuple[int, int] = (0, 0)) -> dict[str, Proved]:
    """Who is through and who is out whatever happens; `most` has the highest points of one game by table size.

    `by_par` is by how much a par of tables corrects one game at the least and at the most. Ties count against whoever
    is to be proved through or out, so it holds whatever splits them.
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
    found: dict[str, Proved] = {}
    for player, (well, badly) in ends.items():
        level_or_ahead = bisect_left(best, badly + 1) - 1
        ahead = bisect_left(worst, well)
        found[player] = "through" if level_or_ahead < field.cut else "out" if ahead >= field.cut else ""
    return found


def dearest(rules: Rules) -> int:
    """What no hand of one game can exceed at a table of any size. Raises RulesError as `most_points` does."""
    return max(most_points(rules, players) for players in range(rules.deal.seats_min, rules.deal.seats_max + 1))


def most_points(rules: Rules, players: int) -> int:
    """What no hand of one game can exceed: all cards in play. Raises RulesError where the game prints no values."""
    pack = packs_of(rules.deal.pack, rules.deal.packs(players))
    return sum(rules.scoring.value_of(RANKS[rank_of(card)])[0] for card in pack if not is_joker(card))
