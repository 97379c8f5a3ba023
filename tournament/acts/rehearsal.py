"""Doing an act only to see what it would do: everything it wrote is undone before anybody sees it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from tournament.actor import Actor
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.ledger.consequence import Consequence, compared, count, drawn
from tournament.ledger.to_come import games_to_come
from tournament.models import Event

NOBODY = Actor("Rehearsal")


def rehearse(event: Event, act: Callable[[Signature], object], now: datetime, *, chances: bool = True) -> Consequence:
    """The line before an act and after it; what the act refuses it refuses here too. Nothing is left of it.

    With `chances` it holds the games to come as well, from which chances are reckoned.
    """
    before = count(event)
    ahead = games_to_come(event, before.facts.round_totals) if chances else None
    with all_or_nothing():
        row = left_by(event, act(Signature(NOBODY, now, f"rehearsal-{uuid4()}", rehearsed=True)))
        # No act that is rehearsed changes who is on the list.
        after = count(row, before.field)
        coming = games_to_come(row, after.facts.round_totals) if chances else None
        transaction.set_rollback(True)
    return replace(compared(drawn(event, before), drawn(row, after), coming), ahead=ahead)


def left_by(event: Event, done: object) -> Event:
    """The event as an act leaves it: one that changes what was declared gives its row back."""
    return done if isinstance(done, Event) else event
