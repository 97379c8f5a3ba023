"""The kinds of act that take two officials: what each is called, and how it is done once both agree."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.sheet import SeatEntry
from tournament.acts.adjustments import adjust, cancel_adjustment, change_from
from tournament.acts.cut import break_seal, withdraw_announcement
from tournament.acts.entry import record_sheet, resolve_conflict
from tournament.acts.event import EventRefusedError, change_frozen, changes
from tournament.ledger.chain import Signature
from tournament.ledger.lift import seal_in_force
from tournament.ledger.settings_log import plain
from tournament.models import Event
from tournament.settings_words import called, value_words
from tournament.submission import Submission, submission_from

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was asked for, why, and who agrees to it."""

    payload: Payload
    reason: str
    second: str


def _nothing(_payload: Payload) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: its title, the act, what it tells beside the cut, its lines, and whose rows its preview shows.

    `both_offices` is whether it takes head umpire and organiser, and not just any two of the desk.
    """

    title: Callable[[Payload], str]
    act: Callable[[Event, Agreed, Signature], object]
    tells: str = ""
    lines: Callable[[Payload], tuple[str, ...]] = _nothing
    about: Callable[[Payload], tuple[str, ...]] = _nothing
    both_offices: bool = False


def _corrected(event: Event, agreed: Agreed, by: Signature) -> object:
    return record_sheet(event, _submission(agreed), by, at_desk=True)


def _resolved(event: Event, agreed: Agreed, by: Signature) -> object:
    return resolve_conflict(event, _submission(agreed), by)


def _submission(agreed: Agreed) -> Submission:
    found = submission_from(agreed.payload["sheet"])
    return replace(found, seen=agreed.payload["seen"], reason=agreed.reason, witness=agreed.second)


def _adjusted(event: Event, agreed: Agreed, by: Signature) -> object:
    return adjust(event, change_from(agreed.payload, agreed.reason, agreed.second), by)


def _adjustment_cancelled(event: Event, agreed: Agreed, by: Signature) -> object:
    number = agreed.payload["adjustment"]
    return cancel_adjustment(event, number, by, reason=agreed.reason, witness=agreed.second)


def _seal_broken(event: Event, agreed: Agreed, by: Signature) -> object:
    _same_edition(event, agreed.payload)
    return break_seal(event, by, reason=agreed.reason, witness=agreed.second)


def _announcement_withdrawn(event: Event, agreed: Agreed, by: Signature) -> object:
    _same_edition(event, agreed.payload)
    return withdraw_announcement(event, by, reason=agreed.reason, witness=agreed.second)


def _same_edition(event: Event, payload: Payload) -> None:
    seal = seal_in_force(event)
    if seal is None or seal.edition != payload["edition"]:
        raise EventRefusedError(f"Edition {payload['edition']} is not in force any more: decline it, and ask anew.")


def _settings_changed(event: Event, agreed: Agreed, by: Signature) -> object:
    before, after = agreed.payload["before"], agreed.payload["after"]
    now = {name: plain(getattr(event, name)) for name in before}
    if now != before:
        raise EventRefusedError("The settings changed since this was asked: decline it, and ask anew.")
    return change_frozen(event, after, by, reason=agreed.reason, witness=agreed.second)


def frozen_payload(event: Event, fields: Payload) -> dict[str, Any]:
    """What is asked for when frozen options are to change: each as it is and as it would be."""
    changed = changes(event, fields)
    return {
        "before": {n: plain(a) for n, (a, _b) in changed.items()},
        "after": {n: b for n, (_a, b) in changed.items()},
    }


def _place(payload: Payload) -> str:
    said = payload["sheet"]
    return f"game {said['game']} at table {said['table']} of round {said['round']}"


def _hands(payload: Payload) -> tuple[str, ...]:
    """The sheet as it would be, a line a seat."""
    entries = submission_from(payload["sheet"]).entries
    return tuple(f"Seat {entry.seat}: {_hand(entry)}" for entry in entries)


def _hand(entry: SeatEntry) -> str:
    if entry.absent:
        return "absent"
    if entry.went_out:
        return "went out"
    return entry.hand.text if entry.hand is not None and entry.hand.count else f"{entry.points} points"


def _guests(payload: Payload) -> tuple[str, ...]:
    return tuple(tally["guest"] for tally in payload["sheet"]["tallies"])


def _differences(payload: Payload) -> tuple[str, ...]:
    before, after = payload["before"], payload["after"]
    return tuple(
        f"{called(name)}: “{value_words(name, before[name])}” becomes “{value_words(name, after[name])}”"
        for name in after
    )


def _changed(payload: Payload) -> str:
    names = list(payload["after"])
    return f"Change what is frozen: {called(names[0])}" if len(names) == 1 else f"Change {len(names)} frozen settings"


KINDS: dict[str, Kind] = {
    "correct": Kind(lambda payload: f"Correct {_place(payload)}", _corrected, lines=_hands, about=_guests),
    "resolve": Kind(
        lambda payload: f"Choose between two sheets of {_place(payload)}", _resolved, lines=_hands, about=_guests
    ),
    "break_seal": Kind(
        lambda payload: f"Break the seal of edition {payload['edition']}",
        _seal_broken,
        "The cut is provisional again; the next seal is a new edition. The public board stays held.",
    ),
    "withdraw_reveal": Kind(
        lambda payload: f"Withdraw the announcement of edition {payload['edition']}",
        _announcement_withdrawn,
        "The public board shows again what it did before it. The same cut is sealed anew as the next edition.",
    ),
    "adjust": Kind(
        lambda payload: f"Adjust the scores by ruling {payload['ruling']}",
        _adjusted,
        about=lambda payload: (payload["guest"],) if payload["guest"] else (),
    ),
    "cancel_adjustment": Kind(lambda payload: f"Cancel adjustment {payload['adjustment']}", _adjustment_cancelled),
    "settings": Kind(
        _changed,
        _settings_changed,
        "All results are counted anew by it.",
        lines=_differences,
        both_offices=True,
    ),
}
"""Every kind by its name; who adds one adds a line here and calls `ask` with it."""
