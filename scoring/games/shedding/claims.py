"""Answers of a shedding game to claims that are no plays: the start card, a tally."""

from typing import Any

from scoring.cards import case_text, rank_of
from scoring.counting.hand import Receipt
from scoring.games.shedding.dealing import beginning
from scoring.games.shedding.law import law_of, set_to
from scoring.law.claims import counted_lines
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import Start
from scoring.law.position import StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable


@repeatable
def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to."""
    law, turned = law_of(rules), position.turned_up
    back = [card for card in turned if rank_of(card) in law.wild]
    staying = [card for card in turned if card not in back]
    grounds: list[Ground] = [("goes_back", card) for card in back]
    then: dict[str, Any] = {"returned": [case_text(card) for card in back]} if back else {}
    if not staying:
        return verdict_of(rules, "illegal", *grounds, then=then)
    top, dealer = staying[0], position.dealer or position.players
    begun = beginning(law.flags, top, position.players, dealer)
    then |= {"top": case_text(top), "next_turn": begun.turn, "direction": begun.direction}
    then |= {"pending": begun.pending} if law.penalty else {}
    grounds.append(("opens", top, str(begun.turn)))
    if rank_of(top) in law.does:
        grounds.append(f"start_{set_to(law.rules, 'start_effect')}")
    if len(staying) > 1 or rank_of(turned[-1]) in law.wild:
        return verdict_of(rules, "illegal", ("stays", top), *grounds, then=then)
    return verdict_of(rules, "legal", *grounds, then=then)


def counted(count: Receipt) -> list[Ground]:
    """What a hand counts, the total first."""
    return [("total", str(count.total)), *counted_lines(count)]
