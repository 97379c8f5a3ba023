"""How fast each table plays, between when and when the hall ends, which tables lag, and when to
call the last game.

Everything follows from the times at which sheets were taken in. Times are seconds on any clock that
only goes on.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, log, sqrt
from statistics import fmean, median

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
ALL_AT_ONCE = 0.05
"""How many sheets a table hands in together, as long as nothing is known of this hall: the weight
of one table, that of handing in the whole round with it where nothing of it is in.
"""
ITS_OWN = 10.0
"""What a table did once counts as so many other tables."""
SETTLING = 120.0
"""Seconds from “Start round” to the first card, as long as nothing is known of this hall."""
LONGEST_SETTLING = 480.0
FINISHES = 400
MOST_HALLS = 16
"""What is learnt of so many halls is kept."""
CALL = 0.8
"""The last game is called so that it is in at every table in this share of finishes."""
WIDER = 20.0
"""The window of the hall is made wider by so many seconds at each end: real games are less regular
than drawn ones.
"""
MISSED = 1.0
"""By so much of what the last forecasts missed, as well."""
UNTRIED = 400.0
"""The seconds that a forecast is held to have missed before there was one."""
WHOLE_ROUNDS = 0.5
"""And later by this share of a game where most tables hand in nothing before their round is over:
those that are done are the quick ones, and how slow the others are nobody has seen.
"""
FEWEST_GAMES = 4
"""Of so many games of a table the rest is told."""
SOONEST = 0.02
"""The window does not begin long before the end of this share of finishes."""
LOOK, LOOKS = 480.0, 2
"""The end was foretold every so many seconds before; so many of the last forecasts count."""
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
    `begun` is when the round began, `first_in` when its first sheet came in; `soonest` is
    the end that is hardly ever too early; `told` whether enough is known to tell the window.
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
        return {table.table: _games_in_at(table, close) for table in self.tables}


def pace(
    tables: Sequence[TableTimes],
    now: float,
    seed: int,
    count: int = FINISHES,
    *,
    begun: float | None = None,
) -> Pace | None:
    """The pace of a round at the time `now`, from so many simulated ends; None while no sheet is
    in. `begun` is when “Start round” was pressed; where nobody did, a game before the first sheet.

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
    round_ = _reckoned(tables, now, seed, count, begun)
    missed = [
        abs(_looked_back(_in_at(then, tables), then, seed, count, begun) - round_.ends.middle)
        for then in _looks(tables, now)
    ]
    return _widened(round_, _known(tables), fmean(missed) if missed else UNTRIED)


def _reckoned(
    tables: Sequence[TableTimes], now: float, seed: int, count: int, pressed: float | None
) -> Pace:
    begun, habits, hall_model = _learnt(_in_at(now, tables), now, count, pressed)
    played = [_played(table, begun, now, habits) for table in tables]
    ends_ = [
        ends(table, one.table, hall_model, seed) for one, table in zip(tables, played, strict=True)
    ]
    return replace(
        _hall(tables, played, ends_, now),
        begun=begun if pressed is None else pressed,
        first_in=min(min(table.came_in) for table in tables if table.came_in),
    )


