"""The verdict on a play of Switch: from a whole game, or from the little an umpire can see of a
table.
"""

from typing import Any

from scoring.cards import case_text
from scoring.games.shedding.whole import Whole, follows, known_facts
from scoring.games.switch.flags import flags_of
from scoring.games.switch.grounds import against, behind, lays_of, singles
from scoring.games.switch.position import TOP_BRINGS, wholes
from scoring.law.grounds import reasons
from scoring.law.guesses import settled
from scoring.law.plays import MISS, PICK_UP, TAKE_PENALTY, Lay, Play
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable

NOT_AT_ISSUE = ("scoring", "challenge_until", "play_on", "blocked")
"""Options that never touch the legality of a play; a win is a win whether or not the others play
on.
"""


@repeatable
def check_table(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the seat to play; never raises. `depends` names what must be known."""
    tried = [
        (guess, judge(table, position.taking(play, table.pending), rules))
        for guess, table in wholes(position, play, rules)
    ]
    return settled(rules, tried, TOP_BRINGS, position.unsure)


@repeatable
def judge(position: Whole, play: Play, rules: Rules) -> Verdict:
    """Answer for a play on a table of which everything that matters is known."""
    wrong, plays = reasons(rules, against(position, play, rules)), _open_to(position, rules)
    if wrong:
        # A single card is to be laid if one can be, else what must be taken is.
        single = tuple(play for play in plays if isinstance(play, Lay) and len(play.cards) == 1)
        then = required(position, rules)
        return Verdict("illegal", wrong, then, plays, single or plays, not_at_issue=NOT_AT_ISSUE)
    grounds = reasons(rules, behind(position, play, rules))
    then = follows(position, play, rules, flags_of(rules))
    return Verdict("legal", grounds, then, plays, not_at_issue=NOT_AT_ISSUE)


def _open_to(position: Whole, rules: Rules) -> tuple[Play, ...]:
    if position.picked_up:
        return ()
    taking = (TAKE_PENALTY, PICK_UP, MISS)
    return (
        *lays_of(position, rules),
        *(play for play in taking if not any(against(position, play, rules))),
    )


def required(position: Whole, rules: Rules) -> dict[str, Any]:
    """After an illegal play: the cards that could be laid, or what is to be
    taken and who is next.
    """
    following = {"next_turn": position.seat_after(1, position.direction)}
    if position.picked_up:
        return known_facts(following)
    single = singles(position, rules)
    then: dict[str, Any] = {"legal_cards": [case_text(card) for card in single]}
    if not single:
        then |= {"cards_drawn": position.taken(flags_of(rules))} | following
    return known_facts(then)
