"""The verdict on a play of Ottawa: from a whole deal, or from the little an umpire can see of a
table.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from scoring.cards import case_text
from scoring.games.ottawa.grounds import against, begins, behind
from scoring.games.ottawa.position import PilePosition, Question, Whole, wholes
from scoring.games.ottawa.table import Table
from scoring.law.guesses import settled
from scoring.law.plays import DRAW, END_TURN, Lay, Play
from scoring.law.position import OF_HAND
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict

NOT_AT_ISSUE = ("blocked",)
"""The option that never touches the legality of a play."""
_UNSEEN = Reason("OT-21", "What has not been seen decides.")


def check_table(position: PilePosition, play: Question, rules: Rules) -> Verdict:
    """Answer for a play of the seat on turn; never raises. `depends` names what must be known."""
    tried = [(guess, judge(table, play, rules)) for guess, table in wholes(position, play)]
    unsure = OF_HAND if position.hand is None else ()
    verdict = settled(tried, lambda _: (_UNSEEN,), {}, unsure)
    again = partial(check_table, position, play)
    return replace(verdict, rules=rules, again=again, not_at_issue=NOT_AT_ISSUE)


def check_in_game(table: Table, play: Play) -> Verdict:
    """Answer for a play in a deal with every card known; never raises."""
    if table.over:
        reason = Reason("OT-29", "The deal is over; nothing more is drawn or laid off.")
        return Verdict("illegal", (reason,), {"game_over": True}, rules=table.rules)
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


def judge(position: Whole, play: Question, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    reasons = tuple(against(position, play, rules))
    plays = _open_to(position, rules)
    again = partial(judge, position, play)
    if reasons:
        return Verdict(
            "illegal",
            reasons,
            _required(position, rules),
            plays,
            plays,
            (),
            rules,
            again,
            NOT_AT_ISSUE,
        )
    then = _follows(position, play)
    return Verdict(
        "legal",
        tuple(behind(position, play, rules)),
        then,
        plays,
        (),
        (),
        rules,
        again,
        NOT_AT_ISSUE,
    )


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
    if isinstance(play, Lay):
        return _after_lay_off(position, play)
    if play == DRAW:
        turn = position.next_turn if position.laid else position.turn
        return _known_facts(
            {
                "cards_drawn": 1,
                "next_turn": turn,
                "stock": position.stock - 1 if position.stock else None,
            }
        )
    return (
        _known_facts({"cards_drawn": 0, "next_turn": position.next_turn})
        if play == END_TURN
        else {}
    )


def _after_lay_off(position: Whole, lay: Lay) -> dict[str, Any]:
    remaining = [case_text(card) for card in position.hand if card not in lay.cards]
    then: dict[str, Any] = {
        "hand_left": remaining,
        "game_over": not remaining,
        "top": case_text(lay.cards[-1]),
    }
    if not remaining:
        return _known_facts(then | {"winner": position.turn})
    turn_ends = position.drawn or not position.can_draw
    return _known_facts(then | {"next_turn": position.next_turn if turn_ends else position.turn})


def _known_facts(then: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in then.items() if value is not None}
