"""An evening of our own out and in again: what the reference evenings do not hold is not lost
either.
"""

from copy import deepcopy

import pytest

from tests.tournament.evening import NOW, entry, save, seated_event, sign
from tests.tournament.hall import FULL, late_lou
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import record_sheet
from tournament.guests.acts import keep_apart
from tournament.models import Event, KeepApart, Seat, Tally
from tournament.seating.acts_seats import Spot, leave, seat_late

pytestmark = pytest.mark.django_db
LEFT = {"A": "out", "B": "8 K", "D": "3 4", "E": "9"}


def tallies(event: Event) -> list[tuple[str, str, int | None]]:
    return list(
        Tally.objects.filter(event=event)
        .order_by("seat")
        .values_list("seat", "guest__ref", "points")
    )


def test_a_seat_left_empty_stays_empty_and_the_others_keep_their_letters() -> None:
    event = seated_event(10)
    leave(event, "P003", (1, 1), sign(), reason="Unwell")
    entries = tuple(entry(seat, said) for seat, said in LEFT.items())
    record_sheet(event, Submission(Place(1, 1, 1), entries), sign())
    document = archive(event)
    again = import_evening(document, NOW)
    assert document["seating"]["1"][0] == ["P001", "P002", None, "P004", "P005"]
    assert (archive(again), tallies(again)) == (document, tallies(event))
    assert Seat.objects.filter(event=again, guest__ref="P003").count() == 0


def test_who_left_during_a_round_and_who_came_late_keep_their_games() -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    leave(event, "P003", (1, 2), sign(), reason="Unwell")
    seat_late(event, "P011", [Spot(1, 1, "C", 3), Spot(2, 2, "F")], sign(), reason="Train")
    entries = tuple(entry(seat, said) for seat, said in LEFT.items())
    record_sheet(event, Submission(Place(1, 1, 2), entries), sign())
    save(event, FULL, (1, 1, 3))
    document = archive(event)
    again = import_evening(document, NOW)
    assert [
        (row["player"], row["from_game"], row["left_after_game"]) for row in document["part_seats"]
    ] == [
        ("P003", 1, 1),
        ("P011", 3, None),
    ]
    assert (archive(again), tallies(again)) == (document, tallies(event))
    rows = (
        "round__number",
        "table__number",
        "letter",
        "guest__ref",
        "from_game",
        "left_after_game",
    )
    kept = [
        sorted(Seat.objects.filter(event=one).values_list(*rows), key=str) for one in (event, again)
    ]
    assert kept[0] == kept[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"round": 9},
        {"table": 9},
        {"seat": "AB"},
        {"player": "P099"},
        {"from_game": 0},
        {"left_after_game": 6},
        {"left_after_game": 0},
        {"seat": "A"},
        {"seat": "F", "left_after_game": None},
    ],
)
def test_a_part_seat_that_cannot_be_is_refused_with_its_place(wrong: dict[str, object]) -> None:
    row = {
        "round": 1,
        "table": 1,
        "seat": "C",
        "player": "P003",
        "from_game": 1,
        "left_after_game": 1,
    }
    document = archive(seated_event(10)) | {"part_seats": [row | wrong]}
    with pytest.raises(ArchiveError, match=r"part_seats\[0\]"):
        import_evening(document, NOW)
    assert Event.objects.count() == 1


def test_guests_kept_apart_stay_apart() -> None:
    event = seated_event(10)
    keep_apart(event, event.guests.get(ref="P007"), event.guests.get(ref="P002"))
    document = archive(event)
    again = import_evening(document, NOW)
    pairs = list(KeepApart.objects.filter(event=again).values_list("one__ref", "other__ref"))
    assert (document["keep_apart"], pairs) == ([["P002", "P007"]], [("P002", "P007")])


@pytest.mark.parametrize(
    "pair", ["P002", ["P002"], ["P002", "P002"], ["P002", "P999"], ["P002", []]]
)
def test_a_pair_that_is_none_is_refused_with_its_place(pair: object) -> None:
    document = deepcopy(archive(seated_event(10))) | {"keep_apart": [pair]}
    with pytest.raises(ArchiveError, match=r"keep_apart\[0\]"):
        import_evening(document, NOW)
    assert Event.objects.count() == 1
