"""Claims that are no plays, as far as all games answer them alike: the set-up, a tally, a blocked
game. What is said is in the game's own words, by rows of its grounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.cards import Card, card_text
from scoring.counting.hand import Hand, Receipt, receipt
from scoring.law.grounds import Ground, verdict_of
from scoring.law.position import BlockedPosition, SetupPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict
from scoring.words import only_some


def right_setup(position: SetupPosition, rules: Rules) -> dict[str, int]:
    """The packs and cards dealt for so many players, under the names of case files."""
    deal, players = rules.deal, position.players
    return {"decks": deal.packs(players), "dealt": deal.dealt(players)}


def deal_faults(position: SetupPosition, rules: Rules) -> list[str]:
    """Which of the two was told otherwise than it should be."""
    stated = {"decks": position.packs, "dealt": position.dealt}
    right = right_setup(position, rules)
    return [name for name in right if stated[name] not in (None, right[name])]


def setup_verdict(
    position: SetupPosition, rules: Rules, wrong: Sequence[Ground], legal: Sequence[Ground]
) -> Verdict:
    """The verdict on a set-up: illegal by what is wrong, if anything is, else legal."""
    right = right_setup(position, rules)
    return verdict_of(rules, "illegal" if wrong else "legal", *(wrong or legal), then=right)


def count_of(hand: Sequence[Card], rules: Rules) -> Receipt:
    """What a hand counts. Raises RulesError for a card without a value."""
    return receipt(Hand(tuple(map(card_text, hand))), rules)


def counted_lines(*counts: Receipt) -> Iterator[Reason]:
    """What the cards of these hands count, a ground for each clause that says so."""
    every = [line for count in counts for line in count.lines]
    for clause in dict.fromkeys(line.clause for line in every):
        words = (f"{line.card} {line.points}" for line in every if line.clause == clause)
        yield Reason(clause, f"{', '.join(words)}.")


def tally_verdict(
    rules: Rules, claimed: int | None, total: int, *grounds: Ground, name: str = "score"
) -> Verdict:
    """The verdict on points that are claimed (None: merely asked for); the right ones follow under
    this name.
    """
    right = claimed in (None, total)
    return verdict_of(rules, "correct" if right else "incorrect", *grounds, then={name: total})


def block_verdict(
    position: BlockedPosition,
    rules: Rules,
    did: str,
    facts: Mapping[str, object],
    *further: Ground,
) -> Verdict | None:
    """The verdict on a game said to be blocked where it is not, or where that cannot be told; None
    where it is.

    `did` is what players do who cannot act; `facts` are what decides, in the words in which it is
    asked for, each None where it is not known. Said are the rows `cards_left`, `some_missed` with
    `further` ones, and `blocked_open`.
    """
    players, misses = position.players, position.consecutive_misses
    going_on: dict[str, Any] = {"game_over": False}
    if position.stock:
        return verdict_of(rules, "denied", ("cards_left", str(position.stock)), then=going_on)
    if players is not None and misses is not None and misses < players:
        few = only_some(misses, players, did)
        return verdict_of(rules, "denied", ("some_missed", few), *further, then=going_on)
    needs = tuple(words for words, fact in facts.items() if fact is None)
    return verdict_of(rules, "depends", "blocked_open", needs=needs) if needs else None
