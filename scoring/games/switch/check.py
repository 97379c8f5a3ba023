"""The verdict on a play of Switch: from a whole game, or from the little an umpire can see of a
table.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from scoring.cards import case_text
from scoring.games.shedding.calls import check_call, check_challenge_in_game
from scoring.games.shedding.laying_table import LayingTable
from scoring.games.shedding.whole import Whole, follows, known_facts
from scoring.games.switch.calls import check_naming_in_game
from scoring.games.switch.flags import flags_of
from scoring.games.switch.grounds import against, behind, lays_of, singles
from scoring.games.switch.position import TOP_BRINGS, wholes
from scoring.law.guesses import settled
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    Call,
    Challenge,
    Lay,
    Nominate,
    Play,
)
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict

NOT_AT_ISSUE = ("scoring", "challenge_until", "play_on", "blocked")
"""Options that never touch the legality of a play; a win is a win whether or not the others play
on.
"""
_UNSEEN = Reason("SW-7", "What has not been seen decides.")


def check_table(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the seat to play; never raises. `depends` names what must be known."""
    tried = [
        (guess, judge(table, position.taking(play, table.pending), rules))
        for guess, table in wholes(position, play, rules)
    ]
    verdict = settled(tried, lambda _: (_UNSEEN,), TOP_BRINGS, position.unsure)
    again = partial(check_table, position, play)
    return replace(verdict, rules=rules, again=again, not_at_issue=NOT_AT_ISSUE)


def check_in_game(table: LayingTable, play: Play) -> Verdict:
    """Answer for a play, call or challenge in a game with every card known; never raises."""
    if isinstance(play, Call):
        return check_call(table, play)
    if isinstance(play, Challenge):
        return check_challenge_in_game(table, play)
    if isinstance(play, Nominate):
        return check_naming_in_game(table, play)
    if table.over:
        reason = Reason("SW-20", "The game is over; nothing more is laid or taken.")
        return Verdict("illegal", (reason,), {"game_over": True}, rules=table.rules)
    return judge(whole_of(table), play, table.rules)


def whole_of(table: LayingTable) -> Whole:
    """What decides for the seat on turn of a game with every card known."""
    return Whole(
        table.top,
        table.suit,
        table.pending,
        table.due,
        table.hand(table.turn),
        table.left + len(table.discards) - 1,
        table.players,
        table.turn,
        table.direction,
        table.left,
        out=table.out,
    )


def judge(position: Whole, play: Play, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    reasons = tuple(against(position, play, rules))
    plays = _open_to(position, rules)
    again = partial(judge, position, play)
    if reasons:
        then = required(position, rules)
        return Verdict(
            "illegal",
            reasons,
            then,
            plays,
            _instead(position, plays),
            (),
            rules,
            again,
            NOT_AT_ISSUE,
        )
    then = follows(position, play, rules, flags_of(rules))
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
    if position.picked_up:
        return ()
    taking = (TAKE_PENALTY, PICK_UP, MISS)
    return (
        *lays_of(position, rules),
        *(play for play in taking if not any(against(position, play, rules))),
    )


def _instead(position: Whole, plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """What is to be done now: a single card if one can be laid, else what must be taken."""
    single = tuple(play for play in plays if isinstance(play, Lay) and len(play.cards) == 1)
    return single or plays


def required(position: Whole, rules: Rules) -> dict[str, Any]:
    """After an illegal play: the cards that could be laid, or what is to be
    taken and who is next.
    """
    if position.picked_up:
        return known_facts({"next_turn": position.seat_after(1, position.direction)})
    single = singles(position, rules)
    then: dict[str, Any] = {"legal_cards": [case_text(card) for card in single]}
    if not single:
        then["cards_drawn"] = position.taken(flags_of(rules))
        then["next_turn"] = position.seat_after(1, position.direction)
    return known_facts(then)
