"""The criteria that order players on equal totals, as data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scoring.counting.figures import COLUMNS
from scoring.counting.policies import Adjustment
from scoring.counting.tally import Direction, RoundTotal, Sheet
from scoring.counting.totals import Game, Line
from scoring.law.rules_text import text_of

Figure = tuple[int, ...]
Best = Literal["most", "fewest", "as_total"]

TIE_BREAK = (
    "games_won",
    "eights_caught",
    "last_round",
    "worst_game",
    "cards_left",
    "last_game_countback",
    "cut_of_cards",
)


Pairs = tuple[tuple[str, int], ...]
"""What some players had of something held among them alone: (player, figure)."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is recorded beside the tallies.

    `earlier` holds the totals of an earlier stage by player id, for `qualifying_total`.
    `card_cuts` are the cuts of cards in the order they were held, each with the rank of everybody
    in it, 1 first; those of equal rank cut again, as a further one. `extra_games` are the games
    played among players on one total, each with their points: they split a tie and count nowhere
    else. `round_totals` are rounds of which a card bears nothing but the total, and `told` says how
    many such players sat at a table in a game.
    """

    adjustments: tuple[Adjustment, ...] = ()
    card_cuts: tuple[Pairs, ...] = ()
    earlier: Mapping[str, int] = field(default_factory=dict)
    round_totals: tuple[RoundTotal, ...] = ()
    extra_games: tuple[Pairs, ...] = ()
    told: Mapping[Sheet, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Context:
    """What a criterion may look at besides the tied lines; `last_round` is 0 before any game."""

    direction: Direction
    last_round: int
    facts: Facts


Figures = Callable[[Sequence[Line], Context], Sequence[Figure | None]]
_COUNTS = {column.name: column.count for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class Criterion:
    """One tie-break, by a figure of a standing (that of its own name, or `figure`).

    Figures compare part by part, the first difference decides; `best` says which way is better.
    `ask` is the sentence with {name} and {cells} that asks for what is lacking, none where nobody
    could answer; `cells` is the figure of a line that names them. `shown` is False where the
    figures say nothing to a reader.
    `ahead` and `behind` say in a whole sentence what {name} did better or worse than {other}.
    `unnamed` says it of nobody by name, the better figure first.
    `of_games` marks what is made of single games, so that a round of which only the total is known
    leaves it open.
    """

    name: str
    words: str
    ahead: str
    behind: str
    unnamed: str
    best: Best
    figure: str = ""
    ask: str = ""
    cells: str = ""
    shown: bool = True
    of_games: bool = False

    def sign(self, direction: Direction) -> int:
        """1 where fewer is better, -1 where more is."""
        fewest = direction == "lowest" if self.best == "as_total" else self.best == "fewest"
        return 1 if fewest else -1

    def figures(self, group: Sequence[Line], around: Context) -> Sequence[Figure | None]:
        """The figure of each line of a group, None where its data is lacking."""
        if self.name in _AMONG:
            return _AMONG[self.name](group, around)
        figure = _COUNTS[self.figure or self.name]
        values = (figure(line, around) for line in group)
        return [None if value is None else (value,) for value in values]

    def lacking(self, line: Line) -> tuple[Sheet, ...]:
        """The cells of a line that are to be asked for."""
        return getattr(line, self.cells) if self.cells else ()


def _countback(group: Sequence[Line], around: Context) -> Sequence[Figure | None]:
    games = sorted({game for line in group for game in line.points}, reverse=True)
    return [
        tuple(line.points[game] for game in games) if len(line.points) == len(games) else None
        for line in group
    ]


def _held_among(group: Sequence[Line], rows: Sequence[Pairs]) -> Sequence[Figure | None]:
    """The figures of the newest row that holds all of the group and splits it; None for everybody
    where there is no such row.
    """
    members = [line.player.id for line in group]
    for row in reversed(rows):
        figures = dict(row)
        own = [figures[player] for player in members if player in figures]
        if len(own) == len(members) and len(set(own)) > 1:
            return [(figure,) for figure in own]
    return [None] * len(members)


def _head_to_head(group: Sequence[Line], around: Context) -> Sequence[Figure | None]:
    """Points in the games that the whole group played at one table."""
    first, *rest = [line.tables for line in group]
    shared: list[Game] = [
        game for game, table in first.items() if all(row.get(game) == table for row in rest)
    ]
    return [(sum(line.points[game] for game in shared),) if shared else None for line in group]


_AMONG: Mapping[str, Figures] = {
    "last_game_countback": _countback,
    "head_to_head": _head_to_head,
    "qualifying_total": lambda group, around: [
        None if (total := around.facts.earlier.get(line.player.id)) is None else (total,)
        for line in group
    ],
    "extra_game": lambda group, around: _held_among(group, around.facts.extra_games),
    "cut_of_cards": lambda group, around: _held_among(group, around.facts.card_cuts),
}
"""The criteria that are no figure of a standing."""

CRITERIA: Mapping[str, Criterion] = {
    name: Criterion(name, **row) for name, row in text_of("counting/tie_breaks").items()
}
"""The criteria by name; they stand in `tie_breaks.toml`, to be mended without Python."""

AGAIN = frozenset({"extra_game", "cut_of_cards"})
"""What may be held again among those it left level; every other criterion says the same a second
time.
"""


def with_extra_game(tie_break: Sequence[str]) -> tuple[str, ...]:
    """The order of tie-breaks for a play-off that declared none of its own: an extra game comes
    before the cards.
    """
    before = [name for name in tie_break if name not in AGAIN]
    return (*before, "extra_game", *(name for name in tie_break if name == "cut_of_cards"))
