"""The board of an event: the one value behind every page, paper, workbook and export."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from scoring.counting.board import Board, Progress, progress
from scoring.counting.cut import cut
from scoring.counting.policies import Adjustment, Policies
from scoring.counting.prizes import PrizeRule, prizes
from scoring.counting.standings import Ranking, Standing, rank
from scoring.counting.table_par import par_words
from tournament.counting import growth, scores
from tournament.counting.formats import event_format
from tournament.counting.history import past
from tournament.counting.scores import playoff_tie_breaks
from tournament.counting.state import Cell, Present, Source, cells_of, due
from tournament.models import Event, Stage
from tournament.site.cache import KeptByVersion


def board(event: Event) -> Board:
    """The board as the event's row stands, kept for its version; not for acts (see
    `KeptByVersion`).
    """
    return _kept.of(event)


def compute(event: Event, *, until: int | None = None, policies: Policies | None = None) -> Board:
    """The board afresh: at a ledger number, or under other policies, where these are given."""
    return counted(
        Present(event) if until is None else past(event).at(until),
        version=event.version,
        policies=policies,
    )


def counted(source: Source, *, version: int = 0, policies: Policies | None = None) -> Board:
    """The board of an evening as it is, or was, under its own policies unless others are given."""
    event, field = source.event, source.field
    how = scores.ranking(event)
    how = how if policies is None else replace(how, policies=policies)
    facts = source.facts(Stage.QUALIFYING)
    tallies = source.tallies(Stage.QUALIFYING)
    standings = rank(tallies, field, how, facts) if tallies or facts.round_totals else ()
    final = _playoff(source, how, standings)
    number, at, sealed = source.whereabouts
    return Board(
        standings=standings,
        cut=cut(standings, event.cut_size, scores.at_the_line(event)) if standings else None,
        playoff=final,
        prizes=prizes(standings, final, field, how.direction, podium(event)) if standings else None,
        progress=_progress(source.cells, Stage.QUALIFYING),
        players={player.id: player for player in field},
        as_of=at.isoformat() if at else "",
        ledger=number,
        version=version,
        state="sealed" if sealed else "provisional",
        format=event_format(event),
        table_par=par_words(how.policies.par),
    )


def _grow(event: Event) -> Board:
    """The board counted from what is known and what came in since."""
    source = growth.source_of(event)
    made = counted(source, version=event.version)
    growth.remember(event, source)
    return made


_kept: KeptByVersion[Board] = KeptByVersion(_grow)


def podium(event: Event) -> tuple[PrizeRule, ...]:
    """The podium prizes of the event and whom each passes over."""
    return tuple(PrizeRule(row["name"], skips_host=row["skips_host"]) for row in event.prizes)


def stage_progress(event: Event, stage: str = Stage.QUALIFYING) -> Progress:
    """Which games of a stage are in."""
    return _progress(cells_of(event), stage)


def line_is_drawn(event: Event, now: Board) -> bool:
    """Whether the line of the cut may be shown: the last sheet of the last round is in, or the cut
    is sealed.
    """
    whole = now.progress.complete and len(now.progress.rounds) >= event.qualifying_rounds
    return now.state == "sealed" or whole


def _progress(cells: Iterable[Cell], stage: str) -> Progress:
    wanted = due(cells, stage)
    return progress(
        ((cell.round, cell.table, cell.game) for cell in wanted),
        ((cell.round, cell.table, cell.game) for cell in wanted if cell.is_in),
    )


def _playoff(source: Source, how: Ranking, standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    tallies = source.tallies(Stage.PLAYOFF)
    if not tallies:
        return ()
    seated = {tally.player for tally in tallies}
    facts = source.facts(Stage.PLAYOFF)
    totals = {one.player: one.total for one in standings if one.player in seated}
    given = tuple(one for one in facts.adjustments if one.player in seated)
    if source.event.playoff_carries:
        given += tuple(
            Adjustment(player, total, reason="carried over") for player, total in totals.items()
        )
    facts = replace(facts, earlier=totals, adjustments=given, extra_games=source.extra_games())
    # The finalists play at tables of their own; a par is declared for the rounds that lead there.
    how = replace(
        how, tie_break=playoff_tie_breaks(source.event), policies=replace(how.policies, par=())
    )
    return rank(tallies, [player for player in source.field if player.id in seated], how, facts)


def clock(as_of: str) -> str:
    """The time of a board on the wall clock of the hall; nothing where there is no time yet."""
    return timezone.localtime(datetime.fromisoformat(as_of)).strftime("%H:%M") if as_of else ""
