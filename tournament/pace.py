"""The pace of the round being played, from the times at which its sheets came in: what the officials' page shows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Exists, Min, OuterRef
from django.utils import timezone

from scoring.pace import Pace, TablePace, TableTimes, pace
from tournament.hall_plan import table_label
from tournament.ledger.round_totals import games_without_sheet
from tournament.models import Event, Game, Round, Sheet
from tournament.models.seating import RoundState

TWELVE_HOURS = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as it is listed: what it is called, its pace, and the times on the clock of the hall."""

    label: str
    of: TablePace
    minutes: int
    ends: str
    last_begins: str


@dataclass(frozen=True, slots=True)
class RoundPace:
    """The round, when it was looked at, and its tables, the latest first; `of` is None while nothing can be reckoned.

    `late` are the tables that lag, `last` the one whose last sheet is waited for.
    """

    held: Round
    as_of: str
    of: Pace | None
    tables: tuple[TableShown, ...] = ()
    late: tuple[str, ...] = ()
    last: TableShown | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """When to call the last game so that all is in at the close, and which tables will then have how many games in."""

    at: str
    close: str
    gone: bool
    short: tuple[tuple[str, int, int], ...]


def round_pace(event: Event, now: datetime) -> RoundPace | None:
    """The pace of the first open round in which a sheet is missing; None where none is waited for. Three queries."""
    open_rounds = {held.pk: held for held in Round.objects.filter(event=event, state=RoundState.PUBLISHED)}
    times = _times(event, open_rounds)
    held = next((one for one in open_rounds.values() if any(map(_missing, times[one.pk]))), None)
    if held is None:
        return None
    found = pace(times[held.pk], now.timestamp())
    if found is None:
        return RoundPace(held, _clock(now.timestamp()), None)
    shown = {one.table: _shown(event, one) for one in found.tables}
    order = sorted(shown.values(), key=lambda one: (one.of.over, -one.of.ends, one.of.table))
    late = tuple(one.label for one in order if one.of.lags)
    return RoundPace(held, _clock(now.timestamp()), found, tuple(order), late, shown[found.last.table])


def _times(event: Event, rounds: Iterable[int]) -> Mapping[int, list[TableTimes]]:
    """By round: its tables with the games that are waited for, and when those came in that are in."""
    games = Game.objects.filter(event=event, table__round__in=rounds, not_played=False, void=False)
    # A game counts from its first sheet on: a correction does not make it later.
    counts = Exists(Sheet.objects.filter(game=OuterRef("pk"), accepted=True))
    rows = games.annotate(first=Min("sheets__entered_at"), is_in=counts).order_by("table__number", "number")
    columns = ("table__round", "table__round__number", "table__number", "number", "first", "is_in")
    told = games_without_sheet(event)
    found: defaultdict[tuple[int, int], list[float | None]] = defaultdict(list)
    for held, number, table, game, first, is_in in rows.values_list(*columns):
        if (number, table, game) not in told:
            found[held, table].append(first.timestamp() if is_in else None)
    by_round: defaultdict[int, list[TableTimes]] = defaultdict(list)
    for (held, table), came_in in found.items():
        by_round[held].append(TableTimes(table, len(came_in), tuple(at for at in came_in if at is not None)))
    return by_round


def _missing(of: TableTimes) -> bool:
    return len(of.came_in) < of.due


def call_for(event: Event, found: Pace, close: time, now: datetime) -> Call:
    """The call for the last game where the round closes at a time on the clock; one long past means tomorrow's."""
    here = timezone.localtime(now)
    at = timezone.make_aware(datetime.combine(here.date(), close))
    at += timedelta(days=1) if here - at > TWELVE_HOURS else timedelta()
    call, in_by_then = found.call_at(at.timestamp()), found.games_by(at.timestamp())
    short = tuple(
        (table_label(event, one.table), in_by_then[one.table], one.due)
        for one in found.tables
        if in_by_then[one.table] < one.due
    )
    return Call(_clock(call), close.strftime("%H:%M"), call <= now.timestamp(), short)


def _shown(event: Event, one: TablePace) -> TableShown:
    begins = "" if one.last_begins is None else _clock(one.last_begins)
    return TableShown(table_label(event, one.table), one, max(1, round(one.a_game / 60)), _clock(one.ends), begins)


def _clock(at: float) -> str:
    return datetime.fromtimestamp(at, timezone.get_current_timezone()).strftime("%H:%M")
