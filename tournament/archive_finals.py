"""What an archive says between the cut and the hand-over: answers, reserves' cards, extra games, prizes, the podium."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournament import archive_form as form
from tournament.archive_decisions import archived_time
from tournament.ledger.finals import RESERVES
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Guest, LedgerEntry, Reply, Seal, Seat, Stage
from tournament.models.event import default_further_prizes

FINALS_EVENT_KEYS = frozenset({"playoff_tie_break", "further_prizes", "playoff_live", "podium_revealed_at"})
FINALS_PLAYER_KEYS = frozenset({"unnamed"})
Row = dict[str, Any]


def finals(event: Event, games: Iterable[Row]) -> dict[str, list[Row]]:
    """The optional keys of this part; `games` are all game rows, those of extra games among them."""
    rows = [row for row in games if row["stage"] == Stage.EXTRA]
    return {"broken_seals": _broken_seals(event)} | {
        "replies": _replies(event),
        "reserve_cards": _reserve_cards(event),
        "extra_games": _extra(event, rows),
    }


def finals_of_event(event: Event) -> Row:
    """What departs from the usual."""
    said: Row = {"playoff_tie_break": event.playoff_tie_breaks} if event.playoff_tie_breaks else {}
    if event.further_prizes != default_further_prizes():
        said["further_prizes"] = event.further_prizes
    if event.playoff_live:
        said["playoff_live"] = True
    if event.podium_revealed_at:
        said["podium_revealed_at"] = archived_time(event.podium_revealed_at)
    return said


def finals_fields(row: Mapping[str, Any]) -> Row:
    """The declared ones of them as fields of an event; the rest follows through the acts."""
    found: Row = {}
    for key, field in (("playoff_tie_break", "playoff_tie_breaks"), ("further_prizes", "further_prizes")):
        if key in row:
            found[field] = form.sequence(row[key], f"event.{key}")
    return found


def finals_of_guest(guest: Guest) -> Row:
    """Whether they chose not to be named."""
    return {"unnamed": True} if guest.unnamed else {}


def _broken_seals(event: Event) -> list[Row]:
    """The editions before the one in force, each whole as it was sealed, and why it was given up."""
    kinds = ("break_seal", "withdraw_reveal")
    given_up = {
        entry.body.get("withdrawn", entry.body.get("edition")): entry
        for entry in LedgerEntry.objects.filter(event=event, kind__in=kinds).order_by("number")
    }
    return [
        _broken(seal, given_up.get(seal.edition)) for seal in Seal.objects.filter(event=event).exclude(broken_at=None)
    ]


def _broken(seal: Seal, entry: LedgerEntry | None) -> Row:
    said: Row = {"edition": seal.edition, "sealed_by": seal.sealed_by, "snapshot": seal.snapshot}
    times = {name: getattr(seal, name) for name in ("sealed_at", "printed_at", "revealed_at", "broken_at")}
    said |= {name: archived_time(at) for name, at in times.items() if at is not None}
    return said | ({"broken_by": entry.actor, "reason": entry.reason} if entry else {})


def _replies(event: Event) -> list[Row]:
    seal = seal_in_force(event)
    given = Reply.objects.filter(event=event, seal=seal, taken_back=None).select_related("guest", "entry")
    return [
        {
            "player": reply.guest.ref,
            "declined": reply.declined,
            "answered_at": archived_time(reply.entry.at),
            "answered_by": reply.entry.actor,
        }
        for reply in given.order_by("pk")
    ]


def _reserve_cards(event: Event) -> list[Row]:
    entries = LedgerEntry.objects.filter(event=event, cuts_of_cards__stage=RESERVES).distinct().order_by("number")
    return [
        {"cards": entry.body["cards"], "recorded_at": archived_time(entry.at), "recorded_by": entry.actor}
        for entry in entries
    ]


def _extra(event: Event, games: list[Row]) -> list[Row]:
    """Each extra game with who plays it and, once it is in, its row as among the games."""
    played = {row["round"]: row for row in games}
    seats = Seat.objects.filter(event=event, round__stage=Stage.EXTRA).order_by("round__number", "letter")
    players: dict[int, list[str]] = {}
    for number, ref in seats.values_list("round__number", "guest__ref"):
        players.setdefault(number, []).append(ref)
    return [
        {"players": refs} | ({"game": played[number]} if number in played else {}) for number, refs in players.items()
    ]
