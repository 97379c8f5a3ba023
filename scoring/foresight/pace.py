"""How fast each table plays, between when and when the hall ends, which tables lag, and when to
call the last game.

Everything follows from the times at which sheets were taken in. Times are seconds on any clock that
only goes on.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log, sqrt
from statistics import median

from scoring.foresight.game_lengths import (
    WINDOW,
    Ends,
    Hall,
    Played,
    ends,
    hall,
    shares,
    usual_length,
)

KEYED_TOGETHER = 45.0
"""Sheets of one table less than so many seconds apart were entered in one go: together they took
the time since the sheet before them.
"""
FINISHES = 400
MOST_HALLS = 16
"""What is learnt of so many halls is kept."""
CALL = 0.8
"""The last game is called so that it is in at every table in this share of finishes."""
WIDER = 9.0
"""The window of the hall is made wider by so many seconds at each end: real games are less regular
than drawn ones.
"""
SILENT = 3.0
"""A table without a sheet for so many usual games is named, and does not set the window alone."""
ALONE = 0.8
"""A table that ends last in this share of finishes decides the end alone."""


@dataclass(frozen=True, slots=True)
class TableTimes:
    """A table of the round: its number, how many of its games are due in all, and when each sheet
    so far came in.
    """

    table: int
    due: int
    came_in: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """Between when something is expected in four finishes of five, and the time in the middle of
    all of them.
    """

    early: float
    middle: float
    late: float


@dataclass(frozen=True, slots=True)
class TablePace:
    """What is expected of a table: `a_game` seconds for each game to come, and `ends`, the time of
    its last sheet.

    `games_in` of `due` are in; `lags` if it is expected to end later than the table in the middle
    by more than a game; `silent` if it had no sheet for so long that somebody should look.
    `last_begins` is when its last game is expected to begin, None once all are in; `quiet` are the
    seconds since its last sheet, or since the round began.
    """

    table: int
    games_in: int
    due: int
    a_game: float
    ends: Window
    last_begins: float | None
    lags: bool
    silent: bool
    quiet: float

    @property
    def over(self) -> bool:
        """Whether every game is in."""
        return self.games_in >= self.due


@dataclass(frozen=True, slots=True)
class Pace:
    """The hall: its tables, the seconds of a usual game, and `ends`, when the last sheet that is
    needed is due.

    `last` is the table that ends last most often, `alone` whether it decides the end by itself;
    `longest` are the seconds in which one more game is in at every table in `CALL` of the finishes.
    """

    tables: tuple[TablePace, ...]
    a_game: float
    ends: Window
    last: TablePace
    alone: bool
    longest: float

    def call_at(self, close: float) -> float:
        """When to call the last game, so that a game begun just before the call is in at `close` at
        every table.
        """
        return close - self.longest

    def games_by(self, close: float) -> dict[int, int]:
        """By table: how many of its games are expected to be in at `close`."""
        return {table.table: _games_in_at(table, close) for table in self.tables}


def pace(tables: Sequence[TableTimes], now: float, seed: int, count: int = FINISHES) -> Pace | None:
    """The pace of a round at the time `now`, from so many simulated ends; None while no sheet is
    in.

    How long games last in this hall is learnt from the sheets that are in at `now`; of a sheet
    that comes in later only its own table is reckoned anew. Nothing is expected before `now`.
    Raises ValueError for a table with more sheets than games.
    """
    for table_times in tables:
        if len(table_times.came_in) > table_times.due:
            raise ValueError(
                f"Table {table_times.table} has {len(table_times.came_in)} sheets of"
                f" {table_times.due} games."
            )
    if not any(table.came_in for table in tables):
        return None
    begun, hall_model = _learnt(_in_at(now, tables), now, count)
    played = [_played(table, begun, now) for table in tables]
    ends_ = [
        ends(table, one.table, hall_model, seed) for one, table in zip(tables, played, strict=True)
    ]
    return _hall(tables, played, ends_, now)


def _in_at(now: float, tables: Sequence[TableTimes]) -> tuple[TableTimes, ...]:
    """The tables with the sheets of that time; with all sheets where none was in yet."""
    existing = tuple(
        replace(table, came_in=tuple(index for index in table.came_in if index <= now))
        for table in tables
    )
    return existing if any(table_times.came_in for table_times in existing) else tuple(tables)


@lru_cache(MOST_HALLS)
def _learnt(tables: tuple[TableTimes, ...], now: float, count: int) -> tuple[float, Hall]:
    """When the round began, and how long games last in this hall."""
    later = [
        Played(_lengths(table), now - max(table.came_in), table.due - len(table.came_in))
        for table in tables
        if table.came_in
    ]
    begun = _begun(tables, usual_length(later))
    return begun, hall([_played(table, begun, now) for table in tables], count)


def _played(table_times: TableTimes, begun: float, now: float) -> Played:
    return Played(
        (*_first(table_times, begun), *_lengths(table_times)),
        max(0.0, now - max(table_times.came_in, default=begun)),
        table_times.due - len(table_times.came_in),
    )


def _lengths(table_times: TableTimes) -> tuple[float, ...]:
    """How long this table took for each game since its first sheet; games keyed together share
    their time evenly.
    """
    lengths: list[float] = []
    times = sorted(table_times.came_in)
    since, together = times[0] if times else 0.0, 0
    for time, later in zip(times[1:], [*times[2:], float("inf")], strict=False):
        together += 1
        if later - time >= KEYED_TOGETHER and time - since >= KEYED_TOGETHER:
            lengths += [(time - since) / together] * together
            since, together = time, 0
    return tuple(lengths)


def _first(table_times: TableTimes, begun: float) -> tuple[float, ...]:
    """The first game of a table, from when the round began: what was slow from
    the start is slow.
    """
    return (max(KEYED_TOGETHER, min(table_times.came_in) - begun),) if table_times.came_in else ()


def _begun(tables: Sequence[TableTimes], usual: float) -> float:
    """When the round began: a usual game before half of the tables had a sheet, or as the earliest
    few suggest.
    """
    first = sorted(min(table.came_in) for table in tables if table.came_in)
    half = (len(tables) - 1) // 2
    if len(first) > half:
        return first[half] - usual
    # The fastest of so many tables is faster than the usual one by about so many spreads of a
    # quarter game.
    return first[0] - usual * max(0.4, 1 - 0.25 * sqrt(2 * log(len(tables))) * 0.8)


def _hall(
    tables: Sequence[TableTimes], played: Sequence[Played], ends_of: Sequence[Ends], now: float
) -> Pace:
    usual = median(end_.a_game for end_ in ends_of)
    paces = [
        _table(table, played_table, ends_, now, usual)
        for table, played_table, ends_ in zip(tables, played, ends_of, strict=True)
    ]
    behind = median(table_pace.ends.middle for table_pace in paces) + usual
    marked = tuple(
        replace(table_pace, lags=True)
        if not table_pace.over and table_pace.ends.middle > behind
        else table_pace
        for table_pace in paces
    )
    waited = [
        index
        for index, table_pace in enumerate(marked)
        if not (table_pace.over or table_pace.silent)
    ]
    waited = waited or [index for index, table_pace in enumerate(marked) if not table_pace.over]
    if not waited:
        last = max(marked, key=lambda table_pace: table_pace.ends.late)
        return Pace(marked, usual, last.ends, last, False, 0.0)
    finishes = list(zip(*(ends_of[index].until for index in waited), strict=True))
    at_end = list(map(max, finishes))
    deciding = Counter(until.index(end) for until, end in zip(finishes, at_end, strict=True))
    last_at, times = max(deciding.items(), key=lambda row: (row[1], -row[0]))
    early, middle, late = (now + until for until in shares(sorted(at_end), WINDOW))
    window = Window(max(now, early - WIDER), middle, late + WIDER)
    longest = sorted(map(max, zip(*(ends_of[index].one_more for index in waited), strict=True)))
    return Pace(
        marked,
        usual,
        window,
        marked[waited[last_at]],
        times >= ALONE * len(at_end),
        shares(longest, (CALL,))[0],
    )


def _table(
    table_times: TableTimes, played: Played, ends_: Ends, now: float, usual: float
) -> TablePace:
    if played.left:
        window = Window(*(now + until for until in ends_.window))
    else:
        window = Window(*[max(table_times.came_in)] * 3)
    return TablePace(
        table_times.table,
        len(table_times.came_in),
        table_times.due,
        ends_.a_game,
        window,
        _last_begins(table_times, window, ends_.a_game, played),
        False,
        bool(played.left) and played.age > SILENT * usual,
        played.age,
    )


def _last_begins(
    table_times: TableTimes, window: Window, a_game: float, played: Played
) -> float | None:
    if not played.left:
        return None
    return (
        max(table_times.came_in)
        if played.left == 1 and table_times.came_in
        else max(window.middle - a_game, 0.0)
    )


def _games_in_at(table_pace: TablePace, close: float) -> int:
    """The games in at a time: the last ones ahead of it are not in yet."""
    games = table_pace.due
    while (
        games > table_pace.games_in
        and table_pace.ends.middle - (table_pace.due - games) * table_pace.a_game > close
    ):
        games -= 1
    return games
