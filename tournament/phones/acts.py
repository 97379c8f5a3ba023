"""A sheet, a seat order or the result of a match that comes from the phone at its table; the one
writer of each saves it.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from tournament.counting.matches import course, testimonies
from tournament.counting.seats import locked_tables
from tournament.counting.submission import SeatOrder, Submission
from tournament.entry.acts import Outcome, correct_sheet, record_sheet
from tournament.entry.place import accepted
from tournament.ledger.chain import Signature, append, known, tail, writing
from tournament.matches.acts import MatchRefusedError
from tournament.matches.acts_results import LaterRoundsError, StaleMatchError, record_match
from tournament.matches.acts_results import Outcome as MatchOutcome
from tournament.models import Event, LedgerEntry, Round, Seat
from tournament.refusal import Refused

FOR_THE_DESK = (
    "A later round was paired from this result: the desk corrects it, as it sees what changes."
)


@dataclass(frozen=True, slots=True)
class Taken:
    """A result that is in: its entry, its version, and whether it was in already."""

    entry: LedgerEntry
    version: int
    repeated: bool = False


def record_match_from_phone(event: Event, outcome: MatchOutcome, signature: Signature) -> Taken:
    """Save a match from a phone. What was saved under this key is answered for, whatever changed
    since, but where it was taken back.

    Reverse act: `take_match_back`, or the result before. Raises as `record_match` does,
    StaleMatchError only where the result that stands is another one.
    """
    before = LedgerEntry.objects.filter(event=event, key=signature.key).first()
    try:
        if before is None:
            record_match(event, outcome, signature)
    except StaleMatchError as stale:
        return _match_settled(event, outcome, stale)
    except LaterRoundsError:
        raise LaterRoundsError(FOR_THE_DESK) from None
    entry = before or LedgerEntry.objects.get(event=event, key=signature.key)
    if not _match_says(entry, outcome):
        raise MatchRefusedError(
            "This message was sent before for another match: enter the match again."
        )
    if before is not None and not course(event).match(outcome.round, outcome.table).result:
        # The same result again, or a late resend? Only a person can tell.
        raise MatchRefusedError(
            f"This result was saved as number {before.number}, and the desk took it back: ask"
            " there."
        )
    return Taken(entry, outcome.seen + 1, repeated=before is not None)


def _match_says(entry: LedgerEntry, outcome: MatchOutcome) -> bool:
    """Whether an entry holds this very result."""
    stored = (entry.body.get("round"), entry.body.get("table"), entry.body.get("games"))
    return entry.kind == "match" and stored == (outcome.round, outcome.table, outcome.games)


def _match_settled(event: Event, outcome: MatchOutcome, stale: StaleMatchError) -> Taken:
    """The very result of another phone, or of the desk, is in: no conflict, and nothing doubled."""
    match = course(event).match(outcome.round, outcome.table)
    if (match.result, match.games) != ("played", outcome.games):
        raise stale
    testimony = testimonies(event, outcome.round)[outcome.round, outcome.table]
    return Taken(testimony.entry, match.version, repeated=True)


TAKEN_BACK = "Taken back within a minute"
TAKE_BACK_WITHIN = timedelta(seconds=60)


def record_from_phone(event: Event, submission: Submission, signature: Signature) -> Outcome:
    """Save a sheet from a phone, as `record_sheet` and `correct_sheet` do.

    The phone that sent a sheet may change it within a minute without a reason. Raises as they do.
    Reverse act: a correction back.
    """
    if submission.seen and not submission.reason.strip():
        submission = replace(submission, reason=_taken_back(event, submission, signature))
    if submission.seen:
        return correct_sheet(event, submission, signature)
    return record_sheet(event, submission, signature)


def order_seats(event: Event, order: SeatOrder, signature: Signature) -> int:
    """Seat the people of a table as they really sit, before its first game. Reverse act: the order
    as it was.

    Returns the number in the ledger; raises Refused.
    """
    with writing(event) as row:
        if known(row, signature):
            return LedgerEntry.objects.get(event=row, key=signature.key).number
        round_ = Round.objects.filter(event=row, number=order.round).first()
        if round_ is None or not round_.open:
            raise Refused(f"Round {order.round} is not open: its seats stay.")
        if order.table in locked_tables(row, order.round):
            raise Refused("A game of this table is in, so its seats stay: ask the desk.")
        moves = _moves(_seats(round_, order), order)
        if not moves:
            return tail(row).number
        return append(
            row,
            "swap",
            {"round": order.round, "moves": moves},
            signature,
            reason="As they sit at the table",
        ).number


def _taken_back(event: Event, submission: Submission, signature: Signature) -> str:
    current = accepted(event, submission.place)
    own = (
        current is not None
        and current.entered_by == signature.actor.name
        and current.version == submission.seen
    )
    return (
        TAKEN_BACK
        if own and current and signature.at - current.entered_at <= TAKE_BACK_WITHIN
        else ""
    )


def _seats(round_: Round, order: SeatOrder) -> dict[str, Seat]:
    occupied = Seat.objects.filter(round=round_, table__number=order.table, left_after_game=None)
    seats = {seat.letter: seat for seat in occupied.select_related("guest", "table")}
    refs = sorted(seat.guest.ref for seat in seats.values())
    if seats.keys() != order.people.keys() or sorted(order.people.values()) != refs:
        raise Refused(
            "The same people take the same seats in another order: ask the desk for more."
        )
    return seats


def _moves(seats: dict[str, Seat], order: SeatOrder) -> list[dict[str, Any]]:
    """Put everyone where they sit; the moves as the history of the seating tells them."""
    filters = {
        seat.guest.ref: (f"{order.table}{letter}", seat.guest) for letter, seat in seats.items()
    }
    changed = {
        letter: ref for letter, ref in order.people.items() if seats[letter].guest.ref != ref
    }
    Seat.objects.filter(pk__in=[seats[letter].pk for letter in changed]).delete()
    moves = []
    for letter, ref in sorted(changed.items()):
        seat, (before, guest) = seats[letter], filters[ref]
        seat.pk, seat.guest = None, guest
        seat.save(force_insert=True)
        moves.append({"guest": ref, "before": before, "after": f"{order.table}{letter}"})
    return moves
