"""The seats of all published rounds while the ledger is played forward."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.ledger.past.entries import Entry

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sat:
    """Who had a seat of a round, from which game on, and until which (None: to the end)."""

    round: int
    table: int
    letter: str
    ref: str
    since: int = 1
    until: int | None = None

    def had(self, game: int) -> bool:
        """Whether the seat was theirs in that game."""
        return self.since <= game and (self.until is None or game <= self.until)


@dataclass(slots=True)
class Seats:
    """The seats of all published rounds, the tables at which each of them is played, and its games and stage.

    Games are None, and the stage is empty, where an older ledger does not tell.
    """

    rows: list[Sat] = field(default_factory=list)
    tables: dict[int, set[int]] = field(default_factory=dict)
    games: dict[int, int | None] = field(default_factory=dict)
    stages: dict[int, str] = field(default_factory=dict)
    by_number: dict[int, Entry] = field(default_factory=dict)

    def of_round(self, number: int) -> list[Sat]:
        """The seats of a round in order."""
        return sorted((row for row in self.rows if row.round == number), key=_in_order)

    def drop(self, gone: Iterable[Sat]) -> None:
        """Take seats away."""
        away = set(gone)
        self.rows = [row for row in self.rows if row not in away]

    def put(self, old: Sat, new: Sat) -> None:
        """One seat in the place of another."""
        self.rows[self.rows.index(old)] = new

    def open_at(self, number: int, spot: str) -> Sat | None:
        """The seat at a spot (6B) that is somebody's to the end of the round."""
        table, letter = int(spot[:-1]), spot[-1]
        here = (number, table, letter, None)
        return next((row for row in self.rows if (row.round, row.table, row.letter, row.until) == here), None)

    def open_of(self, number: int, ref: str) -> list[Sat]:
        """The seat a guest has to the end of the round."""
        return [row for row in self.rows if (row.round, row.ref, row.until) == (number, ref, None)]

    def begun(self, kept: Body, ref: str) -> Sat | None:
        """A guest's seat by where and when it began, as the ledger keeps it."""
        wanted = (kept["round"], kept["table"], kept["letter"], kept["game"], ref)
        found = ((row.round, row.table, row.letter, row.since, row.ref) == wanted for row in self.rows)
        return next((row for row, fits in zip(self.rows, found, strict=True) if fits), None)


def _in_order(row: Sat) -> tuple[int, int, str, int, str]:
    return row.round, row.table, row.letter, row.since, row.ref
