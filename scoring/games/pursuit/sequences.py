"""Sequences of Pursuit on the ring of ten ranks: what cards put down can mean, and all that a hand
can put down.

Whether cards may be put down in Pursuit, what they mean, whether they win: the bare test, without
words.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.cards import JOKER, TEN, Card, is_joker, plain, rank_of, suit_of
from scoring.law.rulebook import Rules

Chain = tuple[tuple[Card, ...], ...]
"""Sequences put down in one turn, in their order; every Joker is written as the first one."""
RING = 10


class Course(NamedTuple):
    """The rank (0 Ace to 9 ten) a player is up to, and the ways their sequences may run: 1 upwards,
    -1 downwards.
    """

    rank: int
    ways: tuple[int, ...] = (1,)


class Sense(NamedTuple):
    """One meaning of cards put down: each card's rank and if it is natural, the rank arrived at,
    the steps made.
    """

    cards: tuple[tuple[int, bool], ...]
    rank: int
    steps: int


def senses(course: Course, chain: Sequence[Sequence[Card]]) -> tuple[Sense, ...]:
    """Every meaning of these sequences (PU-12 to PU-16), upward ones first; empty when they do not
    carry on.

    With one way to run there is one meaning at most; with both, Jokers can leave the way open.
    """
    meanings = [Sense((), course.rank, 0)]
    for sequence in chain:
        meanings = [longer for sense in meanings for longer in _continued(course, sense, sequence)]
    return tuple(meanings)


def _continued(course: Course, sense: Sense, sequence: Sequence[Card]) -> Iterator[Sense]:
    for way in course.ways if len(sequence) > 1 else course.ways[:1]:
        ranks = _fit(sense.rank, way, sequence)
        if ranks:
            cards = tuple(zip(ranks, (not is_joker(card) for card in sequence), strict=True))
            yield Sense(sense.cards + cards, ranks[-1], sense.steps + len(ranks) - 1)


def _fit(rank: int, way: int, sequence: Sequence[Card]) -> tuple[int, ...]:
    """The ranks of a sequence that starts at `rank` and runs one way; empty if it does not."""
    ranks = tuple((rank + way * place) % RING for place in range(len(sequence)))
    natural = [
        (card, rank) for card, rank in zip(sequence, ranks, strict=True) if not is_joker(card)
    ]
    fits = all(rank_of(card) == rank for card, rank in natural)
    return ranks if fits and len({suit_of(card) for card, _ in natural}) <= 1 else ()


def chains(course: Course, hand: Iterable[Card]) -> frozenset[Chain]:
    """Everything that could be put down from a hand by PU-12 to PU-16 alone, the endings of PU-20
    to PU-24 unasked.
    """
    cache: dict[tuple[int, tuple[Card, ...]], frozenset[Chain]] = {}

    def tails(rank: int, cards: tuple[Card, ...]) -> frozenset[Chain]:
        if (rank, cards) not in cache:
            chains_here: set[Chain] = set()
            for way in course.ways:
                for sequence, remaining in _sequences(rank, way, cards):
                    chains_here.add((sequence,))
                    end = (rank + way * (len(sequence) - 1)) % RING
                    chains_here.update((sequence, *tail) for tail in tails(end, remaining))
            cache[rank, cards] = frozenset(chains_here)
        return cache[rank, cards]

    return tails(course.rank, tuple(sorted(map(plain, hand))))


def _sequences(
    rank: int, way: int, cards: tuple[Card, ...]
) -> Iterable[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every sequence from a rank in one way, each with the cards it leaves."""
    left_of: dict[tuple[Card, ...], tuple[Card, ...]] = {}
    for suit in range(4):
        growing: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = [((), cards)]
        while growing:
            begun, remaining = growing.pop()
            natural = 13 * suit + (rank + way * len(begun)) % RING
            for card in (natural, JOKER):
                if card in remaining:
                    longer, rest = (*begun, card), without(remaining, card)
                    left_of[longer] = rest
                    growing.append((longer, rest))
    return left_of.items()


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards with one of them taken out once. Raises ValueError if it is not among them."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


