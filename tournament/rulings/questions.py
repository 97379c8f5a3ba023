"""What the pages of “just ask” show: the keys of the open question, the facts as small buttons, the
answer drawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.cards import RANKS
from scoring.disputes.answers import Answer, Fits, answer, next_play, settles
from scoring.disputes.untold import Branch, in_words
from scoring.law.facts import FACTS, NONE
from scoring.law.ruling import Ruling, spoken
from scoring.words import capital, number_word
from tournament.rulings.drawing import DrawnCard, drawn
from tournament.rulings.forms_questions import (
    BELOW,
    FIRST,
    LABELS,
    LETTERS,
    NOTICED_WORDS,
    PILE,
    QUICK,
    SEAT,
    SOURCE_WORDS,
    WAYS,
    YES_NO,
    Asked,
    text_of,
)
from tournament.rulings.forms_taps import one_card
from tournament.rulings.words import by_name, short, suit_word

KEY_SUITS = (("S", "Spades"), ("H", "Hearts"), ("D", "Diamonds"), ("C", "Clubs"))
WHO = "Who is said to have erred?"
MOST_WAYS = 3


@dataclass(frozen=True, slots=True)
class Key:
    """A button that sets one thing: what it sends, its word, whether it is pressed; a suit is drawn
    beside it.
    """

    tap: str
    word: str
    pressed: bool = False
    suit: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class Pad:
    """The open question and its keys: suits and ranks for cards, a few choices, or a field for a
    figure.
    """

    name: str
    question: str
    keys: tuple[Key, ...] = ()
    suits: tuple[Key, ...] = ()
    ranks: tuple[Key, ...] = ()
    joker: bool = False
    next: bool = False
    typed: bool = False
    value: str = ""


def pad(case: Asked, names: dict[str, str]) -> Pad | None:
    """The keys for the fact that is asked now; `names` are those who sit at the table, by seat
    letter.
    """
    name, text = case.on, case.told.get(case.on, "")
    if not name:
        return None
    if name == SEAT or FACTS[name].kind == "seat":
        words = WHO if name == SEAT else FACTS[name].question
        return Pad(name, words, keys=tuple(_seats(case, name, text, names)))
    fact = FACTS[name]
    if fact.kind in ("card", "cards", "sequences"):
        return _cards(case, name, text)
    if fact.kind == "number":
        keys = tuple(
            Key(f"set:{name}={item}", str(item), text == str(item)) for item in QUICK.get(name, ())
        )
        return Pad(name, fact.question, keys=keys, typed=True, value=text)
    if fact.kind == "suit":
        suits = tuple(
            Key(f"set:{name}={letter}", word, text == letter, word.lower())
            for letter, word in KEY_SUITS
        )
        none = (Key(f"set:{name}={NONE}", "None was named", text == NONE),)
        unsaid = none if name in case.situation.unsaid else ()
        return Pad(name, fact.question, keys=unsaid, suits=suits)
    choices = {"yes_no": YES_NO, "direction": WAYS}.get(fact.kind, fact.choices)
    keys = tuple(
        Key(f"set:{name}={value}", capital(word), text == value) for value, word in choices
    )
    return Pad(name, fact.question, keys=keys)


def question(name: str, ruling: Ruling) -> str:
    """What is asked for a fact with its moment, or for the seat that is said to have erred."""
    return WHO if name == SEAT else in_words(name, ruling.claim, ruling.rules)


def _cards(case: Asked, name: str, text: str) -> Pad:
    last = text.split()[-1:]
    chosen = last[0] if last and last[0] != "/" and one_card(case, name) else ""
    waiting = case.key or chosen
    suits = tuple(
        Key(f"key:{letter}", word, waiting[-1:] == letter, word.lower())
        for letter, word in KEY_SUITS
    )
    rank_labels = ["10" if rank == "T" else rank for rank in RANKS]
    rank = waiting if waiting in rank_labels else chosen[:-1]
    pack = case.rules.deal.pack
    ranks = tuple(
        Key(f"key:{item}", item, item == rank)
        for place, item in enumerate(rank_labels)
        if place in pack
    )
    only = (Key(f"set:{BELOW}={FIRST}", "It was the first card", case.told.get(BELOW) == FIRST),)
    none = (Key(f"set:{name}={NONE}", "It laid no card", text == NONE),)
    below = only if name == PILE and len(text.split()) == 1 else ()
    below = none if name in case.situation.unsaid else below
    return Pad(
        name, FACTS[name].question, below, suits, ranks, joker=52 in pack, next=name == "sequences"
    )


def _seats(case: Asked, name: str, text: str, names: dict[str, str]) -> Iterator[Key]:
    players = case.told.get("players", "")
    most = case.rules.deal.seats_max
    count = (
        int(players)
        if players.isdecimal() and 2 <= int(players) <= most
        else max(len(names), min(most, 6))
    )
    for letter in LETTERS[:count]:
        yield Key(
            f"set:{name}={letter}", letter, text.upper() == letter, more=names.get(letter, "")
        )


def small_facts(case: Asked) -> list[tuple[str, str, str, bool]]:
    """Every fact as a small button: name, label, value, whether it is the one asked now."""
    return [
        (name, LABELS[name], short(name, case.told.get(name, "")), name == case.on)
        for name in case.facts
        if name != case.on
    ]


def taps_told(case: Asked, names: dict[str, str]) -> dict[str, Any]:
    """What a phone needs to hear the taps of one situation by itself: every question with its keys,
    what is told.
    """
    facts = {name: _fact_told(case, name, names) for name in case.facts}
    presets = {
        "facts": facts,
        "first": case.asked_first,
        "needed": case.situation.needed,
        "names": names,
    }
    carried = {name: text for name, text in case.carried.items() if name not in ("on", "key")}
    now = {
        "told": carried,
        "on": case.on or case.facts[0],
        "key": case.key,
        "noticed": dict(NOTICED_WORDS),
    }
    return presets | now | {"sequences": "sequences" in case.facts}


def _fact_told(case: Asked, name: str, names: dict[str, str]) -> dict[str, Any]:
    rank_labels = pad(replace(case, on=name, key=""), names)
    if rank_labels is None:
        raise ValueError(f"{name} cannot be asked")
    return {
        "label": LABELS[name],
        "question": rank_labels.question,
        "cards": ("one" if one_card(case, name) else "many") if rank_labels.ranks else "",
        "ranks": [key.word for key in rank_labels.ranks],
        "joker": rank_labels.joker,
        "next": rank_labels.next,
        "keys": [{"tap": key.tap, "word": key.word, "more": key.more} for key in rank_labels.keys],
        "suits": []
        if rank_labels.ranks
        else [
            {"tap": key.tap, "word": key.word, "suit": key.suit, "more": ""}
            for key in rank_labels.suits
        ],
        "typed": rank_labels.typed,
    }


def noticed_keys(case: Asked) -> list[Key]:
    """When it was noticed."""
    return [
        Key(f"set:noticed={value}", word, case.noticed == value)
        for value, word in NOTICED_WORDS.items()
    ]


def source_keys(case: Asked) -> list[Key]:
    """How the facts were found."""
    return [
        Key(f"set:source={value}", word, case.source == value)
        for value, word in SOURCE_WORDS.items()
    ]


@dataclass(frozen=True, slots=True)
class Instead:
    """What is legal instead, drawn: suits and ranks of which any card will do, and single cards."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    cards: tuple[DrawnCard, ...]
    words: str


