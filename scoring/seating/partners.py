"""Who shares a table and should not: guests who met before, of one livery, of one party, of one
team, or to be kept apart.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations

from scoring.seating.values import Harm, Key, Kind, Seating, Sitter, Wishes, alike
from scoring.words import listed

REASONS: dict[Kind, str] = {
    "same_livery": "{} are of one {group} and share table {} in round {}.",
    "same_group": "{} belong to one party and share table {} in round {}.",
    "same_team": "{} are of one team and share table {} in round {}.",
    "apart_broken": "{} are to be kept apart but share table {} in round {}.",
}


def pairs(seating: Seating, wishes: Wishes, name: Callable[[Key], str]) -> Iterator[Harm]:
    """Every pair at one table that breaks a wish, round by round; `name` gives the printed name of
    a key.
    """
    sitters = {sitter.key: sitter for sitter in wishes.sitters}
    apart = {frozenset(pair) for pair in wishes.apart}
    met: defaultdict[frozenset[Key], list[tuple[int, int]]] = defaultdict(list)
    for number, row in enumerate(seating.rounds, start=1):
        for table, keys in enumerate(row, start=1):
            label = wishes.called(table)
            for pair in combinations([key for key in keys if key is not None], 2):
                both = f"{name(pair[0])} and {name(pair[1])}"
                earlier = met[frozenset(pair)]
                if earlier:
                    spots = listed(
                        f"at table {wishes.called(before)} in round {turn}"
                        for turn, before in earlier
                    )
                    sentence = f"{both} meet at table {label} in round {number} and met {spots}."
                    yield Harm("repeats", pair, number, table, sentence)
                earlier.append((number, table))
                here, there = (sitters.get(key, Sitter(key)) for key in pair)
                kinds = alike(here, there)
                if frozenset(pair) in apart:
                    kinds.append("apart_broken")
                for kind in kinds:
                    sentence = REASONS[kind].format(both, label, number, group=wishes.group)
                    yield Harm(kind, pair, number, table, sentence)
