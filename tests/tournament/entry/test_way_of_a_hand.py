"""How far a hand travels from the form to its tallies: each function that takes it is one step, a
stay is the steps taken one after the other in the same file, and a room is a file.
"""

import sys
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.counting.sheet import Sheet as SheetValue
from tests.tournament.entry.test_correction import form, signed_in
from tests.tournament.evening import seated_event
from tournament.counting.submission import Submission
from tournament.entry import pages_saving
from tournament.entry.acts import record_sheet
from tournament.entry.forms_grid import GridForm, TypedColumn
from tournament.entry.views_corrections import Correction
from tournament.models import Event, Sheet

ROOT = Path(__file__).parents[3]
CARRY = (GridForm, TypedColumn, Submission, SheetValue, Correction)


class Way:
    """The functions of the house that took the hand, in the order in which they first did."""

    def __init__(self) -> None:
        self.steps: dict[tuple[str, str], None] = {}

    def __call__(self, frame: FrameType, event: str, _value: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(str(ROOT)) or code.co_name[0] == "<":
            return
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if any(isinstance(frame.f_locals.get(name), CARRY) for name in names):
            self.steps.setdefault((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))

    @property
    def stays(self) -> list[str]:
        return [file for file, _steps in groupby(file for file, _name in self.steps)]


def way_of(client: Client, name: str, sent: dict[str, Any], game: int = 1) -> tuple[int, int]:
    """The stays and the rooms of what is sent to the page of this name."""
    way, page = Way(), reverse(name, args=[Event.objects.get().slug, 1, 1, game])
    sys.setprofile(way)
    try:
        answer = client.post(page, sent)
    finally:
        sys.setprofile(None)
    assert answer.status_code == 302
    return len(way.stays), len(set(way.stays))


@pytest.mark.django_db
def test_a_hand_and_its_correction_go_straight_to_their_tallies() -> None:
    client = signed_in(seated_event())
    typed = way_of(client, "sheet", form("O", "2", "3", "4", "5") | {"seen": 0})
    reason = {"step": "save", "reason": "8 counted as 8", "key": "another"}
    corrected = way_of(client, "correction", form("O", "8 2", "3", "4", "5", **reason))
    assert (typed[0] <= 25, typed[1] <= 10) == (True, True), typed
    assert (corrected[0] <= 30, corrected[1] <= 12) == (True, True), corrected
    # Both were followed to the end: the rows that they made are there.
    assert list(Sheet.objects.values_list("version", flat=True).order_by("version")) == [1, 2]


@pytest.mark.control
@pytest.mark.django_db
def test_a_hand_that_is_handed_to_and_fro_is_counted_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = signed_in(seated_event())
    sent = form("O", "2", "3", "4", "5") | {"seen": 0}
    straight = way_of(client, "sheet", sent)

    def handed(event: Event, submission: Submission, *more: Any, **words: Any) -> Any:
        return record_sheet(event, submission, *more, **words)

    monkeypatch.setattr(pages_saving, "record_sheet", handed)
    bent = way_of(client, "sheet", sent | {"key": "another"}, game=2)
    assert bent == (straight[0] + 1, straight[1] + 1)