def instead(fits: Fits | None) -> Instead | None:
    """The cards that fit, with the sentence that says the same."""
    if fits is None:
        return None
    suits = tuple(suit_word(letter) for letter in fits.suits)
    ranks = tuple("10" if rank == "T" else rank for rank in fits.ranks)
    cards = tuple(card for card in map(drawn, fits.cards) if card)
    if not (suits or ranks or cards):
        return Instead((), (), (), "Nothing in the hand fits." if fits.in_hand else "Nothing fits.")
    choices = [f"any {suit.removesuffix('s')}" for suit in suits] + [
        f"any {rank}" for rank in ranks
    ]
    choices += [f"the {card.words}" for card in cards]
    *before, last = choices
    words = f"{', '.join(before)} or {last}" if before else last
    return Instead(suits, ranks, cards, f"{capital(words)}.")


STANDING: Mapping[str, str] = {
    "text": "The rule says",
    "default": "Chosen for this evening",
    "reading": "Our reading",
    "discretion": "The umpire decides",
}
"""What an act at the table rests on, in the words of its mark."""


@dataclass(frozen=True, slots=True)
class ActNow:
    """An act at the table, and what it rests on."""

    words: str
    standing: str = ""
    mark: str = ""


def told_now(answer: Answer, called: Mapping[str, str]) -> tuple[ActNow, ...]:
    """What to do at the table, by the names of those who sit there, and who plays next; where it
    depends on a hand, whose hand it is.
    """
    seat = answer.ruling.claim.seat
    if "hand" in answer.look_at[:1]:
        holder = by_name(f"seat {seat}", called) if seat else "the player"
        words = f"Look at the hand of {holder}; until then nobody plays."
        if answer.ruling.claim.noticed in ("after_game", "after_round"):
            words = f"Look at the hand of {holder}; until then nothing is changed."
        return (ActNow(words),)
    acts = [
        ActNow(by_name(words, called), standing, STANDING[standing])
        for words, standing in zip(answer.now, answer.standing, strict=True)
    ]
    # Whatever follows where no suit was named rests on what the play itself rests on.
    bare = answer.ruling.claim.facts.get("nominate") == NONE
    for index, words in enumerate(plays_next(answer, called)):
        standing = answer.standing[0] if index or bare else "text"
        acts.append(ActNow(words, standing, STANDING[standing]))
    return tuple(acts)


