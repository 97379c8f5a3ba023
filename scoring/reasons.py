"""Why a place decided by tie-break is what it is, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings import Decision, Standing


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player stands where they do among equals: "10th by most games won (5 to 3)"."""

    player: str
    order: int
    criterion: str
    words: str


def reasons(ranked: Sequence[Standing], inside: set[str]) -> tuple[Reason, ...]:
    """The reason of every standing (in order from 1) whose order a tie-break decided; `inside` are those through."""
    found = []
    for order, standing in enumerate(ranked, start=1):
        # Whoever is in wants to know over whom, whoever is out behind whom.
        told = sorted(standing.decided_by, key=lambda decision: decision.ahead, reverse=standing.player in inside)
        if told:
            found.append(_reason(standing.player, order, told[0]))
    return tuple(found)


def _reason(player: str, order: int, decision: Decision) -> Reason:
    return Reason(player, order, decision.criterion, f"{ordinal(order)} by {decision.by}")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th … 11th, 12th, 13th … 21st for a whole number above 0."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
