"""The Umpire's cut of cards: who cut what, recorded, and its reverse."""

from collections.abc import Mapping

from scoring.cards import CardError, is_joker, parse_card
from tournament.acts.cut import CutRefusedError
from tournament.ledger.cards_cut import ranks_of
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.lift import seal_in_force
from tournament.models import CutOfCards, Event, Guest, Stage
from tournament.snapshot import after_snapshot


def record_cut_of_cards(
    event: Event, cards: Mapping[str, str], by: Signature, *, stage: str = Stage.QUALIFYING
) -> None:
    """Record who cut what: the lower card goes through, Ace low; equal ranks cut again between themselves.

    Reverse act: `take_back_cut_of_cards`. Raises CutRefusedError for a card that is none or that two hold.
    """
    ranks = _ranks(cards)
    with writing(event) as row:
        if stage == Stage.QUALIFYING and seal_in_force(row):
            raise CutRefusedError("The cut is sealed: break the seal before cards are cut again.")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row, ref__in=ranks)}
        missing = sorted(set(ranks) - set(guests))
        if missing:
            raise CutRefusedError(f"There is no guest {', '.join(missing)} at this event.")
        entry = append(row, "cut_of_cards", {"stage": stage, "cards": dict(cards)}, by)
        CutOfCards.objects.bulk_create(
            CutOfCards(event=row, entry=entry, guest=guests[ref], stage=stage, card=cards[ref], rank=rank)
            for ref, rank in ranks.items()
        )


@after_snapshot
def take_back_cut_of_cards(event: Event, by: Signature, *, reason: str, stage: str = Stage.QUALIFYING) -> None:
    """Take the last recorded cut of cards back. Reverse act: `record_cut_of_cards`."""
    with writing(event) as row:
        last = CutOfCards.objects.filter(event=row, stage=stage).order_by("-entry__number").first()
        if last is None or (stage == Stage.QUALIFYING and seal_in_force(row)):
            raise CutRefusedError("There is no cut of cards to take back, or the cut is sealed.")
        if not reason.strip():
            raise CutRefusedError("Taking back a cut of cards needs its reason.")
        append(row, "take_back_cards", {"entry": last.entry.number}, by, reason=reason)
        CutOfCards.objects.filter(event=row, entry=last.entry_id).delete()


def _ranks(cards: Mapping[str, str]) -> dict[str, int]:
    try:
        drawn = {ref: parse_card(text) for ref, text in cards.items()}
    except CardError as error:
        raise CutRefusedError(f"{error} Write the card each of them cut, such as 7H.") from None
    if any(is_joker(card) for card in drawn.values()):
        raise CutRefusedError("A Joker decides nothing: let that guest cut again.")
    if len(drawn) < 2 or len(set(drawn.values())) < len(drawn):
        raise CutRefusedError("At least two guests cut, each a card of their own: no card can be cut twice.")
    return ranks_of(cards)
