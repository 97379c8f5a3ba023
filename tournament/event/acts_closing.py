"""Closing the evening once its prizes are handed over: from then on nothing is to do any more."""

from tournament.counting.finals import CLOSED, REOPENED, closing_of
from tournament.counting.matches import course
from tournament.counting.scores import seal_in_force
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Conflict, Event, Round, Stage
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot


class ClosingRefusedError(Refused):
    """The evening cannot be closed or opened again so: the sentence says why
    and what to do first.
    """


@after_snapshot
def close_evening(event: Event, by: Signature) -> None:
    """Say that the prizes are handed over and the evening is over. Reverse act: `reopen_evening`.

    It decides nothing and forbids nothing: whatever changes results afterwards is done, and on
    record, as before.
    """
    with writing(event) as row:
        if known(row, by):
            return
        if closing_of(row):
            raise ClosingRefusedError("The evening is already closed.")
        waits = _to_come(row)
        if waits:
            raise ClosingRefusedError(f"The evening is not over: {waits}")
        append(row, CLOSED, {}, by)


@after_snapshot
def reopen_evening(event: Event, by: Signature, *, reason: str) -> None:
    """Take back that the evening is over. Reverse act: `close_evening`."""
    with writing(event) as row:
        if known(row, by):
            return
        if closing_of(row) is None:
            raise ClosingRefusedError("The evening is not closed.")
        if not reason.strip():
            raise ClosingRefusedError("Say why the evening is opened again.")
        append(row, REOPENED, {}, by, reason=reason)


def _to_come(row: Event) -> str:
    """What is still to be played or announced, with the way to it; nothing when all is."""
    if row.paired:
        now = course(row)
        return (
            ""
            if now.now == len(now.plan)
            else "matches are still to be played. Enter their results first."
        )
    contested = Conflict.objects.filter(event=row, resolved_by=None).select_related(
        "game__table__round"
    )
    if names := "; ".join(sorted({str(one.game) for one in contested})):
        return f"two different sheets were sent for one game ({names}). Choose between them first."
    still_open = (
        Round.objects.filter(event=row, state=RoundState.PUBLISHED).order_by("number").first()
    )
    if still_open:
        return f"{str(still_open).lower()} is open. Close it first."
    seal = seal_in_force(row)
    if seal is None or not seal.revealed_at:
        return "the cut is not revealed. Seal it and read it out first."
    played = Round.objects.filter(event=row, stage=Stage.PLAYOFF, state=RoundState.CLOSED)
    return (
        "the play-off is not played. Seat it first."
        if row.has_playoff and not played.exists()
        else ""
    )
