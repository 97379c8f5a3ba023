"""What a last card still costs that brings a penalty is the same at the running game, at the
umpire's door and at the desk after the game: in every game whose pile can make a penalty, under
every value of every option.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring import adjudicate, rule
from scoring.cards import Card, case_text, rank_of, suit_of
from scoring.disputes.adjudication import adjudicate as rule_on
from scoring.disputes.adjudication import read_claim
from scoring.games.registry import ENGINES
from scoring.law.case import Case
from scoring.law.effects import drawn_by
from scoring.law.game import Laid
from scoring.law.plays import LAY
from scoring.law.rulebook import Rules

PENAL = [name for name in sorted(ENGINES) if drawn_by(ENGINES[name].rulebook.effects)]
"""The games whose pile can make a penalty."""
LEFT = 20
"""Cards of the stock: more than any of these penalties takes."""
NUMBERS = {"two": 2, "four": 4, "eight": 8}
Costs = tuple[int, int, int]
"""The cards that an end costs: at the running game, at the door and by the desk's ruling."""


def tables(game: str) -> Iterator[Rules]:
    """The rules of every event that chose one option otherwise, and any card to be the last."""
    book = ENGINES[game].rulebook
    finish = {option.name: "yes" for option in book.options if option.name == "power_finish"}
    for option in book.options:
        for value in option.values:
            yield book.rules(finish | {option.name: value})


def ends(rules: Rules) -> Iterator[tuple[Any, Card, int]]:
    """A game of two that seat 1 can end with a card that brings a penalty, on a plain card or in
    answer to one alike; the card, and how many then lie there.
    """
    pack, penalty = rules.deal.pack, drawn_by(rules.rulebook.effects)
    for last in (card for card in pack if rank_of(card) in penalty and suit_of(card) == 0):
        for top, due in ((last - rank_of(last) + 8, 0), (last + 39, penalty[rank_of(last)])):
            rest = [card for card in pack if card not in (top, last)]
            laid = Laid(((last,), tuple(rest[:2])), (top,), tuple(rest[2:][:LEFT]), pending=due)
            table = ENGINES[rules.rulebook.name].lay_out(rules, laid, lambda cards: None)
            yield table, last, 1 + bool(due)


def costs(rules: Rules) -> Iterator[Costs]:
    """What each end that is legal costs."""
    for table, last, number in ends(rules):
        if not table.is_legal(LAY[last]):
            continue
        told = {"players": 2, "turn": 1, "hand": [case_text(last)], "top": case_text(table.top)}
        play = {"kind": "discard", "card": case_text(last)}
        told |= {"pending": table.pending, "stock": LEFT}
        then = adjudicate(rules.rulebook.name, told, play, rules.full).then
        table.apply(LAY[last])
        # One door deals the cards, the other says how many are due.
        there = then["pending"] + then.get("cards_drawn", 0)
        yield LEFT - table.left, there, at_the_desk(rules, last, number)


def at_the_desk(rules: Rules, last: Card, number: int) -> int:
    """The cards to be taken by the ruling after a game that ended with so many cards alike."""
    asked = "unanswered"
    if rules.rulebook.name in ("swedish_pursuit", "switch"):
        asked = {1: "twos", 3: "fours"}[rank_of(last)]
    facts = {asked: number, "taken": 0, "two_was_last": True, "stock": LEFT}
    fields = {"kind": "penalty_not_taken", "noticed": "after_game", "seat": 2, "facts": facts}
    words = rule_on(read_claim(fields, rules), rules).rectification.statements[0].words
    return next((NUMBERS[word] for word in words.split() if word in NUMBERS), 0)


def every_cost(game: str) -> list[Costs]:
    """What every end of this game costs under each of these rules."""
    return [cost for rules in tables(game) for cost in costs(rules)]


@pytest.mark.parametrize("game", PENAL)
def test_game_door_and_desk_agree_on_what_a_last_card_costs(game: str) -> None:
    found = every_cost(game)
    assert [cost for cost in found if len({*cost}) > 1] == []
    # At Pesten no printed rule lets the cards of a last 2 matter.
    assert {0} < {cost[0] for cost in found} or (game == "pesten" and found)


@pytest.mark.control
def test_a_desk_that_knows_no_question_on_a_last_card_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Case, "chosen", lambda case, question: "")
    assert any(len({*cost}) > 1 for cost in every_cost("mau_mau"))


@pytest.mark.parametrize("game", PENAL)
def test_what_a_penalty_comes_to_is_said_only_where_it_was_told_what_lay_there(game: str) -> None:
    claim = {"kind": "penalty_not_taken", "seat": 1, "noticed": "at_once", "facts": {}}
    told = "twos" if game in ("swedish_pursuit", "switch") else "unanswered"
    untold = [statement.words for statement in rule(game, claim).law.statements]
    said = [
        statement.words
        for statement in rule(game, claim | {"facts": {told: 1, "taken": 0}}).law.statements
    ]
    assert untold[0].endswith(".")
    assert "here" not in untold[0]
    assert "; here two." in said[0]
