"""Simulated finishes of an event: the games still to come drawn from pools of table results, and who goes through."""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import add, itemgetter
from random import Random
from sys import byteorder

from scoring.simulation.pooling import Pool
from scoring.tally import Direction

_FIELD = 32
"""Bits for each seat when the points of a table are packed into one integer, so that one addition serves all seats."""


@dataclass(frozen=True, slots=True)
class Finishes:
    """What so many simulated finishes gave.

    `through` is each player's share of a place among the first `cut`: 1 for every finish clearly inside, on a tie at
    the line a share of the places left, all divided by `count`. `lines` are the totals of the last place through, one
    for each finish, ascending; `tied` is the share of finishes with a tie across the line.
    """

    count: int
    cut: int
    through: Mapping[str, float]
    lines: tuple[int, ...]
    tied: float


@dataclass(frozen=True, slots=True)
class Field:
    """An event on its way: totals so far by player, the tables of each game to come, the cut, which total is best.

    A table is the players in seat order and stands once for each game. Only the players of `totals` are ranked; each
    player of `tables` has to be among them, or is "" for a seat whose points count for nobody.
    """

    totals: Mapping[str, int]
    tables: Sequence[Sequence[str]]
    cut: int
    direction: Direction = "lowest"


def finishes(field: Field, pools: Mapping[int, Pool], count: int, rng: Random) -> Finishes:
    """Finish an event `count` times; `pools` has one for every table size that is still to play.

    Simulated play is not human play: the shares are indications. A game of a table is drawn the same whatever else is
    to come, so that two finishes with the same `rng` differ by what differs in their fields alone. Raises ValueError
    if a pool is missing or without points, or the cut does not leave anybody out.
    """
    if not 0 < field.cut < len(field.totals):
        raise ValueError(f"The cut is from 1 to {len(field.totals) - 1} players here, not {field.cut}.")
    shares = [0.0] * len(field.totals)
    lines: list[int] = []
    ties = 0
    sign = 1 if field.direction == "lowest" else -1
    for totals in _ends(field, pools, count, rng):
        ranked = sorted(totals) if sign > 0 else sorted(totals, reverse=True)
        line = ranked[field.cut - 1]
        lines.append(line)
        inside = ranked.index(line)
        share = (field.cut - inside) / ranked.count(line)
        ties += share < 1
        for place, total in enumerate(totals):
            if total == line:
                shares[place] += share
            elif (total < line) is (sign > 0):
                shares[place] += 1
    through = {player: share / count for player, share in zip(field.totals, shares, strict=True)}
    return Finishes(count, field.cut, through, tuple(sorted(lines)), ties / count)


def _ends(field: Field, pools: Mapping[int, Pool], count: int, rng: Random) -> Iterator[list[int]]:
    """The totals at the end of each finish, in the order of the players."""
    groups = Counter(map(tuple, field.tables))
    seed = rng.getrandbits(64)
    columns = [_draws(pools, group, games, count, seed) for group, games in groups.items()]
    layers = [itemgetter(*layer) for layer in _layers(list(field.totals), list(groups))]
    start = list(field.totals.values())
    widths = [len(group) * _FIELD // 8 for group in groups]
    # The slot behind the last one is always nought: for players without a further game.
    nobody = bytes(_FIELD // 8)
    for packed in zip(*columns, strict=True) if columns else repeat((), count):
        gained = array("I", b"".join(map(_bytes, packed, widths)) + nobody)
        totals = start
        for layer in layers:
            totals = list(map(add, totals, layer(gained)))
        yield totals


def _bytes(packed: int, width: int) -> bytes:
    return packed.to_bytes(width, byteorder)


def _draws(pools: Mapping[int, Pool], group: tuple[str, ...], games: int, count: int, seed: int) -> list[int]:
    """For each finish the points of one table over all its games, the seats packed into one integer."""
    seats = len(group)
    if seats not in pools:
        raise ValueError(f"There is no pool of results for a table of {seats}.")
    results = [_packed(result.points, seats) for result in pools[seats].results]
    sources = (Random(f"{seed} {game} {group}") for game in range(games))  # noqa: S311 -- play, no secrets
    return list(map(sum, zip(*(source.choices(results, k=count) for source in sources), strict=True)))


def _packed(points: tuple[int, ...], seats: int) -> int:
    if len(points) != seats:
        raise ValueError("The pool has no points for every seat: this game is decided by places.")
    return sum(point << _FIELD * seat for seat, point in enumerate(points))


def _layers(players: list[str], groups: list[tuple[str, ...]]) -> list[list[int]]:
    """Where each player's points stand among all seats: one list for each of the groups a player can be in."""
    slots: dict[str, list[int]] = {player: [] for player in players}
    seats = [player for group in groups for player in group]
    for slot, player in enumerate(seats):
        if player and player not in slots:
            raise ValueError(f"{player} has a seat in a game to come but no total.")
        if player:
            slots[player].append(slot)
    depth = max(map(len, slots.values()))
    return [[(*slots[player], *[len(seats)] * depth)[layer] for player in players] for layer in range(depth)]
