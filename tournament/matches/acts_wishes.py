"""What the desk wishes of pairings to come: a bye asked for, a late entry with stated points,
pairs bound or apart.
"""

from scoring.pairing.course import Course
from tournament.ledger.chain import Signature
from tournament.matches.acts import Body, guest_ref, needs_reason, step
from tournament.models import Event
from tournament.server.snapshot import after_snapshot


def request_bye(event: Event, ref: str, number: int, signature: Signature) -> None:
    """A player sits a round of the Swiss out, which counts half a win.

    Reverse act: `take_bye_back`.
    """
    step(
        event,
        "ask_bye",
        lambda row, now: {"round": number, "guest": guest_ref(row, ref)},
        signature,
    )


@after_snapshot
def take_bye_back(event: Event, ref: str, number: int, signature: Signature) -> None:
    """The player plays that round after all, while it is not paired. Reverse act: `request_bye`."""
    step(event, "unask_bye", lambda row, now: {"round": number, "guest": ref}, signature)


def enter_late(event: Event, ref: str, halves: int, signature: Signature, *, reason: str) -> None:
    """A guest comes into the Swiss after it began, with points stated in halves for the rounds
    missed. Reverse act: `take_late_entry_back`.
    """

    def body(row: Event, now: Course) -> Body:
        needs_reason(reason, "A late entry")
        return {"guest": guest_ref(row, ref), "halves": halves}

    step(event, "late_entry", body, signature, reason=reason)


@after_snapshot
def take_late_entry_back(event: Event, ref: str, signature: Signature) -> None:
    """The guest is not in the Swiss after all, while they are not paired.

    Reverse act: `enter_late`.
    """
    step(event, "late_entry_back", lambda row, now: {"guest": ref}, signature)


def bind_pair(
    event: Event, first: str, second: str, number: int | None, signature: Signature, *, forced: bool
) -> None:
    """Two players meet in a round whatever the scores say (`forced`), or do not meet: in a round,
    or (None) at all.

    Reverse act: `free_pair`.
    """

    def body(row: Event, now: Course) -> Body:
        return _bond(guest_ref(row, first), guest_ref(row, second), number, forced=forced)

    step(event, "bond", body, signature)


@after_snapshot
def free_pair(
    event: Event, first: str, second: str, number: int | None, signature: Signature, *, forced: bool
) -> None:
    """The desk binds the two no longer, or lets them meet again. Reverse act: `bind_pair`."""
    step(event, "unbond", lambda row, now: _bond(first, second, number, forced=forced), signature)


def _bond(name: str, counterpart: str, number: int | None, *, forced: bool) -> Body:
    first, second = sorted((name, counterpart))
    return {"one": first, "other": second, "forced": forced, "round": number}
