"""When a match of Ottawa is over: a fixed number of deals or a target score, agreed beforehand (OT-2, OT-3, OT-34)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import GameError


@dataclass(frozen=True, slots=True)
class Match:
    """What was agreed: so many `deals` or a `target` score, one of the two and 1 or more. Raises GameError."""

    deals: int | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        agreed = [number for number in (self.deals, self.target) if number is not None]
        if len(agreed) != 1:
            raise GameError("Agree on a number of deals or on a target score, one of the two (OT-2).")
        if agreed[0] < 1:
            raise GameError(f"The number of deals, or the target, is 1 or more, not {agreed[0]} (OT-3).")

    def is_over(self, deals_played: int, totals: Sequence[int]) -> bool:
        """Whether no further deal is played, after so many deals and with these totals so far."""
        if self.deals is not None:
            return deals_played >= self.deals
        return self.target is not None and max(totals, default=0) >= self.target
