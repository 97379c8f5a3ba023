"""Answers of Ottawa to claims that are no plays, the start and the winner's score, and where each
of its questions is answered.
"""

from scoring.cards import case_text
from scoring.games.ottawa.check import check_table
from scoring.games.ottawa.position import PilePosition, ScoreClaim, ScorePosition
from scoring.law.claims import (
    check_blocked,
    check_setup,
    count_of,
    counted_lines,
    tally_check,
    tally_verdict,
)
from scoring.law.grounds import verdict_of
from scoring.law.plays import Start
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Check, Reason, Verdict, repeatable


@repeatable
def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the card turned up at the start leads to: any card opens the pile (OT-7, OT-15)."""
    turned, dealer = position.turned_up, position.dealer or position.players
    first = dealer % position.players + 1
    then = {"top": case_text(turned[0]), "next_turn": first, "direction": 1}
    grounds = (("opens_pile", turned[0]), ("begins", str(first)))
    return verdict_of(rules, "legal" if len(turned) == 1 else "illegal", *grounds, then=then)


@repeatable
def check_score(position: ScorePosition, claim: ScoreClaim, rules: Rules) -> Verdict:
    """Add up what the winner scores: everything the others hold (OT-30 to OT-33)."""
    counts = [count_of(hand, rules) for hand in position.others]
    total = sum(count.total for count in counts)
    sums = " + ".join(str(count.total) for count in counts) or "nothing"
    scores = ("winner_scores", sums, str(total))
    grounds = sorted(counted_lines(*counts), key=_place)
    return tally_verdict(rules, claim.claimed, total, *grounds, scores, name="winner_scores")


def _place(ground: Reason) -> int:
    """Where the clause of a ground stands in the text."""
    return int(ground.clause.removeprefix("OT-"))


CHECKS: dict[type, Check] = {
    PilePosition: check_table,
    StartPosition: check_start,
    ScorePosition: check_score,
    HandPosition: tally_check(
        lambda count: [*sorted(counted_lines(count), key=_place), "to_the_winner"]
    ),
    BlockedPosition: check_blocked,
    SetupPosition: check_setup,
}
"""What answers a question of Ottawa, by the class of the position it is put at."""
