"""The board of an event: the one value behind every page, paper, workbook and export.

It grows: after plain sheets only their tallies are read, anything else reads all anew. A plain
sheet is the first one of a game. Its act moves the version on by one and writes one ledger entry of
its own kind, so as many plain entries as versions since then mean that nothing else happened: no
guest, seat, ruling, answer or setting is other than it was. Whatever does not fit that is counted
from the rows, and so is the first board of a process. The entry that was the last one is known by
its digest, so that a ledger put back from a copy is no ledger to go on from.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from math import inf
from typing import NamedTuple, TypeVar, cast

from django.utils import timezone

from scoring.counting.board import Board, Progress, progress
from scoring.counting.cut import cut
from scoring.counting.policies import Adjustment, Policies
from scoring.counting.prize_list import Prize
from scoring.counting.round_winners import round_winners
from scoring.counting.standings import Ranking, Standing, rank
from scoring.counting.table_par import par_words
from scoring.counting.tally import Tally
from tournament.counting import scores
from tournament.counting.formats import event_format, with_unit
from tournament.counting.level import playoff_tie_breaks
from tournament.counting.past import at_number
from tournament.counting.scores import COLUMNS, tally_of
from tournament.counting.state import Cell, Present, cells_of, due
from tournament.counting.target import reached
from tournament.models import Event, LedgerEntry, Stage
from tournament.models import Tally as TallyRow
from tournament.site.cache import KeptQuery
from tournament.site.keep import KEEP, KeptByVersion

T = TypeVar("T")
PLAIN = "sheet"
MOVED_BY_A_SHEET = frozenset({"version", "frozen_at"})
"""What a plain sheet changes in the row of its event; nothing is counted with it."""
MOST_SHEETS = 200
"""After more of them, reading all anew costs no more."""


class Entry(NamedTuple):
    """An entry of the ledger, as far as it tells whether a board may grow."""

    kind: str
    number: int
    at: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class Known:
    """What the newest board of an event was counted from."""

    row: tuple[object, ...]
    version: int
    source: Present
    board: Board


def newest(event: Event) -> Known | None:
    """The newest board of an event that this process counted, with what it was counted from."""
    entry = KEEP.find((_kept, event.uid))
    return entry and cast(Known, entry.value)


def source_of(event: Event) -> Present:
    """What the board of an event is counted from. Not for acts (see `KeptByVersion`)."""
    return _kept.of(event).source


def grown(event: Event, cached: Known, until: float = inf) -> Present | None:
    """The evening with the plain sheets that came in since, those up to a number of the ledger
    where it is given; None where anything else happened, or the number is an earlier one.
    """
    source, versions = cached.source, event.version - cached.version
    number = source.whereabouts.number
    if not 0 < versions <= MOST_SHEETS or _row(event) != cached.row or _ends_by_target(event):
        return None
    if until < number:
        return None
    entries = [Entry(*row) for row in SINCE.of(event.pk, number)]
    if not entries or entries[0].digest != source.digest or not _plain(entries[1:], versions):
        return None
    new = [entry for entry in entries[1:] if entry.number <= until]
    tallies = CAME_IN.of(event.pk, number, new[-1].number) if new else []
    if not _one_game_each(tallies, len(new)):
        return None
    last = new[-1] if new else entries[0]
    return source.grown(event, with_unit(event_format(event), tallies), last[1:])


def _plain(new: list[Entry], versions: int) -> bool:
    return len(new) == versions and all(row.kind == PLAIN for row in new)


def _one_game_each(tallies: list[Tally], versions: int) -> bool:
    return len({(tally.round, tally.table, tally.game) for tally in tallies}) == versions


def _ends_by_target(event: Event) -> bool:
    """Where a table stops at a target, a sheet decides which games are still to come."""
    return event_format(event).ending == "target"


SINCE = KeptQuery(
    lambda event, number: (
        LedgerEntry.objects.filter(event=event, number__gte=number)
        .order_by("number")
        .values_list(*Entry._fields)
    )
)
CAME_IN = KeptQuery(
    lambda event, number, last: (
        TallyRow.objects.filter(
            event=event,
            sheet__entry__number__gt=number,
            sheet__entry__number__lte=last,
            sheet__accepted=True,
            sheet__game__void=False,
            sheet__game__table__round__stage=Stage.QUALIFYING,
        )
        .order_by()
        .values_list(*COLUMNS)
    ),
    tally_of,
)
"""The tallies of plain sheets after a number of the ledger, up to another one."""


def _row(event: Event) -> tuple[object, ...]:
    fields = event._meta.concrete_fields
    return tuple(
        getattr(event, field.attname) for field in fields if field.name not in MOVED_BY_A_SHEET
    )


def board(event: Event) -> Board:
    """The board as the event's row stands, kept for its version; not for acts (see
    `KeptByVersion`).
    """
    return _kept.of(event).board


def read_at(event: Event, number: int, read: Callable[[Present], T]) -> T:
    """What is read of the evening as it stood at a number of the ledger, for who looks: what is
    known grows to it where nothing but plain sheets came since. Not for acts (see `KeptByVersion`).
    """
    last = newest(event)
    source = last and grown(event, last, number)
    return read(source) if source else at_number(event, number, lambda then: read(Present(then)))


def compute(event: Event, *, until: int | None = None, policies: Policies | None = None) -> Board:
    """The board afresh: at a ledger number, or under other policies, where these are given."""
    if until is None:
        return counted(Present(event), policies)
    return at_number(event, until, lambda then: counted(Present(then), policies))


def counted(
    source: Present,
    policies: Policies | None = None,
    earlier: Iterable[Standing] | None = None,
) -> Board:
    """The board of an evening as it is, or was, under its own policies unless others are given;
    `earlier` are the standings it grows from.
    """
    event, field = source.event, source.field
    ranking = scores.ranking(event)
    ranking = ranking if policies is None else replace(ranking, policies=policies)
    facts = source.facts(Stage.QUALIFYING)
    tallies = source.tallies(Stage.QUALIFYING)
    any_in = bool(tallies or facts.round_totals)
    standings = rank(tallies, field, ranking, facts, earlier) if any_in else ()
    final = _playoff(source, ranking, standings)
    number, moment, sealed = source.whereabouts
    played = _progress(source.cells, Stage.QUALIFYING)
    return Board(
        standings=standings,
        cut=cut(standings, event.cut_size, scores.at_the_line(event)) if standings else None,
        playoff=final,
        progress=played,
        players={player.id: player for player in field},
        as_of=moment.isoformat() if moment else "",
        ledger=number,
        version=event.version,
        state="sealed" if sealed else "provisional",
        format=event_format(event),
        table_par=par_words(ranking.policies.par),
        won=round_winners(tallies, played.tables, ranking.direction),
        reached=frozenset(row.guest for row in reached(event).values()),
        podium=podium(event),
        direction=ranking.direction,
    )


def _grow(event: Event) -> Known:
    """The board counted from what is known and what came in since, or from the rows; the next one
    may grow from it.
    """
    last = newest(event)
    source = last and grown(event, last)
    earlier = last.board.standings if last and source else ()
    source = source or Present(event)
    now = counted(source, earlier=earlier)
    return Known(_row(event), event.version, source, now)


_kept: KeptByVersion[Known] = KeptByVersion(_grow)


def podium(event: Event) -> tuple[Prize, ...]:
    """The podium prizes of the event and whom each passes over."""
    return tuple(Prize(row["name"], skips_host=row["skips_host"]) for row in event.prizes)


def stage_progress(event: Event, stage: str = Stage.QUALIFYING) -> Progress:
    """Which games of a stage are in."""
    return _progress(cells_of(event), stage)


def line_is_drawn(event: Event, now: Board) -> bool:
    """Whether the line of the cut may be shown: the last sheet of the last round is in, or the cut
    is sealed.
    """
    complete = now.progress.complete and len(now.progress.rounds) >= event.qualifying_rounds
    return now.state == "sealed" or complete


def _progress(cells: Iterable[Cell], stage: str) -> Progress:
    due_cells = due(cells, stage)
    return progress(
        ((cell.round, cell.table, cell.game) for cell in due_cells),
        ((cell.round, cell.table, cell.game) for cell in due_cells if cell.is_in),
    )


def _playoff(
    source: Present, ranking: Ranking, standings: tuple[Standing, ...]
) -> tuple[Standing, ...]:
    tallies = source.tallies(Stage.PLAYOFF)
    if not tallies:
        return ()
    seated = {tally.player for tally in tallies}
    facts = source.facts(Stage.PLAYOFF)
    totals = {
        standing.player: standing.total for standing in standings if standing.player in seated
    }
    adjustments = tuple(
        adjustment for adjustment in facts.adjustments if adjustment.player in seated
    )
    if source.event.playoff_carries:
        adjustments += tuple(
            Adjustment(player, total, reason="carried over") for player, total in totals.items()
        )
    facts = replace(
        facts, earlier=totals, adjustments=adjustments, extra_games=source.extra_games()
    )
    # The finalists play at tables of their own; a par is declared for the rounds that lead there.
    ranking = replace(
        ranking,
        tie_break=playoff_tie_breaks(source.event),
        policies=replace(ranking.policies, par=()),
    )
    return rank(tallies, [player for player in source.field if player.id in seated], ranking, facts)


def clock(as_of: str) -> str:
    """The time of a board on the wall clock of the hall; nothing where there is no time yet."""
    return timezone.localtime(datetime.fromisoformat(as_of)).strftime("%H:%M") if as_of else ""
