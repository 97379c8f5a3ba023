"""What an umpire knows of a table of Ottawa when a question is put, and the claims only Ottawa has.

A table of Ottawa as far as a play is judged by it, and every way the facts an umpire has not seen
could be.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.cards import FULL_PACK, Card, rank_of, suit_of
from scoring.games.ottawa.lay_off import PileTop
from scoring.games.ottawa.table import KEPT
from scoring.law.guesses import Guess, combinations_of, ways
from scoring.law.plays import Lay, Play


@dataclass(frozen=True, slots=True)
class PilePosition:
    """A table before a play of the seat on turn; None = not known.

    `pile` holds one card (the start card alone) or the two top cards, the top one last; `hand`
    belongs to the seat on turn; `laid_off` and `drawn` tell what it has done in this turn; `stock`
    and `discards`, the cards of the pile, are counts.
    """

    players: int | None = None
    turn: int | None = None
    pile: tuple[Card, ...] | None = None
    hand: tuple[Card, ...] | None = None
    laid_off: bool = False
    drawn: bool = False
    stock: int | None = None
    discards: int | None = None


@dataclass(frozen=True, slots=True)
class MayLayOff:
    """The question whether the player may lay off at this point of the turn, whatever the cards."""


class ScorePosition(NamedTuple):
    """A player has gone out: the hands of all the others."""

    others: tuple[tuple[Card, ...], ...]


class ScoreClaim(NamedTuple):
    """The winner is said to score so many points; None = merely asks."""

    claimed: int | None = None


PILE, HAND, STOCK = "the two top cards of the pile", "the hand", "whether a card can be drawn"

Question = Play | MayLayOff


class Whole(NamedTuple):
    """All that decides about a play.

    `players`, `turn`, `stock` matter only for what follows and may be None.
    """

    pile: PileTop
    hand: tuple[Card, ...]
    laid: bool = False
    drawn: bool = False
    can_draw: bool = True
    players: int | None = None
    turn: int | None = None
    stock: int | None = None

    @property
    def next_turn(self) -> int | None:
        """The seat after this one, or None if seats are not known."""
        return None if self.turn is None or self.players is None else self.turn % self.players + 1


def wholes(position: PilePosition, play: Question) -> Iterator[tuple[Guess, Whole]]:
    """Every whole table that agrees with what is known and could matter for this play, with what
    was assumed.
    """
    facts = (
        ways(None, HAND, _hands(position, play)),
        ways(None, STOCK, _draws(position, play)),
    )
    seats = (position.players, position.turn, position.stock)
    turn = position.laid_off, position.drawn
    for (pile, hand, can_draw), guess in combinations_of(
        ways(None, PILE, _piles(position)), lambda pile: facts
    ):
        yield guess, Whole(pile, hand, *turn, can_draw, *seats)


def _piles(position: PilePosition) -> Iterator[PileTop]:
    if position.pile:
        under = position.pile[-2] if len(position.pile) > 1 else None
        yield PileTop(position.pile[-1], under)
        return
    for top in FULL_PACK:
        ranks = ((rank_of(top) + way) % 13 for way in (1, -1))
        yield from (
            PileTop(top, under) for under in (None, *(13 * suit_of(top) + rank for rank in ranks))
        )


def _hands(position: PilePosition, play: Question) -> list[tuple[Card, ...]]:
    """A player who lays cards off holds them, and perhaps another one."""
    if position.hand is not None:
        return [position.hand]
    if not isinstance(play, Lay):
        return [()]
    spare_card = [card for card in FULL_PACK if card not in play.cards][:1]
    return [(*play.cards, *spare_card), play.cards]


def _draws(position: PilePosition, play: Question) -> tuple[bool, ...]:
    if position.stock is None or position.stock > 0:
        return (True,)
    # With the stock gone it is for the pile: three cards or more give a new one (OT-27).
    if position.discards is not None:
        return (position.discards > KEPT,)
    return (True, False) if not isinstance(play, Lay) else (True,)
