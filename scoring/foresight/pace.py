"""How fast each table plays, when the hall will end, which tables lag, and when to call the last
game: all from the times at which sheets were taken in, in seconds on any clock that only goes on.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, log, sqrt
from statistics import fmean, median
from typing import NamedTuple

from scoring.foresight.game_lengths import (
    WINDOW,
    Batch,
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
ELSEWHERE = {1: 0.85, 2: 0.1}
"""How many sheets tables of other halls hand in together, with the share of the tables that do."""
ALL_AT_ONCE = 0.05
"""The share of tables elsewhere that hand in the whole round together."""
ITS_OWN = 10.0
"""What a table did once says as much of its habits as so many other tables do."""
SETTLING = 120.0
"""Seconds from “Start round” to the first card, as long as nothing is known of this hall."""
LONGEST_SETTLING = 480.0
FINISHES = 400
"""How often the rest of the round is simulated."""
MOST_HALLS = 16
"""For so many states of a round what follows from it is kept."""
CALL = 0.8
"""The last game is called so that it is in at every table in this share of finishes."""
WIDER = 20.0
"""The window of the hall is made wider by so many seconds at each end: real games are less regular
than drawn ones.
"""
MISSED = 1.0
"""It is made wider again by this share of what the last forecasts missed."""
UNTRIED = 400.0
"""The seconds that a forecast is held to have missed before there was an earlier one to compare."""
WHOLE_ROUNDS = 0.5
"""And later by this share of a game where most tables hand in nothing before their round is over:
those that are done are the quick ones, and how slow the others are nobody has seen.
"""
FEWEST_GAMES = 4
"""A table is known well enough to foretell its end after so many games."""
SOONEST = 0.02
"""In this share of finishes the hall ends before `Pace.soonest`."""
LOOK, LOOKS = 480.0, 2
"""A forecast is looked back at every so many seconds; the last so many of them count."""
SILENT = 3.0
"""A table without a sheet for so many usual games is named, and does not set the window alone."""
ALONE = 0.8
"""A table that ends last in this share of finishes decides the end alone."""


Sizes = dict[int, float]
"""How likely it is that a table hands in so many sheets together, as weights."""


@dataclass(frozen=True, slots=True)
class TableTimes:
    """A table of the round: its number, how many of its games are due in all, and when each sheet
    so far came in.
    """

    table: int
    due: int
    came_in: tuple[float, ...] = ()


class Window(NamedTuple):
    """When something is expected: four simulated finishes of five lie between `early` and `late`,
    half of all before `middle`.
    """

    early: float
    middle: float
    late: float


@dataclass(frozen=True, slots=True)
class TablePace:
    """What is expected of a table: `a_game` seconds for each game to come, and `ends`, the time of
    its last sheet.

    Of its `due` games `games_in` are in. It `lags` if it is expected to end later than the table in
    the middle by more than a game, and is `silent` if it had no sheet for so long that somebody
    should look. `last_begins` is when its last game is expected to begin, None once all are in;
    `quiet` are the seconds since its last sheet, or since the round began.
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

    def games_by(self, close: float) -> int:
        """How many of its games are expected to be in at `close`: those whose sheet is due later,
        reckoned back from the last one a game at a time, are not.
        """
        games = self.due
        while games > self.games_in and self.ends.middle - (self.due - games) * self.a_game > close:
            games -= 1
        return games


@dataclass(frozen=True, slots=True)
class Pace:
    """The hall: its tables, the seconds of a usual game, and `ends`, when the last sheet is due.

    `last` is the table that ends last most often, `alone` whether it decides the end by itself;
    `longest` are the seconds in which one more game is in at every table in `CALL` of the finishes.
    `begun` is when “Start round” was pressed, or else when the cards seem to have been dealt;
    `first_in` is when the first sheet came in; `soonest` is a time before which the hall hardly
    ever ends; `told` says whether enough is known to tell the window.
    """

    tables: tuple[TablePace, ...]
    a_game: float
    ends: Window
    last: TablePace
    alone: bool
    longest: float
    begun: float = 0.0
    first_in: float = 0.0
    soonest: float = 0.0
    told: bool = True

    def call_at(self, close: float) -> float:
        """When to call the last game, so that a game begun just before the call is in at `close` at
        every table.
        """
        return close - self.longest

    def games_by(self, close: float) -> dict[int, int]:
        """By table: how many of its games are expected to be in at `close`."""
        return {table.table: table.games_by(close) for table in self.tables}


