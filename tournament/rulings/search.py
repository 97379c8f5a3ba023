"""Situations in the order in which they happen, and what answers to a question in plain words."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from math import log
from typing import TypeVar

from scoring.law.readings import readings
from scoring.law.rulebook import Rules
from scoring.law.situations import Situation
from tournament.rulings.sayings import IGNORED_WORDS, SAID, SAME, WIDER

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
IGNORED = frozenset(re.findall(r"[\w']+", " ".join(IGNORED_WORDS)))
MOST = 5
"""So many answers of a kind a search shows."""
LONG = 3
SPELT_FROM = 5
"""Letters from which a word may be one misspelt."""
ALIKE = 0.8
"""How much of two words is the same where one is the other misspelt."""
HEADED = 0.15
"""A word that stands in the heading of a line, its first row, tells so much more."""
NEAR = 0.4
"""What answers to so much of the best answer is an answer too."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer from the rules themselves: what was asked, what holds, and where it stands."""

    question: str
    answer: str
    source: str


_SUBJECT = re.compile(r"^(\w+): ")
"""The card that a clause is about, as in “8: 30 points”."""
_CARD = re.compile(
    r"\b(?:an?|the|his|her|my|this) (\w+)"
    r"|\b(ace|jack|queen|king|(?:two|three|four|five|six|seven|eight|nine|ten)s\b)"
)
"""The card that a question is about: “two” alone is a number, “twos” are not."""
_IRREGULAR: dict[str, str] = dict(
    re.findall(
        r"(\w+):(\w+)",
        """
        drew:draw drawn:draw took:take taken:take fell:fall fallen:fall laid:lay dealt:deal went:go
        goes:go gone:gone forgot:forget forgotten:forget won:win held:hold shown:show found:find
        meant:mean left:leave saw:see seen:see said:say put:put began:begin eight:8 two:2 four:4
        seven:7 three:3 six:6 five:5 twos:2 eights:8 fours:4 sevens:7 kings:king chosen:choose
        caught:catch cannot:cannot picked:pick mistaken:mistaken unfounded:unfounded missing:missing
        heard:hear kept:keep tied:tie nine:9 ten:10 nines:9 tens:10""",
    )
)
FACES = frozenset(map(str, range(2, 11))) | frozenset(
    ("jack", "queen", "king", "ace", "heart", "spade", "diamond", "club")
)
FACE_COUNTS = 0.5
"""A card that is named is mostly this table's example: of situations it tells half of what
another word does, of the rules as much.
"""
_WORD = re.compile(r"[a-z0-9]+")


def _root(word: str) -> str:
    """A word as lines are compared by it: `drew` and `draw`, `starts` and `start` are one."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    for ending in ("ing", "ed", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= LONG:
            doubled = ending != "s" and stem[-1] == stem[-2] and stem[-1] not in "ls"
            return stem[:-1] if doubled else stem
    return word


def _roots(text: str) -> list[str]:
    """The roots of a line; `didnt` is spelt so as often as `didn't`."""
    return [_root(word) for word in _WORD.findall(re.sub("['’]", "", text.casefold()))]


_PHRASES = sorted(
    (
        (tuple(_roots(phrase)), f"#{number}")
        for number, group in enumerate(SAME)
        for phrase in group
    ),
    key=lambda row: -len(row[0]),
)
"""Each phrase and its meaning, the longest first: “nothing left” is not “left the table”."""


def _meant(roots: list[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a line that matter, and the meanings of which it holds a word or phrase: a
    meaning is called by its place in `SAME`. A word that is part of one is none by itself.
    """
    meanings = set()
    covered: dict[int, int] = {}  # a place, and the length of the phrase that holds it
    for phrase, meaning in _PHRASES:
        for start in range(len(roots) - len(phrase) + 1):
            places = range(start, start + len(phrase))
            longer = any(covered.get(place, 0) > len(phrase) for place in places)
            if tuple(roots[start : start + len(phrase)]) == phrase and not longer:
                meanings.add(meaning)
                covered.update(dict.fromkeys(places, len(phrase)))
    if _one_card_on_another(roots):
        meanings.add(_FITS)
    words = {root for place, root in enumerate(roots) if place not in covered} - _IGNORED_ROOTS
    return frozenset(words), frozenset(meanings)


_FITS = next(f"#{number}" for number, group in enumerate(SAME) if "fit" in group)


