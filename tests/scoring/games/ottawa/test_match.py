"""When a match of Ottawa is over."""

import pytest

from scoring.games.ottawa.game import Match
from scoring.law.game import GameError


def test_a_fixed_number_of_deals() -> None:
    assert [Match(deals=3).is_over(played, [500, 0]) for played in (0, 2, 3)] == [
        False,
        False,
        True,
    ]


def test_a_target_score() -> None:
    match = Match(target=100)
    assert [match.is_over(9, totals) for totals in ([], [99, 40], [100, 40])] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(("deals", "target", "words"), [
    (None, None, "one of the two"),
    (3, 100, "one of the two"),
    (0, None, "1 or more, not 0"),
    (None, -5, "1 or more, not -5"),
])  # fmt: skip
def test_a_match_needs_one_agreement(deals: int | None, target: int | None, words: str) -> None:
    with pytest.raises(GameError, match=words):
        Match(deals, target)
