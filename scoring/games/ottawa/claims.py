"""Answers of Ottawa to claims that are no plays: the set-up, the winner's score, a tally, a blocked
deal.
"""

from functools import partial

from scoring.cards import Card, card_symbol, card_text, case_text
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.games.ottawa.position import ScoreClaim, ScorePosition
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict
from scoring.words import only_some, spelt


def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right players, packs and cards (OT-1, OT-4, OT-6)."""
    deal, players = rules.deal, position.players
    right = {"decks": deal.packs(players), "dealt": deal.dealt(players)}
    again = partial(check_setup, position, claim)
    grounds = {
        "decks": Reason("OT-4", "One pack is used."),
        "dealt": Reason(
            "OT-6", f"Each of {spelt(players, 'player')} is dealt {spelt(right['dealt'], 'card')}."
        ),
    }
    stated = {"decks": position.packs, "dealt": position.dealt}
    wrong = [grounds[name] for name in right if stated[name] not in (None, right[name])]
    if not deal.seats_min <= players <= deal.seats_max:
        wrong = [Reason("OT-1", f"It is a game for {deal.seats_min} to {deal.seats_max} players.")]
    if wrong:
        return Verdict("illegal", tuple(wrong), right, rules=rules, again=again)
    return Verdict("legal", tuple(grounds.values()), right, rules=rules, again=again)


def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the card turned up at the start leads to: any card opens the pile (OT-7, OT-15)."""
    turned, dealer = position.turned_up, position.dealer or position.players
    first = dealer % position.players + 1
    opens = Reason("OT-7", f"{card_symbol(turned[0])} opens the pile, whatever it is.")
    begins = Reason("OT-15", f"Seat {first}, on the dealer's left, begins.")
    answer: Answer = "legal" if len(turned) == 1 else "illegal"
    then = {"top": case_text(turned[0]), "next_turn": first, "direction": 1}
    again = partial(check_start, position, claim)
    return Verdict(answer, (opens, begins), then, rules=rules, again=again)


def check_score(position: ScorePosition, claim: ScoreClaim, rules: Rules) -> Verdict:
    """Add up what the winner scores: everything the others hold (OT-30 to OT-33)."""
    counts = [_count(hand, rules) for hand in position.others]
    total = sum(count.total for count in counts)
    sums = " + ".join(str(count.total) for count in counts) or "nothing"
    reasons = (
        *_lines(counts),
        Reason("OT-33", f"The winner scores what the others hold: {sums} = {total}."),
    )
    answer: Answer = "correct" if claim.claimed in (None, total) else "incorrect"
    again = partial(check_score, position, claim)
    return Verdict(answer, reasons, {"winner_scores": total}, rules=rules, again=again)


def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count one hand and compare it with the points claimed."""
    count = _count(position.hand, rules)
    reasons = (*_lines([count]), Reason("OT-33", "These points go to the winner of the deal."))
    answer: Answer = "correct" if claim.claimed in (None, count.total) else "incorrect"
    again = partial(check_tally, position, claim)
    return Verdict(answer, reasons, {"score": count.total}, rules=rules, again=again)


def _count(hand: tuple[Card, ...], rules: Rules) -> Receipt:
    return receipt(Hand(tuple(card_text(card) for card in hand)), rules)


def _lines(counts: list[Receipt]) -> tuple[Reason, ...]:
    lines = [line for count in counts for line in count.lines]
    return tuple(
        Reason(
            clause,
            ", ".join(f"{line.card} {line.points}" for line in lines if line.clause == clause)
            + ".",
        )
        for clause in dict.fromkeys(
            sorted((line.clause for line in lines), key=lambda name: int(name[3:]))
        )
    )


def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that the deal cannot go on: no card to draw, and all
    have passed (OT-A9).
    """
    again = partial(check_blocked, position, claim)
    players, stock, passes = position.players, position.stock, position.consecutive_misses
    if stock:
        reason = Reason("OT-17", "There are cards to draw, so the deal goes on.")
        return Verdict("denied", (reason,), {"game_over": False}, rules=rules, again=again)
    if players is not None and passes is not None and passes < players:
        reason = Reason("OT-20", f"{only_some(passes, players, 'passed')}: the next may lay off.")
        return Verdict("denied", (reason,), {"game_over": False}, rules=rules, again=again)
    facts = {
        "the number of players": players,
        "the cards in the stock": stock,
        "the passes in a row": passes,
    }
    needs = tuple(words for words, fact in facts.items() if fact is None)
    if needs:
        reason = Reason(
            "OT-29", "A deal ends when somebody goes out; of another end the text is silent."
        )
        return Verdict("depends", (reason,), needs=needs, rules=rules, again=again)
    ending = {
        "difference": (
            "The text is silent; here the deal ends and the lowest hand scores the differences."
        ),
        "no_score": "The text is silent; here the deal ends and nobody scores.",
    }[rules["blocked"]]
    then = {"game_over": True, "blocked": rules["blocked"]}
    return Verdict(
        "upheld", (Reason("OT-29", ending, "default", "OT-A9"),), then, rules=rules, again=again
    )
