"""What one tap on the page of a disputed play changes: a key of the pad, a fact chosen, a fact taken back."""

from dataclasses import replace

from scoring.cards import RANKS, SUITS
from scoring.irregularities.facts import FACTS
from tournament.forms.ask import Asked

MANY = ("cards", "sequences")
JOKER, UNDO, NEXT = "JK", "undo", "next"


def tapped(asked: Asked, tap: str) -> Asked:
    """The state after a tap such as `key:S`, `set:said=no`, `on:hand`; a tap that says nothing changes nothing."""
    act, _, what = tap.partition(":")
    if act == "on" and what in asked.facts:
        return replace(asked, on=what, key="")
    if act == "set":
        return _set(asked, *what.partition("=")[::2])
    if act == "key" and asked.on in FACTS:
        return _key(asked, what)
    return asked


def one_card(asked: Asked, name: str) -> bool:
    """Whether the fact is a single card, so that the next tap replaces it."""
    single = name == "cards" and asked.rules.rulebook.name == "swedish_pursuit"
    return single or FACTS[name].kind == "card"


def _set(asked: Asked, name: str, text: str) -> Asked:
    if name not in (*asked.facts, "noticed", "source"):
        return asked
    changed = asked.but(name, text)
    return _onwards(changed) if name == asked.on else changed


def _onwards(asked: Asked) -> Asked:
    """On to the next fact to be asked; where all have been told it stays."""
    return replace(asked, on=asked.next_open or asked.on, key="")


def _key(asked: Asked, what: str) -> Asked:
    """A key of the pad: a suit and a rank, in either order, make a card."""
    if what == UNDO:
        return _undo(asked)
    if what == NEXT:
        return asked.but(asked.on, f"{asked.told.get(asked.on, '')} /".strip())
    if what == JOKER:
        return _card(asked, JOKER)
    rank, suit = _halves(asked.key, what)
    if rank and suit:
        return _card(asked, rank + suit)
    return replace(asked, key=what if what in {*SUITS, *_RANKS} else asked.key)


_RANKS = tuple("10" if rank == "T" else rank for rank in RANKS)


def _halves(waiting: str, what: str) -> tuple[str, str]:
    """Rank and suit of the two taps, empty where one is still wanting."""
    taps = (waiting, what)
    # The later tap wins where both are ranks, or both suits.
    rank = next((tap for tap in reversed(taps) if tap in _RANKS), "")
    suit = next((tap for tap in reversed(taps) if tap and tap in SUITS), "")
    return rank, suit


def _card(asked: Asked, card: str) -> Asked:
    if one_card(asked, asked.on):
        return _onwards(asked.but(asked.on, card))
    before = asked.told.get(asked.on, "")
    # The suit stays pressed: hands are told suit by suit.
    suit = card[-1] if card != JOKER else ""
    return replace(asked.but(asked.on, f"{before} {card}".strip()), key=suit)


def _undo(asked: Asked) -> Asked:
    if asked.key in _RANKS:
        return replace(asked, key="")
    left = asked.told.get(asked.on, "").split()[:-1]
    return replace(asked.but(asked.on, " ".join(left)), key="")
