"""Situations in the order in which they happen, and what answers to a question in plain words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.law.case import Situation
from scoring.law.readings import readings
from scoring.law.rulebook import Rules

HAPPENS = (
    "card_did_not_match",
    "blocked_game",
    "win_with_illegal_card",
    "wrong_start_card",
    "penalty_not_taken",
    "suit_named",
    "last_card_not_said",
    "did_not_play",
)
"""How often each comes up in an evening, as played by machines; those that were not measured come
after it in the order of the rulebook.
"""
SAME = (
    ("start", "begin", "first", "turned up"),
    ("go out", "going out", "went out", "out on", "finish", "win", "won", "last card"),
    ("how many", "deal", "dealt", "number"),
    ("pick up", "picks up", "take", "draw", "drew", "drawn"),
    ("cannot", "can't", "stuck", "blocked", "nobody can", "miss"),
    ("forgot", "did not say", "not said", "too late", "missed call", "last card was not said"),
    ("change suit", "suit now", "call a suit", "name the suit", "names", "named"),
    ("skip", "misses a turn", "passed over", "passes over"),
    ("turn round", "other way", "wrong way", "direction", "anticlockwise"),
    ("trick card", "queen", "ace"),
    ("8 ", "eight"),
    ("2 ", " two"),
)
"""Words that mean the same to a table: a line that holds one of them answers to the others."""
IGNORED = frozenset(
    [
        *("a", "an", "and", "are", "at", "be", "can", "do", "does", "have", "how", "i", "if", "in"),
        *("is", "it", "my", "of", "on", "or", "said", "say", "the", "then", "there", "they", "to"),
        *("this", "too", "was", "what", "when", "which", "who", "with", "you"),
    ]
)
"""Words that tell one question from no other."""
MOST = 5
LONG = 3


@dataclass(frozen=True, slots=True)
class Found:
    """An answer from the rules themselves: what was asked, what holds, and where it stands."""

    question: str
    answer: str
    source: str


def in_order(known: Mapping[str, Situation]) -> list[tuple[str, Situation]]:
    """The situations of a game, what happens most often first."""
    at = {kind: place for place, kind in enumerate(HAPPENS)}
    return sorted(known.items(), key=lambda item: at.get(item[0], len(at)))


def heard(*words: str) -> str:
    """The words of a line with those that mean the same."""
    said = " ".join(words).casefold()
    also = (" ".join(group) for group in SAME if any(word in said for word in group))
    return " ".join((said, *also))


def wanted(query: str) -> tuple[str, ...]:
    """The words of a question that matter; all of them where none is left."""
    every = query.casefold().replace("’", "'").replace("?", " ").split()
    return tuple(_stem(word) for word in every if word not in IGNORED) or tuple(every)


def _stem(word: str) -> str:
    """`starts` and `queens` as the words of the rules have them."""
    return word[:-1] if len(word) > LONG and word.endswith("s") else word


def answers_to(query: str, *words: str) -> bool:
    """Whether a line answers to every word that matters."""
    said = heard(*words)
    return all(part in said for part in wanted(query))


def found_in_rules(query: str, rules: Rules) -> tuple[Found, ...]:
    """Questions people ask and clauses of the text that answer, the most asked first."""
    if not query.strip():
        return ()
    return tuple(_every(query, rules))[:MOST]


def _every(query: str, rules: Rules) -> Iterable[Found]:
    for one in readings(rules):
        if answers_to(query, one.question, one.answer):
            yield Found(one.question, one.answer, f"{one.id}, on {', '.join(one.clauses)}")
    for clause in rules.rulebook.clauses:
        if answers_to(query, clause.gist):
            yield Found("", clause.gist, clause.id)
