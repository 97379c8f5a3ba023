"""The grounds of a verdict on cards put down in Pursuit, in words with their clauses, most specific
first.
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
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason
from scoring.words import listed as names_listed


def words(cards: tuple[Card, ...]) -> str:
    """Cards for people: `6♦ 5♦`."""
    return " ".join(card_symbol(card) for card in cards)


def listed(cards: tuple[Card, ...]) -> str:
    """Cards in a sentence: `6♦`, `6♦ and a Joker`."""
    names = ["a Joker" if is_joker(card) else card_symbol(card) for card in cards]
    return names_listed(names)


def faults(spot: Spot, rules: Rules, chain: Chain) -> tuple[Reason, ...]:
    """Why these sequences may not be put down; empty if they may, as far as `chain` itself can
    tell.
    """
    reasons = tuple(_form(chain)) or tuple(_way_lost(spot.course, rules, chain))
    return reasons or (*_ending(rules, chain[-1]), *_safe(spot, rules, chain))


def _form(chain: Chain) -> Iterator[Reason]:
    if not chain or not all(chain):
        yield Reason("PU-13", "A sequence has one card at least.")
    for sequence in chain:
        suits = {suit_of(card) for card in sequence if not is_joker(card)}
        if len(suits) > 1:
            name = names_listed(SUIT_NAMES[suit] for suit in sorted(suits))
            yield Reason("PU-13", f"{words(sequence)} mixes {name}: a sequence is of one suit.")


def _way_lost(course: Course, rules: Rules, chain: Chain) -> Iterator[Reason]:
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
) -> Iterator[Reason]:
    other_ways = tuple(way for way in (1, -1) if way not in course.ways)
    if any(senses(Course(rank, other_ways), (sequence,)) for rank in ranks if other_ways):
        yield from _wrong_way(rules, sequence, course.ways[0])
        return
    here = names_listed((RANK_NAMES[rank] for rank in sorted(ranks)), "or")
    if not is_joker(sequence[0]) and rank_of(sequence[0]) not in ranks:
        yield Reason(
            "PU-14", f"{words(sequence)} does not begin with the {here}, the rank to carry on from."
        )
        yield Reason("PU-12", "Only sequences that carry on may be put down.")
        return
    yield Reason("PU-13", f"{words(sequence)} does not run rank by rank from the {here}.")
    if any(rank_of(card) >= RING for card in sequence if not is_joker(card)):
        yield Reason("PU-2", "The pack has no Jack, Queen or King.")
    yield Reason("PU-15", "The ranks form a ring from the Ace to the ten and on to the Ace.")


def _wrong_way(rules: Rules, sequence: tuple[Card, ...], way: int) -> Iterator[Reason]:
    runs = "upwards" if way == 1 else "downwards"
    if rules["racing"] == "yes":
        yield Reason(
            "PU-26", f"{words(sequence)} runs the other way: this player's sequences run {runs}."
        )
        yield Reason("PU-15", "The ranks follow each other round the ring in that one direction.")
        return
    yield Reason(
        "PU-14",
        f"{words(sequence)} runs downwards; sequences run upwards only.",
        "default",
        "PU-A2",
    )
    yield Reason("PU-15", "In the ring the Ace comes after the ten and before the 2.")
    yield Reason("PU-26", "Running downwards is mentioned for Racing alone.")


def _ending(rules: Rules, last: tuple[Card, ...]) -> Iterator[Reason]:
    if all(is_joker(card) for card in last):
        yield Reason(
            "PU-20",
            "A last sequence of Jokers alone leaves no card that shows its rank.",
            "default",
            "PU-A6",
        )
    if is_joker(last[-1]) and rules["no_final_joker"] == "yes":
        yield Reason("PU-24", "Here a Joker may not be the last card put down.")


def _safe(spot: Spot, rules: Rules, chain: Chain) -> Iterator[Reason]:
    meanings = senses(spot.course, chain)
    if meanings and all(too_early(spot, rules, sense) for sense in meanings):
        here = RANK_NAMES[spot.target]
        yield Reason(
            "PU-22", f"The opponent has not put down yet, so their {here} may not be put down."
        )


def merits(
    spot: Spot, rules: Rules, chain: Chain, sense: Sense, *, remaining: int
) -> tuple[Reason, ...]:
    """Why these sequences stand, and what comes of them; `left` is how many cards the hand then
    holds.
    """
    won = wins(spot, rules, sense)
    return (
        *(_won(spot, rules, sense) if won else _not_won(spot, rules, sense)),
        Reason("PU-14", "Each sequence begins with the rank the player is up to by then."),
        Reason(
            "PU-12",
            f"{' / '.join(map(words, chain))} carries on from the {RANK_NAMES[spot.course.rank]}.",
        ),
        Reason("PU-13", "Each sequence is of one suit, rank by rank."),
        *_downwards(rules, sense),
        *_ring(sense),
        *_jokers(chain, rules),
        *(() if won else _after(chain, remaining)),
    )


def _won(spot: Spot, rules: Rules, sense: Sense) -> Iterator[Reason]:
    if rules["racing"] == "yes":
        exactly = rules["laps"] == "land" and spot.steps + sense.steps == LAPS * RING
        read = ("default", "PU-A17") if exactly else ()
        yield Reason("PU-25", "That completes the fifth lap and wins the race.", *read)
        return
    here = RANK_NAMES[spot.target]
    natural = (spot.target, True)
    hits = sense.cards if natural in sense.cards else [(rank, True) for rank, _ in sense.cards]
    if natural not in sense.cards:
        yield Reason("PU-16", f"The Joker stands for the {here}.", "default", "PU-A4")
    if hits[-1] == natural:
        yield Reason("PU-21", f"Putting down the {here}, which the opponent is up to, wins.")
    else:
        yield Reason(
            "PU-21", f"Running through the opponent's {here} wins, too.", "default", "PU-A3"
        )


def _not_won(spot: Spot, rules: Rules, sense: Sense) -> Iterator[Reason]:
    if rules["racing"] == "yes" and spot.steps + sense.steps == LAPS * RING:
        yield Reason(
            "PU-25",
            "The starting rank is reached for the fifth time, but not passed.",
            "default",
            "PU-A17",
        )
    elif rules["racing"] == "yes":
        yield Reason("PU-25", "In Racing the card another player is up to decides nothing.")
    elif any(rank == spot.target for rank, _ in sense.cards):
        yield Reason("PU-21", "Under the options in force this does not catch the opponent.")


def _downwards(rules: Rules, sense: Sense) -> Iterator[Reason]:
    if not any(
        (after - before) % RING == RING - 1 for (before, _), (after, _) in pairwise(sense.cards)
    ):
        return
    if rules["racing"] == "yes":
        yield Reason("PU-26", "This player runs downwards.")
    else:
        yield Reason("PU-14", "Here a sequence may run downwards, too.", "default", "PU-A2")


def _ring(sense: Sense) -> Iterator[Reason]:
    ranks = [rank for rank, _ in sense.cards]
    if any({low, high} == {0, RING - 1} for low, high in pairwise(ranks)):
        yield Reason("PU-15", "In the ring the Ace stands between the ten and the 2.")


def _jokers(chain: Chain, rules: Rules) -> Iterator[Reason]:
    if any(is_joker(card) for sequence in chain for card in sequence):
        yield Reason("PU-16", "A Joker stands for the card that is wanted.")
    if is_joker(chain[-1][-1]):
        stays = kept(chain[-1], rules)
        open_to_reading = len(chain[-1]) > 1 and is_joker(chain[-1][-2])
        read = ("default", "PU-A18") if open_to_reading else ()
        stay = (
            f"{listed(stays)} stay before the player; the last Joker is the next card of the suit."
        )
        yield Reason("PU-20", stay, *read)


def _after(chain: Chain, remaining: int) -> Iterator[Reason]:
    yield Reason("PU-17", f"The player is now up to {listed(chain[-1][-1:])}.")
    if remaining == 0:
        yield Reason(
            "PU-19",
            "All eight cards are down: no discard, and the former top discard is on top again.",
        )
    else:
        yield Reason("PU-18", "The other cards go on the pile, and a discard follows.")
