"""Answers of Switch to claims that are no plays: the start card, a tally, a blocked game."""

from typing import Any

from scoring.cards import case_text, rank_of
from scoring.counting.hand import Receipt
from scoring.games.switch.flags import POWERS
from scoring.law.claims import block_verdict
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import BlockedClaim, Start
from scoring.law.position import BlockedPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable


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


def borrowed(count: Receipt) -> tuple[Ground, ...]:
    """What a hand counts where the event borrows the values of Swedish Pursuit, card by card."""
    cards = (f"{line.card} {line.points} ({line.clause})" for line in count.lines)
    return (("borrowed", ", ".join(cards) or "no card, nothing"),)


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