def ways_out(case: Asked, verdict: Answer, called: Mapping[str, str]) -> list[dict[str, Any]]:
    """The answers to the one question that settles a verdict, by the names of those at the table;
    none where what must be looked at is no choice of a few, as a hand is not.
    """
    fork = settles(verdict.ruling)
    if fork is None or fork.fact == "hand" or len(fork.branches) > MOST_WAYS:
        return []
    return [_way_out(case, fork.fact, branch, called) for branch in fork.branches]


def emptied(case: Asked, verdict: Answer) -> str:
    """The address behind the question mark of the answer if the cards laid were the last ones;
    nothing where it does not depend on a hand.
    """
    cards = case.told.get("cards", "")
    if not cards or "hand" not in verdict.look_at[:1]:
        return ""
    # A hand can be told with the cards that were laid: an empty one is these alone.
    return case.but("hand", cards).query


def _way_out(case: Asked, name: str, branch: Branch, called: Mapping[str, str]) -> dict[str, Any]:
    """One answer: its word, the seats in that order where it is a way round, the headline and the
    ground it leads to, what is done then, and the address behind the question mark.
    """
    text, two = text_of(FACTS[name], branch.value), case.told.get("players") == "2"
    acts = told_now(answer(branch.ruling.claim, branch.ruling.rules), called)
    return {
        "word": capital(short(name, text)),
        "order": _ORDER[branch.value] if FACTS[name].kind == "direction" and not two else "",
        "headline": branch.line[1],
        "why": by_name(branch.ruling.law.statements[0].words, called),
        "act": acts[0],
        "query": case.but(name, text).query,
    }


_ORDER = {1: "A, B, C", -1: "C, B, A"}


def plays_next(answer: Answer, called: Mapping[str, str]) -> tuple[str, ...]:
    """Who plays next and what they may lay, after a play that was right or a call that was missed,
    in a sentence or two; none where that is not known.
    """
    after = next_play(answer.ruling)
    if after is None:
        return ()
    person = by_name(f"Seat {after.seat}", called) if after.seat else "The next player"
    rank = after.rank
    if after.passed:
        beyond, last = after.passed
        either = f" (seat {beyond} if seat {last} laid the card on top)"
        person += by_name(either, called)
    if after.due:
        return (f"{person} lays another {rank}, or takes {number_word(after.due)} cards.",)
    if rank and after.fits == Fits():
        return (
            f"{person} plays. If the {rank} is not paid yet: another {rank}, or take what is due.",
        )
    if after.fits == Fits():
        return (f"{person} plays next.",)
    may = instead(after.fits)
    if may is None:
        return ()
    words = f"{may.words[0].lower()}{may.words[1:]}"
    if after.unless_named:
        sentence = f"{person} plays: the suit that was named, or any {rank}."
        holder = by_name(f"seat {after.seat}", called) if after.seat else "the next player"
        return sentence, f"If no suit was named, {holder} plays: {words}"
    return (f"{person} plays: {words}",)


def aloud(answer: Answer, called: Mapping[str, str]) -> str:
    """The words to be read to the table."""
    return " ".join((by_name(spoken(answer.ruling), called), *plays_next(answer, called)))
