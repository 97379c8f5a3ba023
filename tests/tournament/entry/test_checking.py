"""Flags dismissed and raised again, checks recorded and taken back: each
through the ledger, once.
"""

import pytest

from tests.tournament.evening import save, seated_event, sign
from tournament.counting.submission import Place
from tournament.entry.acts_checking import (
    dismiss_flag,
    mark_checked,
    mark_unchecked,
    raise_flag_again,
)
from tournament.models import Event, Flag, LedgerEntry, Sheet
from tournament.refusal import Refused
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
PLACE = Place(1, 1, 1)
FLAGGED = ("out", "8", "=8", "2", "3")


def flagged_event() -> tuple[Event, Flag, Flag]:
    event = seated_event()
    save(event, FLAGGED)
    first, second = Flag.objects.filter(event=event).order_by("seat")
    return event, first, second


def kinds(event: Event) -> list[str]:
    return list(
        LedgerEntry.objects.filter(event=event).order_by("number").values_list("kind", flat=True)
    )[2:]


def test_a_dismissal_and_its_reverse_stand_in_the_ledger_and_the_other_flag_stays_open() -> None:
    event, first, second = flagged_event()
    dismiss_flag(event, first.pk, "Counted again", sign())
    raise_flag_again(event, first.pk, "the table objects", sign())
    dismiss_flag(event, first.pk, "Seen by the umpire", sign())
    first.refresh_from_db()
    second.refresh_from_db()
    assert [first.dismissed, first.dismissed_by, second.dismissed] == [
        "Seen by the umpire",
        "Ursula Umpire",
        "",
    ]
    assert kinds(event) == ["sheet", "dismiss", "raise_again", "dismiss"]
    assert list(faults(event)) == []


def test_the_same_tap_twice_is_one_entry() -> None:
    event, first, _second = flagged_event()
    by = sign()
    for _ in range(2):
        dismiss_flag(event, first.pk, "Counted again", by)
    dismiss_flag(event, first.pk, "Seen by the umpire", sign())
    assert kinds(event) == ["sheet", "dismiss"]


def test_a_reason_of_ones_own_or_a_flag_of_another_event_or_version_is_refused() -> None:
    event, first, _second = flagged_event()
    other = seated_event(name="Other Evening")
    refused = [(event, "because"), (other, "Counted again")]
    for where, reason in refused:
        with pytest.raises(Refused):
            dismiss_flag(where, first.pk, reason, sign())
    save(event, ("out", "A", "2", "3", "4"), seen=1, reason="Misread")
    with pytest.raises(Refused, match="has been corrected"):
        dismiss_flag(event, first.pk, "Counted again", sign())
    assert kinds(event) == ["sheet", "correct"]
    assert kinds(other) == []


def test_a_check_and_its_reverse_stand_in_the_ledger() -> None:
    event = seated_event()
    save(event, ("out", "A", "2", "3", "4"))
    mark_checked(event, PLACE, 1, "Guest 2", sign())
    assert [Sheet.objects.get().checked, Sheet.objects.get().checker] == [True, "Guest 2"]
    mark_unchecked(event, PLACE, 1, sign(), reason="the wrong sheet")
    assert [Sheet.objects.get().checked, Sheet.objects.get().checker] == [False, ""]
    assert kinds(event) == ["sheet", "check", "uncheck"]
    assert list(faults(event)) == []


@pytest.mark.parametrize(("version", "checker"), [(2, "Guest 2"), (1, "  ")])
def test_a_check_of_another_version_or_by_nobody_is_refused(version: int, checker: str) -> None:
    event = seated_event()
    save(event, ("out", "A", "2", "3", "4"))
    with pytest.raises(Refused):
        mark_checked(event, PLACE, version, checker, sign())
    assert not Sheet.objects.get().checked
    assert kinds(event) == ["sheet"]


def test_a_flag_let_stand_while_typing_is_named_by_its_seat_and_kept_in_the_ledger() -> None:
    event = seated_event()
    save(event, FLAGGED, dismissed={"bare_eight B": "Counted again"})
    flags = Flag.objects.order_by("seat").values_list("seat", "dismissed")
    assert list(flags) == [("B", "Counted again"), ("C", "")]
    assert Sheet.objects.get().entry.body["dismissed"] == {"bare_eight B": "Counted again"}


def test_every_act_moves_the_version_of_the_event_on() -> None:
    event, first, _second = flagged_event()
    versions = []
    for act in (
        lambda: dismiss_flag(event, first.pk, "Counted again", sign()),
        lambda: mark_checked(event, PLACE, 1, "Guest 2", sign()),
    ):
        act()
        versions.append(Event.objects.get(pk=event.pk).version)
    assert versions == [versions[0], versions[0] + 1]
