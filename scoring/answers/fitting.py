"""What could be laid instead: the cards of the hand that was seen, or all that fit the card showing."""

from dataclasses import dataclass, replace
from typing import Any

from scoring.cards import RANKS, SUITS, Card, card_text, is_joker, rank_of, suit_of
from scoring.irregularities.case import Case
from scoring.irregularities.playing import judged, laid
from scoring.ruling import Act, Ruling

LAID = ("card_did_not_match", "win_with_illegal_card")
OPEN_ACTS: tuple[Act, ...] = ("restore", "rewind")
"""What is done where the cards go back, so that something else can be laid."""
MOST_CARDS = 8
_ELSEWHERE = frozenset(("the hand", "the card the opponent is up to"))
"""Needs that decide whether a card wins or may be the last one, not whether it fits the pile."""
_PILE = ("top", "pile_top_last", "up_to")


@dataclass(frozen=True, slots=True)
class Fits:
    """What is legal instead: any card of `suits` (letters), any card of `ranks` (letters), these `cards` (`10H`).

    `in_hand`: the cards are those of the hand that was seen; none of them then means that nothing can be laid.
    """

    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    in_hand: bool = False


def fits(ruling: Ruling) -> Fits | None:
    """What fits instead of cards that go back; None where that is no question, or nothing is known of the pile."""
    if ruling.claim.kind not in LAID or ruling.rectification.act not in OPEN_ACTS:
        return None
    case = Case(ruling.claim, ruling.rules)
    hand = case.facts.get("hand")
    if hand:
        held = judged(case).then.get("legal_cards")
        return Fits(cards=tuple(held), in_hand=True) if held is not None else _in_hand(case, [*hand, *laid(case)])
    if not any(name in case.facts for name in _PILE):
        return None
    pack = ruling.rules.deal.pack
    return _gathered([card for card in pack if not is_joker(card) and _begins(case, _long(card))], pack)


def _in_hand(case: Case, hand: list[str]) -> Fits:
    return Fits(cards=tuple(dict.fromkeys(card for card in hand if _begins(case, card))), in_hand=True)


def _begins(case: Case, card: str) -> bool:
    """Whether this card alone could be laid, whatever else is in the hand."""
    plays: dict[str, dict[str, Any]] = {
        "ottawa": {"kind": "lay_off", "cards": [card]},
        "pursuit": {"kind": "put_down", "sequences": [[card]]},
    }
    play = plays.get(case.game, {"kind": "discard", "cards": [card], "nominate": None})
    facts = {name: told for name, told in case.facts.items() if name != "hand"}
    verdict = Case(replace(case.claim, facts=facts), case.rules).ask(play)
    return verdict.legal or (verdict.answer == "depends" and _ELSEWHERE.issuperset(verdict.needs))


def _gathered(legal: list[Card], pack: tuple[Card, ...]) -> Fits:
    """Whole suits and whole ranks by their names, what is left card by card."""
    fitting, whole = set(legal), [card for card in pack if not is_joker(card)]
    suits = [suit for suit in range(4) if fitting.issuperset(card for card in whole if suit_of(card) == suit)]
    rest = [card for card in legal if suit_of(card) not in suits]
    others = [card for card in whole if suit_of(card) not in suits]
    ranks = [rank for rank in sorted({*map(rank_of, rest)}) if _all_of(rank, rest) == _all_of(rank, others)]
    return Fits(
        tuple(SUITS[suit] for suit in suits),
        tuple(RANKS[rank] for rank in ranks),
        tuple(_long(card) for card in rest if rank_of(card) not in ranks)[:MOST_CARDS],
    )


def _all_of(rank: int, cards: list[Card]) -> list[Card]:
    return [card for card in cards if rank_of(card) == rank]


def _long(card: Card) -> str:
    return card_text(card).replace("T", "10")
