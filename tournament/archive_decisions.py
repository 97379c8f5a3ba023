"""Writing what an archive keeps beyond guests, seats and sheets: cuts of cards, the seal, and how far a round is."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.timezone import get_current_timezone

from scoring.board import digest, snapshot
from scoring.cut import Cut
from tournament.board import compute
from tournament.ledger.lift import seal_in_force
from tournament.models import CutOfCards, Event, Game, LedgerEntry, Round, Seal, Stage
from tournament.models.seating import RoundState


def archived_time(moment: datetime) -> str:
    """A moment as archives write it: local time, to the second."""
    return moment.astimezone(get_current_timezone()).replace(tzinfo=None).isoformat(timespec="seconds")


def decisions(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who asks."""
    return {"rounds": _rounds(event), "cuts_of_cards": _cuts_of_cards(event), "seals": _seals(event)}


def sealed_content(snapshot: Mapping[str, Any]) -> str:
    """The digest of what was sealed, without the number of the ledger entry it was sealed at."""
    return digest({key: value for key, value in snapshot.items() if key != "ledger"})


def _cuts_of_cards(event: Event) -> list[dict[str, Any]]:
    here = CutOfCards.objects.filter(event=event, stage__in=(Stage.QUALIFYING, Stage.PLAYOFF)).values("entry")
    recorded = LedgerEntry.objects.filter(event=event, pk__in=here).distinct().order_by("number")
    return [_recorded(entry) for entry in recorded]


def _recorded(entry: LedgerEntry) -> dict[str, Any]:
    said = {"stage": entry.body["stage"], "cards": entry.body["cards"]}
    return said | {"recorded_at": archived_time(entry.at), "recorded_by": entry.actor}


def _seals(event: Event) -> list[dict[str, Any]]:
    """The seal in force; what was sealed earlier and broken again stays in the ledger of its event."""
    seal = seal_in_force(event)
    if seal is None:
        return []
    said = {"edition": seal.edition, "sealed_at": archived_time(seal.sealed_at), "sealed_by": seal.sealed_by}
    later = {"printed_at": seal.printed_at, "revealed_at": seal.revealed_at}
    told = {name: archived_time(at) for name, at in later.items() if at is not None}
    whole = {} if _still_so(event, seal) else {"snapshot": seal.snapshot}
    return [said | told | {"content": sealed_content(seal.snapshot)} | whole]


def _still_so(event: Event, seal: Seal) -> bool:
    """Whether the results are those sealed; an adjustment or a correction since then leaves the seal behind."""
    drawn = compute(event).cut
    return isinstance(drawn, Cut) and sealed_content(snapshot(drawn, 0)) == sealed_content(seal.snapshot)


def _rounds(event: Event) -> list[dict[str, Any]]:
    """The rounds with a movement sentence, other games than declared, or another state than these let one expect."""
    rows = []
    held = list(Round.objects.filter(event=event))
    after = seal_in_force(event) is not None or any(one.stage == Stage.PLAYOFF for one in held)
    for one in held:
        said: dict[str, Any] = {"movement": one.movement} if one.movement else {}
        if one.state != _expected(one, event, after=after):
            said["state"] = one.state
        declared = {Stage.QUALIFYING: event.games_per_round, Stage.PLAYOFF: event.playoff_games}
        if one.games != declared.get(Stage(one.stage), one.games):
            said["games"] = one.games
        if said:
            rows.append({"round": one.number} | said)
    return rows


def _expected(held: Round, event: Event, *, after: bool) -> str:
    """What the import makes of a round of which nothing is said."""
    if held.stage == Stage.PLAYOFF or not (after or held.number < event.qualifying_rounds):
        return RoundState.PUBLISHED
    waiting = Game.objects.filter(table__round=held, not_played=False, void=False).exclude(sheets__accepted=True)
    return RoundState.PUBLISHED if waiting.exists() else RoundState.CLOSED
