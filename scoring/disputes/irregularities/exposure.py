"""A card that was seen: in a hand, in the stock, in the deal. No text has a rule for it."""

from scoring.cards import card_symbol, parse_card
from scoring.law.case import Case, Settled
from scoring.law.ruling import Statement

_AT_ONCE = {
    "hand": "goes back into the hand, and play goes on.",
    "stock": "is shuffled back into the stock, and play goes on.",
    "deal": "is a reason to deal again, if its player asks before the first play.",
}
_WHERE = {"hand": "in a hand", "stock": "in the stock", "deal": "being dealt"}


def exposed(case: Case) -> Settled:
    """The card goes back where it was while that helps anybody; afterwards nothing is done."""
    card, holder = case.facts.get("card"), case.facts["whose"]
    name = card_symbol(parse_card(card)) if card else "The card"
    finding = f"{name}, {_WHERE[holder]}, was seen"
    if case.noticed != "at_once":
        words = "Nothing is done: play has gone on."
        return Settled(finding, _law(case), "stands", (Statement(words, "discretion"),))
    remedy = Statement(f"{name} {_AT_ONCE[holder]}", "discretion")
    return Settled(finding, _law(case), "redeal" if holder == "deal" else "restore", (remedy,))


def _law(case: Case) -> tuple[Statement, ...]:
    silent = Statement("The text says nothing of cards that are seen.", "discretion")
    if case.conduct.unseen_stock and case.facts["whose"] == "stock":
        secret = case.text("The look at the stock is a secret one.", case.conduct.unseen_stock)
        return secret, silent
    return (silent,)
