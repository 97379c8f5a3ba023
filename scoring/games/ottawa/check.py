"""The verdict on a play of Ottawa: from a whole deal, or from the little an umpire can see of a
table.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from scoring.cards import card_text
from scoring.games.ottawa.grounds import against, begins, behind
from scoring.games.ottawa.position import Guess, PilePosition, Question, Whole, wholes
from scoring.games.ottawa.table import Table
from scoring.law.plays import DRAW, END_TURN, Lay, Play
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict, agreed

NOT_AT_ISSUE = ("blocked",)
"""The option that never touches the legality of a play."""


def check_table(position: PilePosition, play: Question, rules: Rules) -> Verdict:
    """Answer for a play of the seat on turn; never raises. `depends` names what must be known."""
    tried = [(guess, judge(whole, play, rules)) for guess, whole in wholes(position, play)]
    again = partial(check_table, position, play)
    if len({verdict.answer for _, verdict in tried}) == 1:
        return replace(agreed([verdict for _, verdict in tried]), again=again)
    reasons = (Reason("OT-21", "What has not been seen decides."),)
    return Verdict(
        "depends",
        reasons,
        needs=_deciding(tried),
        rules=rules,
        again=again,
        not_at_issue=NOT_AT_ISSUE,
    )


def _deciding(tried: list[tuple[Guess, Verdict]]) -> tuple[str, ...]:
    """The assumed facts that change the answer while all others stay as they are."""
    names = [name for name, _ in tried[0][0]]
    return tuple(name for name in names if _decides(name, tried))


def _decides(name: str, tried: list[tuple[Guess, Verdict]]) -> bool:
    answers: dict[Guess, Answer] = {}
    return any(
        answers.setdefault(tuple(fact for fact in guess if fact[0] != name), verdict.answer)
        != verdict.answer
        for guess, verdict in tried
    )


def check_in_game(table: Table, play: Play) -> Verdict:
    """Answer for a play in a deal with every card known; never raises."""
    if table.over:
        reason = Reason("OT-29", "The deal is over; nothing more is drawn or laid off.")
        return Verdict("illegal", (reason,), {"game_over": True}, rules=table.rules)
    whole = Whole(
        table.pile_top,
        table.hand(table.turn),
        table.laid,
        table.drawn,
        table.can_draw,
        table.players,
        table.turn,
        len(table.stock),
    )
    return judge(whole, play, table.rules)


def judge(whole: Whole, play: Question, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    reasons = tuple(against(whole, play, rules))
    plays = _open_to(whole, rules)
    again = partial(judge, whole, play)
    if reasons:
        return Verdict(
            "illegal",
            reasons,
            _required(whole, rules),
            plays,
            plays,
            (),
            rules,
            again,
            NOT_AT_ISSUE,
        )
    then = _follows(whole, play)
    return Verdict(
        "legal", tuple(behind(whole, play, rules)), then, plays, (), (), rules, again, NOT_AT_ISSUE
    )


def _open_to(whole: Whole, rules: Rules) -> tuple[Play, ...]:
    """What could be done: of the lay-offs those of a single card, which may all go on where the
    hand allows.
    """
    single = () if whole.laid else tuple(Lay((card,)) for card in begins(whole, rules))
    return (*single, *(play for play in (DRAW, END_TURN) if not any(against(whole, play, rules))))


def _required(whole: Whole, rules: Rules) -> dict[str, Any]:
    cards = () if whole.laid else begins(whole, rules)
    return {"legal_cards": [card_text(card).replace("T", "10") for card in cards]}


def _follows(whole: Whole, play: Question) -> dict[str, Any]:
    if isinstance(play, Lay):
        return _after_lay_off(whole, play)
    if play == DRAW:
        turn = whole.next_turn if whole.laid else whole.turn
        return _known(
            {"cards_drawn": 1, "next_turn": turn, "stock": whole.stock - 1 if whole.stock else None}
        )
    return _known({"cards_drawn": 0, "next_turn": whole.next_turn}) if play == END_TURN else {}


def _after_lay_off(whole: Whole, lay: Lay) -> dict[str, Any]:
    left = [card_text(card).replace("T", "10") for card in whole.hand if card not in lay.cards]
    then: dict[str, Any] = {
        "hand_left": left,
        "game_over": not left,
        "top": card_text(lay.cards[-1]).replace("T", "10"),
    }
    if not left:
        return _known(then | {"winner": whole.turn})
    turn_ends = whole.drawn or not whole.can_draw
    return _known(then | {"next_turn": whole.next_turn if turn_ends else whole.turn})


def _known(then: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in then.items() if value is not None}
