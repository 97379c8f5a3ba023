"""Sequences of Pursuit: what a hand can make, and what the cards of a put-down stand for (PU-13 to
PU-16, PU-20).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.reference import RANKS, SUITS, Card, without

CIRCLE = RANKS[:10]
JOKER = "JK"

Sequences = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Reading:
    """One sense of a put-down: every card as (rank stood for, is it a Joker), rank arrived at,
    steps made.
    """

    cards: tuple[tuple[str, bool], ...]
    rank: str
    steps: int


def step(rank: str, steps: int) -> str:
    """The rank so many steps on: PU-15, the Ace follows the ten."""
    return CIRCLE[(CIRCLE.index(rank) + steps) % 10]


def sequences_from(rank: str, way: int, hand: list[Card]) -> set[tuple[Card, ...]]:
    """PU-13, PU-16: every sequence of one suit a hand can make from a rank in one direction, Jokers
    anywhere.
    """
    found: set[tuple[Card, ...]] = set()
    for suit in SUITS:
        todo: list[tuple[Card, ...]] = [()]
        while todo:
            sequence = todo.pop()
            natural = step(rank, way * len(sequence)) + suit
            left = without(hand, sequence)
            longer = [(*sequence, card) for card in {natural, JOKER} if card in left]
            found.update(longer)
            todo += longer
    return found


def continued(sense: Reading, sequence: tuple[Card, ...], ways: list[int]) -> Iterator[Reading]:
    """PU-12 to PU-15: a sense with one more sequence, once for each direction that fits it."""
    for way in ways if len(sequence) > 1 else [1]:
        ranks = [step(sense.rank, way * place) for place in range(len(sequence))]
        fits = all(
            card in (JOKER, rank + card[1]) for card, rank in zip(sequence, ranks, strict=True)
        )
        if fits and len({card[1] for card in sequence if card != JOKER}) <= 1:
            cards = tuple((rank, card == JOKER) for card, rank in zip(sequence, ranks, strict=True))
            yield Reading(sense.cards + cards, ranks[-1], sense.steps + len(sequence) - 1)


def kept(last: tuple[Card, ...]) -> int:
    """How many cards stay before the player: the last one, and with Jokers back to the last natural
    card.
    """
    count = 1
    while last[-count] == JOKER:
        count += 1
    return count
