"""Tests of swaps, withdrawals and late arrivals."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import Seating, SeatingImpossibleError, Wishes, fill, swap, vacate
from tests.examples import examples
from tests.scoring.seating.naive import drawn, guests, tables

DRAWN = drawn(Wishes(guests(23)))


@examples(50)
@given(st.integers(1, 23), st.integers(1, 23), st.integers(1, 2))
def test_a_swap_done_twice_changes_nothing(one: int, other: int, number: int) -> None:
    once = swap(DRAWN, one, other, number)
    assert swap(once, one, other, number) == DRAWN
    assert (once.place(one, number), once.place(other, number)) == (
        DRAWN.place(other, number),
        DRAWN.place(one, number),
    )
    assert once.rounds[2 - number] == DRAWN.rounds[2 - number]
    assert sorted(map(str, (key for _, _, keys in tables(once) for key in keys))) == sorted(
        map(str, (key for _, _, keys in tables(DRAWN) for key in keys))
    )


def test_a_swap_keeps_empty_seats_where_they_are() -> None:
    seating = Seating((((1, None, 2), (3, 4)),), (0, 1, 2))
    assert swap(seating, 2, 3, 1) == Seating((((1, None, 3), (2, 4)),), (0, 1, 2))


def test_a_guest_who_leaves_and_comes_back_has_the_old_seat() -> None:
    place = DRAWN.place(7, 2)
    assert place is not None
    gone = vacate(DRAWN, 7, 2)
    assert gone.place(7, 2) is None
    assert gone.place(7, 1) == DRAWN.place(7, 1)
    assert fill(gone, 7, 2, place.table, "ABCDEF".index(place.seat)) == DRAWN


def test_a_late_guest_may_take_the_next_seat_of_a_small_table() -> None:
    seating = Seating((((1, 2, 3, 4), (5, 6, 7, 8)),))
    assert fill(seating, 9, 1, 2, 4) == Seating((((1, 2, 3, 4), (5, 6, 7, 8, 9)),))


REFUSED: list[tuple[Callable[[Seating], Seating], str]] = [
    (
        lambda s: swap(s, 1, 99, 1),
        "99 has no seat in round 1; choose somebody who sits in that round.",
    ),
    (lambda s: swap(s, 1, 2, 3), "There is no round 3; choose one from 1 to 1."),
    (
        lambda s: vacate(s, 99, 1),
        "99 has no seat in round 1; choose somebody who sits in that round.",
    ),
    (lambda s: vacate(s, 1, 0), "There is no round 0; choose one from 1 to 1."),
    (lambda s: fill(s, 9, 1, 3, 0), "There is no table 3; choose one from 1 to 2."),
    (lambda s: fill(s, 9, 1, 1, 0), "That seat of table 1 is not free; choose seat B or D."),
    (lambda s: fill(s, 9, 1, 1, -1), "That seat of table 1 is not free; choose seat B or D."),
    (
        lambda s: fill(s, 4, 1, 1, 1),
        "4 already sits at table 2, seat B, in round 1; swap them instead.",
    ),
    (lambda s: fill(s, 9, 2, 1, 1), "There is no round 2; choose one from 1 to 1."),
]


@pytest.mark.parametrize(("change", "sentence"), REFUSED)
def test_a_change_that_cannot_be_made_is_refused_with_the_mend(
    change: Callable[[Seating], Seating], sentence: str
) -> None:
    with pytest.raises(SeatingImpossibleError) as refusal:
        change(Seating((((1, None, 2), (3, 4)),)))
    assert str(refusal.value) == sentence
