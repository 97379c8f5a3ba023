"""The matches of an event in its archive: every step as the ledger has it, which is all there is
to know of them, taken in again in its order through the act that checks it.
"""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, get_args

from scoring.pairing.steps import STEPS
from scoring.pairing.values import MatchKind, PairingError, Result
from tournament.archive.shape import refuse, rows_of, signature_of, signed
from tournament.matches.acts import step
from tournament.models import LARGEST, Event, Guest, LedgerEntry
from tournament.models.guest import hidden


def matches_of(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The optional key of this part, empty where nothing was paired."""
    rows = LedgerEntry.standing.filter(event=event, kind__in=STEPS).order_by("number")
    return {
        "match_log": [{"step": entry.kind, "body": entry.body, **signed(entry)} for entry in rows]
    }


NUMBERS = frozenset({"round", "table", "slot", "stage", "halves"})
GUESTS = frozenset({"one", "other", "guest"})
LISTS = frozenset({"entrants", "order", "lot"})
LONGEST = 300


def take_matches(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """Every step of the log. Raises ArchiveError with the place and what is wrong there."""
    refs = frozenset(Guest.objects.filter(event=event).values_list("ref", flat=True))
    for place, row in rows_of(document, "match_log"):
        kind, body = row["step"], row["body"]
        if kind not in STEPS or not _sound(body, refs):
            refuse(place, "this is no step of matches between these players.")
        try:
            step(
                event,
                kind,
                _as_it_was(body),
                signature_of(row, now),
                reason=row.get("reason", ""),
            )
        except PairingError as error:
            refuse(place, str(error))
        except (KeyError, TypeError):
            refuse(f"{place}.body", "something that this step needs is missing or of another kind.")


def _as_it_was(body: dict[str, Any]) -> Any:
    """What makes the body of the step: the one of the archive, whatever stands by now."""
    return lambda _course, _now: body


def _sound(body: Mapping[str, Any], refs: Collection[str]) -> bool:
    """Whether every value of a step is of its kind, and every guest one of this event."""
    return all(_fits(name, value, refs) for name, value in body.items())


def _fits(name: str, value: Any, refs: Collection[str]) -> bool:
    if name in NUMBERS or name == "seed":
        least, most = (0, 2**63) if name == "seed" else (-1, LARGEST)
        return value is None or (type(value) is int and least <= value <= most)
    if name in GUESTS:
        return value in refs or (value is None and name == "other")
    if name in LISTS:
        return isinstance(value, list) and len(value) == len({*value}) and {*value} <= {*refs}
    if name in ("matches", "was"):
        return isinstance(value, list) and all(
            isinstance(item, dict) and _sound(item, refs) for item in value
        )
    return _plain(name, value)


def _plain(name: str, value: Any) -> bool:
    if name in ("reasons", "given_up"):
        return isinstance(value, list) and all(
            isinstance(item, str) and _printable(item) for item in value
        )
    if name == "again":
        return isinstance(value, list) and all(type(item) is int for item in value)
    if name == "forced":
        return isinstance(value, bool)
    texts = {"kind": get_args(MatchKind), "result": get_args(Result)}
    if name == "games":
        return isinstance(value, str) and re.fullmatch(r"[12-]{0,5}", value) is not None
    return name in texts and value in texts[name]


def _printable(text: str) -> bool:
    return len(text) <= LONGEST and not any(map(hidden, text))
