"""That a copy of the database was put back is written down in each evening it took back."""

from datetime import datetime, timedelta

from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.restored import RESTORED
from tournament.models import Event, LedgerEntry

LATELY = timedelta(days=1)


def note_restored(event: Event, copied_at: datetime, copy: str, by: Signature) -> LedgerEntry:
    """Write down that everything after `copied_at` is gone. No reverse: it happened to the machine, not the evening."""
    with writing(event) as row:
        return append(row, RESTORED, {"copied_at": copied_at.isoformat(), "copy": copy}, by)


def taken_back(copied_at: datetime) -> list[Event]:
    """The events that were written to within a day before the copy: only in these can something be missing."""
    lately = LedgerEntry.objects.filter(at__gte=copied_at - LATELY).values("event").distinct()
    return list(Event.objects.filter(pk__in=lately).order_by("pk"))
