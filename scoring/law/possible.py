"""Hands that the packs of a table cannot hold: a card, a rank or the court cards entered too often,
and a card that the game does not count.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scoring.cards import RANKS, Card, card_symbol
from scoring.counting.hand import Hand, ranks_of_pack
from scoring.law.rulebook import Rulebook, Rules
from scoring.words import noun

COURT_RANKS = "TJQK"


class ImpossibleError(ValueError):
    """A table that cannot be as it was told; the message is a sentence that names the card or the
    fact.
    """


class Excess(NamedTuple):
    """Cards held too often: a fixed `kind`, the places (seats, facts) that hold them, and the card
    or rank that is held; no name where all tens and courts are counted together.
    """

    kind: str
    places: tuple[str, ...]
    what: str
    times: int
    most: int

    def text(self, packs: int) -> str:
        """The sentence for a sheet of hands."""
        times = {1: "once", 2: "twice"}.get(self.times, f"{self.times} times")
        has = f"{packs_have(packs)} {self.most or 'none'}"
        if self.kind == "rank_too_often":
            return f"Rank {self.what} is entered {times}, but {has}."
        if self.kind == "courts_too_often":
            return f"Tens and court cards: {self.times} are entered, but {has}."
        return f"{self.what} is entered {times}, but {has}."


def excesses(hands: Mapping[str, Hand], pack: tuple[Card, ...], packs: int) -> Iterator[Excess]:
    """Find what the hands of one table (by place) hold beyond so many packs: by card, by rank, tens
    and courts.

    Suits are used where known; an `X` counts with the tens and courts only.
    """
    yield from _cards_too_often(hands, Counter(pack), packs)
    in_hands = Counter(rank for hand in hands.values() for rank in hand.ranks)
    printed = ranks_of_pack(pack)
    for rank in RANKS:
        if in_hands[rank] > printed[rank] * packs:
            name = "10" if rank == "T" else rank
            places = _holders(hands, lambda hand, rank=rank: rank in hand.ranks)
            yield Excess("rank_too_often", places, name, in_hands[rank], printed[rank] * packs)
    courts = sum(in_hands[rank] for rank in (*COURT_RANKS, "X"))
    most = sum(printed[rank] for rank in COURT_RANKS) * packs
    if courts > most:
        places = _holders(hands, lambda hand: not set("XTJQK").isdisjoint(hand.ranks))
        yield Excess("courts_too_often", places, "", courts, most)


def _cards_too_often(
    hands: Mapping[str, Hand], printed: Counter[Card], packs: int
) -> Iterator[Excess]:
    in_hands = Counter(card for hand in hands.values() for card in hand.cards)
    for card, times in sorted(in_hands.items()):
        if times > printed[card] * packs:
            places = _holders(hands, lambda hand, card=card: card in hand.cards)
            yield Excess("card_too_often", places, card_symbol(card), times, printed[card] * packs)


def _holders(hands: Mapping[str, Hand], holds: Callable[..., bool]) -> tuple[str, ...]:
    return tuple(place for place, hand in hands.items() if holds(hand))


def packs_have(packs: int) -> str:
    return noun(packs, "one pack has", f"{packs} packs have")


def court_unnamed(hand: Hand, rules: Rulebook | Rules) -> str:
    """A sentence on an `X` where ten and court cards count differently, or nothing."""
    if "X" not in hand.ranks or rules.scoring.courts_alike:
        return ""
    return "Here ten, Jack, Queen and King count differently: write 10, J, Q or K for each X."


def hand_fault(hand: Hand, rules: Rulebook | Rules, packs: int) -> str:
    """A sentence on a hand for a tally that so many packs cannot hold, or
    nothing where they can.
    """
    unnamed = court_unnamed(hand, rules)
    if unnamed:
        return unnamed
    excess = next(excesses({"hand": hand}, rules.deal.pack, packs), None)
    return excess.text(packs) if excess else ""
