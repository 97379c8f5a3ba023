"""Whoever changes one value in the database is found, in every column of the ledger and of what is
made from it.
"""

import time
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from django.db import IntegrityError, connection, models, transaction

from tests.figures import report
from tests.tournament.evening import save, seated_event
from tests.tournament.test_every_act import undone
from tests.tournament.verification.tampering import WANTED, Change, another, changes, columns_of
from tests.tournament.verification.tampering_evenings import evenings
from tournament.models import Event, LedgerEntry, Pending, Ruling, Sheet, Tally
from tournament.server import triggers
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
NOT_MADE_OF_AN_ENTRY = {
    (Pending, "event"): "the entry that asked keeps its own event",
    (Pending, "preview"): "what both officials saw; approval computes it anew and compares",
    (Pending, "settled_user"): "the account behind the name, which is compared",
    (Ruling, "kind"): "repeats the claim, which is compared",
    (Ruling, "noticed"): "repeats the claim, which is compared",
    (Ruling, "clauses"): "repeats the answer, which is compared",
    (Ruling, "called_at"): "when the table called: no part of the ruling",
}
"""Columns of which the ledger says nothing, and why that is no hole."""
ROWS = pytest.mark.parametrize(
    "most",
    [
        3,
        pytest.param(6, marks=pytest.mark.nightly),
        pytest.param(1000, marks=pytest.mark.torture),
    ],
)
"""So many rows of each table at most."""


@pytest.fixture
def unguarded() -> Iterator[None]:
    """The triggers are off, as for somebody who has the file."""
    triggers.drop(connection)
    yield
    triggers.create(connection)


def held_back(change: Change) -> bool:
    """Whether the database itself refuses the change."""
    try:
        with transaction.atomic():
            change.make()
            connection.check_constraints()
    except IntegrityError:
        return True
    return False


def findings(table: type[models.Model], most: int) -> dict[str, str]:
    """For each column what is found when a value of it is changed: a fault, or the refusal of the
    database, which is asked for so many rows.
    """
    told = {}
    for column in columns_of(table):
        for change in islice(changes(table, column), most):
            with undone():
                refused = held_back(change)
                told[column] = (
                    "refused" if refused else next(faults(Event.objects.get(pk=change.event)), "")
                )
            if not refused:
                break
    return told


@pytest.mark.promise(
    "Any value changed in the database is found, in every table made from the ledger", faults=(27,)
)
@ROWS
def test_every_column_of_every_derived_table_is_compared_with_its_entry(
    unguarded: None, most: int
) -> None:
    events = evenings()
    assert [list(faults(event)) for event in events] == [[], [], [], []]
    unseen = []
    for table in WANTED:
        told = findings(table, most)
        assert told, f"no {table.__name__} on these evenings"
        unseen += [(table, column) for column, words in told.items() if not words]
    assert [one for one in unseen if one not in NOT_MADE_OF_AN_ENTRY] == []


def recorded(games: int) -> Event:
    """An evening with so many sheets and as many corrections."""
    event = seated_event(5, qualifying_rounds=1, games_per_round=games)
    for game in range(1, games + 1):
        save(event, ("out", "8H KD", "A", "=23", "2 3 4"), (1, 1, game))
        save(
            event,
            ("out", "8H KD", "A", "=24", "2 3 4"),
            (1, 1, game),
            seen=1,
            reason="counted again",
        )
    return event


def each_changed(event: Event, most: int) -> tuple[int, list[str]]:
    """Change one value after another of the ledger; how many, and those not found or not named."""
    head, missed, tried = LedgerEntry.objects.latest("number").digest, [], 0
    entries, columns = (
        list(LedgerEntry.objects.filter(event=event).order_by("number")),
        columns_of(LedgerEntry),
    )
    for number in range(most):
        entry, column = (
            entries[number % len(entries)],
            columns[(number // len(entries) + number) % len(columns)],
        )
        field = LedgerEntry._meta.get_field(column)
        value = another(field, getattr(entry, field.attname), entry)  # type: ignore[union-attr]
        if value is None:
            value = "x" if isinstance(field, models.CharField) else another(field, 0, entry)
        change = Change(LedgerEntry, field.attname, entry.pk, value, event.pk)  # type: ignore[union-attr]
        with undone():
            if held_back(change):
                continue
            tried += 1
            fault = next(faults(event, head), "")
        last = entry.number == len(entries)
        if f"entry {entry.number} " not in fault and not (last and "was cut off" in fault):
            missed.append(f"{column} of entry {entry.number}: {fault or 'not found'}")
    return tried, missed


@pytest.mark.promise(
    "Any value changed in the ledger is found and its entry named, a cut-off tail by the last"
    " paper",
    faults=(27,),
)
def test_every_column_of_the_ledger_is_sealed_by_the_chain(unguarded: None) -> None:
    event = recorded(3)
    tried, missed = each_changed(event, 7 * len(columns_of(LedgerEntry)))
    assert missed == []
    assert tried > 60


@pytest.mark.control("test_every_column_of_the_ledger_is_sealed_by_the_chain")
def test_a_chain_without_its_digests_would_not_notice(
    unguarded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = recorded(1)
    monkeypatch.setattr("tournament.verification.checks.digest_of", lambda entry, uid: entry.digest)
    with undone():
        LedgerEntry.objects.filter(event=event, number=2).update(
            actor="Somebody Else", reason="another"
        )
        Sheet.objects.filter(entry__number=2).update(entered_by="Somebody Else", reason="another")
        assert list(faults(event)) == []


@pytest.mark.torture
@pytest.mark.promise(
    "A thousand entries: every change found, the cut-off tail too", faults=(27,), figure="tampering"
)
def test_a_thousand_changed_values_and_a_cut_tail_are_all_found(unguarded: None) -> None:
    event = recorded(500)
    tried, missed = each_changed(event, 1000)
    printed = LedgerEntry.objects.latest("number")
    for cut in Random(5).sample(range(1, 400), 20):
        with undone():
            gone = Sheet.objects.filter(event=event, entry__number__gt=printed.number - cut)
            Tally.objects.filter(sheet__in=gone).delete()
            gone.delete()
            LedgerEntry.objects.filter(event=event, number__gt=printed.number - cut).delete()
            Sheet.objects.filter(event=event, game__number__gt=500 - cut // 2, version=1).update(
                accepted=True
            )
            if not any("was cut off" in fault for fault in faults(event, printed.digest[:16])):
                missed.append(f"a tail of {cut}")
    report(
        "tampering",
        f"{tried} values of a ledger of 1,001 entries changed one by one and 20 tails cut off: "
        f"{tried + 20 - len(missed)} of {tried + 20} found and named",
    )
    assert missed == []


@pytest.mark.torture
def test_what_it_costs_to_verify_five_thousand_entries() -> None:
    event = recorded(2500)
    began = time.process_time()
    assert list(faults(event)) == []
    spent = time.process_time() - began
    entries = LedgerEntry.objects.filter(event=event).count()
    report(
        "verify_cost",
        f"{entries:,} entries verified, all sheets counted again, in {spent:.1f} s of one core",
    )
