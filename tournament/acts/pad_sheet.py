"""A sheet or a seat order that comes from a phone at the table; the one writer saves it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from scoring.sheet import Finding
from tournament.acts.entry import Outcome, SheetConflictError, SheetRefusedError, record_sheet
from tournament.acts.seating import SeatingRefusedError, known
from tournament.ledger.chain import Signature, append, tail, writing
from tournament.ledger.seats import locked_tables
from tournament.models import Event, LedgerEntry, Round, Seat, Sheet
from tournament.submission import Place, SeatOrder, Submission, body_of, same_result

TAKEN_BACK = "Taken back within a minute"
TAKE_BACK_WITHIN = timedelta(seconds=60)


def record_from_phone(event: Event, submission: Submission, by: Signature) -> Outcome:
    """Save a sheet from a phone. What was saved under this key is answered for, whatever changed since.

    The phone that sent a sheet may change it within a minute without a reason. Raises as `record_sheet` does.
    Reverse act: a correction back.
    """
    before = LedgerEntry.objects.select_related("sheet").filter(event=event, key=by.key).first()
    if before is not None and _says(before, submission):
        return _again(event, submission, before)
    if submission.seen and not submission.reason.strip():
        submission = replace(submission, reason=_taken_back(event, submission, by))
    try:
        return record_sheet(event, submission, by)
    except SheetConflictError as conflict:
        return _settled(event, submission, conflict)


def order_seats(event: Event, order: SeatOrder, by: Signature) -> int:
    """Seat the people of a table as they really sit, before its first game. Reverse act: the order as it was.

    Returns the number in the ledger; raises SeatingRefusedError.
    """
    with writing(event) as row:
        if known(row, by):
            return LedgerEntry.objects.get(event=row, key=by.key).number
        found = Round.objects.filter(event=row, number=order.round).first()
        if found is None or not found.open:
            raise SeatingRefusedError(f"Round {order.round} is not open: its seats stay.")
        if order.table in locked_tables(row, order.round):
            raise SeatingRefusedError("A game of this table is in, so its seats stay: ask the desk.")
        moves = _moves(_seats(found, order), order)
        if not moves:
            return tail(row).number
        return append(row, "swap", {"round": order.round, "moves": moves}, by, reason="As they sit at the table").number


def _says(entry: LedgerEntry, submission: Submission) -> bool:
    """Whether a ledger entry holds this very sheet, of the people the sender saw where it says who they were."""
    written = {row["seat"]: row["guest"] for row in entry.body.get("tallies", ())}
    if written.keys() != {one.seat for one in submission.entries}:
        return False
    return same_result(entry.body, body_of(submission, written | dict(submission.people)))


def _again(event: Event, submission: Submission, before: LedgerEntry) -> Outcome:
    if before.kind == "conflict":
        return _settled(event, submission, SheetConflictError(before))
    if not before.sheet.accepted and accepted(event, submission.place) is None:
        # The same hands again, or a late resend? Only a person can tell: nothing is called saved that does not count.
        text = f"This sheet was saved as number {before.number}, and the desk took it away from here: ask there."
        raise SheetRefusedError(Finding("taken_away", (), text, refused=True))
    return Outcome(before.number, before.sheet.version, repeated=True)


def _settled(event: Event, submission: Submission, conflict: SheetConflictError) -> Outcome:
    """A conflict in which the desk has chosen this very sheet meanwhile is none any more."""
    current = accepted(event, submission.place)
    if current is None or not _says(current.entry, submission):
        raise conflict
    return Outcome(current.entry.number, current.version, repeated=True)


def accepted(event: Event, place: Place) -> Sheet | None:
    """The sheet that counts, with its ledger entry."""
    sheets = Sheet.objects.select_related("entry").filter(event=event, accepted=True, game__number=place.game)
    return sheets.filter(game__table__number=place.table, game__table__round__number=place.round).first()


def _taken_back(event: Event, submission: Submission, by: Signature) -> str:
    current = accepted(event, submission.place)
    own = current is not None and current.entered_by == by.actor.name and current.version == submission.seen
    return TAKEN_BACK if own and current and by.at - current.entered_at <= TAKE_BACK_WITHIN else ""


def _seats(found: Round, order: SeatOrder) -> dict[str, Seat]:
    taken = Seat.objects.filter(round=found, table__number=order.table, left_after_game=None)
    seats = {seat.letter: seat for seat in taken.select_related("guest", "table")}
    refs = sorted(seat.guest.ref for seat in seats.values())
    if seats.keys() != order.people.keys() or sorted(order.people.values()) != refs:
        raise SeatingRefusedError("The same people take the same seats in another order: ask the desk for more.")
    return seats


def _moves(seats: dict[str, Seat], order: SeatOrder) -> list[dict[str, Any]]:
    """Put everyone where they sit; the moves as the history of the seating tells them."""
    where = {seat.guest.ref: (f"{order.table}{letter}", seat.guest) for letter, seat in seats.items()}
    changed = {letter: ref for letter, ref in order.people.items() if seats[letter].guest.ref != ref}
    Seat.objects.filter(pk__in=[seats[letter].pk for letter in changed]).delete()
    moves = []
    for letter, ref in sorted(changed.items()):
        seat, (before, guest) = seats[letter], where[ref]
        seat.pk, seat.guest = None, guest
        seat.save(force_insert=True)
        moves.append({"guest": ref, "before": before, "after": f"{order.table}{letter}"})
    return moves
