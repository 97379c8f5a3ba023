"""Sequences of Pursuit on the ring of ten ranks: what cards put down can mean, and all that a hand can put down."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.cards import JOKERS, Card, is_joker, rank_of, suit_of

Chain = tuple[tuple[Card, ...], ...]
"""Sequences put down in one turn, in their order; every Joker is written as the first one."""
RING = 10
JOKER = JOKERS[0]


@dataclass(frozen=True, slots=True)
class Course:
    """The rank (0 Ace to 9 ten) a player is up to, and the ways their sequences may run: 1 upwards, -1 downwards."""

    rank: int
    ways: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of cards put down: each card's rank and if it is natural, the rank arrived at, the steps made."""

    cards: tuple[tuple[int, bool], ...]
    rank: int
    steps: int


def plain(card: Card) -> Card:
    """The card as plays name it: both Jokers are alike."""
    return JOKER if is_joker(card) else card


def senses(course: Course, chain: Sequence[Sequence[Card]]) -> tuple[Sense, ...]:
    """Every meaning of these sequences (PU-12 to PU-16), upward ones first; empty when they do not carry on.

    With one way to run there is one meaning at most; with both, Jokers can leave the way open.
    """
    found = [Sense((), course.rank, 0)]
    for sequence in chain:
        found = [longer for sense in found for longer in _continued(course, sense, sequence)]
    return tuple(found)


def _continued(course: Course, sense: Sense, sequence: Sequence[Card]) -> Iterator[Sense]:
    for way in course.ways if len(sequence) > 1 else course.ways[:1]:
        ranks = _fit(sense.rank, way, sequence)
        if ranks:
            cards = tuple(zip(ranks, (not is_joker(card) for card in sequence), strict=True))
            yield Sense(sense.cards + cards, ranks[-1], sense.steps + len(ranks) - 1)


def _fit(rank: int, way: int, sequence: Sequence[Card]) -> tuple[int, ...]:
    """The ranks of a sequence that starts at `rank` and runs one way; empty if it does not."""
    ranks = tuple((rank + way * place) % RING for place in range(len(sequence)))
    natural = [(card, rank) for card, rank in zip(sequence, ranks, strict=True) if not is_joker(card)]
    fits = all(rank_of(card) == rank for card, rank in natural)
    return ranks if fits and len({suit_of(card) for card, _ in natural}) <= 1 else ()


def chains(course: Course, hand: Iterable[Card]) -> frozenset[Chain]:
    """Everything that could be put down from a hand by PU-12 to PU-16 alone, the endings of PU-20 to PU-24 unasked."""
    known: dict[tuple[int, tuple[Card, ...]], frozenset[Chain]] = {}

    def tails(rank: int, held: tuple[Card, ...]) -> frozenset[Chain]:
        if (rank, held) not in known:
            found: set[Chain] = set()
            for way in course.ways:
                for sequence, left in _sequences(rank, way, held):
                    found.add((sequence,))
                    end = (rank + way * (len(sequence) - 1)) % RING
                    found.update((sequence, *tail) for tail in tails(end, left))
            known[rank, held] = frozenset(found)
        return known[rank, held]

    return tails(course.rank, tuple(sorted(map(plain, hand))))


def _sequences(rank: int, way: int, held: tuple[Card, ...]) -> Iterable[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every sequence from a rank in one way, each with the cards it leaves."""
    found: dict[tuple[Card, ...], tuple[Card, ...]] = {}
    for suit in range(4):
        growing: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = [((), held)]
        while growing:
            begun, left = growing.pop()
            natural = 13 * suit + (rank + way * len(begun)) % RING
            for card in (natural, JOKER):
                if card in left:
                    longer, rest = (*begun, card), without(left, card)
                    found[longer] = rest
                    growing.append((longer, rest))
    return found.items()


def without(held: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards with one of them taken out once. Raises ValueError if it is not among them."""
    at = held.index(card)
    return held[:at] + held[at + 1 :]
