"""The evening counted once more from what was played, with nothing of Last Card: an abacus and the
printed rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Sitting = Mapping[str, str]
"""What lay before each guest at the end of a game: `out`, cards such as `8 K`, or `=23` where only
points were told.
"""


@dataclass
class Played:
    """Everything that happened: games by (round, table, game), who came late to which table, who
    went home.
    """

    games: dict[tuple[int, int, int], Sitting] = field(default_factory=dict)
    never_played: set[tuple[int, int]] = field(default_factory=set)
    late: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    gone_home: set[str] = field(default_factory=set)


def points(said: str) -> int:
    """An eight is thirty, an ace one, tens and court cards ten, the others their face."""
    if said == "out":
        return 0
    if said.startswith("="):
        return int(said[1:])
    dear = {"8": 30, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(dear.get(card) or int(card) for card in said.split())


def totals(played: Played) -> dict[str, int]:
    """The points of everybody who is ranked.

    A game that some tables could not play counts nowhere. Whoever came late has, for each game they
    missed, the most that anybody at their table had in it.
    """
    sums: dict[str, int] = {}
    for (number, _table, game), sitting in played.games.items():
        for guest, said in sitting.items():
            sums[guest] = sums.get(guest, 0) + (
                0 if (number, game) in played.never_played else points(said)
            )
    for guest, (number, table, first) in played.late.items():
        for game in range(1, first):
            sums[guest] = sums.get(guest, 0) + max(
                map(points, played.games[number, table, game].values())
            )
    return {guest: total for guest, total in sums.items() if guest not in played.gone_home}


def in_order(played: Played) -> list[tuple[str, int]]:
    """The field from the lowest total on.

    Two on one total are for people to judge, so none may be among them.
    """
    return sorted(totals(played).items(), key=lambda one: one[1])


def finalists(played: Played, through: int, declined: set[str]) -> list[str]:
    """The lowest who want to play: for each who declined the next one comes in."""
    willing = [guest for guest, _total in in_order(played) if guest not in declined]
    return willing[:through]


def podium(final: Sitting, extra: Sitting) -> list[str]:
    """The play-off in order; those on one total in the order of the extra game between them."""
    return sorted(
        final,
        key=lambda guest: (points(final[guest]), points(extra[guest]) if guest in extra else 0),
    )
