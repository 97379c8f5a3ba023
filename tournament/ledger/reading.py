"""Reading out: who is read in which order, and how far the reading is; only who was called already is kept."""

from typing import Any

from scoring.board import Board
from scoring.formats import in_points
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Guest, LedgerEntry, Round, Seal, Stage
from tournament.models.seating import RoundState

CUT, PODIUM = "cut", "podium"
Called = dict[str, Any]


def sealed_list(event: Event, seal: Seal) -> list[Called]:
    """The sealed ten in order, as the board will show them."""
    row_of = {row[0]: row for row in seal.snapshot["standings"]}
    refs: list[str] = seal.snapshot["qualifiers"]
    livery = dict(Guest.objects.filter(event=event, ref__in=refs).values_list("ref", "livery__name"))
    return [
        {
            "order": order,
            "prize": "",
            "player": ref,
            "name": row_of[ref][1],
            "livery": livery.get(ref) or "",
            "total": row_of[ref][2],
        }
        for order, ref in enumerate(refs, start=1)
    ]


def podium_list(now: Board) -> list[Called]:
    """The podium prizes that somebody has, the first prize first."""
    totals = {one.player: in_points(one.total) for one in now.playoff}
    return [
        {
            "order": order,
            "prize": award.prize,
            "player": award.player,
            "name": now.players[award.player].name,
            "livery": now.players[award.player].livery,
            "total": totals[award.player],
        }
        for order, award in enumerate(now.prizes.podium if now.prizes else (), start=1)
        if award.player
    ]


def reading_now(event: Event, stage: str) -> dict[str, Any] | None:
    """How far the reading of a stage is; None before it is begun, and where it was of another seal or is over."""
    said: dict[str, Any] | None = event.reading
    if said is None or said["stage"] != stage:
        return None
    if stage == PODIUM:
        return None if event.podium_revealed_at else said
    seal = seal_in_force(event)
    return said if seal and not seal.revealed_at and seal.edition == said["edition"] else None


def half_time(event: Event) -> int:
    """The round after which it is half-time now: closed, and another one follows; 0 where it is not."""
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING, state=RoundState.CLOSED)
    after = max(rounds.values_list("number", flat=True), default=0)
    return after if after < event.qualifying_rounds else 0


def read_so_far(event: Event) -> dict[str, Any] | None:
    """The same from the ledger alone, for `verify`: what the last entry of a reading left."""
    kinds = ("read", "unread", "withdraw_podium")
    last = LedgerEntry.objects.filter(event=event, kind__in=kinds).order_by("-number").first()
    said: dict[str, Any] | None = last.body.get("reading") if last else None
    return said
