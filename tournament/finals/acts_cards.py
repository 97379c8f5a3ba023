"""The Umpire's cut of cards: who cut what, recorded, and its reverse."""

from collections.abc import Mapping

from scoring.cards import CardError, is_joker, parse_card
from tournament.counting.level import ranks_of
from tournament.counting.scores import seal_in_force
from tournament.ledger.chain import Signature, append, writing
from tournament.models import CutOfCards, Event, Guest, Stage
from tournament.refusal import Refused, needs
from tournament.server.snapshot import after_snapshot


def record_cut_of_cards(
    event: Event, cards: Mapping[str, str], signature: Signature, *, stage: str = Stage.QUALIFYING
) -> None:
    """Record who cut what: the lower card goes through, Ace low; equal ranks cut again between
    themselves.

    Reverse act: `take_back_cut_of_cards`. Raises Refused for a card that is none or that
    two hold.
    """
    ranks = _ranks(cards)
    with writing(event) as row:
        if stage == Stage.QUALIFYING and seal_in_force(row):
            raise Refused("The cut is sealed: break the seal before cards are cut again.")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row, ref__in=ranks)}
        missing = sorted(set(ranks) - set(guests))
        if missing:
            raise Refused(f"There is no guest {', '.join(missing)} this evening.")
        entry = append(row, "cut_of_cards", {"stage": stage, "cards": dict(cards)}, signature)
        CutOfCards.objects.bulk_create(
            CutOfCards(
                event=row, entry=entry, guest=guests[ref], stage=stage, card=cards[ref], rank=rank
            )
            for ref, rank in ranks.items()
        )


@after_snapshot
def take_back_cut_of_cards(
    event: Event, signature: Signature, *, reason: str, stage: str = Stage.QUALIFYING
) -> None:
    """Take the last recorded cut of cards back. Reverse act: `record_cut_of_cards`."""
    with writing(event) as row:
        last = CutOfCards.objects.filter(event=row, stage=stage).order_by("-entry__number").first()
        if last is None or (stage == Stage.QUALIFYING and seal_in_force(row)):
            raise Refused("There is no cut of cards to take back, or the cut is sealed.")
        needs(reason, "Say why the cut of cards is taken back.")
        append(row, "take_back_cards", {"entry": last.entry.number}, signature, reason=reason)
        CutOfCards.objects.filter(event=row, entry=last.entry_id).delete()


def _ranks(cards: Mapping[str, str]) -> dict[str, int]:
    try:
        parsed = {ref: parse_card(text) for ref, text in cards.items()}
    except CardError as error:
        raise Refused(f"{error} Write the card each of them cut, such as 7H.") from None
    if any(is_joker(card) for card in parsed.values()):
        raise Refused("A Joker does not count: let that guest cut again.")
    if len(parsed) < 2 or len(set(parsed.values())) < len(parsed):
        raise Refused(
            "At least two guests cut, each a card of their own: no card can be cut twice."
        )
    return ranks_of(cards)
