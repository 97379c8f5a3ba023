"""Simulated chances stay open until they are proved, and what is proved holds whatever happens."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.chances import chances, dearest, decided, most_points, proved
from scoring.cut import Cut, cut
from scoring.rulebook import RulesError
from scoring.rulebooks import rulebook
from scoring.simulation import Field, Pool, TableResult
from scoring.standings import rank
from scoring.tally import Player, Tally

RULES = rulebook("swedish_pursuit").rules("")


def _pool(*points: tuple[int, ...]) -> dict[int, Pool]:
    results = tuple(TableResult(one, one.index(0) + 1, (), one, (0,) * len(one)) for one in points)
    return {len(points[0]): Pool(RULES, len(points[0]), results)}


def test_no_hand_exceeds_all_cards_in_play() -> None:
    assert most_points(RULES, 5) == 428
    assert most_points(RULES, 10) in (428, 856)
    assert most_points(rulebook("ottawa").rules(""), 4) > 0


def test_a_game_without_card_values_has_no_highest_hand() -> None:
    with pytest.raises(RulesError):
        most_points(rulebook("switch").rules(""), 4)


def test_the_dearest_hand_is_that_of_the_largest_table() -> None:
    assert dearest(RULES) == most_points(RULES, RULES.deal.seats_max)


def test_once_all_is_played_the_cut_itself_says_who_is_through() -> None:
    players = [Player(name, name) for name in "abcde"]
    points = {"a": 1, "b": 5, "c": 5, "d": 9}
    drawn = cut(rank([Tally(one, 1, 1, 1, points=held) for one, held in points.items()], players), 2)
    assert isinstance(drawn, Cut)
    assert [(one.player, one.share, one.proved) for one in decided(drawn)] == [
        ("a", 1.0, "through"),
        ("b", 0.5, ""),
        ("c", 0.5, ""),
        ("d", 0.0, "out"),
    ]


def test_with_nothing_left_to_play_all_is_proved_but_a_tie_on_the_line() -> None:
    assert proved(Field({"a": 1, "b": 2, "c": 3}, (), 1), {}) == {"a": "through", "b": "out", "c": "out"}
    assert proved(Field({"a": 1, "b": 2, "c": 2}, (), 2), {}) == {"a": "through", "b": "", "c": ""}
    assert proved(Field({"a": 1, "b": 2}, (), 1, "highest"), {}) == {"a": "out", "b": "through"}


def test_a_player_with_a_game_to_come_is_through_only_beyond_every_reach() -> None:
    field = {"a": 0, "b": 500, "c": 501, "d": 5}
    assert proved(Field(field, [("a", "d")], 2), {2: 428}) == {"a": "through", "b": "out", "c": "out", "d": "through"}
    assert proved(Field(field, [("a", "d")], 2), {2: 600}) == dict.fromkeys(field, "")


@given(
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
    st.integers(1, 3),
    st.sampled_from(["lowest", "highest"]),
)
def test_what_is_proved_holds_in_every_finish(totals: list[int], cut: int, direction: str) -> None:
    field = dict(zip("abcd", totals, strict=True))
    told = proved(Field(field, [("a", "b")], cut, direction), {2: 4})  # type: ignore[arg-type]
    sign = 1 if direction == "lowest" else -1
    for one, other in product(range(5), repeat=2):
        ends = {"a": field["a"] + one, "b": field["b"] + other, "c": field["c"], "d": field["d"]}
        for player, end in ends.items():
            ahead = sum(sign * rival < sign * end for rival in ends.values())
            level = sum(rival == end for rival in ends.values())
            assert told[player] != "through" or ahead + level <= cut
            assert told[player] != "out" or ahead >= cut


def test_a_share_is_never_certain_unless_it_is_proved() -> None:
    field = Field({"a": 0, "b": 1, "c": 700}, [("a", "b")], 1)
    found = {one.player: one for one in chances(field, _pool((0, 9), (9, 0)), 99, Random(1))}
    assert (found["c"].share, found["c"].proved, found["c"].needs) == (0.0, "out", None)
    assert 0.4 < found["a"].share < 0.6
    assert found["a"].share + found["b"].share == pytest.approx(1)
    sure = chances(Field({"a": 0, "b": 99, "c": 700}, [("a", "b")], 1), _pool((0, 9), (9, 0)), 99, Random(1))
    assert [one.share for one in sure] == pytest.approx([99.5 / 100, 0.5 / 100, 0.0])


def test_what_a_player_needs_is_the_worst_sum_that_still_does_in_half_of_the_finishes() -> None:
    field = Field({"a": 10, "b": 40, "c": 14, "d": 900}, [("a", "b")], 2)
    found = {one.player: one.needs for one in chances(field, _pool((9, 0)), 9, Random(1))}
    assert found == {"a": 9, "b": None, "c": None, "d": None}
    high = Field({"a": 10, "b": 3, "c": 14}, [("a", "b")], 2, "highest")
    found = {one.player: one.needs for one in chances(high, _pool((9, 0)), 9, Random(1))}
    assert found == {"a": 4, "b": 11, "c": None}


def test_who_is_through_with_whatever_comes_needs_nothing() -> None:
    field = Field({"a": 20, "b": 3, "c": 1}, [("a", "b")], 2, "highest")
    found = {one.player: one.needs for one in chances(field, _pool((0, 0)), 9, Random(1))}
    assert found["a"] is None
