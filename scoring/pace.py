"""How fast each table plays, when it is expected to end, which tables lag, and when to call the last game.

Everything is reckoned from the times at which sheets were taken in. Times are seconds on any clock that only goes on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

KEYED_TOGETHER = 60.0
"""Sheets of one table less than so many seconds apart were entered in one go: they say nothing about how long a game
took."""
OWN_WEIGHT = 2.0
"""How many of a table's own games weigh as much as the pace of the whole hall."""


@dataclass(frozen=True, slots=True)
class TableTimes:
    """A table of the round: its number, how many of its games are due in all, and when each sheet so far came in."""

    table: int
    due: int
    came_in: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePace:
    """What is expected of a table: `a_game` seconds for each game to come, and `ends`, the time of its last sheet.

    `games_in` of `due` are in; `lags` if it is expected to end later than the table in the middle by more than a game.
    `last_begins` is when its last game is expected to begin, None once all are in.
    """

    table: int
    games_in: int
    due: int
    a_game: float
    ends: float
    last_begins: float | None
    lags: bool

    @property
    def over(self) -> bool:
        """Whether every game is in."""
        return self.games_in >= self.due


@dataclass(frozen=True, slots=True)
class Pace:
    """The hall: its tables, the seconds of a usual game, and `ends`, when the last sheet that is needed is due."""

    tables: tuple[TablePace, ...]
    a_game: float
    ends: float

    @property
    def last(self) -> TablePace:
        """The table whose last sheet the hall waits for."""
        return max(self.tables, key=lambda one: one.ends)

    def call_at(self, close: float) -> float:
        """When to call the last game, so that a game begun just before the call is in at `close` at every table."""
        return close - max((one.a_game for one in self.tables if not one.over), default=0.0)

    def games_by(self, close: float) -> dict[int, int]:
        """By table: how many of its games are expected to be in at `close`."""
        return {one.table: _by(one, close) for one in self.tables}


def pace(tables: Sequence[TableTimes], now: float) -> Pace | None:
    """The pace of a round at the time `now`; None while no table has two games in that were not keyed together.

    A game that already takes longer than expected is expected to end now. Raises ValueError for a table with more
    sheets than games.
    """
    for one in tables:
        if len(one.came_in) > one.due:
            raise ValueError(f"Table {one.table} has {len(one.came_in)} sheets of {one.due} games.")
    own = {one.table: _intervals(one) for one in tables}
    every = [seconds for of_table in own.values() for seconds in of_table]
    if not every:
        return None
    usual = median(every)
    begun = min(min(one.came_in) for one in tables if one.came_in) - usual
    found = [_expected(one, _blended(own[one.table], usual), begun, now) for one in tables]
    middle = median(one.ends for one in found)
    marked = tuple(replace(one, lags=not one.over and one.ends - middle > usual) for one in found)
    return Pace(marked, usual, max(one.ends for one in found))


def _intervals(of: TableTimes) -> list[float]:
    """How long this table took for each game that is known."""
    times = sorted(of.came_in)
    return [later - sooner for sooner, later in pairwise(times) if later - sooner >= KEYED_TOGETHER]


def _blended(own: Iterable[float], usual: float) -> float:
    """The table's own games, steadied by the pace of the hall: few games say little."""
    games = list(own)
    return (sum(games) + OWN_WEIGHT * usual) / (len(games) + OWN_WEIGHT)


def _expected(of: TableTimes, a_game: float, begun: float, now: float) -> TablePace:
    left = of.due - len(of.came_in)
    latest = max(of.came_in, default=begun)
    if not left:
        return TablePace(of.table, of.due, of.due, a_game, latest, None, lags=False)
    under_way = max(latest + a_game, now)
    ends = under_way + (left - 1) * a_game
    last_begins = latest if left == 1 else ends - a_game
    return TablePace(of.table, len(of.came_in), of.due, a_game, ends, last_begins, lags=False)


def _by(one: TablePace, close: float) -> int:
    """The games in at a time: the last ones ahead of it are not in yet."""
    games = one.due
    while games > one.games_in and one.ends - (one.due - games) * one.a_game > close:
        games -= 1
    return games
