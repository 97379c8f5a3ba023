"""Who goes home and who comes late: each act with its reverse, and nobody ever sits on anybody."""

from dataclasses import replace

import pytest

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import FULL, late_lou, overlaps, seats, undo_seats
from tournament.counting.seats import hall
from tournament.models import Guest, Seat
from tournament.refusal import Refused
from tournament.seating.acts_seats import Spot, leave, seat_late
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def test_who_goes_home_before_play_frees_their_seats_and_comes_back_to_them() -> None:
    event = seated_event(10)
    before = seats(event)
    leave(event, "P003", (1, 1), sign(), reason="Unwell")
    assert (
        Seat.objects.filter(guest__ref="P003").count(),
        Guest.objects.get(ref="P003").status,
    ) == (0, "withdrawn")
    assert hall(event).seating.rounds[0][0] == (1, 2, None, 4, 5)
    undo_seats(event, "P003", sign(), reason="Better again")
    assert (seats(event), Guest.objects.get(ref="P003").status) == (before, "registered")


def test_who_goes_home_during_a_round_keeps_the_games_they_played() -> None:
    event = seated_event(10)
    before = seats(event)
    save(event, FULL, (1, 1, 1))
    save(event, FULL, (1, 1, 2))
    with pytest.raises(
        Refused, match="game 2 at table 1 of round 1 has Guest 3 on it: choose game 3"
    ):
        leave(event, "P003", (1, 2), sign(), reason="Unwell")
    assert seats(event) == before
    leave(event, "P003", (1, 3), sign(), reason="Unwell")
    assert [(row[0], row[4], row[5]) for row in seats(event) if row[3] == 3] == [(1, 1, 2)]
    undo_seats(event, "P003", sign(), reason="A mistake")
    assert seats(event) == before


def test_a_withdrawal_is_not_taken_back_once_a_sheet_is_in_without_them() -> None:
    event = seated_event(10)
    leave(event, "P005", (1, 1), sign(), reason="Unwell")
    save(event, FULL[:4])
    with pytest.raises(Refused, match="sheet of game 1 at table 1 of round 1 is in already"):
        undo_seats(event, "P005", sign(), reason="Better again")
    assert list(faults(event)) == []


@pytest.mark.parametrize(
    ("since", "sentence"), [((1, 6), "has the games 1 to 5"), ((3, 1), "Round 3 is not drawn")]
)
def test_nobody_leaves_at_a_game_that_is_not_there(since: tuple[int, int], sentence: str) -> None:
    event = seated_event(10)
    before = seats(event)
    with pytest.raises(Refused, match=sentence):
        leave(event, "P003", since, sign(), reason="Unwell")
    assert (seats(event), Guest.objects.get(ref="P003").status) == (before, "registered")


def test_without_a_reason_nobody_leaves_or_comes() -> None:
    event = seated_event(10)
    late_lou(event)
    with pytest.raises(Refused, match="Say why they go home"):
        leave(event, "P003", (1, 1), sign(), reason=" ")
    with pytest.raises(Refused, match="Say why they take a place"):
        seat_late(event, "P011", [Spot(1, 1, "F")], sign(), reason="")
    with pytest.raises(Refused, match="no such change of seats"):
        undo_seats(event, "P003", sign(), reason="Better again")


def test_a_late_guest_takes_a_free_place_from_a_game_on_and_gives_it_up_again() -> None:
    event = seated_event(10)
    late_lou(event)
    before = seats(event)
    save(event, FULL)
    spots = [Spot(1, 1, "F", 2), Spot(2, 2, "F")]
    with pytest.raises(Refused, match="sheet of game 1 at table 1"):
        seat_late(event, "P011", [replace(spots[0], game=1)], sign(), reason="Train")
    seat_late(event, "P011", spots, sign(), reason="Train")
    assert [row for row in seats(event) if row[3] == 11] == [
        (1, 1, "F", 11, 2, None),
        (2, 2, "F", 11, 1, None),
    ]
    assert (Guest.objects.get(ref="P011").status, overlaps(event)) == ("late", [])
    undo_seats(event, "P011", sign(), reason="Wrong guest")
    assert (seats(event), Guest.objects.get(ref="P011").status) == (before, "registered")


def test_a_freed_seat_is_filled_and_its_first_guest_does_not_get_it_back() -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    leave(event, "P003", (1, 2), sign(), reason="Unwell")
    seat_late(event, "P011", [Spot(1, 1, "C", 2)], sign(), reason="Takes the place")
    save(event, FULL, (1, 1, 2))
    assert (overlaps(event), list(faults(event))) == ([], [])
    with pytest.raises(Refused, match="Seat C at table 1 is taken"):
        undo_seats(event, "P003", sign(), reason="Back again")


@pytest.mark.parametrize(
    ("spot", "sentence"),
    [
        (Spot(1, 1, "A"), "Seat A at table 1 is taken"),
        (Spot(1, 9, "A"), "no such place"),
        (Spot(1, 1, "G"), "no such place"),
        (Spot(1, 1, "F", 6), "no such place"),
        (Spot(5, 1, "F"), "Round 5 is not drawn"),
    ],
)
def test_a_place_that_is_not_free_is_refused(spot: Spot, sentence: str) -> None:
    event = seated_event(10)
    late_lou(event)
    before = seats(event)
    with pytest.raises(Refused, match=sentence):
        seat_late(event, "P011", [spot], sign(), reason="Train")
    assert (seats(event), Guest.objects.get(ref="P011").status) == (before, "registered")


def test_a_guest_with_a_seat_takes_no_second_one() -> None:
    event = seated_event(10)
    with pytest.raises(Refused, match="sits in round 1 already"):
        seat_late(event, "P003", [Spot(1, 2, "F")], sign(), reason="Likes it better")
    assert overlaps(event) == []


def test_two_guests_in_one_seat_would_be_found() -> None:
    event = seated_event(10)
    Seat.objects.filter(round__number=1, guest__badge=4).update(letter="C", from_game=2)
    assert (1, (1, "C"), 2) in overlaps(event)
