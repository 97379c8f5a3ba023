"""A tally keeps its four states apart; one that contradicts itself is not counted."""

from typing import Any

import pytest

from scoring.counting.tally import Player, Tally, eights_in_bare_points, fault_of
from scoring.counting.totals import lines

WHERE = ("P001", 2, 7, 3)


def test_a_tally_names_its_sheet() -> None:
    assert Tally(*WHERE, points=12).sheet == (2, 7, 3)


@pytest.mark.parametrize(
    "facts",
    [
        {"points": 0, "went_out": True},
        {"points": 0, "went_out": True, "cards": 0, "eights": 0},
        {"points": 45, "went_out": True, "cards": 0, "eights": 0},
        {"points": 31},
        {"points": 31, "cards": 2},
        {"points": 31, "eights": 1},
        {"points": 31, "cards": 2, "eights": 1},
        {"state": "absent"},
        {"state": "not_played"},
    ],
)
def test_what_can_happen_is_a_tally(facts: dict[str, Any]) -> None:
    tally = Tally(*WHERE, **facts)
    assert fault_of(tally) == ""
    assert {name: getattr(tally, name) for name in facts} == facts


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "a played game needs points; leave the tally out while they are not known."),
        (
            {"state": "blocked", "points": 1},
            "the state is one of played, absent, not_played, void, not 'blocked'.",
        ),
        (
            {"state": "absent", "points": 0},
            "a game they did not play has no points, cards or eights; leave these empty.",
        ),
        (
            {"state": "not_played", "went_out": True},
            "a game they did not play has no points, cards or eights; leave these empty.",
        ),
        (
            {"state": "absent", "cards": 0},
            "a game they did not play has no points, cards or eights; leave these empty.",
        ),
        (
            {"points": 5, "cards": -1},
            "cards and eights are counted from 0; enter no negative number.",
        ),
        (
            {"points": 5, "eights": -1},
            "cards and eights are counted from 0; enter no negative number.",
        ),
        (
            {"points": 60, "cards": 1, "eights": 2},
            "there cannot be more eights (2) than cards (1).",
        ),
        (
            {"points": 0, "went_out": True, "cards": 1},
            "whoever went out holds no card; remove the cards or the mark.",
        ),
        (
            {"points": 0, "went_out": True, "eights": 1},
            "whoever went out holds no card; remove the cards or the mark.",
        ),
    ],
)
def test_a_contradiction_is_refused_where_it_is_counted(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match="round 2, table 7, game 3") as refused:
        lines([Tally(*WHERE, **facts)], [Player(WHERE[0], "Ann")])
    assert str(refused.value) == f"P001, round 2, table 7, game 3: {words}"


@pytest.mark.parametrize(
    ("points", "ticked", "eights"),
    [
        (0, False, 0),
        (29, False, 0),
        (30, False, None),
        (30, True, 1),
        (59, True, 1),
        (60, True, None),
        (75, False, None),
    ],
)
def test_bare_points_prove_eights_only_where_no_other_hand_is_possible(
    points: int, ticked: bool, eights: int | None
) -> None:
    assert eights_in_bare_points(points, 30, ticked=ticked) == eights


def test_a_tick_without_the_points_of_an_eight_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"at least 30 points, not 29: correct the points or the tick\."
    ):
        eights_in_bare_points(29, 30, ticked=True)
