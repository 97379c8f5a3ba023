"""What a rank does, as rows of a rulebook: engines act by this table, sheets and pages show it.

What a rank counts stands beside it, in the rulebook's `scoring`.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from scoring.cards import (
    ACE,
    EIGHT,
    JACK,
    KING,
    QUEEN,
    RANK_MASKS,
    RANK_NAMES,
    RANKS,
    SUIT_MASKS,
    SUITS,
)  # fmt: skip


def with_article(rank: int) -> str:
    """A rank (0 to 12) with its article: an 8, a Jack."""
    word = RANK_NAMES[rank] if rank in (ACE, JACK, QUEEN, KING) else str(rank + 1)
    return f"{'an' if rank in (ACE, EIGHT) else 'a'} {word}"


class Effect(NamedTuple):
    """What one rank does when it is laid, and the clause that says so.

    `rank` as printed (`8`, `Q`, `Joker`). `wild`: it goes on any card and names a suit; `skips` are
    the players passed over; `turns`: the direction is turned round; `draws` are the cards the next
    player takes unless they answer; `several`: others of its suit may be laid with it. A rank with
    none of these does something that its engine alone knows.

    `follows`: it goes on its suit alone, never on its rank; `again`: whoever laid it plays on;
    `answerable`: the player it passes over may lay another, and then the next one is passed over.
    `suits` are the letters of the suits whose card of the rank does all this. `adds` is what an
    answer puts on a penalty already due: its `own` cards, as many again (`double`), or `one` more
    than those it answers.
    """

    rank: str
    clause: str
    wild: bool = False
    skips: int = 0
    turns: bool = False
    draws: int = 0
    several: bool = False
    follows: bool = False
    again: bool = False
    answerable: bool = False
    suits: str = SUITS
    adds: Literal["own", "double", "one"] = "own"

    def __str__(self) -> str:
        return with_article(self.number)

    @property
    def cards(self) -> int:
        """The cards that do it, as bits."""
        return RANK_MASKS[self.number] & sum(SUIT_MASKS[SUITS.index(suit)] for suit in self.suits)

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
