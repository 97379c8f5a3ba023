"""Every place a tie-break decided has its reason in words."""

import pytest

from scoring.counting.cut import Cut, cut
from scoring.counting.standings import ordinal
from tests.scoring import evenings, printed


def test_the_reason_names_place_criterion_and_figures() -> None:
    drawn = cut(evenings.field("B1_tie_games_won"), 10)
    assert isinstance(drawn, Cut)
    at_the_line = [reason.words for reason in drawn.reasons if reason.order >= 10]
    assert at_the_line == ["10th by most games won (5 to 3)", "11th by fewer games won (3 to 5)"]


def test_who_is_in_is_told_over_whom_and_who_is_out_behind_whom() -> None:
    rows = {"ann": "0! 0! 20", "ben": "0! 1 19", "cat": "5 5 10", "dan": "50"}
    drawn = cut(printed.ranked(rows), 2)
    assert isinstance(drawn, Cut)
    assert [
        (reason.player, reason.order, reason.criterion, reason.words) for reason in drawn.reasons
    ] == [
        ("ann", 1, "games_won", "1st by most games won (2 to 1)"),
        ("ben", 2, "games_won", "2nd by most games won (1 to 0)"),
        ("cat", 3, "games_won", "3rd by fewer games won (0 to 1)"),
    ]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_ordinals_are_english(number: int, words: str) -> None:
    assert ordinal(number) == words
