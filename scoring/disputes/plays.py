"""What was laid, in words, and what is to be done instead: shared by the irregularities about a
play.
"""

from typing import Any

from scoring.cards import card_symbol, parse_card
from scoring.law.case import Case, count, named
from scoring.law.verdict import Verdict
from scoring.words import listed


def judged(case: Case, **more: Any) -> Verdict:
    """The verdict of the game's own check on the play of the claim."""
    facts: dict[str, Any] = {**case.facts, **more}
    if facts.get("hand") is not None:
        more["hand"] = with_laid(facts["hand"], laid(case))
    return case.ask(case.conduct.plays.play(case.facts), **more)


def laid(case: Case) -> list[str]:
    """The cards laid, in order."""
    return case.conduct.plays.cards(case.facts)


def with_laid(hand: list[str], cards: list[str]) -> list[str]:
    """The hand before the play: an umpire may be shown it with or without the
    cards that were laid.
    """
    missing = list(cards)
    for card in hand:
        if card in missing:
            missing.remove(card)
    return [*missing, *hand]


def went_out(case: Case) -> bool:
    """Whether the cards laid are known to have been the whole hand, where that is to win."""
    hand = case.facts.get("hand")
    if hand is None or case.engine.bounds(case.rules).wins_holding:
        return False
    return sorted(with_laid(hand, laid(case))) == sorted(laid(case))


def what_was_laid(case: Case) -> str:
    """`Seat 3 laid Q♠ on Q♥`."""
    cards = named(laid(case)) or "no card"
    top = case.facts.get("top") or (case.facts.get("pile_top_last") or [None])[-1]
    if top:
        return f"{case.who} {case.conduct.plays.verb} {cards} on {card_symbol(parse_card(top))}"
    return f"{case.who} {case.conduct.plays.verb} {cards}"


def takes_back(case: Case) -> str:
    """`Q♠ goes back`, or the cards do."""
    cards = laid(case)
    return f"{named(cards)} goes back" if len(cards) == 1 else "The cards go back"


def tells_hand(case: Case, verdict: Verdict) -> bool:
    """Whether enough is known to say which cards of the hand could be laid."""
    return case.facts.get("hand") is not None and "legal_cards" in verdict.then


def instead(case: Case, verdict: Verdict) -> str:
    """What the player does now that the play is taken back, as far as the hand tells."""
    if case.facts.get("already_picked_up") and not case.conduct.plays.draws_on:
        return "the turn is over."
    if case.conduct.plays.otherwise:
        return f"{case.them} {case.conduct.plays.otherwise}"
    if not tells_hand(case, verdict):
        return f"{case.them} lays a card that fits, or takes what is due."
    can = verdict.then["legal_cards"]
    if can:
        return (
            f"{case.them} lays {listed((named([card]) for card in can), 'or')}."
            if len(can) <= 3
            else f"{case.them} lays one that fits."
        )
    draws = verdict.then.get("cards_drawn", 0)
    if draws:
        return f"{case.them} takes {count(draws)}, and that is the turn."
    return f"{case.them} misses the turn."
