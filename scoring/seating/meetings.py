"""Who shares a table and should not: guests who met before, of one livery, of one party, or to be kept apart."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from scoring.seating.findings import Harm, Kind
from scoring.seating.values import Key, Seating, Wishes

REASONS: dict[Kind, str] = {
    "same_livery": "{} are of one livery and share table {} in round {}.",
    "same_group": "{} belong to one party and share table {} in round {}.",
    "apart_broken": "{} are to be kept apart but share table {} in round {}.",
}


@dataclass(slots=True)
class _Acquaintance:
    """What is known of all guests while the tables are gone through, and where each pair has met so far."""

    livery: dict[Key, Key | None]
    group: dict[Key, Key | None]
    apart: frozenset[frozenset[Key]]
    wishes: Wishes
    met: defaultdict[frozenset[Key], list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))

    def kinds(self, one: Key, other: Key) -> Iterator[Kind]:
        """The wishes that the two at one table break."""
        if self.livery.get(one) is not None and self.livery.get(one) == self.livery.get(other):
            yield "same_livery"
        if self.group.get(one) is not None and self.group.get(one) == self.group.get(other):
            yield "same_group"
        if frozenset((one, other)) in self.apart:
            yield "apart_broken"


def pairs(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Every pair at one table that breaks a wish, round by round; `name` gives the printed name of a key."""
    known = _Acquaintance(
        {sitter.key: sitter.livery for sitter in wishes.sitters},
        {sitter.key: sitter.group for sitter in wishes.sitters},
        frozenset(frozenset(pair) for pair in wishes.apart),
        wishes,
    )
    for number, row in enumerate(seating.rounds, start=1):
        for position, table in enumerate(row, start=1):
            for pair in combinations([key for key in table if key is not None], 2):
                yield from _harms_of(pair, (number, position), known, name)


def _harms_of(
    pair: tuple[Key, Key], spot: tuple[int, int], known: _Acquaintance, name: Callable[[Key], str]
) -> Iterator[Harm]:
    number, table = spot
    at = known.wishes.called(table)
    earlier = known.met[frozenset(pair)]
    if earlier:
        said = _both(pair, name) + f" meet at table {at} in round {number} and met {_spots(known.wishes, earlier)}."
        yield Harm("repeats", pair, number, table, said, tuple(earlier))
    earlier.append(spot)
    for kind in known.kinds(*pair):
        yield Harm(kind, pair, number, table, REASONS[kind].format(_both(pair, name), at, number))


def _both(pair: tuple[Key, Key], name: Callable[[Key], str]) -> str:
    return f"{name(pair[0])} and {name(pair[1])}"


def _spots(wishes: Wishes, spots: list[tuple[int, int]]) -> str:
    return " and ".join(f"at table {wishes.called(table)} in round {number}" for number, table in spots)
