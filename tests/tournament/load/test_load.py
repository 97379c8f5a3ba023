"""Many save and more look: every save that was answered is there, nobody met an error.

Times are told, not asserted.
"""

import os
import resource
from collections import Counter

import pytest
from django.db import connection

from tests.figures import report
from tests.tournament.load.crowd import Heard, Manner, come
from tests.tournament.load.halls import hall
from tests.tournament.load.server import serving
from tournament.models import Event, LedgerEntry, Sheet
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db(transaction=True)
HURRY = Manner(thought=0, viewers=8, arrival=0.1, pause=0.1)
ON_SQLITE = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="what is taken away here is SQLite's alone"
)


def saved(event: Event) -> tuple[int, int, list[str]]:
    """Entries of sheets, sheets that count, and whatever is wrong with the ledger."""
    entries = LedgerEntry.objects.filter(event=event, kind="sheet").count()
    return entries, Sheet.objects.filter(event=event, accepted=True).count(), list(faults(event))


def met(heard: Heard) -> tuple[Counter[int], Counter[int], set[int]]:
    """How saves were answered, how the pages after them, and with what the viewers met."""
    viewers = heard.entrances.statuses | heard.looks.statuses
    return heard.saves.statuses, heard.pages.statuses, set(viewers) - {200, 304}


def processor_of_children() -> float:
    """Seconds of processor that ended child processes took: unlike times on the clock, no busy
    machine adds to them.
    """
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.promise(
    "Officials who save all at once while many look: every save is there, nobody meets an error",
    faults=(26,),
)
def test_many_save_at_once_while_many_look_and_nothing_is_missing() -> None:
    event, evening = hall(6, 3)
    with serving() as port:
        heard = come(port, evening, HURRY)
    assert met(heard) == (Counter({302: 18}), Counter({200: 18}), set())
    assert saved(event) == (18, 18, [])


@ON_SQLITE
@pytest.mark.control("test_many_save_at_once_while_many_look_and_nothing_is_missing")
def test_where_writers_do_not_wait_for_each_other_saves_are_refused() -> None:
    event, evening = hall(8, 4)
    with serving(DJANGO_SETTINGS_MODULE="tests.tournament.load.impatient") as port:
        heard = come(port, evening, HURRY)
    assert heard.saves.statuses[302] < 32
    assert saved(event)[:2] != (32, 32)


@pytest.mark.torture
@pytest.mark.promise(
    "100 officials with two seconds of thought and 500 viewers: no error, nothing unsaved; the time"
    " of a save is told",
    faults=(26,),
    figure="load_sqlite",
)
def test_a_hundred_officials_save_while_five_hundred_look() -> None:
    event, evening = hall(100, 12)
    before = processor_of_children()
    with serving() as port:
        heard = come(port, evening, Manner())
    spent = processor_of_children() - before
    assert met(heard) == (Counter({302: 1200}), Counter({200: 1200}), set())
    assert saved(event) == (1200, 1200, [])
    looks = heard.looks.statuses
    report(
        f"load_{connection.vendor}",
        "100 officials saved 1,200 sheets of one hall of 500 guests, 0 errors, 0 unsaved"
        f" ({heard.saves.words()}); 500 viewers were answered {sum(looks.values()):,} times,"
        f" {looks[304]:,} of them “not modified” ({heard.looks.words()}); the server took"
        f" {spent:.0f} s of processor for all of it; load average {os.getloadavg()[0]:.0f} on"
        f" {os.cpu_count()} cores",
    )
