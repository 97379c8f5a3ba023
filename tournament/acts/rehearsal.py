"""Doing an act only to see what it would do: everything it wrote is undone before anybody sees it."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from tournament.actor import Actor
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.ledger.consequence import Consequence, compared, line
from tournament.ledger.to_come import games_to_come
from tournament.models import Event

NOBODY = Actor("Rehearsal")


def rehearse(event: Event, act: Callable[[Signature], object], now: datetime) -> Consequence:
    """The line before an act and after it; what the act refuses it refuses here too. Nothing is left of it."""
    before = line(event)
    with all_or_nothing():
        act(Signature(NOBODY, now, "rehearsal"))
        # Read again, since the act may change the size of the cut.
        row = Event.objects.get(pk=event.pk)
        after, coming = line(row), games_to_come(row)
        transaction.set_rollback(True)
    return compared(before, after, coming)
