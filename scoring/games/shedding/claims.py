"""Answers of a shedding game to claims that are no plays: the start card, the set-up, a tally, a
blocked game.
"""

from functools import partial
from typing import Any

from scoring.cards import card_symbol, card_text, case_text, rank_of
from scoring.counting.hand import Hand, receipt
from scoring.games.shedding.dealing import beginning
from scoring.games.shedding.law import law_of
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict
from scoring.words import number_word, only_some, spelt


def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to."""
    law, turned = law_of(rules), position.turned_up
    again = partial(check_start, position, claim)
    back = [card for card in turned if rank_of(card) in law.wild]
    staying = [card for card in turned if card not in back]
    grounds = [
        law.reason("back", f"{card_symbol(card)} goes back and another card is turned.")
        for card in back
    ]
    then: dict[str, Any] = {"returned": [case_text(card) for card in back]} if back else {}
    if not staying:
        return Verdict("illegal", tuple(grounds), then, rules=rules, again=again)
    dealer = position.dealer or position.players
    begun = beginning(law.flags, staying[0], position.players, dealer)
    then |= {"top": case_text(staying[0]), "next_turn": begun.turn, "direction": begun.direction}
    then |= {"pending": begun.pending} if law.penalty else {}
    words = f"{card_symbol(staying[0])} opens the pile, and seat {begun.turn} begins."
    grounds.append(law.reason("start", words))
    if rank_of(staying[0]) in law.does:
        acts = law.set_to("start_effect") == "yes"
        words = "As start card it acts." if acts else "As start card it does nothing."
        grounds.append(law.reason("start", words, "start_effect"))
    wrong = len(staying) > 1 or rank_of(turned[-1]) in law.wild
    answer: Answer = "illegal" if wrong else "legal"
    if wrong:
        words = f"{card_symbol(staying[0])} stays as start card; no other is turned."
        grounds.insert(0, law.reason("start", words))
    return Verdict(answer, tuple(grounds), then, rules=rules, again=again)


def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right packs, cards and players."""
    law, deal, players = law_of(rules), rules.deal, position.players
    right = {"decks": deal.packs(players), "dealt": deal.dealt(players)}
    again = partial(check_setup, position, claim)
    packs = spelt(right["decks"], "pack")
    grounds = {
        "decks": law.reason("players", f"Here the game takes {packs} of"
                                       f" {len(deal.pack)} cards."),
        "dealt": law.reason("deal", f"Each player is dealt {number_word(right['dealt'])} cards."),
    }  # fmt: skip
    stated = {"decks": position.packs, "dealt": position.dealt}
    wrong = [grounds[name] for name in right if stated[name] not in (None, right[name])]
    if not deal.seats_min <= players <= deal.seats_max:
        words = f"The game is for {deal.seats_min} to {deal.seats_max} players."
        wrong = [law.reason("players", words)]
    answer: Answer = "illegal" if wrong else "legal"
    return Verdict(answer, tuple(wrong or grounds.values()), right, rules=rules, again=again)


def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count one hand and compare it with the points claimed."""
    again = partial(check_tally, position, claim)
    if rules.scoring.values is None:
        ground = law_of(rules).reason("count", "No points are printed: only who wins counts.")
        right: Answer = "correct" if claim.claimed is None else "incorrect"
        return Verdict(right, (ground,), {}, rules=rules, again=again)
    counted = receipt(Hand(tuple(card_text(card) for card in position.hand)), rules)
    reasons = tuple(
        Reason(
            clause,
            ", ".join(
                f"{line.card} {line.points}" for line in counted.lines if line.clause == clause
            )
            + ".",
        )
        for clause in dict.fromkeys(line.clause for line in counted.lines)
    )
    total = law_of(rules).reason("count", f"Together the hand counts {counted.total}.")
    answer: Answer = "correct" if claim.claimed in (None, counted.total) else "incorrect"
    return Verdict(
        answer, (total, *reasons), {"score": counted.total}, rules=rules, again=again
    )  # fmt: skip


def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more."""
    law, again = law_of(rules), partial(check_blocked, position, claim)
    players, stock, misses = position.players, position.stock, position.consecutive_misses
    going_on: dict[str, Any] = {"game_over": False}
    if stock:
        ground = law.reason("unable", "There are cards to take, so nobody is blocked.")
        return Verdict("denied", (ground,), going_on, rules=rules, again=again)
    if players is not None and misses is not None and misses < players:
        words = f"{only_some(misses, players, 'passed')}: play goes on."
        ground = law.reason("stock", words)
        return Verdict("denied", (ground,), going_on, rules=rules, again=again)
    facts = {
        "the number of players": players,
        "the cards in the stock": stock,
        "the passes in a row": misses,
    }
    needs = tuple(words for words, fact in facts.items() if fact is None)
    if needs:
        ground = law.reason("stock", "Whether anybody can still act decides.")
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    ending = {
        "difference": "The game ends and the lowest hand scores the differences.",
        "no_score": "The game ends without a winner.",
        "no_winner": "The game ends without a winner.",
        "redeal": "The game is void and dealt again.",
    }[law.set_to("blocked")]
    reason = law.reason("blocked", ending, "blocked")
    then = {"game_over": True, "blocked": law.set_to("blocked")}
    then |= {"redeal": True} if then["blocked"] == "redeal" else {}
    return Verdict("upheld", (reason,), then, rules=rules, again=again)
