"""What may be asked for where something was entered in the wrong place."""

from dataclasses import dataclass
from typing import Literal

from tournament.submission import Place

Hands = Literal["player", "seat"]
Spot = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SheetMove:
    """A sheet and the game it belongs to; where that game has a sheet too, the two change places."""

    away: Place
    to: Place


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A guest (by badge) who from a game on sat where `other` is listed, or at a free `spot` (table, letter).

    `hands` says of sheets that are in whether their hands go with the player or stay with the seat.
    """

    round: int
    one: int
    other: int | None = None
    spot: Spot | None = None
    from_game: int = 1
    hands: Hands = "player"
