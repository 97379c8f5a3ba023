"""What verify finds: every tampering is named, and nothing is found where nothing is wrong."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from tests.bench.field import entered_event
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.memory import peak
from tournament.models import Event, LedgerEntry, Sheet, Tally
from tournament.server import triggers
from tournament.verification import checks
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Three sheets, one of them corrected, and the guards off so that one can tamper."""
    made = seated_event()
    for game in (1, 2, 3):
        save(made, ("out", "8H KD", "A", "=23", "2 3 4"), (1, 1, game))
    save(made, ("out", "8H KD", "A", "=24", "2 3 4"), (1, 1, 2), seen=1, reason="counted again")
    triggers.drop(connection)
    return made


def test_an_untouched_ledger_has_no_fault(event: Event) -> None:
    assert list(faults(event)) == []


def entry(number: int) -> "LedgerEntry":
    return LedgerEntry.objects.get(number=number)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("kind", "resolve"),
        ("key", "another"),
        ("reason", "another"),
        ("actor", "another"),
        ("body", {}),
        ("digest", "0" * 64),
        ("previous", "0" * 64),
        ("at", "2020-01-01T00:00:00Z"),
    ],
)
def test_an_edited_entry_is_named(event: Event, column: str, value: object) -> None:
    first = LedgerEntry.objects.filter(kind="sheet").order_by("number").first()
    assert first is not None
    LedgerEntry.objects.filter(pk=first.pk).update(**{column: value})
    assert f"Record entry {first.number}" in next(faults(event))


@pytest.mark.parametrize(
    "tamper",
    [
        lambda: Tally.objects.filter(seat="D", sheet__game__number=1).update(points=22),
        lambda: Tally.objects.filter(seat="B").update(hand="9H KD"),
        lambda: Tally.objects.filter(seat="A").update(eights=1),
        lambda: Sheet.objects.filter(version=2).update(accepted=False),
        lambda: Sheet.objects.filter(version=1).update(blocked=True),
    ],
)
def test_a_sheet_changed_behind_the_ledger_is_found(
    event: Event, tamper: Callable[[], object]
) -> None:
    tamper()
    assert list(faults(event)) != []


def test_a_cut_off_tail_is_found_by_the_digest_on_paper(event: Event) -> None:
    last = LedgerEntry.objects.order_by("-number")[0]
    printed = last.digest[:16]
    Tally.objects.filter(sheet__entry=last).delete()
    Sheet.objects.filter(entry=last).delete()
    last.delete()
    Sheet.objects.filter(game__number=2).update(accepted=True)
    assert list(faults(event)) == []
    assert list(faults(event, printed)) == [
        f"The record no longer holds the entry {printed} that was printed: its end was cut off."
    ]


def test_a_missing_entry_in_the_middle_is_found(event: Event) -> None:
    found = LedgerEntry.objects.get(kind="publish", number=2)
    found.delete()
    assert next(faults(event)) == "Record entry 2 is missing."


def test_signatures_of_the_tests_are_their_own() -> None:
    assert sign().key != sign().key


@pytest.mark.promise("An evening is verified in lots: a guest more raises memory by 5 kB at most")
def test_a_large_field_is_verified_with_little_more_memory_than_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checks, "LOT", 20)
    assert a_guest_more() < A_GUEST


@pytest.mark.control("test_a_large_field_is_verified_with_little_more_memory_than_a_small_one")
def test_sheets_that_are_held_all_at_once_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LOT", 10_000)
    assert a_guest_more() > A_GUEST


A_GUEST = 5_000
"""Bytes that verifying may hold for each guest more: of 5,000 that is 25 MB."""


def a_guest_more() -> float:
    """By how many bytes a guest more raises what is held while an evening is verified."""
    small, large = (peak(partial(faults, entered_event(guests))) for guests in (30, 120))
    return (large - small) / 90
