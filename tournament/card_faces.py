"""How cards are drawn on pages: rank, value and whether the value surprises; all from the rulebook."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from scoring.cards import RANKS
from scoring.hand import Hand
from scoring.rulebook import Rules
from tournament.ledger.formats import Play

PAD = "A23456789X"
"""The card keys: a ten and the court cards share one."""


@dataclass(frozen=True, slots=True)
class Face:
    """One rank as drawn; `dear` when it counts more than its own number."""

    token: str
    rank: str
    value: int | None
    dear: bool = False


def faces(rules: Rules) -> dict[str, Face]:
    """The face of every rank, and of `X`, a ten or court card."""
    return {rank: _face(rank, rules) for rank in f"{RANKS}X"}


def drawn(hand: Hand, known: dict[str, Face]) -> Iterator[Face]:
    """The cards of a hand in the order entered."""
    return (known[token[0]] for token in hand.tokens)


def for_script(play: Play) -> dict[str, Any] | None:
    """The faces as a page hands them to its script; none where no cards are entered."""
    return {rank: asdict(face) for rank, face in faces(play.rules).items()} if play.format.tapped else None


def _face(rank: str, rules: Rules) -> Face:
    shown = "10" if rank == "T" else rank
    if rules.scoring.values is None:
        return Face(rank, shown, None)
    value = rules.scoring.value_of(rank)[0]
    number = RANKS.index("K" if rank == "X" else rank) + 1
    return Face(rank, shown, value, dear=value > number)
