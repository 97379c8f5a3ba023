"""The board of an event: the one value behind every page, paper, workbook and export."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from scoring.board import Board, Progress, progress
from scoring.cut import cut
from scoring.policies import Adjustment, Policies
from scoring.prizes import PrizeRule, prizes
from scoring.standings import Ranking, Standing, rank
from scoring.tally import Player, Tally
from tournament.ledger import lift
from tournament.models import Event, Game, Seal, Sheet, Stage

# A board is a value of one version of one event, so a kept one is never stale; a worker keeps a few.
_kept: OrderedDict[tuple[UUID, int], Board] = OrderedDict()
KEPT_BOARDS = 8


def board(event: Event) -> Board:
    """The board as the event's row stands; kept by version, so that many viewers cost one computation.

    Not for acts: inside a transaction the version is already the next one while its rows are still being written.
    """
    key = (event.uid, event.version)
    if key not in _kept:
        _kept[key] = compute(event)
        while len(_kept) > KEPT_BOARDS:
            _kept.popitem(last=False)
    return _kept[key]


def compute(event: Event, *, until: int | None = None, policies: Policies | None = None) -> Board:
    """The board afresh: at a ledger number, or under other policies, where these are given."""
    field, how = lift.players(event), lift.ranking(event)
    how = how if policies is None else replace(how, policies=policies)
    cells = _cells(event)
    tallies = _tallies(event, cells, Stage.QUALIFYING, until)
    standings = rank(tallies, field, how, lift.facts(event)) if tallies else ()
    final = _playoff(event, field, how, standings, _tallies(event, cells, Stage.PLAYOFF, until))
    number, at, sealed = _whereabouts(event)
    return Board(
        standings=standings,
        cut=cut(standings, event.cut_size, lift.at_the_line(event)) if standings else None,
        playoff=final,
        prizes=prizes(standings, final, field, how.direction, podium(event)) if standings else None,
        progress=_progress(cells, Stage.QUALIFYING),
        players={player.id: player for player in field},
        as_of=at.isoformat() if at else "",
        ledger=until or number or 0,
        version=event.version,
        state="sealed" if sealed else "provisional",
    )


def podium(event: Event) -> tuple[PrizeRule, ...]:
    """The podium prizes of the event and whom each passes over."""
    return tuple(PrizeRule(row["name"], skips_host=row["skips_host"]) for row in event.prizes)


def stage_progress(event: Event, stage: str = Stage.QUALIFYING) -> Progress:
    """Which games of a stage are in."""
    return _progress(_cells(event), stage)


class _Cell(NamedTuple):
    """A game, whether it will be played, and whether a sheet of it is in."""

    stage: str
    round: int
    table: int
    game: int
    not_played: bool
    is_in: bool


def _cells(event: Event) -> list[_Cell]:
    accepted = Sheet.objects.filter(game=OuterRef("pk"), accepted=True)
    games = Game.objects.filter(event=event).annotate(is_in=Exists(accepted)).order_by()
    where = ("table__round__stage", "table__round__number", "table__number", "number", "not_played", "is_in")
    return [_Cell(*row) for row in games.values_list(*where)]


def _progress(cells: Iterable[_Cell], stage: str) -> Progress:
    due = [cell for cell in cells if cell.stage == stage and not cell.not_played]
    return progress(
        ((cell.round, cell.table, cell.game) for cell in due),
        ((cell.round, cell.table, cell.game) for cell in due if cell.is_in),
    )


def _tallies(event: Event, cells: Iterable[_Cell], stage: str, until: int | None) -> tuple[Tally, ...]:
    """The tallies of a stage, asking only for what there is."""
    of_stage = [cell for cell in cells if cell.stage == stage]
    played = lift.played(event, stage, until=until) if any(cell.is_in for cell in of_stage) else ()
    without = lift.not_played(event, stage) if any(cell.not_played for cell in of_stage) else ()
    return played + tuple(without)


def _whereabouts(event: Event) -> tuple[int | None, datetime | None, bool]:
    """The number and time of the last ledger entry, and whether the cut is sealed."""
    in_force = Seal.objects.filter(event=OuterRef("pk"), broken_at__isnull=True)
    rows = Event.objects.filter(pk=event.pk).annotate(
        number=Max("ledger__number"), at=Max("ledger__at"), sealed=Exists(in_force)
    )
    return rows.values_list("number", "at", "sealed").get()


def _playoff(
    event: Event, field: tuple[Player, ...], how: Ranking, standings: tuple[Standing, ...], tallies: tuple[Tally, ...]
) -> tuple[Standing, ...]:
    if not tallies:
        return ()
    seated = {tally.player for tally in tallies}
    facts = lift.facts(event, Stage.PLAYOFF)
    totals = {one.player: one.total for one in standings if one.player in seated}
    facts = replace(facts, earlier=totals)
    if event.playoff_carries:
        carried = tuple(Adjustment(player, total, reason="carried over") for player, total in totals.items())
        facts = replace(facts, adjustments=carried)
    return rank(tallies, [player for player in field if player.id in seated], how, facts)


def place_words(one: Standing) -> str:
    """The place as it is shown: `=10` where it is shared, a dash for who is not ranked."""
    if one.place is None:
        return "–"
    return f"={one.place}" if one.tied_with else str(one.place)


def clock(as_of: str) -> str:
    """The time of a board on the wall clock of the hall; nothing where there is no time yet."""
    return timezone.localtime(datetime.fromisoformat(as_of)).strftime("%H:%M") if as_of else ""
