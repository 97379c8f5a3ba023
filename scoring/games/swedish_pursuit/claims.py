"""Answers of Swedish Pursuit to claims that are no plays: the start, a tally, a blocked game, the
set-up.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from scoring.cards import ACE, QUEEN, TWO, Card, card_symbol, card_text, case_text
from scoring.counting.hand import Hand, receipt
from scoring.games.shedding.dealing import Beginning, beginning
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.games.swedish_pursuit.rules import SWEDISH_PURSUIT
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict
from scoring.words import noun, number_word, only_some, spelt


def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to (SP-5 to SP-7)."""
    turned = position.turned_up
    dealer = position.dealer or position.players
    begun = beginning(flags_of(rules), turned[-1], position.players, dealer)
    wrong = tuple(card for card in turned[:-1] if card % 13 != 7)
    again = partial(check_start, position, claim)
    if wrong:
        first = turned[: turned.index(wrong[0]) + 1]
        correct = beginning(flags_of(rules), first[-1], position.players, dealer)
        reason = Reason(
            "SP-6", f"Only an 8 goes under the stock; {card_symbol(wrong[0])} stays as start card."
        )
        return Verdict(
            "illegal",
            (reason, *_start_grounds(first, correct)),
            _begun(first, correct),
            rules=rules,
            again=again,
        )
    if turned[-1] % 13 == 7:
        reason = Reason(
            "SP-6",
            f"{card_symbol(turned[-1])} goes under the stock too and another card is turned.",
        )
        then = {"bottom_of_stock": [case_text(card) for card in turned]}
        return Verdict("illegal", (reason,), then, rules=rules, again=again)
    # Who begins is what is asked only if nothing else happened, or if the start card moves the
    # first turn.
    plain = len(turned) == 1 and turned[-1] % 13 != TWO
    not_at_issue = () if plain or turned[-1] % 13 in (ACE, QUEEN) else ("first_player",)
    reasons = _start_grounds(turned, begun)
    return Verdict(
        "legal", reasons, _begun(turned, begun), rules=rules, again=again, not_at_issue=not_at_issue
    )


def _start_grounds(turned: Sequence[Card], begun: Beginning) -> tuple[Reason, ...]:
    reasons = [Reason("SP-6", f"{card_symbol(card)} goes under the stock.") for card in turned[:-1]]
    reasons.append(Reason("SP-5", f"{card_symbol(turned[-1])} opens the discard pile."))
    rank = turned[-1] % 13
    if rank == QUEEN:
        reasons.append(Reason("SP-7", "A Queen turned up has its effect.", "default", "SP-A12"))
        reasons.append(Reason("SP-21", "Play runs anticlockwise."))
    elif rank == ACE and begun.missed:
        reasons.append(Reason("SP-7", "An Ace turned up has its effect."))
        reasons.append(
            Reason("SP-20", f"Seat {begun.missed}, who would have begun, misses the turn.")
        )
    elif rank == TWO and begun.pending:
        reasons.append(Reason("SP-7", "A 2 turned up has its effect."))
        reasons.append(Reason("SP-22", f"Seat {begun.turn} takes two cards unless they lay a 2."))
    reasons.append(Reason("SP-11", f"Seat {begun.turn} begins."))
    if rank not in (ACE, QUEEN, TWO):
        reasons.append(
            Reason("SP-2", "Play, like the deal, goes clockwise from the dealer.", "text", "SP-A1")
        )
    return tuple(reasons)


def _begun(turned: Sequence[Card], begun: Beginning) -> dict[str, Any]:
    then: dict[str, Any] = {
        "top": case_text(turned[-1]),
        "next_turn": begun.turn,
        "direction": begun.direction,
        "pending": begun.pending,
        "next": f"seat {begun.turn}",
    }
    if turned[:-1]:
        returned = [case_text(card) for card in turned[:-1]]
        then["bottom_of_stock"] = returned[0] if len(returned) == 1 else returned
    if begun.missed:
        then["missed"] = begun.missed
    return then