def pace(
    tables: Sequence[TableTimes],
    now: float,
    seed: int,
    count: int = FINISHES,
    *,
    begun: float | None = None,
) -> Pace | None:
    """The pace of a round at the time `now`, from so many simulated ends; None while no sheet is
    in. `begun` is when “Start round” was pressed; where nobody did, the first sheets suggest it.

    How long games last in this hall is learnt from the sheets that are in at `now`. A sheet that
    came in later changes what is expected of its own table alone. Nothing is expected before `now`.
    Raises ValueError for a table with more sheets than games.
    """
    for table in tables:
        if len(table.came_in) > table.due:
            raise ValueError(
                f"Table {table.table} has {len(table.came_in)} sheets of {table.due} games."
            )
    if not any(table.came_in for table in tables):
        return None
    round_ = _reckoned(tables, now, seed, count, begun)
    missed = [
        abs(_looked_back(_in_at(then, tables), then, seed, count, begun) - round_.ends.middle)
        for then in _looks(tables, now)
    ]
    twice = sum(
        len(_batches(table, 0.0)) > 1 and len(table.came_in) >= min(FEWEST_GAMES, table.due - 1)
        for table in tables
    )
    over = sum(len(table.came_in) == table.due for table in tables)
    return _widened(
        round_,
        2 * twice >= len(tables) or 5 * over >= len(tables),
        fmean(missed) if missed else UNTRIED,
        now,
    )


def _reckoned(
    tables: Sequence[TableTimes], now: float, seed: int, count: int, pressed: float | None
) -> Pace:
    begun, habits, hall_model = _learnt(_in_at(now, tables), now, count, pressed)
    played = [_played(table, begun, now, habits) for table in tables]
    ends_of_tables = [
        ends(course, table.table, hall_model, seed)
        for table, course in zip(tables, played, strict=True)
    ]
    return replace(
        _hall(tables, played, ends_of_tables, now),
        begun=begun if pressed is None else pressed,
        first_in=_first_in(tables),
    )


def _first_in(tables: Sequence[TableTimes]) -> float:
    return min(min(table.came_in) for table in tables if table.came_in)


