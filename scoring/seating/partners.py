"""Who shares a table and should not: guests who met before, of one livery, of one party, of one
team, or to be kept apart.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from scoring.seating.values import Harm, Key, Kind, Seating, Sitter, Wishes
from scoring.words import listed

REASONS: dict[Kind, str] = {
    "same_livery": "{} are of one {group} and share table {} in round {}.",
    "same_group": "{} belong to one party and share table {} in round {}.",
    "same_team": "{} are of one team and share table {} in round {}.",
    "apart_broken": "{} are to be kept apart but share table {} in round {}.",
}


@dataclass(slots=True)
class _Acquaintance:
    """What is known of all guests while the tables are gone through, and where each pair has met so
    far.
    """

    sitters: dict[Key, Sitter]
    apart: frozenset[frozenset[Key]]
    wishes: Wishes
    met: defaultdict[frozenset[Key], list[tuple[int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def kinds(self, first: Key, second: Key) -> Iterator[Kind]:
        """The wishes that the two at one table break."""
        here, there = (self.sitters.get(key, Sitter(key)) for key in (first, second))
        if here.livery is not None and here.livery == there.livery:
            yield "same_livery"
        if here.group is not None and here.group == there.group:
            yield "same_group"
        if here.team is not None and here.team == there.team:
            yield "same_team"
        if frozenset((first, second)) in self.apart:
            yield "apart_broken"


def pairs(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Every pair at one table that breaks a wish, round by round; `name` gives the printed name of
    a key.
    """
    acquaintance = _Acquaintance(
        {sitter.key: sitter for sitter in wishes.sitters},
        frozenset(frozenset(pair) for pair in wishes.apart),
        wishes,
    )
    for number, row in enumerate(seating.rounds, start=1):
        for position, table in enumerate(row, start=1):
            for pair in combinations([key for key in table if key is not None], 2):
                yield from _harms_of(pair, (number, position), acquaintance, name)


def _harms_of(
    pair: tuple[Key, Key],
    spot: tuple[int, int],
    acquaintance: _Acquaintance,
    name: Callable[[Key], str],
) -> Iterator[Harm]:
    number, table = spot
    label = acquaintance.wishes.called(table)
    earlier = acquaintance.met[frozenset(pair)]
    if earlier:
        sentence = (
            f"{_both(pair, name)} meet at table {label} in round {number} and met"
            f" {_spots(acquaintance.wishes, earlier)}."
        )
        yield Harm("repeats", pair, number, table, sentence, tuple(earlier))
    earlier.append(spot)
    for kind in acquaintance.kinds(*pair):
        sentence = REASONS[kind].format(
            _both(pair, name), label, number, group=acquaintance.wishes.group
        )
        yield Harm(kind, pair, number, table, sentence)


def _both(pair: tuple[Key, Key], name: Callable[[Key], str]) -> str:
    return f"{name(pair[0])} and {name(pair[1])}"


def _spots(wishes: Wishes, spots: list[tuple[int, int]]) -> str:
    return listed(f"at table {wishes.called(table)} in round {number}" for number, table in spots)
