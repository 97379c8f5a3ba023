"""The pace of the round being played, from the times at which its sheets came in: what the
officials' page shows.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from typing import NamedTuple, cast

from django.utils import timezone

from scoring.foresight.pace import Pace, TablePace, TableTimes, Window, pace
from tournament.counting.grid import CAME_IN, CLOCKS
from tournament.counting.plan import table_label
from tournament.counting.round_totals import games_without_sheet
from tournament.models import Event, Round
from tournament.models.seating import RoundState
from tournament.site import clock
from tournament.site.background import BACKGROUND
from tournament.site.keep import KEEP

FIVES = 5
"""Minutes to go are said to the hall in fives."""
DRAWS = 1
"""Which draws the pace is foreseen by."""


TWELVE_HOURS = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as it is listed: what it is called, its pace, and the times on the clock of the hall.

    `ends` is the window of its last sheet, a single time where all its games are in.
    """

    label: str
    of: TablePace

    @property
    def minutes(self) -> int:
        """The minutes of a game here."""
        return max(1, round(self.of.a_game / 60))

    @property
    def ends(self) -> str:
        """When its last sheet is expected."""
        return _window(self.of.ends)

    @property
    def last_begins(self) -> str:
        """When its last game is expected to begin."""
        return "" if self.of.last_begins is None else _clock(self.of.last_begins)

    @property
    def order(self) -> tuple[bool, bool, float, int]:
        """The higher, the sooner somebody should look: the longest silent by the minute, then who
        ends last; by number where they are alike.
        """
        silent, over = self.of.silent, self.of.over
        return (
            not over,
            silent,
            self.of.quiet // 60 if silent else self.of.ends.middle,
            -self.of.table,
        )


@dataclass(frozen=True, slots=True)
class RoundPace:
    """The round, when it was looked at, and its tables, the longest silent first, then the latest;
    `of` is None while nothing can be reckoned, or it is not yet (`soon`).

    `began` is when the round began, in seconds since 1970, None while nobody can tell. `ends`
    is the window of the last sheet in words, empty while none is told; `late` are the tables
    that lag, `silent` those without a sheet for very long, `last` the one whose last sheet is
    waited for. `paused` are the minutes that play stood still, which no game is charged with;
    `moved` those by which somebody moved the computer's clock in the round: from times on both
    sides of that nothing can be reckoned.
    """

    held: Round
    as_of: str
    of: Pace | None
    ends: str = ""
    tables: tuple[TableShown, ...] = ()
    late: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    last: TableShown | None = None
    paused: int = 0
    moved: int = 0
    began: float | None = None
    soon: bool = False

    def to_go(self, now: datetime) -> int:
        """The minutes until the last sheet, in fives; 0 while no end is told."""
        if self.of is None or not self.ends:
            return 0
        minutes = (self.of.ends.middle - now.timestamp()) / 60
        return max(0, round(minutes / FIVES) * FIVES)

    @property
    def quiet(self) -> bool:
        """Whether most tables that are still to hand in a sheet have not done so for very long."""
        return len(self.silent) > 1 and 2 * len(self.silent) > sum(
            not table.of.over for table in self.tables
        )


@dataclass(frozen=True, slots=True)
class Standstill:
    """What the clock of a round says of its times: the pauses in seconds since 1970, by how many
    seconds the computer's clock was moved since the start, and when “Start round” was pressed.
    """

    pauses: tuple[tuple[float, float], ...] = ()
    moved: float = 0.0
    started: float | None = None

    def played(self, seconds: float) -> float:
        """The time that a sheet would bear had all pauses up to now been before it."""
        return seconds + sum(max(0.0, until - max(seconds, since)) for since, until in self.pauses)

    @property
    def minutes(self) -> int:
        """How long play stood still in all."""
        return round(sum(until - since for since, until in self.pauses) / 60)


@dataclass(frozen=True, slots=True)
class Call:
    """When to call the last game so that all is in at the close, and which tables will then have
    how many games in.
    """

    at: str
    close: str
    gone: bool
    short: tuple[tuple[str, int, int], ...]


class _Foreseen(NamedTuple):
    """When a pace was foreseen, and what it may not outlast: the open rounds and what their clocks
    say, and the version where there was no pace to tell yet.
    """

    minute: datetime
    open_rounds: tuple[int, ...]
    clocks: tuple[str, ...]
    version: int = 0


