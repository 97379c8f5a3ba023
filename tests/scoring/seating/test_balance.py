"""How evenly a seating shares out sizes, seats and deals."""

from scoring.seating import Seating
from scoring.seating.balance import Share, balance

FIVE, FOUR = (1, 2, 3, 4, 5), (6, 7, 8, 9)
MOVED = ((6, 7, 8, 9, 1), (2, 3, 4, 5))


def test_each_guest_has_the_size_of_their_tables_and_their_seats() -> None:
    found = {guest.key: guest for guest in balance(Seating(((FIVE, FOUR), MOVED)), (5, 5)).guests}
    assert (found[1].sizes, found[1].seats) == ((5, 5), ("A", "E"))
    assert (found[9].sizes, found[9].seats) == ((4, 5), ("D", "D"))
    assert found[9].games_at((5, 3)) == {4: 5, 5: 3}


def test_at_five_each_deals_once_at_four_one_deals_twice_and_at_six_one_never() -> None:
    def deals(seats: int) -> tuple[int, int]:
        return balance(Seating((((*range(1, seats + 1),),),)), (5,)).guests[0].deals

    assert [deals(seats) for seats in (4, 5, 6)] == [(1, 2), (1, 1), (0, 1)]


def test_seats_at_small_tables_are_shared_out_as_evenly_as_their_number_allows() -> None:
    found = balance(Seating(((FIVE, FOUR), MOVED)), (5, 5))
    assert (found.usual, found.small) == (
        5,
        Share(most=1, least_most=1, seats=8, even=False),
    )
    assert found.large == Share(most=0, least_most=0, seats=0, even=True)


def test_who_sits_at_a_small_table_twice_is_more_than_the_least_that_can_be_had() -> None:
    found = balance(Seating(((FIVE, FOUR), (FIVE, FOUR))), (5, 5))
    assert (found.small.most, found.small.least_most) == (2, 1)


def test_a_guest_without_a_seat_in_a_round_has_no_size_there() -> None:
    found = balance(Seating((((1, 2, 3, 4),), ((1, 2, 3, None),))), (5, 5))
    missing = next(guest for guest in found.guests if guest.key == 4)
    assert (missing.sizes, missing.seats, missing.games_at((5, 5))) == ((4, 0), ("D", ""), {4: 5})


def test_one_table_and_no_table_are_balanced() -> None:
    assert balance(Seating(((FIVE,),)), (5,)).small.even
    assert balance(Seating(()), ()).guests == ()
