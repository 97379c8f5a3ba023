"""Verifying a copy: everything is counted again from what the copy holds, not from the database in use."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path

from django.db import connections
from django.db.models import Max

from tournament.ledger.verify import faults
from tournament.models import Event, LedgerEntry

RECENT = timedelta(days=2)


def first_fault(*, recent: bool) -> str:
    """The first thing that does not fit, over all events, or those written to of late; nothing where all fits."""
    for event in _events(recent=recent):
        fault = next(islice(faults(event), 1), None)
        if fault is not None:
            return f"{event.slug}: {fault}"
    return ""


@contextmanager
def reading_from(copy: Path) -> Iterator[None]:
    """Let every query of this block, in this thread, read a SQLite copy."""
    wrapper = type(connections["default"])(
        connections["default"].settings_dict
        | {"NAME": f"{copy.resolve().as_uri()}?mode=ro&immutable=1", "OPTIONS": {"uri": True}, "CONN_MAX_AGE": 0},
        alias="default",
    )
    used = connections["default"]
    connections["default"] = wrapper
    try:
        yield
    finally:
        wrapper.close()
        connections["default"] = used


def _events(*, recent: bool) -> list[Event]:
    if not recent:
        return list(Event.objects.order_by("pk"))
    newest = LedgerEntry.objects.aggregate(newest=Max("at"))["newest"]
    if newest is None:
        return []
    written = LedgerEntry.objects.filter(at__gte=newest - RECENT).values("event").distinct()
    return list(Event.objects.filter(pk__in=written).order_by("pk"))
