"""Evenings with a table that everybody left go out and come in equal, also from an archive of
before.
"""

import json
from pathlib import Path

import pytest

from tests.tournament.ending import fresh
from tests.tournament.entry.test_empty_table import left_event
from tests.tournament.evening import NOW, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
BEFORE = Path(__file__).parents[3] / "fixtures" / "evenings" / "everybody-left-a-table.json"


def test_an_archive_made_before_with_such_a_table_comes_in_and_goes_out_as_it_was() -> None:
    document = json.loads(BEFORE.read_text(encoding="utf-8"))
    gone = [
        (row["round"], row["table"], row["game"])
        for row in document["games"]
        if row.get("not_played")
    ]
    assert gone == [(1, 3, game) for game in (3, 4, 5)] + [(2, 3, game) for game in range(1, 6)]
    event = import_evening(document, NOW)
    assert archive(event) == document
    assert list(faults(fresh(event))) == []
    assert sorted(standing.player for standing in compute(event).standings if standing.place) == [
        f"P{badge:03}" for badge in range(1, 11)
    ]


@pytest.mark.parametrize("since", [1, 3])
@pytest.mark.parametrize("closed", [True, False])
def test_an_evening_with_a_table_that_all_left_comes_in_equal(since: int, *, closed: bool) -> None:
    event = left_event(since)
    if closed:
        close_round(event, 1, sign())
    document = archive(fresh(event))
    again = import_evening(document, NOW)
    assert archive(again) == document
    assert compute(again).standings == compute(fresh(event)).standings
    assert list(faults(fresh(again))) == []
