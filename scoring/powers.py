"""The cards with a power of their own, each with the clause that gives it: for sheets that draw them."""

from dataclasses import dataclass

from scoring.rulebook import Rulebook

POWERS: dict[str, tuple[tuple[str, str], ...]] = {
    "swedish_pursuit": (("8", "SP-18"), ("A", "SP-20"), ("Q", "SP-21"), ("2", "SP-22")),
    "switch": (
        ("2", "SW-10"), ("4", "SW-11"), ("7", "SW-12"), ("8", "SW-13"), ("J", "SW-14"), ("A", "SW-16"),
    ),
    "ottawa": (),
    "pursuit": (("Joker", "PU-16"),),
}  # fmt: skip
"""Rank as printed and clause, by the name of the rulebook."""


@dataclass(frozen=True, slots=True)
class Power:
    """A rank as printed, what it does in the words of its clause, and the clause."""

    rank: str
    text: str
    clause: str


def powers(book: Rulebook) -> tuple[Power, ...]:
    """The cards of a game that do more than match, in the order of its sheet; none where no card does."""
    return tuple(Power(rank, book.clause(name).gist, name) for rank, name in POWERS[book.name])