AT_ONCE, STALE, NEVER = timedelta(), timedelta(minutes=1), timedelta.max


def pace_of_minute(
    event: Event,
    now: datetime,
    rounds: Iterable[Round] | None = None,
    *,
    oldest: timedelta = STALE,
    waits: bool = False,
) -> RoundPace | None:
    """The pace as it was foreseen for this minute or the last one, whatever came in since: it
    costs more than all else on a page. That of this minute is made ready in the background, and
    where none was kept the page is told that it comes `soon`; who `waits`, as a file that cannot
    follow, is given it. A process that serves nobody reckons it at once, where none is kept.
    """
    key, minute = (pace_of_minute, event.uid), now.replace(second=0, microsecond=0)
    rounds = tuple(Round.objects.filter(event=event) if rounds is None else rounds)
    open_rounds = tuple(row.pk for row in rounds if row.state == RoundState.PUBLISHED)
    state = _Foreseen(minute, open_rounds, tuple(map(repr, CLOCKS.of(event.pk))))
    states, entry = (state, state._replace(version=event.version)), KEEP.find(key)
    alike = entry is not None and entry.state._replace(minute=minute) in states
    age = minute - entry.state.minute if entry and alike else NEVER
    stands = AT_ONCE <= age <= oldest
    if stands and not (age and BACKGROUND.serving):
        return cast("RoundPace | None", entry and entry.value)
    asked = _asked(event, minute, rounds)
    work = partial(_keep, key, states, asked)
    if asked is None or not asked.simulated:
        return work()
    if waits:
        with suppress(TimeoutError):
            return BACKGROUND.outcome(work)
    BACKGROUND.ask(key, states, work)
    latest = KEEP.find(key)
    if latest is None or not (stands or latest.state in states):
        return asked.soon()
    return cast("RoundPace | None", latest.value)


def _keep(
    key: Hashable, states: tuple[_Foreseen, _Foreseen], asked: "_Asked | None"
) -> RoundPace | None:
    """Foresee, and keep it: until the next version where there is no pace to tell yet."""
    foreseen = asked.pace() if asked else None
    return KEEP.put(key, states[foreseen is None or foreseen.of is None], foreseen)


def foresee(event: Event, now: datetime) -> None:
    """Have the pace of a new minute ready for an evening whose pages tell one."""
    entry = KEEP.find((pace_of_minute, event.uid))
    if entry is not None and now - entry.state.minute >= STALE:
        pace_of_minute(event, now, oldest=AT_ONCE)


def round_pace(
    event: Event, now: datetime, rounds: Iterable[Round] | None = None
) -> RoundPace | None:
    """The pace of the first open round in which a sheet is missing; None where none is waited for.

    Four queries, one less where the `rounds` are at hand.
    """
    asked = _asked(event, now, rounds)
    return asked.pace() if asked else None


def _asked(event: Event, now: datetime, rounds: Iterable[Round] | None) -> "_Asked | None":
    """What the rows say of the first open round in which a sheet is missing."""
    open_rounds = {
        round_.pk: round_
        for round_ in (Round.objects.filter(event=event) if rounds is None else rounds)
        if round_.state == RoundState.PUBLISHED
    }
    times, stood = _times(event, now.timestamp())
    round_ = next(
        (
            open_round_
            for open_round_ in open_rounds.values()
            if any(map(_missing, times[open_round_.pk]))
        ),
        None,
    )
    if round_ is None:
        return None
    return _Asked(event, now.timestamp(), round_, times[round_.pk], stood[round_.pk])


