"""Who of one evening may be the same person as somebody of another: proposals with reasons, and
never a decision.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.names import folded

MOST = 100
"""The highest score: the same e-mail address and the same name."""
LEAST = 30
"""Below this a likeness is not worth an official's time."""
_EMAIL, _NAME, _ALMOST, _SURNAME, _INITIALS, _LIVERY, _BADGE = 60, 40, 30, 15, 30, 20, 5
_OTHER_EMAIL, _OTHER_LIVERY = -10, -10
_SHORT = 4
"""Words of fewer letters are compared as they are: one letter more or less makes another name of
them.
"""
# fmt: off
_TITLES = frozenset({
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "dame", "lord", "lady", "revd", "rev",
    "the", "hon", "rt",
    "master",
})
# fmt: on


@dataclass(frozen=True, slots=True)
class Appearance:
    """Somebody at one evening: `key` is theirs alone; `evening` names the evening; what is not
    known is empty or 0.
    """

    key: str
    evening: str
    name: str
    livery: str = ""
    badge: int = 0
    email: str = ""
    group: str = "livery"


class Proposal(NamedTuple):
    """Two appearances that may be one person: a score from 30 to 100, and what speaks for it and
    against it.
    """

    one: str
    other: str
    score: int
    reasons: tuple[str, ...]
    against: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name for comparing: without case, accents, titles and punctuation, in their
    order.
    """
    words = re.findall(r"\w+", folded(name).replace("'", ""))
    return tuple(word for word in words if word not in _TITLES) or tuple(words)


def compare(first: Appearance, second: Appearance) -> Proposal | None:
    """Two appearances side by side, in either order the same; None where too little speaks for one
    person.

    Nobody was at one evening twice, so two of the same evening never make a proposal.
    """
    if first.evening == second.evening:
        return None
    clues = [
        *_label(first.email, second.email, "e-mail address", (_EMAIL, _OTHER_EMAIL)),
        *_names(first, second),
        *_label(first.livery, second.livery, first.group, (_LIVERY, _OTHER_LIVERY)),
    ]
    alike = sum(points for points, _words in clues)
    if first.badge and first.badge == second.badge and alike > 0:
        clues.append((_BADGE, "the same badge number"))
    score = min(MOST, sum(points for points, _words in clues))
    if score < LEAST:
        return None
    reasons = tuple(words for points, words in clues if points > 0)
    return Proposal(
        first.key, second.key, score, reasons, tuple(words for points, words in clues if points < 0)
    )


def proposals(
    new: Iterable[Appearance],
    appearances: Iterable[Appearance],
    apart: Iterable[frozenset[str]] = (),
) -> tuple[Proposal, ...]:
    """Every proposal between somebody new and somebody known, the likeliest first, then by keys.

    `apart` are pairs of keys that an official has told apart: they are not proposed again.
    """
    told_apart = set(apart)
    by_trace: defaultdict[str, list[Appearance]] = defaultdict(list)
    for first in appearances:
        for trace in _traces(first):
            by_trace[trace].append(first)
    by_pair: dict[frozenset[str], Proposal] = {}
    for first in new:
        near = {
            appearance.key: appearance
            for trace in _traces(first)
            for appearance in by_trace.get(trace, ())
        }
        for second in near.values():
            pair = frozenset((first.key, second.key))
            if (
                pair not in told_apart
                and pair not in by_pair
                and (proposal := compare(first, second))
            ):
                by_pair[pair] = proposal
    return tuple(
        sorted(
            by_pair.values(), key=lambda proposal: (-proposal.score, proposal.one, proposal.other)
        )
    )


def _label(first: str, second: str, noun: str, weights: tuple[int, int]) -> list[tuple[int, str]]:
    """What a label of both speaks for or against, with the weights of the same and of another one;
    nothing where it is not known of both.
    """
    mine, theirs = first.strip().casefold(), second.strip().casefold()
    if not mine or not theirs:
        return []
    return [(weights[0], f"the same {noun}") if mine == theirs else (weights[1], f"another {noun}")]


def _names(first: Appearance, second: Appearance) -> Sequence[tuple[int, str]]:
    mine, theirs = name_words(first.name), name_words(second.name)
    if not mine or not theirs:
        return ()
    if sorted(mine) == sorted(theirs):
        return ((_NAME, "the same name"),)
    remaining, right = set(mine) - set(theirs), set(theirs) - set(mine)
    if (
        len(mine) == len(theirs)
        and len(remaining) == len(right) == 1
        and _near(*remaining) & _near(*right)
    ):
        return ((_ALMOST, "a name spelt almost alike"),)
    if mine[-1] != theirs[-1]:
        return ()
    if mine[0][0] == theirs[0][0] and 1 in (len(mine[0]), len(theirs[0])):
        return ((_INITIALS, "the same surname and initial"),)
    return ((_SURNAME, "the same surname"),)


@lru_cache(maxsize=4096)
def _near(word: str) -> frozenset[str]:
    """A word and what is left of it without any one letter: words a letter apart have one of these
    in common.
    """
    shorter = (
        {word[:index] + word[index + 1 :] for index in range(len(word))}
        if len(word) >= _SHORT
        else set()
    )
    return frozenset(shorter | {word})


def _traces(appearance: Appearance) -> frozenset[str]:
    """What two appearances have in common before they are worth comparing: an e-mail address, or a
    word of the name.
    """
    words = {trace for word in name_words(appearance.name) for trace in _near(word)}
    return frozenset(
        words | ({f"@{appearance.email.strip().casefold()}"} if appearance.email.strip() else set())
    )
