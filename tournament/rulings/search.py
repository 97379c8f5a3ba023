"""Situations in the order in which they happen, and what answers to a question in plain words."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
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
    ("go out", "out on", "is out", "finish", "win", "end", "last card", "trick card last"),
    ("how many", "number"),
    ("pick up", "take", "draw"),
    ("deck", "pack", "stock"),
    ("empty", "run out", "ran out", "used up", "nothing left", "gone", "finish"),
    ("cannot", "can't", "stuck", "blocked", "nobody can"),
    ("forget", "not say", "too late", "missed call"),
    ("worth", "value", "point", "score", "count"),
    ("have to", "must", "able"),
    ("allowed", "legal", "fit", "may"),
    ("suit", "colour", "color"),
    ("name", "call", "wish", "choose", "suit now"),
    ("skip", "miss a turn", "pass over", "jump over"),
    ("turn round", "other way", "wrong way", "direction", "anticlockwise", "way round"),
    ("take back", "swap", "undo", "change mind", "another card", "other card"),
    ("at once", "in one go", "together", "same time"),
    ("drop", "fall", "floor", "under the table", "slip"),
    ("mistake", "accident", "mean", "by error"),
    ("slow", "forever", "too long", "minutes", "time"),
    ("see", "look", "show", "peek"),
    ("leave", "go home", "toilet", "walk away", "not there", "home"),
    ("shuffle", "cut", "mix"),
    ("deal", "dealer"),
    ("wrong", "illegal", "not match"),
    ("lay", "play", "put", "put down"),
    ("add up", "sum", "add"),
    ("challenge", "accuse", "catch"),
    ("false", "mistaken", "unfounded"),
)
"""Words and phrases that mean the same to a table: a line that holds one of them answers to the
others. Each word stands as `_root` leaves it.
"""
WIDER = (
    ("trick", "queen ace 8 2"),
    ("deal", "how many"),
    ("miss", "cannot"),
)
"""What a line answers to as well, though not the other way round: a word, and what it brings."""
SAID: Mapping[str, str] = {
    "card_did_not_match": "may I put it on wrong suit, is it legal, queen on queen",
    "last_card_not_said": "forgot to say it, silent, false challenge, one card left",
    "out_of_turn": "played before his turn, not my turn, skipped somebody",
    "penalty_not_taken": "did not pick up, did not draw, do they add up, an 8 on a 2",
    "suit_named": "which suit was named, what did they call or wish for",
    "did_not_play": "drew though able to play, must I play, keeping a card back",
    "blocked_game": "nobody can go, deck is empty, stuck",
    "win_with_illegal_card": "finish on a trick card, go out, wrong last card",
    "tally_miscounted": "points added up wrong, wrong score, sum",
    "wrong_deal": "dealt too many or too few",
    "wrong_direction": "wrong way round, somebody was skipped",
    "wrong_start_card": "first card is a trick card, who starts",
    "card_exposed": "saw a card, turned over, dropped face up",
    "changed_mind": "take a card back, change my mind, swap it, have a better one",
    "wrong_card": "played the wrong card by accident, meant the other one",
    "stuck_together": "two cards at once by mistake, stuck, one lay of two",
    "card_dropped": "dropped a card, fell, found on the floor, one hand short",
    "hand_shown": "saw or looked into my cards, showed a hand, told somebody, cheating, advice",
    "too_slow": "takes forever, too long, slow play, hurry",
    "left_table": "gone to the toilet, went home, player left, phone call",
    "who_shuffles": "who has to shuffle, who deals, whose deal, cut",
    "drew_too_many": "drew two instead of one, picked up too many from the deck",
    "wrong_dealer": "wrong person dealt, whose deal was it, dealt out of turn",
    "card_missing": "only 51 cards, one card short, incomplete pack, lost a card, two alike",
}
"""What people at tables say of a situation, beside its name and example."""
IGNORED = frozenset(
    re.findall(
        r"\w+",
        """
    a an and are at be been being but by can could did do does even for from get had has have
    he her him his how i if in instead is it its just me my now of on one or our said say she
    should so somebody someone that the their them then there they this though to too up us
    was we were what when where which who whom whose will with you your card cards everyone
    player players person people only
        """,
    )
)
"""Words that tell one question from no other."""
MOST = 5
LONG = 3
NEAR = 0.6
"""What answers to so much of the best answer is an answer too."""
LENGTH = 0.004
"""A long line answers to much by chance: so little is taken off for each of its words."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer from the rules themselves: what was asked, what holds, and where it stands."""

    question: str
    answer: str
    source: str


