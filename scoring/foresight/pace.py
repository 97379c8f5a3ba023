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
        return {one.table: _by(one, close) for one in self.tables}


def pace(tables: Sequence[TableTimes], now: float, seed: int, count: int = FINISHES) -> Pace | None:
    """The pace of a round at the time `now`, from so many simulated ends; None while no sheet is
    in.

    How long games last in this hall is learnt from the sheets that are in at `now`; of a sheet
    that comes in later only its own table is reckoned anew. Nothing is expected before `now`.
    Raises ValueError for a table with more sheets than games.
    """
    for one in tables:
        if len(one.came_in) > one.due:
            raise ValueError(f"Table {one.table} has {len(one.came_in)} sheets of {one.due} games.")
    if not any(one.came_in for one in tables):
        return None
    begun, of = _learnt(_in_at(now, tables), now, count)
    played = [_played(one, begun, now) for one in tables]
    ends_ = [ends(table, one.table, of, seed) for one, table in zip(tables, played, strict=True)]
    return _hall(tables, played, ends_, now)


def _in_at(now: float, tables: Sequence[TableTimes]) -> tuple[TableTimes, ...]:
    """The tables with the sheets of that time; with all sheets where none was in yet."""
    known = tuple(
        replace(one, came_in=tuple(at for at in one.came_in if at <= now)) for one in tables
    )
    return known if any(one.came_in for one in known) else tuple(tables)


@lru_cache(MOST_HALLS)
def _learnt(tables: tuple[TableTimes, ...], now: float, count: int) -> tuple[float, Hall]:
    """When the round began, and how long games last in this hall."""
    later = [
        Played(_lengths(one), now - max(one.came_in), one.due - len(one.came_in))
        for one in tables
        if one.came_in
    ]
    begun = _begun(tables, usual_length(later))
    return begun, hall([_played(one, begun, now) for one in tables], count)


def _played(of: TableTimes, begun: float, now: float) -> Played:
    return Played(
        (*_first(of, begun), *_lengths(of)),
        max(0.0, now - max(of.came_in, default=begun)),
        of.due - len(of.came_in),
    )


def _lengths(of: TableTimes) -> tuple[float, ...]:
    """How long this table took for each game since its first sheet; games keyed together share
    their time evenly.
    """
    lengths: list[float] = []
    times = sorted(of.came_in)
    since, together = times[0] if times else 0.0, 0
    for at, later in zip(times[1:], [*times[2:], float("inf")], strict=False):
        together += 1
        if later - at >= KEYED_TOGETHER and at - since >= KEYED_TOGETHER:
            lengths += [(at - since) / together] * together
            since, together = at, 0
    return tuple(lengths)


def _first(of: TableTimes, begun: float) -> tuple[float, ...]:
    """The first game of a table, from when the round began: what was slow from
    the start is slow.
    """
    return (max(KEYED_TOGETHER, min(of.came_in) - begun),) if of.came_in else ()


def _begun(tables: Sequence[TableTimes], usual: float) -> float:
    """When the round began: a usual game before half of the tables had a sheet, or as the earliest
    few suggest.
    """
    first = sorted(min(one.came_in) for one in tables if one.came_in)
    half = (len(tables) - 1) // 2
    if len(first) > half:
        return first[half] - usual
    # The fastest of so many tables is faster than the usual one by about so many spreads of a
    # quarter game.
    return first[0] - usual * max(0.4, 1 - 0.25 * sqrt(2 * log(len(tables))) * 0.8)


def _hall(
    tables: Sequence[TableTimes], played: Sequence[Played], ends_of: Sequence[Ends], now: float
) -> Pace:
    usual = median(of.a_game for of in ends_of)
    paces = [
        _table(one, of, ends_, now, usual)
        for one, of, ends_ in zip(tables, played, ends_of, strict=True)
    ]
    behind = median(one.ends.middle for one in paces) + usual
    marked = tuple(
        replace(one, lags=True) if not one.over and one.ends.middle > behind else one
        for one in paces
    )
    waited = [at for at, one in enumerate(marked) if not (one.over or one.silent)]
    waited = waited or [at for at, one in enumerate(marked) if not one.over]
    if not waited:
        last = max(marked, key=lambda one: one.ends.late)
        return Pace(marked, usual, last.ends, last, False, 0.0)
    finishes = list(zip(*(ends_of[at].until for at in waited), strict=True))
    at_end = list(map(max, finishes))
    deciding = Counter(until.index(end) for until, end in zip(finishes, at_end, strict=True))
    last_at, times = max(deciding.items(), key=lambda one: (one[1], -one[0]))
    early, middle, late = (now + until for until in shares(sorted(at_end), WINDOW))
    window = Window(max(now, early - WIDER), middle, late + WIDER)
    longest = sorted(map(max, zip(*(ends_of[at].one_more for at in waited), strict=True)))
    return Pace(
        marked,
        usual,
        window,
        marked[waited[last_at]],
        times >= ALONE * len(at_end),
        shares(longest, (CALL,))[0],
    )


def _table(of: TableTimes, played: Played, ends_: Ends, now: float, usual: float) -> TablePace:
    if played.left:
        window = Window(*(now + until for until in ends_.window))
    else:
        window = Window(*[max(of.came_in)] * 3)
    return TablePace(
        of.table,
        len(of.came_in),
        of.due,
        ends_.a_game,
        window,
        _last_begins(of, window, ends_.a_game, played),
        False,
        bool(played.left) and played.age > SILENT * usual,
        played.age,
    )


def _last_begins(of: TableTimes, window: Window, a_game: float, played: Played) -> float | None:
    if not played.left:
        return None
    return max(of.came_in) if played.left == 1 and of.came_in else max(window.middle - a_game, 0.0)


def _by(one: TablePace, close: float) -> int:
    """The games in at a time: the last ones ahead of it are not in yet."""
    games = one.due
    while games > one.games_in and one.ends.middle - (one.due - games) * one.a_game > close:
        games -= 1
    return games
