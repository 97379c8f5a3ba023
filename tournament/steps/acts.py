"""Closing the evening once its prizes are handed over, and opening it again."""

from tournament.counting.finals import CLOSED, REOPENED, closing_of
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot
from tournament.site.cache import asked_once
from tournament.steps.facts import facts_of
from tournament.steps.table import Part, Step, drawn_row, undone

UNREAD = frozenset({"podium", "final"})
"""The steps that an evening may be closed without: it is asked about, and the board stays."""
LAST = frozenset({"end", "m-end"})


@after_snapshot
def close_evening(event: Event, signature: Signature) -> None:
    """Say that the prizes are handed over and the evening is over. Reverse act: `reopen_evening`.

    It decides nothing and forbids nothing: whatever changes results afterwards is done, and on
    record, as before.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        coming = _comes_first(row)
        if coming.part == Part.OVER:
            raise Refused("The evening is already closed.")
        if coming.key not in LAST:
            raise Refused(f"The evening is not over. {coming.first}")
        append(row, CLOSED, {}, signature)


@after_snapshot
def reopen_evening(event: Event, signature: Signature, *, reason: str) -> None:
    """Take back that the evening is over. Reverse act: `close_evening`."""
    with writing(event) as row:
        if known(row, signature):
            return
        if closing_of(row) is None:
            raise Refused("The evening is not closed.")
        if not reason.strip():
            raise Refused("Say why the evening is opened again.")
        append(row, REOPENED, {}, signature, reason=reason)


def _comes_first(row: Event) -> Step:
    """What comes first, the closing and what it may go without set aside."""
    with asked_once():
        facts = facts_of(row)
        place = next(place for place in undone(facts) if place[0]["key"] not in UNREAD)
        return drawn_row(place[0], facts, place[1])
