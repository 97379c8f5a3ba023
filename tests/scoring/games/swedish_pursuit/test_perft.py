"""The exact numbers of lines of play, to depth twelve under both readings."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import parse_cards
from scoring.games.swedish_pursuit import ENGINE
from scoring.law.game import Game, GameError, Laid, as_they_lie
from scoring.law.lines_of_play import lines_of_play, read_laid

DEAL: dict[str, Any] = json.loads(
    (Path(__file__).parents[4] / "fixtures" / "rulebook" / "perft.json").read_text()
)["2026"]


def laid_out(laid: Laid, options: str = "") -> Game:
    return ENGINE.lay_out(ENGINE.rulebook.rules(options), laid, as_they_lie)


@pytest.mark.parametrize(
    ("value", "key"), [("suit", "perft_follow_suit"), ("rank_or_suit", "perft_match_rank")]
)
def test_the_counts_equal_the_published_ones(value: str, key: str) -> None:
    assert lines_of_play(laid_out(read_laid(DEAL), f"trick_match={value}"), 12) == DEAL[key]


def test_counting_leaves_the_game_as_it_was() -> None:
    game = laid_out(read_laid(DEAL))
    before = game.mark()
    lines_of_play(game, 6)
    assert game.mark() == before
    assert game.record == []


def test_a_finished_game_counts_once_at_each_greater_depth() -> None:
    laid = Laid((parse_cards("KH"), parse_cards("2C 3C")), parse_cards("KH"), ())
    assert lines_of_play(laid_out(laid), 4) == [1, 1, 1, 1]


def test_an_eight_counts_as_four_plays_and_a_block_ends_the_game() -> None:
    laid = Laid((parse_cards("8C 2S"), parse_cards("3D 4D")), parse_cards("KH"), ())
    # Asked for diamonds, seat 2 has two cards to lay; asked for another suit it misses, and so does
    # seat 1 but for 2S.
    assert lines_of_play(laid_out(laid), 3) == [4, 5, 5]


@pytest.mark.parametrize(("change", "message"), [
    ({"players": 3}, "4 hands for 3 players"),
    ({"turned_up": "TD"}, "has a card twice"),
])  # fmt: skip
def test_a_faulty_deal_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_laid(DEAL | change)
