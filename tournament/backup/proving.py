"""Verifying a copy: everything is counted again from what the copy holds, not from the database in use."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import connections
from django.db.models import Max

from tournament.backup import postgres
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


def fault_when_put_back(dump: Path) -> str:
    """The first thing that does not fit in a dump of PostgreSQL once it is put into a database of its own."""
    with postgres.unpacked(dump) as name, _reading({"NAME": name}):
        return first_fault(recent=False)


def reading_from(copy: Path) -> AbstractContextManager[None]:
    """Let every query of this block, in this thread, read a SQLite copy."""
    return _reading({"NAME": f"{copy.resolve().as_uri()}?mode=ro&immutable=1", "OPTIONS": {"uri": True}})


@contextmanager
def _reading(settings: dict[str, Any]) -> Iterator[None]:
    used = connections["default"]
    wrapper = type(used)(used.settings_dict | settings | {"CONN_MAX_AGE": 0}, alias="default")
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
