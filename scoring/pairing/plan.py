"""The stages of an event of matches, from its format and its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.formats.format import Ending
from scoring.pairing.bracket import rounds_needed
from scoring.pairing.values import LENGTHS, PairingError, StageKind

WORDS: dict[StageKind, str] = {"all_play_all": "All play all", "swiss": "Swiss", "knock_out": "Knock-out"}
KINDS: dict[Ending, tuple[StageKind, ...]] = {
    "all_play_all": ("all_play_all",),
    "swiss": ("swiss",),
    "knock_out": ("knock_out",),
    "swiss_then_knock_out": ("swiss", "knock_out"),
}
"""The stages of each way of ending."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: `rounds` of a Swiss, `size` the players that a knock-out takes from the stage before (0: all)."""

    kind: StageKind
    best_of: int = 1
    rounds: int = 0
    size: int = 0
    third_place: bool = False

    @property
    def words(self) -> str:
        """The name of the stage."""
        return WORDS[self.kind]

    def rounds_of(self, entrants: Sequence[str]) -> int:
        """How many rounds the stage has with these entrants."""
        if self.kind == "swiss":
            return self.rounds
        if self.kind == "knock_out":
            return rounds_needed(len(entrants))
        return len(entrants) - 1 + len(entrants) % 2


def plan_of(ending: Ending, *, best_of: int, rounds: int, size: int, third_place: bool) -> tuple[Stage, ...]:
    """The stages in order. Raises PairingError for an ending without matches, a wrong length or size."""
    kinds = KINDS.get(ending, ())
    if not kinds:
        raise PairingError("This event seats tables: only a format of two players is paired.")
    if best_of not in LENGTHS:
        raise PairingError(f"A match is the best of 1, 3 or 5 games, not of {best_of}.")
    if len(kinds) > 1 and (size < 2 or size & (size - 1)):
        raise PairingError(
            f"A knock-out after the Swiss takes 2, 4, 8, 16 or more players, not {size}: change the cut."
        )
    return tuple(
        Stage(
            kind,
            best_of,
            rounds if kind == "swiss" else 0,
            size if kind == "knock_out" and len(kinds) > 1 else 0,
            third_place and kind == "knock_out",
        )
        for kind in kinds
    )
