"""Calling an umpire to a table, going there, and settling it. No result changes, so the ledger is not asked."""

from datetime import datetime

from django.db import IntegrityError, transaction

from tournament.acts.place import LARGEST
from tournament.hall_plan import table_label
from tournament.ledger.matches import paired
from tournament.models import Call, Event, Official, Table
from tournament.models.seating import RoundState

LONGEST = 120
NOBODY = "No umpire is on duty here now: raise a hand, and an official comes."
BY_HAND = "Where guests are paired nobody is called by phone: raise a hand, and an official comes."


class CallRefusedError(ValueError):
    """Nobody can be called, or somebody is going already: the sentence says which and what to do."""


def set_duty(event: Event, official: Official, *, on: bool) -> None:
    """An official goes on duty, or off. Reverse act: itself."""
    Official.objects.filter(event=event, pk=official.pk).update(on_duty=on)


def call_umpire(event: Event, round: int, table: int, reason: str, signed: tuple[str, datetime]) -> Call:
    """Call an umpire to a table; a table that called already keeps its place in the queue. Reverse act: `settle_call`.

    `signed` is who calls and when. Raises CallRefusedError where no umpire is on duty or there is no such table.
    """
    by, now = signed
    if paired(event):
        raise CallRefusedError(BY_HAND)
    if not Official.objects.filter(event=event, on_duty=True).exists():
        raise CallRefusedError(NOBODY)
    found = None
    if max(round, table) <= LARGEST:
        tables = Table.objects.filter(event=event, round__number=round, number=table)
        found = tables.exclude(round__state=RoundState.DRAFT).first()
    if found is None:
        raise CallRefusedError(f"There is no table {table} in round {round} of this evening.")
    waiting = Call.objects.filter(event=event, table=found, done_at=None)
    try:
        with transaction.atomic():
            return waiting.first() or Call.objects.create(
                event=event, table=found, reason=reason[:LONGEST], called_by=by[:LONGEST], called_at=now
            )
    except IntegrityError:
        # Two phones of one table called in the same moment: one call is enough.
        return waiting.get()


def go_to_call(event: Event, pk: int, by: str, now: datetime) -> Call:
    """Say that one is going there: the table sees it. Reverse act: `leave_call`."""
    found = _open_call(event, pk)
    if not Call.objects.filter(pk=found.pk, seen_at=None).update(seen_by=by, seen_at=now):
        found.refresh_from_db()
        if found.seen_by != by:
            raise CallRefusedError(f"{found.seen_by} is going to table {_label(event, found)} already.")
    found.refresh_from_db()
    return found


def leave_call(event: Event, pk: int) -> Call:
    """Nobody is going there after all: it waits again. Reverse act: `go_to_call`."""
    found = _open_call(event, pk)
    found.seen_by, found.seen_at = "", None
    found.save(update_fields=["seen_by", "seen_at"])
    return found


def settle_call(event: Event, pk: int, by: str, now: datetime) -> Call:
    """It is settled. Reverse act: the table calls again."""
    found = _open_call(event, pk)
    found.done_by, found.done_at = by[:LONGEST], now
    found.save(update_fields=["done_by", "done_at"])
    return found


def _open_call(event: Event, pk: int) -> Call:
    found = Call.objects.select_related("table").filter(event=event, pk=min(pk, 2**62), done_at=None).first()
    if found is None:
        raise CallRefusedError("That call was settled already.")
    return found


def _label(event: Event, found: Call) -> str:
    return table_label(event, found.table.number)
