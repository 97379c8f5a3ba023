"""The board of an event: the one value behind every page, paper, workbook and export."""

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from django.db.models import Max

from scoring.board import Board, Progress, progress
from scoring.cut import Cut, cut
from scoring.policies import Adjustment, Policies
from scoring.prizes import PrizeRule, prizes
from scoring.standings import Ranking, Standing, rank
from scoring.tally import Player
from tournament.ledger import lift
from tournament.models import Event, Game, LedgerEntry, Stage

# A board is a value of one version of one event, so a kept one is never stale; a worker keeps a few.
_kept: OrderedDict[tuple[int, int], Board] = OrderedDict()
KEPT_BOARDS = 8


def board(event: Event) -> Board:
    """The board as the event's row stands; kept by version, so that many viewers cost one computation."""
    key = (event.pk, event.version)
    if key not in _kept:
        _kept[key] = compute(event)
        while len(_kept) > KEPT_BOARDS:
            _kept.popitem(last=False)
    return _kept[key]


def compute(event: Event, *, until: int | None = None, policies: Policies | None = None) -> Board:
    """The board afresh: at a ledger number, or under other policies, where these are given."""
    field, how = lift.players(event), lift.ranking(event)
    how = how if policies is None else replace(how, policies=policies)
    tallies = lift.tallies(event, until=until)
    standings = rank(tallies, field, how, lift.facts(event)) if tallies else ()
    final = _playoff(event, field, how, standings, until)
    last = LedgerEntry.objects.filter(event=event).aggregate(number=Max("number"), at=Max("at"))
    return Board(
        standings=standings,
        cut=cut(standings, event.cut_size, lift.at_the_line(event)) if standings else None,
        playoff=final,
        prizes=prizes(standings, final, field, how.direction, podium(event)) if standings else None,
        progress=qualifying_progress(event),
        players={player.id: player for player in field},
        as_of=last["at"].isoformat() if last["at"] else "",
        ledger=until or last["number"] or 0,
        version=event.version,
        state="sealed" if lift.seal_in_force(event) else "provisional",
    )


def podium(event: Event) -> tuple[PrizeRule, ...]:
    """The podium prizes of the event and whom each passes over."""
    return tuple(PrizeRule(row["name"], skips_host=row["skips_host"]) for row in event.prizes)


def qualifying_progress(event: Event, stage: str = Stage.QUALIFYING) -> Progress:
    """Which games of a stage are in."""
    games = Game.objects.filter(event=event, table__round__stage=stage, not_played=False)
    cells = ("table__round__number", "table__number", "number")
    return progress(games.values_list(*cells), games.filter(sheets__accepted=True).values_list(*cells))


def _playoff(
    event: Event, field: tuple[Player, ...], how: Ranking, standings: tuple[Standing, ...], until: int | None
) -> tuple[Standing, ...]:
    tallies = lift.tallies(event, Stage.PLAYOFF, until=until)
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


def released(event: Event) -> dict[str, Any]:
    """What the public may see of the board: printed names and liveries, places and totals."""
    now = board(event)
    drawn = now.cut if isinstance(now.cut, Cut) else None
    return {
        "as_of": now.as_of,
        "games_in": now.progress.games_in,
        "games_due": now.progress.games_due,
        "cut_size": event.cut_size,
        "tied_on_the_line": [one.player for one in drawn.tied] if drawn and drawn.tie else [],
        "rows": [_public_row(one, now.players[one.player]) for one in now.standings],
    }


def _public_row(one: Standing, player: Player) -> dict[str, Any]:
    return {
        "player": one.player,
        "name": one.name,
        "livery": player.livery,
        "place": one.place,
        "order": one.order,
        "total": one.total,
        "games": len(one.countback),
    }
