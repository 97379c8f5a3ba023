"""Numbers that read both as cards and as points."""

import pytest

from scoring.counting.double_reading import DoubleReading, double_reading
from scoring.games.rulebooks import rulebook

RULES = rulebook("swedish-pursuit").rules()
TWENTY_THREE = DoubleReading("B", 23, 5, "2 3")


def doubt(*texts: str, points: bool = False) -> DoubleReading | None:
    return double_reading(dict(zip("BCDE", texts, strict=False)), RULES, points=points)


@pytest.mark.parametrize("row", [("23",), ("23", "46", "8", "5"), (" 23 ", "10"), ("23", "15")])
def test_cards_that_are_all_numbers_of_a_score_card_are_in_doubt(row: tuple[str, ...]) -> None:
    assert doubt(*row) == TWENTY_THREE


def test_a_number_that_is_no_hand_is_in_doubt_and_counts_nothing_as_cards() -> None:
    assert doubt("15", "30") == DoubleReading("B", 15, 0)


@pytest.mark.parametrize("row", [
    (), ("8",), ("5", "9", "8"), ("10",), ("23", "K"), ("23", "4 6"), ("23", "8H"), ("23", "234"), ("23", "46X"),
])  # fmt: skip
def test_a_letter_a_suit_a_gap_or_a_third_card_says_that_cards_are_typed(
    row: tuple[str, ...],
) -> None:
    assert doubt(*row) is None


@pytest.mark.parametrize(
    "row",
    [
        (),
        ("23", "46", "8"),
        ("23",),
        ("23", "104"),
        ("10", "8 K"),
        ("5", "8 K"),
        ("8 K", "Q"),
        ("K", "15"),
    ],
)
def test_points_are_in_no_doubt_while_nobody_holds_cards_or_both_ways_count_the_same(
    row: tuple[str, ...],
) -> None:
    assert doubt(*row, points=True) is None


@pytest.mark.parametrize(("row", "found"), [
    (("23", "8 K"), TWENTY_THREE),
    (("8", "K"), DoubleReading("B", 8, 30, "8")),
])  # fmt: skip
def test_points_beside_a_hand_of_cards_are_in_doubt(
    row: tuple[str, ...], found: DoubleReading
) -> None:
    assert doubt(*row, points=True) == found


def test_a_row_in_doubt_one_way_is_in_none_the_other_way() -> None:
    rows = [("23", "46"), ("23", "8 K"), ("8", "K"), ("15",), ("5", "7")]
    assert [row for row in rows if doubt(*row) and doubt(*row, points=True)] == []