_IRREGULAR = {
    "drew": "draw", "drawn": "draw", "took": "take", "taken": "take", "fell": "fall",
    "fallen": "fall", "laid": "lay", "dealt": "deal", "went": "go", "goes": "go", "gone": "gone",
    "forgot": "forget", "forgotten": "forget", "won": "win", "held": "hold", "shown": "show",
    "found": "find", "meant": "mean", "left": "leave", "saw": "see", "seen": "see", "said": "say",
    "put": "put", "began": "begin", "eight": "8", "two": "2", "four": "4", "seven": "7",
    "three": "3", "six": "6", "five": "5", "twos": "2", "eights": "8", "fours": "4",
    "sevens": "7", "kings": "king", "chosen": "choose", "caught": "catch", "cannot": "cannot",
    "picked": "pick", "mistaken": "mistaken", "unfounded": "unfounded", "missing": "missing",
}  # fmt: skip
_WORD = re.compile(r"[a-z0-9']+")


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
    return [_root(word) for word in _WORD.findall(text.casefold().replace("’", "'"))]


_GROUPS = tuple(tuple(tuple(_roots(phrase)) for phrase in group) for group in SAME)


def _meant(roots: list[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a line that matter, and the meanings of which it holds a word or phrase: a
    meaning is called by its place in `SAME`. A word that is part of one is none by itself.
    """
    meanings, covered = set(), set()
    for number, group in enumerate(_GROUPS):
        for phrase in group:
            places = [
                place
                for place in range(len(roots) - len(phrase) + 1)
                if tuple(roots[place : place + len(phrase)]) == phrase
            ]
            if places:
                meanings.add(f"#{number}")
                covered |= {place + step for place in places for step in range(len(phrase))}
    words = {root for place, root in enumerate(roots) if place not in covered} - _IGNORED_ROOTS
    return frozenset(words), frozenset(meanings)


_IGNORED_ROOTS = frozenset(_root(word) for word in IGNORED)


@lru_cache(maxsize=4096)
def _index(line: str) -> frozenset[str]:
    """All that a line answers to: each of its words, and its meanings."""
    roots = _roots(line)
    roots += [more for word, brings in WIDER if word in roots for more in _roots(brings)]
    return frozenset(roots) - _IGNORED_ROOTS | _meant(roots)[1]


def in_order(situation_by_name: Mapping[str, Situation]) -> list[tuple[str, Situation]]:
    """The situations of a game, what happens most often first."""
    return sorted(situation_by_name.items(), key=lambda item: -HAPPENS.get(item[0], 0))


def heard(kind: str, situation: Situation) -> str:
    """The line by which a situation is found: its name, its example, and what people say."""
    return f"{situation.name}. {situation.example}. {SAID.get(kind, '')}"


def filtered(line: str) -> str:
    """The words by which a page finds a line while one types, those that mean the same with
    them.
    """
    meanings = _index(line)
    also = (word for number, group in enumerate(SAME) if f"#{number}" in meanings for word in group)
    return " ".join((line.casefold(), *_roots(line), *also))


def fitting(query: str, lines: Iterable[tuple[T, str]]) -> list[T]:
    """What answers to a question in plain words, the nearest first: a rare word tells more than a
    common one, and what no line knows is passed by unless that is most of the question.
    """
    every = [(thing, line, _index(line)) for thing, line in lines]
    asked = frozenset().union(*_meant(_roots(query)))
    if not asked:
        return []
    weights = {
        word: log(1 + len(every) / count)
        for word in asked
        if (count := sum(word in index for _thing, _line, index in every))
    }
    if not weights:
        return []
    scored = [
        (sum(weights.get(word, 0) for word in index) * (1 - LENGTH * len(index)), thing)
        for thing, _line, index in every
    ]
    best = max(score for score, _thing in scored)
    near = [(score, thing) for score, thing in scored if score >= best * NEAR]
    return [thing for _score, thing in sorted(near, key=lambda row: -row[0])]


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
