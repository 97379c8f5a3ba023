"""What a rank does, as rows of a rulebook: engines act by this table, sheets and pages show it.

What a rank counts stands beside it, in the rulebook's `scoring`.
"""

from collections.abc import Callable
from typing import NamedTuple

from scoring.cards import RANKS


class Effect(NamedTuple):
    """What one rank does when it is laid, and the clause that says so.

    `rank` as printed (`8`, `Q`, `Joker`). `wild`: it goes on any card and names a suit; `skips` are
    the players passed over; `turns`: the direction is turned round; `draws` are the cards the next
    player takes unless they answer; `several`: others of its suit may be laid with it. A rank with
    none of these does something that its engine alone knows.
    """

    rank: str
    clause: str
    wild: bool = False
    skips: int = 0
    turns: bool = False
    draws: int = 0
    several: bool = False

    @property
    def number(self) -> int:
        """The rank as engines count it (0 to 12)."""
        return RANKS.index(self.rank)


Effects = tuple[Effect, ...]


def ranks_that(effects: Effects, does: Callable[[Effect], object]) -> frozenset[int]:
    """The ranks of the table of which this is true."""
    return frozenset(effect.number for effect in effects if does(effect))


def drawn_by(effects: Effects) -> dict[int, int]:
    """Cards to be taken after each rank that brings a penalty."""
    return {effect.number: effect.draws for effect in effects if effect.draws}
