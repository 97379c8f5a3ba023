"""Claims put to an umpire that are no plays of a turn: the start, a tally, a blocked game, a set-up, a score."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """The start card was dealt with as the position says."""


@dataclass(frozen=True, slots=True)
class TallyClaim:
    """A hand is said to count so many points; None = merely asks."""

    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class BlockedClaim:
    """The game is said to be blocked."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Packs and cards dealt are said to be right."""


Claim = Start | TallyClaim | BlockedClaim | Setup