def _looks(tables: Sequence[TableTimes], now: float) -> list[float]:
    """When the end was foretold before: the same times whatever came in since, so that what was
    foretold then is reckoned once.
    """
    first = min(min(table.came_in) for table in tables if table.came_in)
    number = int(now // LOOK)
    times = [LOOK * index for index in range(number - LOOKS + 1, number + 1)]
    return [time for time in times if first <= time < now - LOOK / 4]


@lru_cache(MOST_HALLS)
def _looked_back(
    tables: tuple[TableTimes, ...], then: float, seed: int, count: int, pressed: float | None
) -> float:
    return _reckoned(tables, then, seed, count, pressed).ends.middle


def _known(tables: Sequence[TableTimes]) -> bool:
    """Whether enough came in to tell an end: twice from half of the tables and four games of
    theirs, or the whole round from a fifth. With fewer games it was told two minutes too early.
    """
    twice = sum(
        len(_batches(table, 0.0)) > 1 and len(table.came_in) >= min(FEWEST_GAMES, table.due - 1)
        for table in tables
    )
    over = sum(len(table.came_in) == table.due for table in tables)
    return 2 * twice >= len(tables) or 5 * over >= len(tables)


def _widened(round_: Pace, known: bool, missed: float) -> Pace:
    """The window wider by what the last forecasts missed; none where most tables are silent."""
    open_ = [table for table in round_.tables if not table.over]
    if not open_:
        return round_
    wider = WIDER + MISSED * missed
    later = WHOLE_ROUNDS * round_.a_game if 2 * sum(map(_unheard, open_)) > len(open_) else 0.0
    window = round_.ends
    return replace(
        round_,
        ends=Window(
            min(window.early, max(round_.soonest - wider / 2, window.early - wider)),
            window.middle,
            window.late + wider + later,
        ),
        told=known and 2 * sum(table.silent for table in open_) <= len(open_),
    )


def _unheard(table: TablePace) -> bool:
    return not table.games_in


def _in_at(now: float, tables: Sequence[TableTimes]) -> tuple[TableTimes, ...]:
    """The tables with the sheets of that time; with all sheets where none was in yet."""
    existing = tuple(
        replace(table, came_in=tuple(index for index in table.came_in if index <= now))
        for table in tables
    )
    return existing if any(table_times.came_in for table_times in existing) else tuple(tables)


Sizes = dict[int, float]
"""How likely it is that a table hands in so many sheets together, as weights."""


@lru_cache(MOST_HALLS)
def _learnt(
    tables: tuple[TableTimes, ...], now: float, count: int, pressed: float | None
) -> tuple[float, Sizes, Hall]:
    """When the round began, how many sheets come in together here, and how long games last."""
    habits = _habits(tables)
    first = min(min(table.came_in) for table in tables if table.came_in) - KEYED_TOGETHER
    begun = min(first, _begun(tables, now, habits, pressed))
    return begun, habits, hall([_played(table, begun, now, habits) for table in tables], count)


def _played(table_times: TableTimes, begun: float, now: float, habits: Sizes) -> Played:
    left = table_times.due - len(table_times.came_in)
    batches = _batches(table_times, begun)
    return Played(
        batches,
        max(0.0, now - max(table_times.came_in, default=begun)),
        left,
        _sizes(batches, left, table_times.due, habits),
    )


def _batches(table_times: TableTimes, begun: float) -> tuple[Batch, ...]:
    """What a table handed in, and how long it took: the first since the round began, what was slow
    from the start is slow; any other since the one before.
    """
    batches: list[Batch] = []
    times = sorted(table_times.came_in)
    since, together = begun, 0
    for time, later in zip(times, [*times[1:], inf], strict=False):
        together += 1
        if later - time >= KEYED_TOGETHER:
            batches.append(Batch(together, max(KEYED_TOGETHER, time - since)))
            since, together = time, 0
    return tuple(batches)


def _habits(tables: Sequence[TableTimes]) -> Sizes:
    """How many sheets the tables of this hall hand in together: each table counts once."""
    habits: defaultdict[int, float] = defaultdict(float)
    for table_times in tables:
        batches = _batches(table_times, 0.0)
        for batch in batches:
            habits[batch.games] += 1 / len(batches)
    return dict(habits)


def _sizes(
    batches: Sequence[Batch], left: int, due: int, habits: Sizes
) -> tuple[tuple[int, float], ...]:
    """How many sheets may come in next from a table: by what it did, by what the others do, and by
    what tables do elsewhere.
    """
    weights: defaultdict[int, float] = defaultdict(float)
    for size, weight in (*ELSEWHERE.items(), *habits.items()):
        weights[min(size, left)] += weight
    if not batches:
        weights[min(due, left)] += ALL_AT_ONCE
    for batch in batches:
        weights[min(batch.games, left)] += ITS_OWN
    total = sum(weights.values())
    return tuple((size, weight / total) for size, weight in sorted(weights.items()))


def _begun(tables: Sequence[TableTimes], now: float, habits: Sizes, pressed: float | None) -> float:
    """When the cards were dealt: so long after “Start round” was pressed as the first sheets took
    longer than the others, or what these suggest alone.
    """
    known = [table for table in tables if table.came_in]
    played = [_played(table, min(table.came_in), now, habits) for table in known]
    later = [replace(table, batches=table.batches[1:]) for table in played]
    usual = usual_length(later)
    suggested = _suggested(
        sorted(
            (min(table.came_in) - batches[0].games * usual, batches[0].games)
            for table, batches in ((table, _batches(table, 0.0)) for table in known)
        ),
        len(tables),
        usual,
    )
    if pressed is None:
        return suggested
    trust = min(1.0, 3 * sum(len(table.batches) for table in later) / len(tables))
    settling = min(LONGEST_SETTLING, max(0.0, suggested - pressed))
    return pressed + trust * settling + (1 - trust) * SETTLING


def _suggested(first: Sequence[tuple[float, int]], tables: int, usual: float) -> float:
    """As many usual games before the first sheets of half of the tables as these were, or as the
    earliest few suggest.
    """
    half = (tables - 1) // 2
    if len(first) > half:
        return first[half][0]
    # The fastest of so many tables is faster than the usual one by about so many spreads of a
    # quarter game.
    faster = min(0.6, 0.25 * sqrt(2 * log(tables)) * 0.8)
    begun, games = first[0]
    return begun + faster * usual * sqrt(games)


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
    window = Window(early, middle, late)
    soonest = now + shares(sorted(at_end), (SOONEST,))[0]
    longest = sorted(map(max, zip(*(ends_of[index].one_more for index in waited), strict=True)))
    return Pace(
        marked,
        usual,
        window,
        marked[waited[last_at]],
        times >= ALONE * len(at_end),
        shares(longest, (CALL,))[0],
        soonest=soonest,
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
        bool(played.left) and played.age > (SILENT - 1 + _likeliest(played)) * usual,
        played.age,
    )


def _likeliest(played: Played) -> int:
    """How many sheets come in next from a table, as far as can be known."""
    return max(played.sizes, key=lambda size: size[1])[0]


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
