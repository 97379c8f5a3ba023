"""The matches of an event in its archive: every step as the ledger has it, which is all there is to know of them."""

from typing import Any

from scoring.pairing.steps import STEPS
from tournament.archive_decisions import archived_time
from tournament.models import Event, LedgerEntry

MATCH_EVENT_KEYS = frozenset({"third_place_match"})


def matches_of(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional key of this part, empty where nothing was paired."""
    rows = LedgerEntry.objects.filter(event=event, kind__in=STEPS).order_by("number")
    return {"match_log": [_row(entry) for entry in rows]}


def _row(entry: LedgerEntry) -> dict[str, Any]:
    said = {"step": entry.kind, "body": entry.body, "at": archived_time(entry.at), "by": entry.actor}
    return said | ({"reason": entry.reason} if entry.reason else {})


def matches_of_event(event: Event) -> dict[str, Any]:
    """What departs from the usual."""
    return {"third_place_match": True} if event.third_place_match else {}
