"""A disputed position in words: each fact as a person would say it, and the sentence under the
sketch.
"""

import re
from collections import Counter
from collections.abc import Mapping

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
from scoring.names import listed_name
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
    return _SEAT_NUMBER.sub(lambda match: f"{match[1]}eat {letter_of(int(match[2]))}", words)


def called_at(names: Mapping[str, str]) -> dict[str, str]:
    """Those at a table as one calls them there: by surname, by the whole name where two share one
    or it has no letter.
    """
    surnames = {letter: listed_name(name).surname for letter, name in names.items()}
    twice = {name for name, count in Counter(surnames.values()).items() if count > 1}
    return {
        letter: names[letter] if surname in twice or surname.isdigit() else surname
        for letter, surname in surnames.items()
    }


def by_name(words: str, called: Mapping[str, str]) -> str:
    """The words of a ruling with the names of those at the table, by seat letter; a seat without
    one by its letter.
    """

    def name(match: re.Match[str]) -> str:
        return called.get(letter_of(int(match[2])), "") or lettered(match[0])

    return _SEAT_NUMBER.sub(name, words)


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


def sentence(case: Asked, called: Mapping[str, str] | None = None) -> str:
    """All that has been told, said in words: what the sketch shows; `called` by seat letter."""
    names = called or {}
    person = names.get(case.told.get(SEAT, "").upper(), "")
    stated = [name for name in case.facts if case.told.get(name) and name not in _SAID_OTHERWISE]
    seats = [name for name in stated if name in FACTS and FACTS[name].kind == "seat"]
    sat = {name: names.get(case.told[name].upper(), "") for name in seats}
    more = [f"{LABELS[name]}: {sat.get(name) or _long(name, case.told[name])}." for name in stated]
    if case.told.get(SEAT) and not _laid(case):
        more.insert(0, f"It is about {person or f'seat {case.told[SEAT].upper()}'}.")
    laid = _what_was_laid(case, person)
    sentences = [*([laid] if laid else []), *more]
    if not sentences:
        return "Nothing has been said yet."
    return f"{' '.join(sentences)} Noticed {NOTICED_WORDS.get(case.noticed, case.noticed).lower()}."


def _laid(case: Asked) -> list[str]:
    return (case.told.get("cards") or case.told.get("sequences") or "").replace("/", " ").split()


def _what_was_laid(case: Asked, called: str = "") -> str:
    laid, lying = (
        _laid(case),
        [card for name in _ON for card in case.told.get(name, "").split()[-1:]],
    )
    on = f"the {name_of(lying[0])}" if lying else ""
    if not laid:
        return f"{on[0].upper()}{on[1:]} is showing." if on else ""
    seat = f"Seat {case.told[SEAT].upper()}" if case.told.get(SEAT) else "Somebody"
    person = called or seat
    verb = "put down" if "sequences" in case.facts else "laid"
    after = "after" if "sequences" in case.facts else "on"
    cards = ", ".join(f"the {name_of(card)}" for card in laid)
    return f"{person} {verb} {cards}{f' {after} {on}' if on else ''}."


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
