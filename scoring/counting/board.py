"""The board of an evening as of one ledger number, which every output repeats: how far the evening
is, what a seal keeps of its cut, and who moved between two boards.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from scoring.counting.cut import Crossed, Cut, Move, NoCut, compared
from scoring.counting.prize_list import Prize, TableWon
from scoring.counting.prizes import PODIUM_2019, Prizes, prizes
from scoring.counting.standings import Standing
from scoring.counting.tally import Direction, Player, Sheet
from scoring.formats.catalogue import DEFAULT
from scoring.formats.format import Format
from scoring.formats.results import in_points


class TableProgress(NamedTuple):
    """Games in and due at one table of a round, and the game numbers still missing."""

    round: int
    table: int
    games_in: int
    games_due: int
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Games in and due, in all and as (in, due) per round, with every table of every round."""

    games_in: int = 0
    games_due: int = 0
    rounds: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    tables: tuple[TableProgress, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every game that is due is in."""
        return self.games_in == self.games_due


@dataclass(frozen=True)
class Board:
    """Standings, cut, play-off, prizes and progress of an event as of one ledger number.

    `as_of` is a time in words or ISO form, `version` the event's version; `state` is sealed once
    the cut is a snapshot. `playoff` is empty until there are any; `cut` None where none is set.
    `podium` are the prizes of the play-off, `direction` says which total is best. `format` says
    which figures of a standing mean something, and what its totals are made of; `table_par` is the
    par of tables that is in them, as it was declared, and empty for none. `won` tells who won each
    round that is in at its table, `reached` who was the first at their table to have the target.
    """

    standings: tuple[Standing, ...]
    cut: Cut | NoCut | None
    playoff: tuple[Standing, ...]
    progress: Progress
    players: Mapping[str, Player] = field(default_factory=dict)
    as_of: str = ""
    ledger: int = 0
    version: int = 0
    state: Literal["provisional", "sealed"] = "provisional"
    format: Format = DEFAULT
    table_par: str = ""
    won: tuple[TableWon, ...] = ()
    reached: frozenset[str] = frozenset()
    podium: tuple[Prize, ...] = PODIUM_2019
    direction: Direction = "lowest"

    @cached_property
    def prizes(self) -> Prizes | None:
        """Who has the prizes, None before the first standings. Worked out when first asked for: few
        pages tell them.
        """
        if not self.standings:
            return None
        players = tuple(self.players.values())
        return prizes(self.standings, self.playoff, players, self.direction, self.podium)


def progress(due: Iterable[Sheet], entered: Iterable[Sheet]) -> Progress:
    """Progress of the sheets due as (round, table, game); sheets entered that are not due do not
    count.
    """
    has = set(entered)
    at_table: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    rounds: defaultdict[int, list[bool]] = defaultdict(list)
    for sheet in sorted(set(due)):
        number, table, game = sheet
        at_table[number, table].append(0 if sheet in has else game)
        rounds[number].append(sheet in has)
    tables = []
    for place, games in at_table.items():
        missing = tuple(filter(None, games))
        tables.append(TableProgress(*place, len(games) - len(missing), len(games), missing))
    by_round = {number: (sum(arrived), len(arrived)) for number, arrived in rounds.items()}
    games_in = sum(table.games_in for table in tables)
    return Progress(games_in, sum(table.games_due for table in tables), by_round, tuple(tables))


def snapshot(cut: Cut, ledger: int) -> dict[str, object]:
    """A cut as plain JSON values for sealing: the line, who is through, and
    every total and order.
    """
    return {
        "ledger": ledger,
        "size": cut.size,
        "policy": cut.policy,
        "cut_score": in_points(cut.cut_score),
        "tie_resolved_by": cut.tie_resolved_by,
        "qualifiers": list(cut.qualifiers),
        "undecided": list(cut.undecided),
        "standings": [
            [
                standing.player,
                standing.name,
                in_points(standing.total),
                standing.place,
                standing.order,
            ]
            for standing in cut.standings
        ],
    }


def digest(sealed: Mapping[str, object]) -> str:
    """SHA-256 (64 hex digits) over the canonical JSON of a snapshot."""
    return hashlib.sha256(exactly(sealed).encode()).hexdigest()


def exactly(content: object) -> str:
    """The canonical JSON of a value: sorted keys, no spaces, letters as they are."""
    return json.dumps(
        content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def movers(before: Board, after: Board) -> tuple[Move, ...]:
    """Everybody whose place or total differs, the line first, then the most places, then the order
    on the later board.

    Where one of the boards has no cut, nobody crosses a line.
    """
    crossed: dict[str, Crossed] = {}
    if isinstance(before.cut, Cut) and isinstance(after.cut, Cut):
        was, now = set(before.cut.qualifiers), set(after.cut.qualifiers)
        crossed = {**dict.fromkeys(now - was, "in"), **dict.fromkeys(was - now, "out")}
    moved = [
        move
        for move in compared(before.standings, after.standings, crossed)
        if move.crossed or move.differs("place", "total")
    ]
    ways = ("in", "out", "")
    moved.sort(key=lambda move: (ways.index(move.crossed), -abs(move.places)))
    return tuple(moved)
