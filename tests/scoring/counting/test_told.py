"""What a player says of bare points is held against the card values, and nothing else."""

from itertools import combinations_with_replacement

import pytest

from scoring.counting.hand import fault_of_answer
from scoring.games.rulebooks import rulebook

RULES = rulebook("swedish_pursuit").rules("")
VALUES = RULES.scoring.card_values or {}


@pytest.mark.parametrize(
    ("points", "eights", "cards", "said"),
    [
        (38, 1, 2, ""),
        (38, 1, None, ""),
        (38, None, 2, ""),
        (30, None, None, ""),
        (30, 1, None, ""),
        (0, 0, 0, ""),
        (38, 2, 3, "2 eights count 60, more than the 38 points entered: ask again."),
        (38, 1, 0, "There cannot be more eights (1) than cards (0): ask again."),
        (38, 1, 1, "1 card, 1 eight among them, cannot make 38 points: ask again."),
        (38, 0, 3, "3 cards, 0 eights among them, cannot make 38 points: ask again."),
        (31, None, 1, "1 card cannot make 31 points: ask again."),
        (5, None, 6, "6 cards cannot make 5 points: ask again."),
    ],
)
def test_an_answer_is_possible_or_the_sentence_says_why_not(
    points: int, eights: int | None, cards: int | None, said: str
) -> None:
    assert fault_of_answer(points, eights, cards, RULES) == said


def test_what_any_three_cards_make_is_never_refused() -> None:
    for ranks in combinations_with_replacement(VALUES, 3):
        points, eights = sum(VALUES[rank] for rank in ranks), ranks.count("8")
        answers = [(eights, 3), (eights, None), (None, 3)]
        assert [fault_of_answer(points, *answer, RULES) for answer in answers] == ["", "", ""]


def test_eights_alone_may_be_impossible_where_the_other_cards_start_higher() -> None:
    ottawa = rulebook("ottawa").rules("")
    assert fault_of_answer(9, 1, None, ottawa) == "1 eight cannot make 9 points: ask again."
    assert fault_of_answer(10, 1, None, ottawa) == ""
    assert fault_of_answer(4, None, 3, ottawa) == "3 cards cannot make 4 points: ask again."
    assert fault_of_answer(1, None, None, ottawa) == (
        "No number of cards can make 1 point: ask again."
    )


def test_a_game_without_card_values_refuses_nothing() -> None:
    assert fault_of_answer(3, 9, 1, rulebook("switch").rules("")) == ""
