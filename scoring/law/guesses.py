"""A question put to every whole table that agrees with what is known: what holds at each of them is
the answer, and where they differ the unseen facts that decide are asked for.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any

from scoring.law.grounds import verdict_of
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Verdict, agreed

Guess = tuple[tuple[str, object], ...]
"""Facts assumed for want of knowledge: name and value."""
Brings = Mapping[str, tuple[str, ...]]
"""Facts that settle further ones: a card on top brings its suit and what is due."""
Ways = Sequence[tuple[Any, Guess]]
"""The values a fact could have, each with what is assumed for it."""
DRAWN = ("stock", "cards_drawn")
"""What a last card that costs cards changes, though nobody plays on."""


def ways(known: object, name: str, values: Iterable[object]) -> Ways:
    """A fact as it is known, or each of these values, which is then a guess."""
    if known is not None:
        return [(known, ())]
    return [(value, ((name, value),)) for value in values]


def combinations_of(
    tops: Ways, facts: Callable[[Any], Iterable[Ways]]
) -> Iterator[tuple[tuple[Any, ...], Guess]]:
    """What lies on top together with every combination of the `facts` that hang on it, and all
    that is assumed for it.
    """
    for top, guess in tops:
        for choice in product(*facts(top)):
            assumed = chain(guess, *(further for _, further in choice))
            yield (top, *(value for value, _ in choice)), tuple(assumed)


def settled(
    rules: Rules,
    tried: Sequence[tuple[Guess, Verdict]],
    brings: Brings,
    unsure: Collection[str] = (),
    ground: Mapping[str, str] | str = "unseen",
) -> Verdict:
    """The answer that all tables share, else `depends`, with the ground on which each fact decides,
    or the one that `ground` names for all of them.

    Of what follows nothing is said that rests on a guess, nor what is `unsure` at every table.
    Where a legal play may have been the last, what follows is told as though play went on, but for
    cards that the end would take from the stock.
    """
    if len({verdict.answer for _, verdict in tried}) > 1:
        needs = deciding([(guess, verdict.answer) for guess, verdict in tried], brings)
        grounds = [ground] if isinstance(ground, str) else [ground[need] for need in needs]
        return verdict_of(rules, "depends", *grounds, needs=needs)
    verdicts = [verdict for _, verdict in tried]
    common = verdicts[0]
    if len(verdicts) > 1:
        going_on = [verdict for verdict in verdicts if not verdict.then.get("game_over")]
        if not going_on or not common.legal:
            going_on = verdicts
        common = agreed(going_on)
        if len(going_on) < len(verdicts):
            drawn = agreed(verdicts).then
            unsure = (*unsure, "game_over", *(name for name in DRAWN if name not in drawn))
    if common.then.keys().isdisjoint(unsure):
        return common
    then = {key: value for key, value in common.then.items() if key not in unsure}
    return replace(common, then=then)


def deciding(tried: Sequence[tuple[Guess, Answer]], brings: Brings) -> tuple[str, ...]:
    """The assumed facts that change the answer while all others stay as they are, but for those
    that another of them brings.
    """
    names = dict.fromkeys(name for guess, _ in tried for name, _ in guess)
    needs = [name for name in names if _decides((name, *brings.get(name, ())), tried)]
    brought = {further for name in needs for further in brings.get(name, ())}
    return tuple(name for name in needs if name not in brought)


def _decides(blank: tuple[str, ...], tried: Sequence[tuple[Guess, Answer]]) -> bool:
    answers: dict[Guess, Answer] = {}
    return any(
        answers.setdefault(tuple(fact for fact in guess if fact[0] not in blank), answer) != answer
        for guess, answer in tried
    )
