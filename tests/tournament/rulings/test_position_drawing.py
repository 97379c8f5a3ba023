"""The sketch of a position: what was told is drawn, nothing lies over anything else, seats stand
round the felt.
"""

from typing import Any

import pytest

from scoring.games.rulebooks import rulebook
from tournament.rulings.drawing import CARD_HEIGHT, HEIGHT, WIDTH, sketch
from tournament.rulings.forms_questions import read_asked


def drawn(kind: str, game: str = "swedish_pursuit", **told: str) -> dict[str, Any]:
    return sketch(read_asked(kind, told, rulebook(game).rules()))


POSITIONS = (
    {"cards": "QS", "top": "QH"},
    {"cards": "QS", "top": "QH", "seat": "C", "hand": "3C 9D", "stock": "12"},
    {"cards": "QS", "top": "QH", "hand": "3C 9D AH 2S 5D 6C 7H 8D 9S 10C JH KD"},
)


@pytest.mark.parametrize("told", POSITIONS)
def test_groups_stay_on_the_felt_and_lie_beside_each_other(told: dict[str, str]) -> None:
    groups = drawn("card_did_not_match", **told)["groups"]
    boxes = [
        (
            group["x"],
            group["y"],
            group["x"] + float(group["scale"]) * group["lying"].width,
            group["y"] + float(group["scale"]) * CARD_HEIGHT,
        )
        for group in groups
    ]
    assert [
        box for box in boxes if box[0] < 0 or box[2] > WIDTH or box[1] < 0 or box[3] + 15 > HEIGHT
    ] == []
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:place]:
            assert right <= other[0] or left >= other[2] or bottom <= other[1] or top >= other[3]


def test_a_stock_that_is_empty_shows_no_card_and_what_is_no_card_is_not_drawn() -> None:
    groups = drawn("card_did_not_match", cards="QS ZZ", stock="0")["groups"]
    assert [
        (group["lying"].label, [card.words for card in group["lying"].cards]) for group in groups
    ] == [
        ("stock 0", []),
        ("laid", ["Q of spades"]),
    ]


def test_seats_stand_clockwise_round_the_felt_with_what_is_said_of_them() -> None:
    found = drawn("out_of_turn", players="5", seat="C", turn="B", direction="-1")
    seats = found["seats"]
    assert [(seat["letter"], seat["words"]) for seat in seats] == [
        ("A", ""),
        ("B", "their turn"),
        ("C", "said to have erred"),
        ("D", ""),
        ("E", ""),
    ]
    assert seats[0]["y"] < seats[1]["y"] < seats[2]["y"]
    assert seats[1]["x"] > WIDTH / 2 > seats[4]["x"]
    assert found["clockwise"] is False
    assert [seat["letter"] for seat in drawn("out_of_turn", seat="C", turn="B")["seats"]] == [
        "B",
        "C",
    ]


def test_figures_and_suits_are_written_where_no_cards_lie() -> None:
    assert [
        line
        for line, _height in drawn("tally_contested", player_says="12", checker_says="21")[
            "figures"
        ]
    ] == [
        "Player says: 12",
        "Checker says: 21",
    ]
    assert drawn("suit_named", nominate="S", own_suit="?")["suits"] == [("named", "spades")]
    due = drawn("card_did_not_match", cards="3H", top="2H", pending="4")
    assert [line for line, _height in due["figures"]] == ["Penalty cards due: 4"]
