"""Answers of Switch to claims that are no plays: the start card, the set-up, a tally, a blocked
game.
"""

from typing import Any

from scoring.cards import case_text, rank_of
from scoring.games.switch.flags import POWERS
from scoring.law.claims import block_verdict, count_of, deal_faults, setup_verdict, tally_verdict
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import BlockedClaim, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable
from scoring.words import spelt

ROOMY = 10
"""The most players whom the other reading of SW-A18 seats."""


@repeatable
def check_start(position: StartPosition, claim: Start, rules: Rules) -> Verdict:
    """Say what the cards turned up at the start lead to (SW-5 to SW-8)."""
    turned = position.turned_up
    opener = next((place for place, card in enumerate(turned) if rank_of(card) not in POWERS), None)
    texts, back = [case_text(card) for card in turned], "returned_and_reshuffled"
    if opener is None:
        return verdict_of(rules, "illegal", ("all_go_back", turned), then={back: texts})
    first = (position.dealer or position.players) % position.players + 1
    then: dict[str, Any] = {"top": texts[opener], "next": "left of dealer", "next_turn": first}
    then |= {"direction": 1} | ({back: texts[:opener]} if opener else {})
    grounds: list[Ground] = [("goes_back", card) for card in turned[:opener]]
    grounds += [("opens", turned[opener]), ("begins", str(first)), "clockwise"]
    if opener < len(turned) - 1:
        return verdict_of(rules, "illegal", ("stays", turned[opener]), *grounds, then=then)
    return verdict_of(rules, "legal", *grounds, then=then)


@repeatable
def check_setup(position: SetupPosition, claim: Setup, rules: Rules) -> Verdict:
    """Say whether the table has the right packs, cards and players (SW-1, SW-2, SW-4)."""
    deal, players = rules.deal, position.players
    packs = "one pack is" if deal.packs(players) == 1 else "two packs mixed are"
    grounds: dict[str, Ground] = {
        "decks": ("decks", spelt(players, "player"), packs),
        "dealt": ("dealt", str(deal.dealt(players))),
    }
    wrong = [grounds[name] for name in deal_faults(position, rules)]
    needed, total = deal.needed(players), deal.packs(players) * len(deal.pack)
    if players < deal.seats_min:
        wrong = ["two_at_least"]
    elif needed > total:
        wrong.insert(0, ("too_few_cards", str(players), str(needed), str(total)))
    crowd = ["crowd"] if players > ROOMY else []
    return setup_verdict(position, rules, wrong, [*grounds.values(), *crowd])


@repeatable
def check_tally(position: HandPosition, claim: TallyClaim, rules: Rules) -> Verdict:
    """Count a hand where the event borrows the values of Swedish Pursuit; else say that there is
    nothing to count.
    """
    if rules.scoring.values is None:
        return verdict_of(rules, "correct" if claim.claimed is None else "incorrect", "no_points")
    count = count_of(position.hand, rules)
    cards = (f"{line.card} {line.points} ({line.clause})" for line in count.lines)
    borrowed = ("borrowed", ", ".join(cards) or "no card, nothing")
    return tally_verdict(rules, claim.claimed, count.total, borrowed)


@repeatable
def check_blocked(position: BlockedPosition, claim: BlockedClaim, rules: Rules) -> Verdict:
    """Rule on the claim that nobody can act any more: a reshuffle nearly always helps (SW-19)."""
    misses, going_on = position.consecutive_misses, {"game_over": False}
    if misses == 0:
        return verdict_of(rules, "denied", "cards_left", then=going_on)
    players = None if misses is None else position.players
    need = "whether every player has missed in turn with nothing left to shuffle"
    then = {"game_over": True, "winner": None}
    then |= {"redeal": True} if rules["blocked"] == "redeal" else {}
    ended = f"blocked_{rules['blocked']}"
    return block_verdict(position, rules, "missed", {need: players}) or verdict_of(
        rules, "upheld", "blocked", ended, then=then
    )
