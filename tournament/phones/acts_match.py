"""The result of a match that comes from the phone at its table; the one act that records matches
saves it.
"""

from dataclasses import dataclass

from tournament.counting.matches import course, result_entry
from tournament.ledger.chain import Signature
from tournament.matches.acts import MatchRefusedError
from tournament.matches.acts_results import LaterRoundsError, Outcome, StaleMatchError, record_match
from tournament.models import Event, LedgerEntry

FOR_THE_DESK = (
    "A later round was paired from this result: the desk corrects it, as it sees what changes."
)


@dataclass(frozen=True, slots=True)
class Taken:
    """A result that is in: its entry, its version, and whether it was in already."""

    entry: LedgerEntry
    version: int
    repeated: bool = False


def record_match_from_phone(event: Event, outcome: Outcome, by: Signature) -> Taken:
    """Save a match from a phone. What was saved under this key is answered for, whatever changed
    since.

    Reverse act: `take_match_back`, or the result before. Raises as `record_match` does,
    StaleMatchError only where the result that stands is another one.
    """
    before = LedgerEntry.objects.filter(event=event, key=by.key).first()
    try:
        if before is None:
            record_match(event, outcome, by)
    except StaleMatchError as stale:
        return _settled(event, outcome, stale)
    except LaterRoundsError:
        raise LaterRoundsError(FOR_THE_DESK) from None
    entry = before or LedgerEntry.objects.get(event=event, key=by.key)
    if not _says(entry, outcome):
        raise MatchRefusedError(
            "This message was sent before for another match: enter the match again."
        )
    return Taken(entry, outcome.seen + 1, repeated=before is not None)


def _says(entry: LedgerEntry, outcome: Outcome) -> bool:
    """Whether an entry holds this very result."""
    said = (entry.body.get("round"), entry.body.get("table"), entry.body.get("games"))
    return entry.kind == "match" and said == (outcome.round, outcome.table, outcome.games)


def _settled(event: Event, outcome: Outcome, stale: StaleMatchError) -> Taken:
    """The very result of another phone, or of the desk, is in: no conflict, and nothing doubled."""
    match, entry = (
        course(event).match(outcome.round, outcome.table),
        result_entry(event, outcome.round, outcome.table),
    )
    if entry is None or (match.result, match.games) != ("played", outcome.games):
        raise stale
    return Taken(entry, match.version, repeated=True)
