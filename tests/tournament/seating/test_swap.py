"""Two guests change seats: the act, its reverse, and what is refused."""

import pytest

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import FULL, drafted, overlaps, pair, seats
from tournament.counting.seats import hall
from tournament.models import Event
from tournament.refusal import Refused
from tournament.seating.acts_seats import swap_guests, take_seats_back
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SEATS_A = (1, 6)
"""The badges in seat A of table 1 and of table 2 where ten guests are seated by badge."""


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
        # Where the two sat when the page was drawn, table and seat: they sit elsewhere.
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
        swap_guests(event, 1, SEATS_A, sign())
    assert seats(event) == before


def swapped_during_play() -> tuple[Event, int]:
    """An evening of which table 2 has played a game, after which the guests of seat A at the two
    tables changed seats; and the number of the entry of that.
    """
    event = seated_event(10)
    save(event, FULL, (1, 2, 1))
    swap_guests(event, 1, SEATS_A, sign(), reason="A draught")
    return event, event.ledger.latest("number").number


def test_a_swap_during_play_is_from_the_next_game_on() -> None:
    event, _entry = swapped_during_play()
    rows = [
        (table, letter, badge, from_game, left_after_game)
        for number, table, letter, badge, from_game, left_after_game in seats(event)
        if number == 1 and badge in SEATS_A
    ]
    assert rows == [(1, "A", 6, 2, None), (2, "A", 1, 2, None), (2, "A", 6, 1, 1)]
    assert (overlaps(event), list(faults(event))) == ([], [])


def test_who_has_played_every_game_is_neither_swapped_nor_put_back() -> None:
    event, entry = swapped_during_play()
    for game in range(2, 6):
        save(event, FULL, (1, 2, game))
    before = seats(event)
    with pytest.raises(Refused, match="Guest 1 has played every game of round 1"):
        swap_guests(event, 1, (1, 7), sign(), reason="Too late")
    with pytest.raises(Refused, match="The sheet of game 5 at table 2 of round 1 has Guest 1 on"):
        take_seats_back(event, entry, sign(), reason="Too late")
    assert seats(event) == before


def test_a_swap_during_play_is_taken_back_as_long_as_neither_has_played_since() -> None:
    event = seated_event(10)
    save(event, FULL, (1, 2, 1))
    before = seats(event)
    swap_guests(event, 1, SEATS_A, sign(), reason="A draught")
    take_seats_back(event, event.ledger.latest("number").number, sign(), reason="No draught")
    assert (seats(event), list(faults(event))) == (before, [])
