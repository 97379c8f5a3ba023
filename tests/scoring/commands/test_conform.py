"""The command that answers the conformance suite, and the counts of lines of play behind it."""

import json
from argparse import Namespace
from typing import Any

import pytest

from scoring.cards import card_text
from scoring.command import CommandError
from scoring.commands.conform import COMMAND
from scoring.games.registry import ENGINES, engine
from scoring.law.game import GameError
from scoring.law.lines_of_play import StocksByName, deal_told, lines_of_play

DEAL = {"players": 2, "pack": " ".join(card_text(card) for card in range(52))}
QUEEN = {
    "id": "Q", "ask": "verdict", "game": "swedish_pursuit", "options": {},
    "position": {"top": "QH", "suit_in_force": "H", "pending": 0, "hand": ["QS", "3C"]},
    "play": {"kind": "discard", "card": "QS"},
}  # fmt: skip


def answers(*questions: Any) -> list[dict[str, Any]]:
    """What the command says to these questions, one a line."""
    lines = "\n\n".join(
        question if isinstance(question, str) else json.dumps(question) for question in questions
    )
    out = COMMAND.run(Namespace(file="-"), lambda path: lines).out
    return [json.loads(line) for line in out.splitlines()]


def test_every_line_is_answered_under_its_id() -> None:
    count = {"id": 7, "ask": "count", "game": "ottawa", "deal": DEAL, "depth": 3}
    verdict, counted = answers(QUEEN, count)
    assert (verdict["id"], verdict["verdict"], verdict["status"]) == (
        "Q",
        "illegal",
        "interpretation",
    )
    ottawa = engine("ottawa")
    assert counted == {
        "id": 7,
        "counts": lines_of_play(deal_told(ottawa, ottawa.rulebook.rules(), DEAL), 3),
    }


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"play": {"kind": "discard"}}, "Case Q: "),
        ({"ask": "count"}, "The key 'deal' is missing."),
        ({"ask": "count", "deal": DEAL, "depth": 21}, "“depth” is a whole number from 1 to 20, not 21."),
        ({"ask": "count", "deal": DEAL | {"dealer": "me"}, "depth": 1}, "“players” and “dealer” of a deal"),
        ({"ask": "count", "deal": DEAL | {"pack": "2C"}, "depth": 1}, "Swedish Pursuit with 2 players is played with"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused_with_a_sentence(
    change: dict[str, Any], words: str
) -> None:
    (told,) = answers(QUEEN | change)
    assert told["refused"].startswith(words)


def test_a_line_that_is_no_object_ends_the_command_with_a_sentence() -> None:
    with pytest.raises(CommandError, match="A question is a JSON object on a line of its own"):
        answers("[1]")
    with pytest.raises(CommandError, match="-: this is no JSON"):
        answers("{")


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_lines_are_counted_from_a_game_that_stays_as_it_was(game: str) -> None:
    rules = ENGINES[game].rulebook.rules()
    pack = " ".join(card_text(card) for card in rules.deal.pack)
    table = deal_told(ENGINES[game], rules, {"players": 2, "dealer": 1, "pack": pack})
    shown = repr(table)
    first, *_ = lines_of_play(table, 4)
    assert (first, repr(table)) == (len(table.legal_plays()), shown)


def test_a_game_that_is_over_counts_once_at_every_depth_after() -> None:
    table = deal_told(engine("swedish-pursuit"), engine("swedish-pursuit").rulebook.rules(), DEAL)
    while not table.over:
        table.apply(table.legal_plays()[0])
    assert lines_of_play(table, 3) == [1, 1, 1]
    with pytest.raises(GameError, match="not 0"):
        lines_of_play(table, 0)


def test_the_pack_lies_as_given_and_new_stocks_by_name() -> None:
    order, pack, stock = StocksByName(), [13, 0, 9], [13, 0, 9, 1]
    order(pack)
    order(stock)
    assert (pack, [card_text(card) for card in stock]) == ([13, 0, 9], ["2C", "AC", "AD", "TC"])