@dataclass(frozen=True, slots=True)
class _Asked:
    """A round, the times of its tables, and how its clock stood still."""

    event: Event
    now: float
    round: Round
    times: list[TableTimes]
    still: Standstill

    @property
    def simulated(self) -> bool:
        """Whether its end is simulated: a sheet is in, and the clock was not moved."""
        return not self.still.moved and any(table.came_in for table in self.times)

    def soon(self) -> RoundPace:
        """What stands for it until it is foreseen."""
        return RoundPace(self.round, _clock(self.now), None, began=self.still.started, soon=True)

    def pace(self) -> RoundPace:
        """What is foreseen of it; asks no database."""
        round_, still, as_of = self.round, self.still, _clock(self.now)
        if still.moved:
            return RoundPace(round_, as_of, None, moved=round(abs(still.moved) / 60))
        begun = None if still.started is None else still.played(still.started)
        # The same draws for all: nothing moves on a page but by a sheet or by the time.
        pace_ = pace(self.times, self.now, DRAWS, begun=begun)
        began = _began(round_, still, pace_)
        if pace_ is None:
            return RoundPace(round_, as_of, None, paused=still.minutes, began=began)
        context = {
            table.table: TableShown(table_label(self.event, table.table), table)
            for table in pace_.tables
        }
        order = sorted(context.values(), key=lambda table_shown: table_shown.order, reverse=True)
        return RoundPace(
            round_,
            as_of,
            pace_,
            _window(pace_.ends) if pace_.told else "",
            tuple(order),
            tuple(table_shown.label for table_shown in order if table_shown.of.lags),
            tuple(table_shown.label for table_shown in order if table_shown.of.silent),
            context[pace_.last.table],
            still.minutes,
            began=began,
        )


def _began(round_: Round, still: Standstill, pace_: Pace | None) -> float | None:
    """When the round began: as it was started, else a game before its first sheet, but not before
    its seats were known.
    """
    if still.started is not None or pace_ is None:
        return still.started
    published = round_.published_at.timestamp() if round_.published_at else pace_.begun
    return max(pace_.begun, published) if published < pace_.first_in else pace_.begun


def _times(
    event: Event, now: float
) -> tuple[Mapping[int, list[TableTimes]], Mapping[int, Standstill]]:
    """By round: its tables with the games that are waited for, and when those came in that are in,
    pauses taken out; and what the clock of the round says of them.
    """
    without_sheet, clocks = games_without_sheet(event), CLOCKS.of(event.pk)
    by_table: defaultdict[tuple[int, int], list[float | None]] = defaultdict(list)
    stood = defaultdict(Standstill, {number: _standstill(now, *row) for number, *row in clocks})
    for round_pk, number, table, game, first, is_in in CAME_IN.of(event.pk):
        if (number, table, game) not in without_sheet:
            index = stood[round_pk].played(first.timestamp()) if is_in else None
            by_table[round_pk, table].append(index)
    by_round: defaultdict[int, list[TableTimes]] = defaultdict(list)
    for (round_pk, table), came_in in by_table.items():
        by_round[round_pk].append(
            TableTimes(table, len(came_in), tuple(at for at in came_in if at is not None))
        )
    return by_round, stood


def _standstill(
    now: float,
    pauses: list[tuple[float, float]] | None,
    paused_at: datetime | None,
    ahead: float | None,
    started_at: datetime | None,
) -> Standstill:
    since = paused_at.timestamp() if paused_at else now
    stops = [(begun, ended) for begun, ended in pauses or () if ended > begun]
    stops += [(since, now)] if now > since else []
    difference = 0.0 if ahead is None else clock.ahead() - ahead
    moved = difference if abs(difference) > clock.MOVED else 0.0
    return Standstill(tuple(stops), moved, started_at.timestamp() if started_at else None)


def _missing(table_times: TableTimes) -> bool:
    return len(table_times.came_in) < table_times.due


def call_for(event: Event, pace_: Pace, close: time, now: datetime) -> Call:
    """The call for the last game where the round closes at a time on the clock; one long past means
    tomorrow's.
    """
    here = timezone.localtime(now)
    moment = timezone.make_aware(datetime.combine(here.date(), close))
    moment += timedelta(days=1) if here - moment > TWELVE_HOURS else timedelta()
    call, in_by_then = pace_.call_at(moment.timestamp()), pace_.games_by(moment.timestamp())
    short = tuple(
        (table_label(event, table.table), in_by_then[table.table], table.due)
        for table in pace_.tables
        if in_by_then[table.table] < table.due
    )
    return Call(_clock(call), close.strftime("%H:%M"), call <= now.timestamp(), short)


def _window(window: Window) -> str:
    """ "21:08 to 21:16"; a single time where both ends fall in one minute."""
    early, late = _clock(window.early), _clock(window.late)
    return early if early == late else f"{early} to {late}"


def _clock(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.get_current_timezone()).strftime("%H:%M")
