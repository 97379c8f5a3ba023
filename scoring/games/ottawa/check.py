"""The verdict on a play of Ottawa: from a whole deal, or from the little an umpire can see of a
table.
"""

from typing import Any

from scoring.cards import case_text
from scoring.games.ottawa.grounds import against, begins, behind
from scoring.games.ottawa.position import PilePosition, Question, Whole, wholes
from scoring.games.ottawa.table import Table
from scoring.law.grounds import reasons, verdict_of
from scoring.law.guesses import settled
from scoring.law.plays import DRAW, END_TURN, Lay, Play
from scoring.law.position import OF_HAND
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable

NOT_AT_ISSUE = ("blocked",)
"""The option that never touches the legality of a play."""


@repeatable
def check_table(position: PilePosition, play: Question, rules: Rules) -> Verdict:
    """Answer for a play of the seat on turn; never raises. `depends` names what must be known."""
    tried = [(guess, judge(table, play, rules)) for guess, table in wholes(position, play)]
    return settled(rules, tried, {}, OF_HAND if position.hand is None else ())


def check_in_game(table: Table, play: Play) -> Verdict:
    """Answer for a play in a deal with every card known; never raises."""
    if table.over:
        return verdict_of(table.rules, "illegal", "over", then={"game_over": True})
    position_filled = Whole(
        table.pile_top,
        table.hand(table.turn),
        table.laid,
        table.drawn,
        table.can_draw,
        table.players,
        table.turn,
        len(table.stock),
    )
    return judge(position_filled, play, table.rules)


@repeatable
def judge(position: Whole, play: Question, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    wrong, plays = reasons(rules, against(position, play, rules)), _open_to(position, rules)
    if wrong:
        then = _required(position, rules)
        return Verdict("illegal", wrong, then, plays, plays, not_at_issue=NOT_AT_ISSUE)
    grounds = reasons(rules, behind(position, play, rules))
    return Verdict("legal", grounds, _follows(position, play), plays, not_at_issue=NOT_AT_ISSUE)


def _open_to(position: Whole, rules: Rules) -> tuple[Play, ...]:
    """What could be done: of the lay-offs those of a single card, which may all go on where the
    hand allows.
    """
    single = () if position.laid else tuple(Lay((card,)) for card in begins(position, rules))
    return (
        *single,
        *(play for play in (DRAW, END_TURN) if not any(against(position, play, rules))),
    )


def _required(position: Whole, rules: Rules) -> dict[str, Any]:
    cards = () if position.laid else begins(position, rules)
    return {"legal_cards": [case_text(card) for card in cards]}


def _follows(position: Whole, play: Question) -> dict[str, Any]:
    """What is known to follow from a legal play."""
    then: dict[str, Any] = {}
    if isinstance(play, Lay):
        then = _after_lay_off(position, play)
    elif play == DRAW:
        turn = position.next_turn if position.laid else position.turn
        stock = position.stock - 1 if position.stock else None
        then = {"cards_drawn": 1, "next_turn": turn, "stock": stock}
    elif play == END_TURN:
        then = {"cards_drawn": 0, "next_turn": position.next_turn}
    return {key: value for key, value in then.items() if value is not None}


def _after_lay_off(position: Whole, lay: Lay) -> dict[str, Any]:
    remaining = [case_text(card) for card in position.hand if card not in lay.cards]
    over, top = not remaining, case_text(lay.cards[-1])
    then: dict[str, Any] = {"hand_left": remaining, "game_over": over, "top": top}
    if over:
        return then | {"winner": position.turn}
    turn_ends = position.drawn or not position.can_draw
    return then | {"next_turn": position.next_turn if turn_ends else position.turn}
