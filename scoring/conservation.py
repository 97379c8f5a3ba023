"""Conservation of the pack: over one table and game no card is held more often than its packs hold it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scoring.cards import RANKS, Card, card_symbol, is_joker, rank_of
from scoring.hand import Hand

COURT_RANKS = "TJQK"


@dataclass(frozen=True, slots=True)
class Excess:
    """Cards held too often: a fixed `kind`, the seats that hold them, and a sentence."""

    kind: str
    seats: tuple[str, ...]
    text: str


def excesses(hands: Mapping[str, Hand], pack: tuple[Card, ...], packs: int) -> Iterator[Excess]:
    """Find what the hands of one table (by seat) hold beyond so many packs: by card, by rank, tens and courts.

    Suits are used where known; an `X` counts with the tens and courts only.
    """
    yield from _cards(hands, Counter(pack), packs)
    held = Counter(rank for hand in hands.values() for rank in hand.ranks)
    printed = Counter(RANKS[rank_of(card)] for card in pack if not is_joker(card))
    for rank in RANKS:
        if held[rank] > printed[rank] * packs:
            name = "10" if rank == "T" else rank
            seats = _holders(hands, lambda hand, rank=rank: rank in hand.ranks)
            yield Excess("rank_too_often", seats, _sentence(f"The rank {name}", held[rank], printed[rank], packs))
    courts = sum(held[rank] for rank in (*COURT_RANKS, "X"))
    most = sum(printed[rank] for rank in COURT_RANKS)
    if courts > most * packs:
        seats = _holders(hands, lambda hand: not set("XTJQK").isdisjoint(hand.ranks))
        yield Excess("courts_too_often", seats, _sentence("A ten or court card", courts, most, packs))


def _cards(hands: Mapping[str, Hand], printed: Counter[Card], packs: int) -> Iterator[Excess]:
    held = Counter(card for hand in hands.values() for card in hand.cards)
    for card, times in sorted(held.items()):
        if times > printed[card] * packs:
            seats = _holders(hands, lambda hand, card=card: card in hand.cards)
            text = _sentence(f"The {card_symbol(card)}", times, printed[card], packs)
            yield Excess("card_too_often", seats, text)


def _holders(hands: Mapping[str, Hand], holds: Callable[..., bool]) -> tuple[str, ...]:
    return tuple(seat for seat, hand in hands.items() if holds(hand))


def _sentence(what: str, times: int, printed: int, packs: int) -> str:
    held = "one pack has" if packs == 1 else f"{packs} packs have"
    return f"{what} is entered {times} times; {held} {printed * packs}."
