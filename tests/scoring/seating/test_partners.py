"""Tests of clean alternatives to a harmful swap."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import (
    Alternative,
    Key,
    Seating,
    SeatingImpossibleError,
    Sitter,
    Weights,
    Wishes,
    alternatives,
    certificate,
)
from tests.examples import examples
from tests.scoring.seating.changed import swap, vacate
from tests.scoring.seating.naive import drawn, guests

NO_PLAN = Weights(off_plan=0)
EVENING = Wishes(guests(110, lambda key: key % 35, g4=2, g40=7), ((1, 2), (3, 50)), NO_PLAN)
DRAWN = drawn(EVENING)


def table_of(key: Key) -> int:
    """The table of a guest of the drawn evening in round 2."""
    place = DRAWN.place(key, 2)
    assert place is not None
    return place.table


def harmful_swaps() -> list[tuple[int, int]]:
    """Swaps of guest 1 in round 2 that do harm."""
    return [
        (1, number)
        for number in range(2, 111)
        if certificate(swap(DRAWN, 1, number, 2), EVENING).total
    ]


def test_every_offered_swap_does_no_harm_and_the_wished_tables_come_first() -> None:
    at_wished = 0
    for one, other in harmful_swaps()[:8]:
        offered = alternatives(DRAWN, EVENING, (one, other), 2)
        assert len(offered) == 3
        wished = [choice.table in (table_of(one), table_of(other)) for choice in offered]
        assert wished == sorted(wished, reverse=True)
        at_wished += any(wished)
        for choice in offered:
            assert choice.table == table_of(choice.other) != table_of(choice.one)
            assert certificate(swap(DRAWN, choice.one, choice.other, 2), EVENING).total == 0
    assert at_wished > 0


def test_where_every_swap_harms_somebody_none_is_offered() -> None:
    wishes = Wishes(guests(4, g1=1, g2=1, g3=2, g4=2))
    seating = Seating((((1, 2), (3, 4)),))
    assert alternatives(seating, wishes, (1, 3), 1) == ()
    assert alternatives(seating, Wishes(guests(4)), (1, 3), 1) == (
        Alternative(1, 4, 2, 0),
        Alternative(3, 2, 1, 0),
    )


def test_a_swap_that_heals_comes_before_one_that_only_does_no_harm() -> None:
    sitters = (Sitter(1, "Grocers"), Sitter(2, "Grocers"), *guests(8)[2:])
    seating = Seating((((1, 2), (3, 4), (5, 6), (7, 8)), ((1, 5), (2, 6), (3, 7), (4, 8))))
    offered = alternatives(seating, Wishes(sitters), (1, 3), 1, at_most=20)
    assert offered[:2] == (Alternative(1, 4, 2, -20), Alternative(3, 2, 1, -20))
    elsewhere = [choice.change for choice in offered[2:]]
    assert (elsewhere, set(elsewhere)) == (sorted(elsewhere), {-20, 0})
    assert alternatives(seating, Wishes(sitters), (1, 3), 1, at_most=1) == offered[:1]


def test_somebody_without_a_seat_in_the_round_is_refused() -> None:
    with pytest.raises(SeatingImpossibleError) as refusal:
        alternatives(vacate(DRAWN, 7, 2), EVENING, (8, 7), 2)
    assert str(refusal.value) == "7 has no seat in round 2; choose somebody who sits in it."


MIXED = Wishes(
    tuple(
        replace(sitter, group=sitter.key % 9, team=sitter.key % 7)
        for sitter in guests(32, lambda key: key % 6, g4=2, g8=5)
    ),
    ((1, 2), (3, 20), (5, 6)),
    NO_PLAN,
)
UNEVEN = vacate(drawn(MIXED, rounds=3), 11, 1)


@examples(15)
@given(st.integers(1, 32), st.integers(1, 32), st.integers(2, 3))
def test_the_change_is_exactly_that_of_the_certificate(one: int, other: int, number: int) -> None:
    before = certificate(UNEVEN, MIXED).total
    for choice in alternatives(UNEVEN, MIXED, (one, other), number, at_most=40):
        after = certificate(swap(UNEVEN, choice.one, choice.other, number), MIXED).total
        assert (after - before, choice.change <= 0) == (choice.change, True)
