"""The line of an evening: totals and places after every game, and where the line to the last ten
ran.
"""

import pytest

from scoring.counting.policies import Adjustment
from scoring.counting.tally import Player, RoundTotal, Tally
from scoring.counting.totals import Line, lines
from scoring.foresight.evening_line import Step, evening_lines

PLAYERS = [Player(name, name) for name in "abc"]


def _scores(**points: list[int]) -> list[Tally]:
    return [
        Tally(player, 1 + at // 2, 1, 1 + at % 2, "played", held)
        for player, row in points.items()
        for at, held in enumerate(row)
    ]


def _field(**points: list[int]) -> tuple[Line, ...]:
    return lines(_scores(**points), [player for player in PLAYERS if player.id in points])


def test_each_game_adds_a_step_with_total_place_and_points_inside_the_line() -> None:
    found = evening_lines(_field(a=[0, 9], b=[5, 5], c=[7, 1]), 1)
    assert found["a"] == (Step(1, 1, 0, 1, 0), Step(1, 2, 9, 2, -1))
    assert found["c"] == (Step(1, 1, 7, 3, -7), Step(1, 2, 8, 1, 0))


def test_the_highest_totals_lead_where_the_highest_is_best() -> None:
    found = evening_lines(_field(a=[1], b=[9], c=[4]), 2, "highest")
    assert {player: (steps[0].place, steps[0].inside) for player, steps in found.items()} == {
        "a": (3, -3),
        "b": (1, 5),
        "c": (2, 0),
    }


def test_equal_totals_share_a_place() -> None:
    assert [steps[0].place for steps in evening_lines(_field(a=[4], b=[4], c=[9]), 1).values()] == [
        1,
        1,
        3,
    ]


def test_a_game_that_some_table_has_not_in_is_left_out() -> None:
    found = evening_lines(_field(a=[0, 9, 3], b=[5, 5, 4]), 1, missing={(2, 1)})
    assert [(step.round, step.game) for step in found["a"]] == [(1, 1), (1, 2)]


def test_points_of_a_ruling_count_from_their_round_on_and_those_on_the_total_throughout() -> None:
    given = [Adjustment("a", 10, 2, "late"), Adjustment("b", 3, None, "slow")]
    field = lines(_scores(a=[1, 1, 1], b=[2, 2, 2]), PLAYERS[:2], given)
    found = evening_lines(field, 1)
    assert [step.total for step in found["a"]] == [1, 2, 13]
    assert [step.total for step in found["b"]] == [5, 7, 9]


def test_a_round_known_by_its_total_alone_counts_with_its_last_game() -> None:
    told = [RoundTotal("c", 1, 30, 2)]
    field = lines(
        [*_scores(a=[1, 1, 1], b=[2, 2, 2]), Tally("c", 2, 1, 1, "played", 4)], PLAYERS, (), told
    )
    assert [step.total for step in evening_lines(field, 1)["c"]] == [0, 30, 34]


def test_who_is_not_ranked_has_no_line_and_a_cut_of_all_ends_at_the_last() -> None:
    gone = Player("z", "z", status="withdrawn")
    field = lines([*_scores(a=[1], b=[2]), Tally("z", 1, 1, 1, "played", 0)], [*PLAYERS[:2], gone])
    found = evening_lines(field, 9)
    assert {player: [step.inside for step in steps] for player, steps in found.items()} == {
        "a": [1],
        "b": [0],
    }


def test_before_the_first_game_there_is_no_step_and_a_cut_of_nobody_is_refused() -> None:
    assert evening_lines((), 1) == {}
    with pytest.raises(ValueError, match="at least one player, not 0"):
        evening_lines((), 0)
