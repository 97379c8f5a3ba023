"""The grounds of a verdict on cards put down in Pursuit, most specific first, as rows of
`grounds.toml`.
"""

from collections.abc import Iterator
from itertools import pairwise

from scoring.cards import RANK_NAMES, SUIT_NAMES, Card, card_symbol, is_joker, rank_of, suit_of
from scoring.games.pursuit.sequences import (
    LAPS,
    RING,
    Chain,
    Course,
    Sense,
    Spot,
    kept,
    senses,
    too_early,
    wins,
)
from scoring.law.grounds import Ground
from scoring.law.rulebook import Rules
from scoring.words import listed as names_listed


def words(cards: tuple[Card, ...]) -> str:
    """Cards for people: `6♦ 5♦`."""
    return " ".join(card_symbol(card) for card in cards)


def listed(cards: tuple[Card, ...]) -> str:
    """Cards in a sentence: `6♦`, `6♦ and a Joker`."""
    names = ["a Joker" if is_joker(card) else card_symbol(card) for card in cards]
    return names_listed(names)


def faults(spot: Spot, rules: Rules, chain: Chain) -> tuple[Ground, ...]:
    """Why these sequences may not be put down; empty if they may, as far as `chain` itself can
    tell.
    """
    reasons = tuple(_form(chain)) or tuple(_way_lost(spot.course, rules, chain))
    return reasons or (*_ending(rules, chain[-1]), *_safe(spot, rules, chain))


def _form(chain: Chain) -> Iterator[Ground]:
    if not chain or not all(chain):
        yield "one_card_at_least"
    for sequence in chain:
        suits = {suit_of(card) for card in sequence if not is_joker(card)}
        if len(suits) > 1:
            mixed = names_listed(SUIT_NAMES[suit] for suit in sorted(suits))
            yield "suits_mixed", words(sequence), mixed


def _way_lost(course: Course, rules: Rules, chain: Chain) -> Iterator[Ground]:
    """The first sequence that does not carry on from where the player then is."""
    ranks = {course.rank}
    for sequence in chain:
        arrived = {s.rank for rank in ranks for s in senses(Course(rank, course.ways), (sequence,))}
        if not arrived:
            yield from _lost(ranks, course, rules, sequence)
            return
        ranks = arrived


def _lost(
    ranks: set[int], course: Course, rules: Rules, sequence: tuple[Card, ...]
) -> Iterator[Ground]:
    other_ways = tuple(way for way in (1, -1) if way not in course.ways)
    if any(senses(Course(rank, other_ways), (sequence,)) for rank in ranks if other_ways):
        yield from _wrong_way(rules, sequence, course.ways[0])
        return
    here = names_listed((RANK_NAMES[rank] for rank in sorted(ranks)), "or")
    if not is_joker(sequence[0]) and rank_of(sequence[0]) not in ranks:
        yield "begins_wrongly", words(sequence), here
        yield "only_carrying_on"
        return
    yield "no_run", words(sequence), here
    if any(rank_of(card) >= RING for card in sequence if not is_joker(card)):
        yield "no_courts"
    yield "ring"


def _wrong_way(rules: Rules, sequence: tuple[Card, ...], way: int) -> Iterator[Ground]:
    if rules["racing"] == "yes":
        yield "races_the_other_way", words(sequence), "upwards" if way == 1 else "downwards"
        yield "one_direction"
        return
    yield "runs_downwards", words(sequence)
    yield "ace_after_ten"
    yield "downwards_in_races"


def _ending(rules: Rules, last: tuple[Card, ...]) -> Iterator[Ground]:
    if all(map(is_joker, last)):
        yield "jokers_alone"
    if is_joker(last[-1]) and rules["no_final_joker"] == "yes":
        yield "joker_last"


def _safe(spot: Spot, rules: Rules, chain: Chain) -> Iterator[Ground]:
    meanings = senses(spot.course, chain)
    if meanings and all(too_early(spot, rules, sense) for sense in meanings):
        yield "too_early", RANK_NAMES[spot.target]


def merits(
    spot: Spot, rules: Rules, chain: Chain, sense: Sense, *, remaining: int
) -> tuple[Ground, ...]:
    """Why these sequences stand, and what comes of them; `remaining` is how many cards the hand
    then holds.
    """
    won, here = wins(spot, rules, sense), RANK_NAMES[spot.course.rank]
    return (
        *(_won(spot, rules, sense) if won else _not_won(spot, rules, sense)),
        "each_begins",
        ("carries_on", " / ".join(map(words, chain)), here),
        "of_one_suit",
        *_ways(rules, sense),
        *_jokers(chain, rules),
        *(() if won else _after(chain, remaining)),
    )


def _won(spot: Spot, rules: Rules, sense: Sense) -> Iterator[Ground]:
    if rules["racing"] == "yes":
        exactly = rules["laps"] == "land" and spot.steps + sense.steps == LAPS * RING
        yield "wins_race_by_landing" if exactly else "wins_race"
        return
    here, natural = RANK_NAMES[spot.target], (spot.target, True)
    hits = sense.cards if natural in sense.cards else [(rank, True) for rank, _ in sense.cards]
    if natural not in sense.cards:
        yield "joker_stands_for", here
    yield "catches" if hits[-1] == natural else "runs_through", here


def _not_won(spot: Spot, rules: Rules, sense: Sense) -> Iterator[Ground]:
    if rules["racing"] == "yes":
        lands = spot.steps + sense.steps == LAPS * RING
        yield "lands_only" if lands else "decides_nothing"
    elif any(rank == spot.target for rank, _ in sense.cards):
        yield "does_not_catch"


def _ways(rules: Rules, sense: Sense) -> Iterator[Ground]:
    """Where a sequence runs downwards, or past the end of the ring."""
    steps = [(before, after) for (before, _), (after, _) in pairwise(sense.cards)]
    if any((after - before) % RING == RING - 1 for before, after in steps):
        yield "racer_downwards" if rules["racing"] == "yes" else "downwards_too"
    if any({*step} == {0, RING - 1} for step in steps):
        yield "ace_between"


def _jokers(chain: Chain, rules: Rules) -> Iterator[Ground]:
    if any(is_joker(card) for sequence in chain for card in sequence):
        yield "joker_wanted"
    last = chain[-1]
    if is_joker(last[-1]):
        open_to_reading = len(last) > 1 and is_joker(last[-2])
        yield "stays_so_read" if open_to_reading else "stays", listed(kept(last, rules))


def _after(chain: Chain, remaining: int) -> Iterator[Ground]:
    yield "up_to", listed(chain[-1][-1:])
    yield "discard_follows" if remaining else "all_down"
