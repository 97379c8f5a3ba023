"""Answers of Ottawa to claims that are no plays: the set-up, the winner's score, a tally, a blocked
deal.
"""

from scoring.cards import case_text
from scoring.games.ottawa.position import ScoreClaim, ScorePosition
from scoring.law.claims import (
    block_verdict,
    count_of,
    counted_lines,
    deal_faults,
    setup_verdict,
    tally_verdict,
)
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict, repeatable
from scoring.words import spelt


@repeatable
def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right players, packs and cards (OT-1, OT-4, OT-6)."""
    deal, players = rules.deal, position.players
    cards = spelt(deal.dealt(players), "card")
    grounds: dict[str, Ground] = {
        "decks": "decks",
        "dealt": ("dealt", spelt(players, "player"), cards),
    }
    wrong = [grounds[name] for name in deal_faults(position, rules)]
    if not deal.seats_min <= players <= deal.seats_max:
        wrong = [("seats", str(deal.seats_min), str(deal.seats_max))]
    return setup_verdict(position, rules, wrong, [*grounds.values()])


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


@repeatable
def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count one hand and compare it with the points claimed."""
    count = count_of(position.hand, rules)
    grounds = sorted(counted_lines(count), key=_place)
    return tally_verdict(rules, claim.claimed, count.total, *grounds, "to_the_winner")


def _place(ground: Reason) -> int:
    """Where the clause of a ground stands in the text."""
    return int(ground.clause.removeprefix("OT-"))


@repeatable
def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that the deal cannot go on: no card to draw, and all
    have passed (OT-A9).
    """
    facts = {
        "the number of players": position.players,
        "the cards in the stock": position.stock,
        "the passes in a row": position.consecutive_misses,
    }
    then = {"game_over": True, "blocked": rules["blocked"]}
    going_on = block_verdict(position, rules, "passed", facts)
    return going_on or verdict_of(rules, "upheld", f"blocked_{rules['blocked']}", then=then)
