"""The frozen value every output drinks from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scoring.cut import Cut, NoCut
from scoring.prizes import Prizes
from scoring.standings import Standing
from scoring.tally import Player


@dataclass(frozen=True, slots=True)
class TableProgress:
    """Games in and due at one table of a round, and the game numbers still missing."""

    round: int
    table: int
    games_in: int
    games_due: int
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Games in and due, in all and per round, with every table of every round."""

    games_in: int
    games_due: int
    rounds: Mapping[int, tuple[int, int]]
    tables: tuple[TableProgress, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Standings, cut, play-off, prizes and progress of an event at one ledger number."""

    standings: tuple[Standing, ...]
    cut: Cut | NoCut | None
    playoff: tuple[Standing, ...]
    prizes: Prizes | None
    progress: Progress
    players: Mapping[str, Player] = field(default_factory=dict)
    as_of: str = ""
    ledger: int = 0
    version: int = 0
    state: Literal["provisional", "sealed"] = "provisional"


def digest(drawn: Cut, ledger: int) -> str:
    """SHA-256 (hex) over the canonical JSON of a cut snapshot."""
    raise NotImplementedError
