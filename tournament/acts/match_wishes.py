"""What the desk wishes of pairings to come: a bye asked for, a late entry with stated points, pairs bound or apart."""

from scoring.pairing.course import Course
from tournament.acts.matches import Body, guest_ref, needs_reason, step
from tournament.ledger.chain import Signature
from tournament.models import Event
from tournament.snapshot import after_snapshot


def request_bye(event: Event, ref: str, number: int, by: Signature) -> None:
    """A player sits a round of the Swiss out, which counts half a win. Reverse act: `take_bye_back`."""
    step(event, "ask_bye", lambda row, now: {"round": number, "guest": guest_ref(row, ref)}, by)


@after_snapshot
def take_bye_back(event: Event, ref: str, number: int, by: Signature) -> None:
    """The player plays that round after all, while it is not paired. Reverse act: `request_bye`."""
    step(event, "unask_bye", lambda row, now: {"round": number, "guest": ref}, by)


def enter_late(event: Event, ref: str, halves: int, by: Signature, *, reason: str) -> None:
    """A guest comes into the Swiss after it began, with points stated in halves for the rounds missed. Reverse act:
    `take_late_entry_back`.
    """

    def body(row: Event, now: Course) -> Body:
        needs_reason(reason, "A late entry")
        return {"guest": guest_ref(row, ref), "halves": halves}

    step(event, "late_entry", body, by, reason=reason)


@after_snapshot
def take_late_entry_back(event: Event, ref: str, by: Signature) -> None:
    """The guest is not in the Swiss after all, while they are not paired. Reverse act: `enter_late`."""
    step(event, "late_entry_back", lambda row, now: {"guest": ref}, by)


def bind_pair(event: Event, one: str, other: str, number: int | None, by: Signature, *, forced: bool) -> None:
    """Two players meet in a round whatever the scores say (`forced`), or do not meet: in a round, or (None) at all.

    Reverse act: `free_pair`.
    """

    def body(row: Event, now: Course) -> Body:
        return _bond(guest_ref(row, one), guest_ref(row, other), number, forced=forced)

    step(event, "bond", body, by)


@after_snapshot
def free_pair(event: Event, one: str, other: str, number: int | None, by: Signature, *, forced: bool) -> None:
    """The desk binds the two no longer, or lets them meet again. Reverse act: `bind_pair`."""
    step(event, "unbond", lambda row, now: _bond(one, other, number, forced=forced), by)


def _bond(one: str, other: str, number: int | None, *, forced: bool) -> Body:
    first, second = sorted((one, other))
    return {"one": first, "other": second, "forced": forced, "round": number}
