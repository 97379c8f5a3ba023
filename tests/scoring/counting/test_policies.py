"""Absent, withdrawn and unplayed games count for what was declared, and for nothing else."""

from typing import Any

import pytest

from scoring.counting.policies import Policies, Unplayed, fill
from scoring.counting.tally import Tally
from scoring.formats import Halves
from tests.scoring import printed

FOUR = {"ann": "- 4", "ben": "0! 5", "cat": "21/3/0 6", "dan": "12/2/0 -"}


def _points(
    rows: dict[str, str], policies: Policies, direction: Any = "lowest"
) -> dict[str, list[int | None]]:
    found: dict[str, list[int | None]] = {}
    for score in fill(printed.tallies(rows), policies, direction):
        found.setdefault(score.player, []).append(score.points)
    return found


@pytest.mark.parametrize(
    ("policy", "direction", "ann", "dan"),
    [
        ("table_worst", "lowest", 21, 6),
        ("table_worst", "highest", 0, 4),
        ("table_mean_up", "lowest", 11, 5),
        ("unranked", "lowest", None, None),
    ],
)
def test_an_absent_game_counts_as_the_policy_says(
    policy: Any, direction: Any, ann: int, dan: int
) -> None:
    assert _points(FOUR, Policies(absent=policy), direction) == {
        "ann": [ann, 4],
        "ben": [0, 5],
        "cat": [21, 6],
        "dan": [12, dan],
    }


def test_the_mean_of_the_table_is_rounded_up() -> None:
    rows = {"ann": "-", "ben": "0!", "cat": "5"}
    assert _points(rows, Policies(absent="table_mean_up")) == {"ann": [3], "ben": [0], "cat": [5]}


def test_a_mean_of_halves_is_rounded_up_to_the_next_half() -> None:
    absent, *played = printed.tallies({"ann": "-", "ben": "2", "cat": "4", "dan": "7"})
    ben, cat, dan = (row._replace(points=Halves(row.points or 0)) for row in played)
    means = [
        str(fill((absent, *two), Policies(absent="table_mean_up"))[0].points)
        for two in ((ben, cat), (ben, dan))
    ]
    assert means == ["1.5", "2.5"]


def test_a_game_that_nobody_played_gives_an_absent_player_nothing() -> None:
    assert _points({"ann": "-", "ben": "-"}, Policies()) == {"ann": [None], "ben": [None]}


def test_an_absent_player_counts_what_happened_at_their_own_table() -> None:
    rows = {"ann": "-", "ben": "9", "cat": "40"}
    scores = fill(printed.tallies(rows, {"cat": 2}), Policies())
    assert [score.points for score in scores] == [9, 9, 40]


def test_a_game_number_one_table_did_not_play_is_void_at_all_tables_of_that_round() -> None:
    rows = {"ann": "3 x | 5", "ben": "4 9 | 6", "cat": "2 - | 7"}
    assert _points(rows, Policies()) == {"ann": [3, 5], "ben": [4, 6], "cat": [2, 7]}


def test_an_unplayed_game_can_count_as_the_mean_of_their_own_others_rounded_up() -> None:
    rows = {"ann": "3 x | 6", "ben": "4 9 | 6"}
    assert _points(rows, Policies(unplayed="mean_of_others")) == {
        "ann": [3, 5, 6],
        "ben": [4, 9, 6],
    }


def test_filled_points_of_an_absent_game_do_not_enter_the_mean_of_their_own() -> None:
    rows = {"ann": "- 4 x", "ben": "40 9 6"}
    assert _points(rows, Policies(unplayed="mean_of_others"))["ann"] == [40, 4, 4]


def test_without_another_game_there_is_no_mean() -> None:
    assert _points({"ann": "x"}, Policies(unplayed="mean_of_others")) == {"ann": [None]}


def test_only_points_from_a_policy_are_marked_as_filled() -> None:
    scores = fill(printed.tallies(FOUR), Policies())
    assert [(score.player, score.game) for score in scores if score.filled] == [
        ("ann", 1),
        ("dan", 2),
    ]


def test_whoever_went_out_holds_nothing_and_bare_points_leave_it_open() -> None:
    scores = fill(printed.tallies({"ann": "0!", "ben": "31", "cat": "31/2/1"}), Policies())
    assert [(score.cards, score.eights) for score in scores] == [(0, 0), (None, None), (2, 1)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            {"absent": "worst"},
            (
                "The policy for absent games is one of table_worst, table_mean_up, unranked, not"
                " 'worst'."
            ),
        ),
        (
            {"withdrawn": "ranked"},
            "The policy for withdrawn players is one of unranked, not 'ranked'.",
        ),
        (
            {"unplayed": "zero"},
            "The policy for unplayed games is one of void_everywhere, mean_of_others, not 'zero'.",
        ),
    ],
)
def test_an_unknown_policy_is_refused_by_name(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match="The policy for") as refused:
        Policies(**wrong)
    assert str(refused.value) == words


@pytest.mark.parametrize("unplayed", ["void_everywhere", "mean_of_others"])
def test_a_game_that_a_ruling_made_void_counts_the_mean_of_their_others_at_that_table_alone(
    unplayed: Unplayed,
) -> None:
    tallies = [
        *(Tally("A", 1, 1, game, points=points) for game, points in ((1, 3), (2, 4))),
        Tally("A", 1, 1, 3, state="void"),
        Tally("B", 1, 2, 3, points=9),
        Tally("C", 1, 1, 3, state="void"),
    ]
    filled = [
        (one.player, one.game, one.points, one.filled)
        for one in fill(tallies, Policies(unplayed=unplayed))
    ]
    assert filled == [
        ("A", 1, 3, False),
        ("A", 2, 4, False),
        ("A", 3, 4, True),
        ("B", 3, 9, False),
        ("C", 3, None, False),
    ]
