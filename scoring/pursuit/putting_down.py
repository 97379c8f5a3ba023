"""Whether cards may be put down in Pursuit, what they mean, whether they win: the bare test, without words."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.cards import Card, is_joker
from scoring.pursuit.sequences import RING, Chain, Course, Sense, chains, senses
from scoring.rulebook import Rules

HAND = 7
"""Cards in a hand between turns (PU-5, PU-10)."""
LAPS = 5
"""Laps that win a race (PU-25)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the player to move stands: their course, the rank that the opponent is up to, the steps made so far.

    `target` has no say in Racing, `steps` only there; `safe` tells that the opponent has not put down yet.
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
    """What these sequences mean, a winning sense before others; None when they may not be put down."""
    if not chain or not ends_well(rules, chain[-1]):
        return None
    found = [sense for sense in senses(spot.course, chain) if not too_early(spot, rules, sense)]
    return next((sense for sense in found if wins(spot, rules, sense)), found[0] if found else None)


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
        return spot.steps + sense.steps >= LAPS * RING
    return _catches(spot, rules, sense.cards if rules["win"] == "any" else sense.cards[-1:])


def _catches(spot: Spot, rules: Rules, cards: Iterable[tuple[int, bool]]) -> bool:
    jokers_count = rules["joker_wins"] == "yes"
    return any(rank == spot.target and (natural or jokers_count) for rank, natural in cards)


def put_downs(spot: Spot, rules: Rules, hand: Iterable[Card]) -> list[Chain]:
    """Everything that may be put down from a hand, in a fixed order."""
    return [chain for chain in sorted(chains(spot.course, hand)) if meaning(spot, rules, chain)]


def kept(last: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that stay before the player: the last, or from the last natural one on (PU-17, PU-20)."""
    natural = max(place for place, card in enumerate(last) if not is_joker(card))
    return last[natural:]
