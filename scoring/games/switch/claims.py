"""Answers of Switch to claims that are no plays: the start card, the set-up, a tally, a blocked
game.
"""

from functools import partial
from typing import Any

from scoring.cards import card_symbol, card_text, case_text, rank_of
from scoring.counting.hand import Hand, receipt
from scoring.games.switch.flags import POWERS
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict
from scoring.words import spelt

ROOMY = 10
"""The most players whom the other reading of SW-A18 seats."""


def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to (SW-5 to SW-8)."""
    turned = position.turned_up
    again = partial(check_start, position, claim)
    opener = next((place for place, card in enumerate(turned) if rank_of(card) not in POWERS), None)
    if opener is None:
        words = (
            f"{', '.join(card_symbol(card) for card in turned)}: Power Cards go back, so another"
            " card is turned."
        )
        back = {"returned_and_reshuffled": [case_text(card) for card in turned]}
        return Verdict("illegal", (Reason("SW-6", words),), back, rules=rules, again=again)
    first = (position.dealer or position.players) % position.players + 1
    then: dict[str, Any] = {
        "top": case_text(turned[opener]),
        "next": "left of dealer",
        "next_turn": first,
        "direction": 1,
    }
    if opener:
        then["returned_and_reshuffled"] = [case_text(card) for card in turned[:opener]]
    grounds = [
        Reason("SW-6", f"{card_symbol(card)} is a Power Card and goes back.")
        for card in turned[:opener]
    ]
    grounds.append(Reason("SW-5", f"{card_symbol(turned[opener])} opens the pile."))
    grounds.append(Reason("SW-7", f"Seat {first}, on the dealer's left, begins."))
    grounds.append(Reason("SW-8", "Play runs clockwise."))
    if opener < len(turned) - 1:
        reason = Reason(
            "SW-6", f"Only Power Cards go back; {card_symbol(turned[opener])} stays as start card."
        )
        return Verdict("illegal", (reason, *grounds), then, rules=rules, again=again)
    return Verdict("legal", tuple(grounds), then, rules=rules, again=again)


def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right packs, cards and players (SW-1, SW-2, SW-4)."""
    deal, players = rules.deal, position.players
    right = {"decks": deal.packs(players), "dealt": deal.dealt(players)}
    again = partial(check_setup, position, claim)
    packs = "one pack is" if right["decks"] == 1 else "two packs mixed are"
    grounds = {
        "decks": Reason("SW-2", f"With {spelt(players, 'player')} {packs} used."),
        "dealt": Reason("SW-4", f"Each player is dealt {right['dealt']} cards."),
    }
    stated = {"decks": position.packs, "dealt": position.dealt}
    wrong = [grounds[name] for name in right if stated[name] not in (None, right[name])]
    if players < deal.seats_min:
        wrong = [Reason("SW-1", "At least two players are needed.")]
    elif deal.needed(players) > (total := right["decks"] * len(deal.pack)):
        words = (
            f"{players} players need {deal.needed(players)} cards with the start card; two packs"
            f" have {total}."
        )
        wrong.insert(0, Reason("SW-4", words))
    if wrong:
        return Verdict("illegal", tuple(wrong), right, rules=rules, again=again)
    crowd = Reason(
        "SW-1", "The text names no limit: as many play as can be dealt to.", "default", "SW-A18"
    )
    more = (crowd,) if players > ROOMY else ()
    return Verdict("legal", (*grounds.values(), *more), right, rules=rules, again=again)


def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count a hand where the event borrows the values of Swedish Pursuit; else say that there is
    nothing to count.
    """
    again = partial(check_tally, position, claim)
    if rules.scoring.values is None:
        reason = Reason(
            "SW-20",
            "The text prints no points: only the winner, or the places, count.",
            "default",
            "SW-A11",
        )
        answer: Answer = "correct" if claim.claimed is None else "incorrect"
        return Verdict(answer, (reason,), {}, rules=rules, again=again)
    counted = receipt(Hand(tuple(card_text(card) for card in position.hand)), rules)
    lines = (
        ", ".join(f"{line.card} {line.points} ({line.clause})" for line in counted.lines)
        or "no card, nothing"
    )
    words = f"By the borrowed values of Swedish Pursuit: {lines}."
    answer = "correct" if claim.claimed in (None, counted.total) else "incorrect"
    reasons = (Reason("SW-20", words, "default", "SW-A11"),)
    return Verdict(answer, reasons, {"score": counted.total}, rules=rules, again=again)


def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more: a reshuffle nearly always helps (SW-19)."""
    again = partial(check_blocked, position, claim)
    players, misses = position.players, position.consecutive_misses
    going_on: dict[str, Any] = {"game_over": False}
    if position.stock or misses == 0:
        ground = Reason("SW-9", "There are cards to take, so nobody is blocked.")
        return Verdict("denied", (ground,), going_on, rules=rules, again=again)
    if players is None or misses is None:
        ground = Reason("SW-19", "The discards are shuffled when the pile is used up.")
        needs = ("whether every player has missed in turn with nothing left to shuffle",)
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    if misses < players:
        ground = Reason("SW-19", "All discards but the top one are shuffled, and play goes on.")
        return Verdict("denied", (ground,), going_on, rules=rules, again=again)
    void = rules["blocked"] == "redeal"
    ended = (
        "The text names no ending; here the game is void and dealt again."
        if void
        else "The text names no ending; here the game is over and nobody has won."
    )
    reasons = (
        Reason("SW-19", "Nothing is left to take or to shuffle, and all have missed in turn."),
        Reason("SW-20", ended, "default", "SW-A22"),
    )
    then = {"game_over": True, "winner": None} | ({"redeal": True} if void else {})
    return Verdict("upheld", reasons, then, rules=rules, again=again)
