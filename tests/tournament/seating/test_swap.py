"""Two guests change seats: the act, its reverse, and what is refused."""

import pytest

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import FULL, drafted, overlaps, pair, seats
from tournament.counting.seats import hall
from tournament.refusal import Refused
from tournament.seating.acts_seats import swap_guests, take_seats_back
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def test_a_swap_moves_two_guests_in_one_round_and_its_reverse_moves_them_back() -> None:
    event = drafted()
    one, other = pair(event)
    before = hall(event).seating
    swap_guests(event, 1, (one, other), sign())
    after = hall(event).seating
    assert (after.place(one, 1), after.place(other, 1)) == (
        before.place(other, 1),
        before.place(one, 1),
    )
    assert (after.rounds[1], overlaps(event)) == (before.rounds[1], [])
    swap_guests(event, 1, (one, other), sign())
    assert hall(event).seating == before


def test_a_swap_sent_twice_is_one_swap() -> None:
    event, by = drafted(), sign()
    one, other = pair(event)
    swap_guests(event, 1, (one, other), by)
    once = seats(event)
    swap_guests(event, 1, (one, other), by)
    assert seats(event) == once


@pytest.mark.parametrize(
    ("number", "badges", "seen_spots", "sentence"),
    [
        (1, (3, 3), (), "two different guests"),
        (1, (3, 99), (), "Badge 99 has no seat"),
        (4, (3, 5), (), "Round 4 is not drawn"),
        (1, (3, 5), ("9A", "9B"), "moved since"),
    ],
)
def test_a_swap_that_cannot_be_is_refused_in_a_sentence_and_changes_nothing(
    number: int, badges: tuple[int, int], seen_spots: tuple[str, ...], sentence: str
) -> None:
    event = drafted()
    before = seats(event)
    with pytest.raises(Refused, match=sentence):
        swap_guests(event, number, badges, sign(), seen_spots=seen_spots)
    assert seats(event) == before


def test_after_publication_a_swap_needs_a_reason() -> None:
    event = seated_event(10)
    before = seats(event)
    with pytest.raises(Refused, match="give the reason"):
        swap_guests(event, 1, (1, 6), sign())
    assert seats(event) == before


def test_a_swap_during_play_is_from_the_next_game_on_and_not_of_whom_has_played_all() -> None:
    event = seated_event(10)
    save(event, FULL, (1, 2, 1))
    swap_guests(event, 1, (1, 6), sign(), reason="A draught")
    assert [row for row in seats(event) if row[0] == 1 and row[3] in (1, 6)] == [
        (1, 1, "A", 6, 2, None),
        (1, 2, "A", 1, 2, None),
        (1, 2, "A", 6, 1, 1),
    ]
    number = event.ledger.latest("number").number
    assert (overlaps(event), list(faults(event))) == ([], [])
    for game in range(2, 6):
        save(event, FULL, (1, 2, game))
    before = seats(event)
    with pytest.raises(Refused, match="Guest 1 has played every game of round 1"):
        swap_guests(event, 1, (1, 7), sign(), reason="Too late")
    with pytest.raises(Refused, match="The sheet of game 5 at table 2 of round 1 has Guest 1 on"):
        take_seats_back(event, number, sign(), reason="Too late")
    assert seats(event) == before


def test_a_swap_during_play_is_taken_back_as_long_as_neither_has_played_since() -> None:
    event = seated_event(10)
    save(event, FULL, (1, 2, 1))
    before = seats(event)
    swap_guests(event, 1, (1, 6), sign(), reason="A draught")
    take_seats_back(event, event.ledger.latest("number").number, sign(), reason="No draught")
    assert (seats(event), list(faults(event))) == (before, [])
