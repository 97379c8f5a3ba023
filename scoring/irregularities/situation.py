"""A situation: an irregularity as one game knows it, with everyday words, an example, and the facts it needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.irregularities.case import Case, Settled


@dataclass(frozen=True, slots=True)
class Situation:
    """How players of one game would put it: `name` and `example` are for a page, `facts` name entries of `FACTS`.

    The facts in `needed` must be told; the others help, and a ruling asks for them where they decide.
    """

    name: str
    example: str
    needed: tuple[str, ...]
    helpful: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """All facts worth asking, the needed ones first."""
        return *self.needed, *self.helpful


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A kind of irregularity: its name in claims, what settles it, and its situation in each game that knows it."""

    kind: str
    settle: Callable[[Case], Settled]
    games: Mapping[str, Situation]