HAND = 7
"""Cards in a hand between turns (PU-5, PU-10)."""


class Spot(NamedTuple):
    """Where the player to move stands: their course, the rank that the opponent is up to, the steps
    made so far.

    `target` has no say in Racing, `steps` only there; `safe` tells that the opponent has not put
    down yet.
    """

    course: Course
    target: int
    safe: bool = False
    steps: int = 0


def ways(rules: Rules, seat: int) -> tuple[int, ...]:
    """The ways the sequences of a seat may run: 1 upwards, -1 downwards (PU-A2, PU-26)."""
    if rules["racing"] == "yes":
        return (-1,) if rules["opposite_directions"] == "yes" and seat % 2 == 0 else (1,)
    return (1, -1) if rules["direction"] == "both" else (1,)


def meaning(spot: Spot, rules: Rules, chain: Chain) -> Sense | None:
    """What these sequences mean, a winning sense before others; None when they
    may not be put down.
    """
    if not chain or not ends_well(rules, chain[-1]):
        return None
    meanings = [sense for sense in senses(spot.course, chain) if not too_early(spot, rules, sense)]
    return next(
        (sense for sense in meanings if wins(spot, rules, sense)), meanings[0] if meanings else None
    )


def ends_well(rules: Rules, last: Iterable[Card]) -> bool:
    """Whether the last sequence shows what the player is then up to (PU-A6, PU-24)."""
    jokers = [is_joker(card) for card in last]
    return not all(jokers) and not (jokers[-1] and rules["no_final_joker"] == "yes")


def too_early(spot: Spot, rules: Rules, sense: Sense) -> bool:
    """Whether this would catch an opponent who is still safe (PU-22)."""
    if rules["no_early_wins"] == "no" or rules["racing"] == "yes" or not spot.safe:
        return False
    return _catches(spot, rules, sense.cards)


def wins(spot: Spot, rules: Rules, sense: Sense) -> bool:
    """Whether the game is won by these cards (PU-21, PU-25)."""
    if rules["racing"] == "yes":
        return spot.steps + sense.steps >= race_steps(rules) + (rules["laps"] == "pass")
    return _catches(spot, rules, sense.cards if rules["win"] == "any" else sense.cards[-1:])


def race_steps(rules: Rules) -> int:
    """The ranks of all the laps that win a race, up to one's own starting rank (PU-25)."""
    return int(rules["race_laps"]) * RING


def _catches(spot: Spot, rules: Rules, cards: Iterable[tuple[int, bool]]) -> bool:
    jokers_count = rules["joker_wins"] == "yes"
    return any(rank == spot.target and (natural or jokers_count) for rank, natural in cards)


def put_downs(spot: Spot, rules: Rules, hand: Iterable[Card]) -> list[Chain]:
    """Everything that may be put down from a hand, in a fixed order."""
    return [chain for chain in sorted(chains(spot.course, hand)) if meaning(spot, rules, chain)]


def kept(last: tuple[Card, ...], rules: Rules) -> tuple[Card, ...]:
    """The cards that stay before the player: the last, or from the last natural one on (PU-17,
    PU-20), where it is so read two at most (PU-A18).
    """
    if is_joker(last[-1]) and rules["kept_jokers"] == "two":
        return last[-2:]
    natural = max(place for place, card in enumerate(last) if not is_joker(card))
    return last[natural:]


FIVE = 4
"""Ranks count from 0, the Ace."""
FIVES = 8
"""The fives of two packs."""


def starting_ranks(rules: Rules, players: int) -> tuple[int, ...]:
    """The ranks so many players start on, from the one who begins (PU-4, PU-A20): five and ten by
    turns, or all the fives first where three or more race and it is so read.
    """
    if rules["race_starts"] == "fives" and players > 2:
        return tuple(FIVE if place < FIVES else TEN for place in range(players))
    return tuple(TEN if place % 2 else FIVE for place in range(players))
