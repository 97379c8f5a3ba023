"""What one tap on the page of a disputed play changes: a key of the pad, a fact chosen, a fact
taken back.
"""

from dataclasses import replace

from scoring.cards import RANKS, SUITS
from scoring.games.registry import conduct
from scoring.law.facts import FACTS
from tournament.rulings.forms_questions import BELOW, Asked

MANY = ("cards", "sequences")


JOKER, UNDO, NEXT = "JK", "undo", "next"


def tapped(case: Asked, tap: str) -> Asked:
    """The state after a tap such as `key:S`, `set:said=no`, `on:hand`; a tap that says nothing
    changes nothing.
    """
    act, _, subject = tap.partition(":")
    if act == "on" and subject in case.facts:
        return replace(case, on=subject, key="")
    if act == "set":
        return _set(case, *subject.partition("=")[::2])
    if act == "key" and case.on in FACTS:
        return _key(case, subject)
    return case


def one_card(case: Asked, name: str) -> bool:
    """Whether the fact is a single card, so that the next tap replaces it."""
    single = name == "cards" and conduct(case.rules.rulebook.name).plays.single
    return single or FACTS[name].kind == "card"


def _set(case: Asked, name: str, text: str) -> Asked:
    if name not in (*case.facts, *case.situation.older, "noticed", "source", BELOW):
        return case
    changed = case.but(name, text)
    return _onwards(changed) if name in (case.on, BELOW) else changed


def _onwards(case: Asked) -> Asked:
    """On to the next fact to be asked; where all have been told it stays."""
    return replace(case, on=case.next_open or case.on, key="")


def _key(case: Asked, subject: str) -> Asked:
    """A key of the pad: a suit and a rank, in either order, make a card."""
    if subject == UNDO:
        return _undo(case)
    if subject == NEXT:
        return case.but(case.on, f"{case.told.get(case.on, '')} /".strip())
    if subject == JOKER:
        return _card(case, JOKER)
    rank, suit = _halves(case.key, subject)
    if rank and suit:
        return _card(case, rank + suit)
    return replace(case, key=subject if subject in {*SUITS, *_RANKS} else case.key)


_RANKS = tuple("10" if rank == "T" else rank for rank in RANKS)


def _halves(waiting: str, subject: str) -> tuple[str, str]:
    """Rank and suit of the two taps, empty where one is still wanting."""
    taps = (waiting, subject)
    # The later tap wins where both are ranks, or both suits.
    rank = next((tap for tap in reversed(taps) if tap in _RANKS), "")
    suit = next((tap for tap in reversed(taps) if tap and tap in SUITS), "")
    return rank, suit


def _card(case: Asked, card: str) -> Asked:
    if one_card(case, case.on):
        return _onwards(case.but(case.on, card))
    before = case.told.get(case.on, "")
    # The suit stays pressed: hands are told suit by suit.
    suit = card[-1] if card != JOKER else ""
    return replace(case.but(case.on, f"{before} {card}".strip()), key=suit)


def _undo(case: Asked) -> Asked:
    if case.key in _RANKS:
        return replace(case, key="")
    remaining = case.told.get(case.on, "").split()[:-1]
    return replace(case.but(case.on, " ".join(remaining)), key="")