def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count a hand (SP-30 to SP-33) and compare it with the points claimed."""
    counted = receipt(Hand(tuple(card_text(card) for card in position.hand)), rules)
    reasons = [
        Reason(
            clause,
            ", ".join(
                f"{line.card} {line.points}" for line in counted.lines if line.clause == clause
            )
            + ".",
        )
        for clause in dict.fromkeys(line.clause for line in counted.lines)
    ]
    if any(card % 13 == 7 for card in position.hand):
        reasons.append(Reason("SP-32", "An 8 is not counted at face value."))
    if not counted.lines:
        reasons.append(Reason("SP-8", "No card is left, so the score is nought."))
    answer: Answer = "correct" if claim.claimed in (None, counted.total) else "incorrect"
    again = partial(check_tally, position, claim)
    return Verdict(answer, tuple(reasons), {"score": counted.total}, rules=rules, again=again)


def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more (SP-15, SP-A16)."""
    again = partial(check_blocked, position, claim)
    players, stock, misses = position.players, position.stock, position.consecutive_misses
    if stock:
        words = f"There is still a stock of {stock}: whoever cannot lay picks up."
        return Verdict(
            "denied", (Reason("SP-13", words),), {"game_over": False}, rules=rules, again=again
        )
    if players is not None and misses is not None and misses < players:
        words = f"{only_some(misses, players, 'missed in a row')}: the next may be able to lay."
        reasons = (
            Reason("SP-15", words),
            Reason("SP-16", "A card that can be laid must be laid."),
        )
        return Verdict("denied", reasons, {"game_over": False}, rules=rules, again=again)
    facts = {
        "the number of players": players,
        "whether the stock is empty": stock,
        "the turns missed in a row": misses,
    }
    needs = tuple(words for words, fact in facts.items() if fact is None)
    ground = Reason("SP-15", "The stock is empty and every player has missed in turn.")
    if needs:
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    silent = Reason("SP-28", _BLOCKED_WORDS[rules["blocked"]], "default", "SP-A16")
    nobody = Reason("SP-8", "Nobody has laid their last card, so there is no winner.")
    return Verdict(
        "upheld",
        (ground, silent, nobody),
        _BLOCKED_THEN[rules["blocked"]],
        rules=rules,
        again=again,
    )


_BLOCKED_WORDS = {
    "tally": "The text names no ending; here the game is over and all count their hands.",
    "redeal": "The text names no ending; here the game is void and dealt again.",
    "reshuffle": "The text names no ending; here the discards are shuffled and play goes on.",
    "lowest_zero": "The text names no ending; here all count and the lowest hand scores nought.",
}
_BLOCKED_THEN: dict[str, dict[str, Any]] = {
    "tally": {"game_over": True, "winner": None, "all_tally": True},
    "redeal": {"game_over": True, "winner": None, "all_tally": False, "redeal": True},
    "reshuffle": {"game_over": False, "winner": None, "all_tally": False, "reshuffle": True},
    "lowest_zero": {"game_over": True, "winner": None, "all_tally": True, "lowest_scores": 0},
}


_FIVE = number_word(SWEDISH_PURSUIT.deal.dealt(2)).capitalize()


def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether so many can play, with so many packs and cards (SP-3), and whom these can be
    dealt to.
    """
    deal, players = rules.deal, position.players
    packs = deal.packs(players)
    right = {"decks": packs, "dealt": deal.dealt(players)}
    mixed = f"{spelt(packs, 'pack')} {noun(packs, 'is', 'are')} used"
    wrong = []
    if players < deal.seats_min:
        wrong.append(
            Reason("SP-11", "Turns pass from player to player, so two at least are needed.")
        )
    elif deal.needed(players) > (total := packs * len(deal.pack)):
        words = (
            f"{players} players need {deal.needed(players)} cards with the start card;"
            f" {spelt(packs, 'pack has', 'packs have')} {total}."
        )
        wrong.append(Reason("SP-3", words, "default", "SP-A42"))
    if position.packs not in (None, packs):
        wrong.append(Reason("SP-3", f"{mixed.capitalize()}.", "default", "SP-A42"))
    if position.dealt not in (None, right["dealt"]):
        wrong.append(Reason("SP-3", f"{_FIVE} cards are dealt to each player."))
    again = partial(check_setup, position, claim)
    if wrong:
        return Verdict("illegal", tuple(wrong), right, rules=rules, again=again)
    ground = Reason("SP-3", f"{_FIVE} cards are dealt to each player, from {spelt(packs, 'pack')}.")
    return Verdict("legal", (ground,), right, rules=rules, again=again)
