"""The play-off: who plays in it once some of those who went through have declined, and who sits
where by snake seeding, with packs and warnings.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.law.rulebook import Deal
from scoring.words import many

LEAST_STOCK = 2


class PlayOff(NamedTuple):
    """Seats per table in seat order A, B, C…, packs per table, and sentences on what to beware of.

    `impossible` are those of the `warnings` with which no card can be dealt: such a play-off cannot
    be opened.
    """

    tables: tuple[tuple[str, ...], ...]
    packs: tuple[int, ...]
    warnings: tuple[str, ...]
    impossible: tuple[str, ...] = ()


def legal_tables(players: int, deal: Deal, target: int) -> int:
    """The number of tables nearest to the declared one that seats 2 or more players by the
    rulebook.

    Each table then has two players at least and no more than the rulebook seats; of two numbers
    equally near the larger is taken. Fewer than two players get one table, at which `seat` refuses
    them.
    """
    fits = [
        tables for tables in range(1, players // 2 + 1) if -(-players // tables) <= deal.seats_max
    ]
    return min(fits, key=lambda tables: (abs(tables - target), -tables), default=1)


def stock(deal: Deal, players: int, packs: int) -> int:
    """Cards left once the hands and the starter are out; negative where that cannot be dealt."""
    return packs * len(deal.pack) - players * deal.dealt(players) - 1


def packs_for(deal: Deal, players: int) -> int:
    """The fewest packs, from those the rulebook names upwards, whose stock is more than a single
    card.
    """
    packs = deal.packs(players)
    while stock(deal, players, packs) < LEAST_STOCK:
        packs += 1
    return packs


def seat(
    qualifiers: Sequence[str], deal: Deal, tables: int, *, packs: int | None = None
) -> PlayOff:
    """Seat qualifiers, best first, on `tables` tables: 1-4-5-8-9 and 2-3-6-7-10 for ten on two.

    `deal` is the rulebook's. Without `packs` each table gets `packs_for`. Raises ValueError with a
    sentence for fewer than two qualifiers, one named twice, a table with fewer than two, or no
    pack. What cannot or should not be dealt from the packs given comes as warnings. Source: the
    notes on the play-off.
    """
    if len(qualifiers) < 2:
        raise ValueError(f"A play-off needs at least two players, and there are {len(qualifiers)}.")
    if len(set(qualifiers)) < len(qualifiers):
        raise ValueError("A player is named twice among the qualifiers; name each once.")
    if not 1 <= tables <= len(qualifiers) // 2:
        raise ValueError(
            f"{len(qualifiers)} players cannot sit at {tables} tables with at least two at each; "
            f"choose 1 to {len(qualifiers) // 2} tables."
        )
    if packs is not None and packs < 1:
        raise ValueError(f"Each table needs at least one pack, not {packs}.")
    seats = _snake(qualifiers, tables)
    table_packs = tuple(packs or packs_for(deal, len(table)) for table in seats)
    warnings, impossible = [], []
    for number, (table, count) in enumerate(zip(seats, table_packs, strict=True), start=1):
        warning = _warning(number, len(table), count, deal)
        warnings += [warning] if warning else []
        impossible += [warning] if stock(deal, len(table), count) < 0 else []
    return PlayOff(seats, table_packs, tuple(warnings), tuple(impossible))


def _snake(qualifiers: Sequence[str], tables: int) -> tuple[tuple[str, ...], ...]:
    seats: list[list[str]] = [[] for _ in range(tables)]
    for seed, player in enumerate(qualifiers):
        lap, step = divmod(seed, tables)
        seats[step if lap % 2 == 0 else tables - 1 - step].append(player)
    return tuple(tuple(table) for table in seats)


def _warning(number: int, players: int, packs: int, deal: Deal) -> str:
    remaining = stock(deal, players, packs)
    have = many(packs, "pack")
    mend = f"use {packs_for(deal, players)} packs or more tables."
    if remaining < 0:
        return f"Table {number}: {players} players cannot be dealt from {have}; {mend}"
    if remaining < LEAST_STOCK:
        return (
            f"Table {number}: {players} players with {have} leave {remaining} in the stock, a"
            " starved"
            f" game; {mend}"
        )
    if players > deal.seats_max:
        return (
            f"Table {number}: {players} players, and the rules seat {deal.seats_max} at most; use"
            " more tables."
        )
    return ""


Groups = Sequence[Sequence[str]]


class Finalists(NamedTuple):
    """Who sits down and who waits.

    `players` are in seeding order, reserves after all who were through; `reserves` are those of
    them who took a declined place. `waiting` is who would be asked next, in order. `level` names
    reserves whom nothing separates while `open_places`, fewer than they are, wait for one of them;
    empty when all is decided. `vacant` counts declined places for which nobody is left.
    """

    players: tuple[str, ...]
    reserves: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    open_places: int = 0
    vacant: int = 0


def finalists(
    qualifiers: Sequence[str],
    reserves: Groups,
    declined: Collection[str],
    cuts: Sequence[Mapping[str, int]] = (),
) -> Finalists:
    """Fill the places of those who declined from the reserves in their recorded order.

    `qualifiers` are the sealed ones in order. `reserves` is the rest of the sealed order, best
    first, in groups of one, or of all whom nothing separates. `declined` names qualifiers and
    reserves. `cuts` are cuts of cards between reserves (player to rank, 1 first), the newest first:
    the newest one that holds all of a group orders it. Nothing is raised: what cannot be decided
    comes as `level`.
    """
    staying = [player for player in qualifiers if player not in declined]
    target = len(qualifiers) - len(staying)
    available = [player for group in reserves for player in group if player not in declined]
    occupied: list[str] = []
    level: tuple[str, ...] = ()
    for group in _ordered(reserves, declined, cuts):
        if len(group) > target - len(occupied):
            level = group if target > len(occupied) else ()
            break
        occupied += group
    remaining = [player for player in available if player not in occupied]
    places = target - len(occupied)
    return Finalists(
        players=(*staying, *occupied),
        reserves=tuple(occupied),
        waiting=tuple(remaining),
        level=level,
        open_places=places if level else 0,
        vacant=0 if level else places,
    )


def _ordered(
    reserves: Groups, declined: Collection[str], cuts: Sequence[Mapping[str, int]]
) -> Iterator[tuple[str, ...]]:
    """The groups without those who declined, each split by the cut of cards
    that holds all of it.
    """
    for group in reserves:
        waiting = [player for player in group if player not in declined]
        ranks = next((cut for cut in cuts if all(player in cut for player in waiting)), None)
        by_place: defaultdict[int, list[str]] = defaultdict(list)
        for player in waiting:
            by_place[ranks[player] if ranks else 0].append(player)
        yield from (tuple(by_place[place]) for place in sorted(by_place))