def _looks(tables: Sequence[TableTimes], now: float) -> list[float]:
    """The times of the last forecasts to look back at. They do not depend on `now` within a step of
    LOOK, so that a forecast of then is reckoned once and kept.
    """
    number = int(now // LOOK)
    times = [LOOK * index for index in range(number - LOOKS + 1, number + 1)]
    return [time for time in times if _first_in(tables) <= time < now - LOOK / 4]


@lru_cache(MOST_HALLS)
def _looked_back(
    tables: tuple[TableTimes, ...], then: float, seed: int, count: int, pressed: float | None
) -> float:
    return _reckoned(tables, then, seed, count, pressed).ends.middle


def _widened(round_: Pace, known: bool, missed: float, now: float) -> Pace:
    """The round with its window made wider by what the last forecasts `missed`; the window is not
    told where too little is `known` or most tables are silent.
    """
    playing = [table for table in round_.tables if not table.over]
    if not playing:
        return round_
    wider = WIDER + MISSED * missed
    unheard = sum(not table.games_in for table in playing)
    later = WHOLE_ROUNDS * round_.a_game if 2 * unheard > len(playing) else 0.0
    window = round_.ends
    return replace(
        round_,
        ends=Window(
            max(now, min(window.early, max(round_.soonest - wider / 2, window.early - wider))),
            window.middle,
            window.late + wider + later,
        ),
        told=known and 2 * sum(table.silent for table in playing) <= len(playing),
    )


def _in_at(now: float, tables: Sequence[TableTimes]) -> tuple[TableTimes, ...]:
    """The tables with the sheets that were in at `now`; with all sheets where none was in yet."""
    at_that_time = tuple(
        replace(table, came_in=tuple(time for time in table.came_in if time <= now))
        for table in tables
    )
    return at_that_time if any(table.came_in for table in at_that_time) else tuple(tables)


@lru_cache(MOST_HALLS)
def _learnt(
    tables: tuple[TableTimes, ...], now: float, count: int, pressed: float | None
) -> tuple[float, Sizes, Hall]:
    """When the round began, how many sheets come in together here, and how long games last."""
    habits: Sizes = defaultdict(float)
    for table in tables:
        # Each table counts once, however many batches it handed in.
        batches = _batches(table, 0.0)
        for batch in batches:
            habits[batch.games] += 1 / len(batches)
    begun = min(_first_in(tables) - KEYED_TOGETHER, _begun(tables, now, habits, pressed))
    return begun, habits, hall([_played(table, begun, now, habits) for table in tables], count)


def _played(table: TableTimes, begun: float, now: float, habits: Sizes) -> Played:
    left = table.due - len(table.came_in)
    batches = _batches(table, begun)
    # How many sheets may come in together next: by what this table did, by what the others do, and
    # by what tables do elsewhere.
    weights: defaultdict[int, float] = defaultdict(float)
    for size, weight in (*ELSEWHERE.items(), *habits.items()):
        weights[min(size, left)] += weight
    if not batches:
        weights[min(table.due, left)] += ALL_AT_ONCE
    for batch in batches:
        weights[min(batch.games, left)] += ITS_OWN
    total = sum(weights.values())
    return Played(
        batches,
        max(0.0, now - max(table.came_in, default=begun)),
        left,
        tuple((size, weight / total) for size, weight in sorted(weights.items())),
    )


def _batches(table: TableTimes, begun: float) -> tuple[Batch, ...]:
    """What a table handed in together, and how long that took since the batch before it: since the
    round began for the first, so that a table that is slow from the start counts as slow.
    """
    batches: list[Batch] = []
    times = sorted(table.came_in)
    since, together = begun, 0
    for time, later in zip(times, [*times[1:], inf], strict=False):
        together += 1
        if later - time >= KEYED_TOGETHER:
            batches.append(Batch(together, max(KEYED_TOGETHER, time - since)))
            since, together = time, 0
    return tuple(batches)


def _begun(tables: Sequence[TableTimes], now: float, habits: Sizes, pressed: float | None) -> float:
    """When the cards were dealt. The first sheets suggest it: they came in later than games of the
    usual length would have. Where “Start round” was pressed, the time from there to the first card
    is believed the more, the more later sheets say how long games last.
    """
    heard = [table for table in tables if table.came_in]
    played = [_played(table, min(table.came_in), now, habits) for table in heard]
    later = [replace(course, batches=course.batches[1:]) for course in played]
    usual = usual_length(later)
    first = [
        (min(table.came_in), course.batches[0].games)
        for table, course in zip(heard, played, strict=True)
    ]
    starts = sorted((time - games * usual, games) for time, games in first)
    # The start in the middle of all tables, or while fewer than half have a sheet what the earliest
    # suggests: the fastest of so many tables is faster than the usual one by about so many spreads
    # of a quarter game.
    half = (len(tables) - 1) // 2
    suggested, games = starts[0]
    if len(starts) > half:
        suggested = starts[half][0]
    else:
        faster = min(0.6, 0.25 * sqrt(2 * log(len(tables))) * 0.8)
        suggested += faster * usual * sqrt(games)
    if pressed is None:
        return suggested
    trust = min(1.0, 3 * sum(len(course.batches) for course in later) / len(tables))
    settling = min(LONGEST_SETTLING, max(0.0, suggested - pressed))
    return pressed + trust * settling + (1 - trust) * SETTLING


def _hall(
    tables: Sequence[TableTimes],
    played: Sequence[Played],
    ends_of_tables: Sequence[Ends],
    now: float,
) -> Pace:
    usual = median(table_ends.a_game for table_ends in ends_of_tables)
    paces = [
        _table(table, course, table_ends, now, usual)
        for table, course, table_ends in zip(tables, played, ends_of_tables, strict=True)
    ]
    behind = median(table.ends.middle for table in paces) + usual
    marked = tuple(
        replace(table, lags=not table.over and table.ends.middle > behind) for table in paces
    )
    playing = [place for place, table in enumerate(marked) if not table.over]
    if not playing:
        last = max(marked, key=lambda table: table.ends.late)
        return Pace(marked, usual, last.ends, last, False, 0.0)
    # Silent tables are not waited for, unless no other table still plays.
    waited = [place for place in playing if not marked[place].silent] or playing
    finishes = list(zip(*(ends_of_tables[place].until for place in waited), strict=True))
    hall_ends = list(map(max, finishes))
    deciding = Counter(
        until.index(hall_end) for until, hall_end in zip(finishes, hall_ends, strict=True)
    )
    last_waited, times = max(deciding.items(), key=lambda row: (row[1], -row[0]))
    ascending = sorted(hall_ends)
    one_more = sorted(
        map(max, zip(*(ends_of_tables[place].one_more for place in waited), strict=True))
    )
    return Pace(
        tables=marked,
        a_game=usual,
        ends=Window(*(now + until for until in shares(ascending, WINDOW))),
        last=marked[waited[last_waited]],
        alone=times >= ALONE * len(hall_ends),
        longest=shares(one_more, (CALL,))[0],
        soonest=now + shares(ascending, (SOONEST,))[0],
    )


def _table(
    table: TableTimes, played: Played, table_ends: Ends, now: float, usual: float
) -> TablePace:
    """What is expected of a table; whether it lags is seen beside the others."""
    if played.left:
        window = Window(*(now + until for until in table_ends.window))
    else:
        window = Window(*[max(table.came_in)] * 3)
    last_begins = None if not played.left else max(window.middle - table_ends.a_game, 0.0)
    if played.left == 1 and table.came_in:
        last_begins = max(table.came_in)
    next_batch, _weight = max(played.sizes, key=lambda size: size[1])
    return TablePace(
        table=table.table,
        games_in=len(table.came_in),
        due=table.due,
        a_game=table_ends.a_game,
        ends=window,
        last_begins=last_begins,
        lags=False,
        silent=bool(played.left) and played.age > (SILENT - 1 + next_batch) * usual,
        quiet=played.age,
    )
