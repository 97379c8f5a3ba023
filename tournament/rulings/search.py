"""Situations in the order in which they happen, and what answers to a question in plain words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scoring.law.case import Situation
from scoring.law.readings import readings
from scoring.law.rulebook import Rules

HAPPENS: Mapping[str, int] = {
    "card_did_not_match": 185,  # somebody holds an Ace, Queen or 2 of the top card's rank alone
    "last_card_not_said": 72,  # one in ten of the calls that fall due
    "did_not_play": 65,  # games in which a turn is missed on an empty stock
    "win_with_illegal_card": 59,  # the last card is a trick card
    "wrong_start_card": 56,  # an Ace, Queen or 2 is turned up
    "penalty_not_taken": 55,  # an 8 is held against a 2, or a 2 is the last card
    "suit_named": 35,  # one in twenty of the 8s that are laid
    "blocked_game": 20,
}
"""How often the moment of each comes up in an evening of 220 games of five at Swedish Pursuit,
played by machines. How often people forget a call or name a suit late no machine can say: the share
is a guess, what it is a share of is counted. The others come after, in the order of the rulebook.
"""
SAME = (
    ("start", "begin", "first", "turned up"),
    ("go out", "going out", "went out", "out on", "is out", "finish", "win", "won", "last card"),
    ("how many", "dealt", "number of"),
    ("pick up", "picks up", "take", "draw", "drew", "drawn"),
    ("cannot", "can't", "stuck", "blocked", "nobody can", "miss"),
    ("forgot", "did not say", "not said", "too late", "missed call"),
    ("worth", "value", "point"),
    ("have to", "has to", "must"),
    ("allowed", "legal"),
    ("change suit", "suit now", "call a suit", "name the suit", "names", "named"),
    ("skip", "misses a turn", "passed over", "passes over"),
    ("turn round", "other way", "wrong way", "direction", "anticlockwise"),
    ("8 ", "eight"),
    ("2 ", " two"),
)
"""Words that mean the same to a table: a line that holds one of them answers to the others."""
WIDER = (
    ("trick card", "queen ace 8 eight 2 two"),
    ("not said", "last card"),
    ("missed call", "last card"),
    ("nothing in the stock", "empty"),
    (" lay", "play"),
    (" laid", "play"),
)
"""What a line answers to as well, though not the other way round."""
IGNORED = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "at",
        "be",
        "can",
        "do",
        "does",
        "get",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "my",
        "of",
        "on",
        "or",
        "said",
        "say",
        "the",
        "then",
        "there",
        "they",
        "to",
        "this",
        "too",
        "was",
        "we",
        "what",
        "when",
        "which",
        "who",
        "with",
        "you",
    ]
)
"""Words that tell one question from no other."""
MOST = 5
LONG = 3
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer from the rules themselves: what was asked, what holds, and where it stands."""

    question: str
    answer: str
    source: str


def in_order(situation_by_name: Mapping[str, Situation]) -> list[tuple[str, Situation]]:
    """The situations of a game, what happens most often first."""
    return sorted(situation_by_name.items(), key=lambda item: -HAPPENS.get(item[0], 0))


def heard(*words: str) -> str:
    """The words of a line with those that mean the same, and what else it answers to."""
    text = " ".join(words).casefold()
    wider = (more for word, more in WIDER if word in f" {text}")
    return " ".join((_same(text), *wider))


def _same(text: str) -> str:
    """The words of a line with those that mean the same."""
    also = (" ".join(group) for group in SAME if any(word in text for word in group))
    return " ".join((text, *also))


def wanted(query: str) -> tuple[str, ...]:
    """The words of a question that matter; all of them where none is left."""
    every = query.casefold().replace("’", "'").replace("?", " ").split()
    return tuple(_stem(word) for word in every if word not in IGNORED) or tuple(every)


def _stem(word: str) -> str:
    """`starts` and `queens` as the words of the rules have them."""
    return word[:-1] if len(word) > LONG and word.endswith("s") else word


def fitting(query: str, lines: Iterable[tuple[T, str]]) -> list[T]:
    """What answers to every word that matters, that first which means them itself; where nothing
    does, what answers to the most of them, if that is more than half.
    """
    parts = wanted(query)
    scored = [(thing, words, _hits(parts, heard(words))) for thing, words in lines]
    most = max((hits for _thing, _words, hits in scored), default=0)
    if most * 2 <= len(parts):
        return []
    best = [
        (thing, _hits(parts, _same(words.casefold())))
        for thing, words, hits in scored
        if hits == most
    ]
    return [thing for thing, _own in sorted(best, key=lambda row: -row[1])]


def _hits(parts: Iterable[str], words: str) -> int:
    return sum(part in words for part in parts)


def found_in_rules(query: str, rules: Rules) -> tuple[Found, ...]:
    """Questions people ask and clauses of the text that answer, the most asked first."""
    return tuple(fitting(query, _every(rules)))[:MOST] if query.strip() else ()


def _every(rules: Rules) -> Iterable[tuple[Found, str]]:
    for reading in readings(rules):
        source = f"{reading.id}, on {', '.join(reading.clauses)}"
        yield (
            Found(reading.question, reading.answer, source),
            f"{reading.question} {reading.answer}",
        )
    for clause in rules.rulebook.clauses:
        yield Found("", clause.gist, clause.id), clause.gist
