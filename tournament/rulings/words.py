"""A disputed position in words: each fact as a person would say it, and the sentence under the
sketch.
"""

import re

from scoring.cards import (
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    CardError,
    card_symbol,
    is_joker,
    parse_card,
    parse_suit,
    rank_of,
    suit_of,
)
from scoring.law.facts import FACTS
from tournament.rulings.forms_questions import (
    LABELS,
    LETTERS,
    NOTICED_WORDS,
    SEAT,
    WAYS,
    YES_NO,
    Asked,
)

_SEAT_NUMBER = re.compile(r"\b([Ss])eat (\d{1,3})\b")
_ON = ("top", "pile_top_last", "up_to")
_SAID_OTHERWISE = (*_ON, "cards", "sequences", SEAT, "noticed", "source")


def lettered(words: str) -> str:
    """Seats by the letters of the hall: `seat 3` of a ruling is seat C."""
    return _SEAT_NUMBER.sub(lambda found: f"{found[1]}eat {letter_of(int(found[2]))}", words)


def letter_of(seat: int) -> str:
    """The letter of a seat; a number no table has stays a number."""
    return LETTERS[seat - 1] if 1 <= seat <= len(LETTERS) else str(seat)


def name_of(card: str) -> str:
    """`QS` as `Queen of spades`; what is no card as it was written."""
    try:
        read = parse_card(card)
    except CardError:
        return card
    return (
        "Joker" if is_joker(read) else f"{RANK_NAMES[rank_of(read)]} of {SUIT_NAMES[suit_of(read)]}"
    )


def short(name: str, text: str) -> str:
    """A fact's value for a small button: `hearts`, `Q♠`, `anticlockwise`, `yes`."""
    if not text:
        return "not said"
    if name == SEAT or FACTS[name].kind == "seat":
        return f"seat {text.upper()}"
    kind = FACTS[name].kind
    if kind == "suit":
        return _suit(text)
    if kind in ("card", "cards", "sequences"):
        return " ".join(_symbol(card) for card in text.split())
    choices = {"yes_no": YES_NO, "direction": WAYS, "choice": FACTS[name].choices}.get(kind, ())
    return dict(choices).get(text, text).lower()


def sentence(asked: Asked) -> str:
    """All that has been told, said in words: what the sketch shows."""
    told = [name for name in asked.facts if asked.told.get(name) and name not in _SAID_OTHERWISE]
    more = [f"{LABELS[name]}: {_long(name, asked.told[name])}." for name in told]
    if asked.told.get(SEAT) and not _laid(asked):
        more.insert(0, f"It is about seat {asked.told[SEAT].upper()}.")
    said = [*([_what_was_laid(asked)] if _what_was_laid(asked) else []), *more]
    if not said:
        return "Nothing has been said yet."
    return f"{' '.join(said)} Noticed {NOTICED_WORDS.get(asked.noticed, asked.noticed).lower()}."


def _laid(asked: Asked) -> list[str]:
    return (asked.told.get("cards") or asked.told.get("sequences") or "").replace("/", " ").split()


def _what_was_laid(asked: Asked) -> str:
    laid, lying = (
        _laid(asked),
        [card for name in _ON for card in asked.told.get(name, "").split()[-1:]],
    )
    on = f"the {name_of(lying[0])}" if lying else ""
    if not laid:
        return f"{on[0].upper()}{on[1:]} is showing." if on else ""
    who = f"Seat {asked.told[SEAT].upper()}" if asked.told.get(SEAT) else "Somebody"
    verb = "put down" if "sequences" in asked.facts else "laid"
    after = "after" if "sequences" in asked.facts else "on"
    cards = ", ".join(f"the {name_of(card)}" for card in laid)
    return f"{who} {verb} {cards}{f' {after} {on}' if on else ''}."


def _long(name: str, text: str) -> str:
    if name in FACTS and FACTS[name].kind in ("card", "cards"):
        return ", ".join(name_of(card) for card in text.split())
    return short(name, text)


def _symbol(card: str) -> str:
    try:
        return card_symbol(parse_card(card))
    except CardError:
        return card


def _suit(text: str) -> str:
    try:
        return SUIT_NAMES[parse_suit(text)]
    except CardError:
        return text


def suit_word(letter: str) -> str:
    """`S` as `spades`, the name of its drawn shape."""
    return SUIT_NAMES[SUITS.index(letter)]
