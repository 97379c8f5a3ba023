"""A declined place goes to the next reserve by the recorded order, and nothing
is decided silently.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.playoff import Finalists, finalists

TEN = tuple(f"q{number}" for number in range(1, 11))
RESERVES = (("r1",), ("r2", "r3"), ("r4",))


def test_without_a_word_from_anybody_the_ten_play() -> None:
    assert finalists(TEN, RESERVES, ()) == Finalists(TEN, waiting=("r1", "r2", "r3", "r4"))


def test_a_declined_place_goes_to_the_next_reserve_who_is_seeded_last() -> None:
    found = finalists(TEN, RESERVES, {"q2"})
    assert found == Finalists(("q1", *TEN[2:], "r1"), ("r1",), ("r2", "r3", "r4"))


def test_a_reserve_may_decline_too() -> None:
    assert finalists(TEN, (("r1",), ("r2",)), {"q10", "r1"}) == Finalists((*TEN[:9], "r2"), ("r2",))


def test_reserves_whom_nothing_separates_are_named_and_none_is_taken() -> None:
    found = finalists(TEN, RESERVES, {"q1", "q2"})
    assert (found.players, found.level, found.open_places) == ((*TEN[2:], "r1"), ("r2", "r3"), 1)


def test_there_is_nothing_to_decide_where_all_who_are_level_come_in() -> None:
    found = finalists(TEN, RESERVES, {"q1", "q2", "q3"})
    assert (found.reserves, found.level, found.open_places) == (("r1", "r2", "r3"), (), 0)


def test_of_two_level_reserves_the_one_left_needs_no_cut() -> None:
    assert finalists(TEN, RESERVES, {"q1", "q2", "r2"}).reserves == ("r1", "r3")


@pytest.mark.parametrize(
    ("cuts", "reserves", "level"),
    [
        ([{"r2": 2, "r3": 1}], ("r1", "r3"), ()),
        ([{"r2": 1, "r3": 2}, {"r2": 2, "r3": 1}], ("r1", "r2"), ()),
        ([{"r2": 1, "r4": 2}], ("r1",), ("r2", "r3")),
        ([{"r2": 1, "r3": 1}], ("r1",), ("r2", "r3")),
    ],
)
def test_the_newest_cut_of_cards_between_all_of_them_decides(
    cuts: list[dict[str, int]], reserves: tuple[str, ...], level: tuple[str, ...]
) -> None:
    found = finalists(TEN, RESERVES, {"q1", "q2"}, cuts)
    assert (found.reserves, found.level) == (reserves, level)


def test_where_nobody_is_left_the_places_stay_vacant() -> None:
    found = finalists(("q1", "q2", "q3"), (("r1",),), {"q1", "q3"})
    assert found == Finalists(("q2", "r1"), ("r1",), vacant=1)


@given(st.sets(st.sampled_from([*TEN, "r1", "r2", "r3", "r4"])))
def test_nobody_who_declined_plays_and_every_place_is_accounted_for(declined: set[str]) -> None:
    found = finalists(TEN, RESERVES, declined)
    assert not declined & {*found.players, *found.waiting, *found.level}
    assert len(found.players) + found.open_places + found.vacant == len(TEN)
    assert [*found.players] == [
        one for one in (*TEN, "r1", "r2", "r3", "r4") if one in found.players
    ]
