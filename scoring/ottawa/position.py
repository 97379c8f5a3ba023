"""What an umpire knows of a table of Ottawa when a question is put, and the claims only Ottawa has."""

from dataclasses import dataclass

from scoring.cards import Card


@dataclass(frozen=True, slots=True)
class PilePosition:
    """A table before a play of the seat on turn; None = not known.

    `pile` holds one card (the start card alone) or the two top cards, the top one last; `hand` belongs to the seat on
    turn; `laid_off` and `drawn` tell what it has done in this turn; `stock` is a count.
    """

    players: int | None = None
    turn: int | None = None
    pile: tuple[Card, ...] | None = None
    hand: tuple[Card, ...] | None = None
    laid_off: bool = False
    drawn: bool = False
    stock: int | None = None


@dataclass(frozen=True, slots=True)
class MayLayOff:
    """The question whether the player may lay off at this point of the turn, whatever the cards."""


@dataclass(frozen=True, slots=True)
class ScorePosition:
    """A player has gone out: the hands of all the others."""

    others: tuple[tuple[Card, ...], ...]
    players: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreClaim:
    """The winner is said to score so many points; None = merely asks."""

    claimed: int | None = None
