"""A cut of any size in either direction: the best go through, one alone, all but one, and never
more than there are.
"""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.cut import Cut, NoCut, cut
from scoring.counting.standings import Ranking, Standing
from scoring.counting.tally import Direction
from tests.scoring import printed

DIRECTIONS: tuple[Direction, ...] = ("lowest", "highest")
TOTALS = st.lists(st.integers(0, 12), min_size=1, max_size=9)


def field(totals: list[int], direction: Direction) -> tuple[Standing, ...]:
    rows = {f"p{number}": str(total) for number, total in enumerate(totals)}
    return printed.ranked(rows, Ranking(direction, ("cut_of_cards",)))


@given(TOTALS, st.sampled_from(DIRECTIONS))
def test_every_size_takes_the_best_and_parts_no_equals(
    totals: list[int], direction: Direction
) -> None:
    standings = field(totals, direction)
    sign = 1 if direction == "lowest" else -1
    for size in range(1, len(totals) + 1):
        drawn = cut(standings, size)
        assert isinstance(drawn, Cut)
        through = {*drawn.qualifiers}
        assert len(through) + drawn.places_left == size
        outside = [standing for standing in standings if standing.player not in through]
        inside = [sign * standing.total for standing in standings if standing.player in through]
        assert all(sign * one.total > worst for one in outside for worst in inside)


@pytest.mark.parametrize(("direction", "size"), [*product(DIRECTIONS, (1, 4, 5))])
def test_one_alone_all_but_one_and_all_go_through(direction: Direction, size: int) -> None:
    drawn = cut(field([30, 10, 50, 20, 40], direction), size)
    best = ["p1", "p3", "p0", "p4", "p2"]
    assert isinstance(drawn, Cut)
    assert list(drawn.qualifiers) == (best if direction == "lowest" else best[::-1])[:size]


@pytest.mark.parametrize(("direction", "size"), [*product(DIRECTIONS, (6, 500))])
def test_a_cut_larger_than_the_field_is_refused_in_a_sentence(
    direction: Direction, size: int
) -> None:
    drawn = cut(field([30, 10, 50, 20, 40], direction), size)
    assert isinstance(drawn, NoCut)
    assert (
        drawn.words
        == f"A cut of {size} needs {size} ranked players, and there are 5: choose a smaller cut."
    )


@pytest.mark.parametrize("size", [0, -1])
def test_a_cut_of_nobody_is_refused_in_a_sentence(size: int) -> None:
    drawn = cut(field([1, 2], "lowest"), size)
    assert isinstance(drawn, NoCut)
    assert drawn.words == "A cut takes at least one player: give a size of 1 or more."