def _one_card_on_another(roots: list[str]) -> bool:
    """Whether a line asks of one card laid on another: “a red six on a black jack”."""
    places = [place for place, root in enumerate(roots) if root == "on"]
    return any(
        FACES & {*roots[max(0, place - 3) : place]} and FACES & {*roots[place + 1 : place + 4]}
        for place in places
    )


_IGNORED_ROOTS = frozenset(root for word in IGNORED for root in _roots(word))
_SAME_ROOTS = frozenset(root for phrase, _meaning in _PHRASES for root in phrase)


def _spelt(root: str, known: frozenset[str]) -> str:
    """A word that no line knows is the nearest that one knows, if it is near: `queeen`."""
    if root in known or len(root) < SPELT_FROM:
        return root
    return next(iter(get_close_matches(root, known, n=1, cutoff=ALIKE)), root)


@lru_cache(maxsize=4096)
def _index(line: str) -> frozenset[str]:
    """All that a line answers to: each of its words, its meanings, and the card it is about."""
    roots = _roots(line)
    roots += [more for word, brings in WIDER if word in roots for more in _roots(brings)]
    subject = {f"^{_root(word)}" for word in _SUBJECT.findall(line.casefold())}
    return frozenset(roots) - _IGNORED_ROOTS | _meant(roots)[1] | subject


def in_order(situation_by_name: Mapping[str, Situation]) -> list[tuple[str, Situation]]:
    """The situations of a game, what happens most often first."""
    return sorted(situation_by_name.items(), key=lambda item: -HAPPENS.get(item[0], 0))


def heard(kind: str, situation: Situation) -> str:
    """The line by which a situation is found: its name, its example, and what people say."""
    return f"{situation.name}\n{situation.example}, {SAID.get(kind, '')}"


def filtered(line: str) -> str:
    """The words by which a page finds a line while one types, those that mean the same with
    them.
    """
    meanings = _index(line)
    also = (word for number, group in enumerate(SAME) if f"#{number}" in meanings for word in group)
    return " ".join((line.casefold(), *_roots(line), *also))


def fitting(
    query: str, lines: Iterable[tuple[T, str]], face_counts: float = FACE_COUNTS
) -> list[T]:
    """What answers to a question in plain words, the nearest first: a rare word tells more than a
    common one, and what no line knows is passed by unless that is most of the question.
    """
    every = [(thing, _index(line), _index(line.partition("\n")[0])) for thing, line in lines]
    cards = {f"^{_root(number or court)}" for number, court in _CARD.findall(query.casefold())}
    known = frozenset().union(
        _SAME_ROOTS, _IGNORED_ROOTS, *(index for _thing, index, _head in every)
    )
    roots = [_spelt(root, known) for root in _roots(query)]
    asked = frozenset().union(*_meant(roots), cards)
    weights = {
        word: log(1 + len(every) / count) * (face_counts if word in FACES else 1)
        for word in asked
        if (count := sum(word in index for _thing, index, _head in every))
    }
    if not weights:
        return []
    scored = [
        (
            sum(weights[word] * (1 + HEADED * (word in head)) for word in index & weights.keys()),
            thing,
        )
        for thing, index, head in every
    ]
    best = max(score for score, _thing in scored)
    near = [(score, thing) for score, thing in scored if score >= best * NEAR]
    return [thing for _score, thing in sorted(near, key=lambda row: -row[0])]


def found_in_rules(query: str, rules: Rules) -> tuple[Found, ...]:
    """Questions people ask and clauses of the text that answer, the most asked first."""
    return tuple(fitting(query, _every(rules), face_counts=1))[:MOST] if query.strip() else ()


def _every(rules: Rules) -> Iterable[tuple[Found, str]]:
    for reading in readings(rules):
        source = f"{reading.id}, on {', '.join(reading.clauses)}"
        yield (
            Found(reading.question, reading.answer, source),
            f"{reading.question}\n{reading.answer}",
        )
    for question in rules.rulebook.questions:
        if question.setting:
            answer = f"The evening’s settings say it; unless changed: {question.reading}"
            yield (
                Found(
                    question.question, answer, f"{question.id}, on {', '.join(question.clauses)}"
                ),
                f"{question.question}\n{question.reading}",
            )
    for clause in rules.rulebook.clauses:
        yield Found("", clause.gist, clause.id), clause.gist
