"""How fast each table plays, between when and when the hall ends, which tables lag, and when to
call the last game.

Everything follows from the times at which sheets were taken in. Times are seconds on any clock that
only goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from random import Random
from statistics import median

from scoring.foresight.game_lengths import Ends, Played, ends, usual_length

KEYED_TOGETHER = 45.0
"""Sheets of one table less than so many seconds apart were entered in one go: together they took
the time since the sheet before them.
"""
FINISHES = 400
EARLY, LATE = 0.1, 0.9
"""The window holds the end in four finishes of five."""
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


def pace(
    tables: Sequence[TableTimes], now: float, rng: Random, count: int = FINISHES
) -> Pace | None:
    """The pace of a round at the time `now`, from so many simulated ends; None while no sheet is
    in.

    Nothing is expected before `now`. Raises ValueError for a table with more sheets than games.
    """
    for one in tables:
        if len(one.came_in) > one.due:
            raise ValueError(f"Table {one.table} has {len(one.came_in)} sheets of {one.due} games.")
    if not any(one.came_in for one in tables):
        return None
    lengths = [_lengths(one) for one in tables]
    later = [
        Played(of, now - max(one.came_in), one.due - len(one.came_in))
        for one, of in zip(tables, lengths, strict=True)
        if one.came_in
    ]
    begun = _begun(tables, usual_length(later))
    played = [
        Played(
            (*_first(one, begun), *of),
            max(0.0, now - max(one.came_in, default=begun)),
            one.due - len(one.came_in),
        )
        for one, of in zip(tables, lengths, strict=True)
    ]
    return _hall(tables, played, ends(played, count, rng), now)


def _lengths(of: TableTimes) -> tuple[float, ...]:
    """How long this table took for each game since its first sheet; games keyed together share
    their time evenly.
    """
    found: list[float] = []
    times = sorted(of.came_in)
    since, together = times[0] if times else 0.0, 0
    for at, later in zip(times[1:], [*times[2:], float("inf")], strict=False):
        together += 1
        if later - at >= KEYED_TOGETHER and at - since >= KEYED_TOGETHER:
            found += [(at - since) / together] * together
            since, together = at, 0
    return tuple(found)


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


def _hall(tables: Sequence[TableTimes], played: Sequence[Played], found: Ends, now: float) -> Pace:
    a_game = [sum(games) / len(games) for games in zip(*found.one_more, strict=True)]
    usual = median(a_game)
    silent = [bool(of.left) and of.age > SILENT * usual for of in played]
    paces = []
    for at, one in enumerate(tables):
        window = _window([now + until[at] for until in found.until])
        if not played[at].left:
            over = max(one.came_in)
            window = Window(over, over, over)
        last_begins = _last_begins(one, window, a_game[at], played[at])
        paces.append(
            TablePace(
                one.table,
                len(one.came_in),
                one.due,
                a_game[at],
                window,
                last_begins,
                False,
                silent[at],
                played[at].age,
            )
        )
    middle = median(one.ends.middle for one in paces)
    marked = tuple(
        replace(one, lags=not one.over and one.ends.middle - middle > usual) for one in paces
    )
    waited = [at for at, of in enumerate(played) if of.left and not silent[at]]
    waited = waited or [at for at, of in enumerate(played) if of.left]
    if not waited:
        last = max(marked, key=lambda one: one.ends.late)
        return Pace(marked, usual, last.ends, last, False, 0.0)
    at_end = [max(waited, key=lambda at: until[at]) for until in found.until]
    last_at = max(waited, key=at_end.count)
    hall = _window([now + until[at] for at, until in zip(at_end, found.until, strict=True)])
    hall = Window(max(now, hall.early - WIDER), hall.middle, hall.late + WIDER)
    alone = at_end.count(last_at) >= ALONE * len(at_end)
    return Pace(marked, usual, hall, marked[last_at], alone, _longest(found, waited))


def _longest(found: Ends, waited: Sequence[int]) -> float:
    longest = sorted(max(games[at] for at in waited) for games in found.one_more)
    return longest[int(CALL * len(longest))]


def _window(times: list[float]) -> Window:
    times = sorted(times)
    return Window(*(times[int(share * len(times))] for share in (EARLY, 0.5, LATE)))


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
