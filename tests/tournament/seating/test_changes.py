"""Changes of seats are checked against what was played and against one another, and done by one
writer; all that stands in the way is told.
"""

import re
from pathlib import Path

import pytest

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import FULL, late_lou, overlaps, seats
from tournament import seating
from tournament.models import Event, Guest
from tournament.refusal import Refused
from tournament.seating.acts import lay_round
from tournament.seating.acts_seats import leave, seat
from tournament.seating.changes import Change, Floor, exchange, hindrances

pytestmark = pytest.mark.django_db


def comes_to(event: Event, ref: str, letter: str, game: int = 1) -> Change:
    """A guest who sits down at table 1."""
    return Change(Guest.objects.get(event=event, ref=ref), table=1, letter=letter, game=game)


def test_two_guests_who_go_to_one_seat_are_told_of_it() -> None:
    event = seated_event(10)
    for badge in (11, 12):
        late_lou(event, badge)
    both = [comes_to(event, ref, "F") for ref in ("P011", "P012")]
    floor = Floor.of(event, 1)
    assert list(hindrances(floor, both[:1])) == []
    assert list(hindrances(floor, both)) == ["Seat F at table 1 is taken: choose a free one."]
    before = seats(event)
    with pytest.raises(Refused, match="Seat F at table 1 is taken"):
        seat(floor, both)
    assert seats(event) == before


def test_everything_that_stands_in_the_way_is_told_at_once() -> None:
    event = seated_event(10)
    for badge in (11, 12):
        late_lou(event, badge)
    save(event, FULL)
    floor = Floor.of(event, 1)
    here = floor.open_seat(2)
    assert here is not None
    wrong = [
        Change(here.guest, here, 1),
        comes_to(event, "P011", "A"),
        comes_to(event, "P012", "Z"),
    ]
    assert list(hindrances(floor, wrong)) == [
        "Seat A at table 1 is taken by Guest 1: choose a free one.",
        "Round 1 has no such place: choose table, seat and game from the list.",
        "The sheet of game 1 at table 1 of round 1 has Guest 2 on it:"
        " choose game 2 or a later one, or correct the sheet.",
        "The sheet of game 1 at table 1 of round 1 is in already:"
        " choose game 2 or a later one, or correct the sheet.",
        "The sheet of game 1 at table 1 of round 1 is in already:"
        " choose game 2 or a later one, or correct the sheet.",
    ]


def test_three_guests_go_round_in_one_act() -> None:
    """A swap and a newcomer together: each seat is free once who has it goes too."""
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    floor = Floor.of(event, 1)
    first, second = exchange(floor, 1, 6)
    newcomer = comes_to(event, "P011", "A", first.out)
    gone = Change(second.guest, second.seat, second.out)
    seat(floor, [first, gone, newcomer])
    assert overlaps(event) == []
    assert [row for row in seats(event) if row[0] == 1 and row[3] in (1, 6, 11)] == [
        (1, 1, "A", 1, 1, 1),
        (1, 1, "A", 11, 2, None),
        (1, 2, "A", 1, 2, None),
    ]


def test_nobody_is_seated_where_all_have_left_but_who_comes_back_is() -> None:
    event = seated_event(10)
    late_lou(event)
    for ref in ("P001", "P002", "P003", "P004", "P005"):
        leave(event, ref, (1, 1), sign(), reason="The last train")
    floor, change = Floor.of(event, 1), comes_to(event, "P011", "A")
    assert list(hindrances(floor, [change])) == [
        "Nobody plays at table 1 any more: choose another, or open a table."
    ]
    assert list(hindrances(floor, [change], company=False)) == []


def test_a_round_is_not_laid_with_somebody_at_two_tables() -> None:
    event = seated_event(10)
    before = seats(event)
    refs = [f"P{badge:03}" for badge in range(1, 6)]
    with pytest.raises(Refused, match="Guest 1 sits in round 3 already"):
        lay_round(event, 3, [refs, ["P001", "P007", "P008", "P009"]])
    assert seats(event) == before


WRITES_A_SEAT = re.compile(r"(?<!\w)Seat\((?!models)|\.left_after_game = |update\(left_after_game")


def test_one_module_alone_writes_who_sits_where() -> None:
    room = Path(seating.__file__).parent
    writers = [
        path.relative_to(room.parent).as_posix()
        for path in sorted(room.parent.rglob("*.py"))
        if "migrations" not in path.parts and WRITES_A_SEAT.search(path.read_text())
    ]
    assert writers == ["seating/acts_seats.py"]
