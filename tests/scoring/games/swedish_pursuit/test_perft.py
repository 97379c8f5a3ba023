"""The exact numbers of lines of play, to depth twelve under both readings."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import mask_of, parse_cards
from scoring.games.rulebooks import rulebook
from scoring.games.shedding.laying_table import Placement
from scoring.games.swedish_pursuit.perft import perft, read_deal
from scoring.law.game import GameError

DEAL: dict[str, Any] = json.loads(
    (Path(__file__).parents[4] / "fixtures" / "rulebook" / "perft.json").read_text()
)["2026"]
BOOK = rulebook("swedish-pursuit")


@pytest.mark.parametrize(
    ("value", "key"), [("suit", "perft_follow_suit"), ("rank_or_suit", "perft_match_rank")]
)
def test_the_counts_equal_the_published_ones(value: str, key: str) -> None:
    assert perft(read_deal(DEAL), BOOK.rules({"trick_match": value}), 12) == DEAL[key]


def test_counting_leaves_the_deal_as_it_was() -> None:
    layout = read_deal(DEAL)
    before = replace(
        layout, hands=layout.hands[:], stock=layout.stock[:], discards=layout.discards[:]
    )
    perft(layout, BOOK.rules(), 6)
    assert layout == before


def test_a_finished_game_counts_once_at_each_greater_depth() -> None:
    hands = [0, mask_of(parse_cards("KH")), mask_of(parse_cards("2C 3C"))]
    layout = Placement(hands, [], [25 + 13], 1)
    assert perft(layout, BOOK.rules(), 4) == [1, 1, 1, 1]
    assert perft(layout, BOOK.rules(), 0) == []


def test_an_eight_counts_as_four_plays_and_a_block_ends_the_game() -> None:
    hands = [0, mask_of(parse_cards("8C 2S")), mask_of(parse_cards("3D 4D"))]
    layout = Placement(hands, [], [38], 1)
    # Asked for diamonds, seat 2 has two cards to lay; asked for another suit it misses, and so does
    # seat 1 but for 2S.
    assert perft(layout, BOOK.rules(), 3) == [4, 5, 5]


@pytest.mark.parametrize(("change", "message"), [
    ({"players": 3}, "4 hands for 3 players"),
    ({"turned_up": "TD"}, "has a card twice"),
])  # fmt: skip
def test_a_faulty_deal_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_deal(DEAL | change)
