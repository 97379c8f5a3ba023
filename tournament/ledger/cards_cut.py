"""What a cut of cards decides: the rank of each card, Ace low."""

from collections.abc import Mapping

from scoring.cards import parse_card, rank_of


def ranks_of(cards: Mapping[str, str]) -> dict[str, int]:
    """Each guest's place by the card they cut (1 goes first); equal ranks share one. Raises CardError."""
    drawn = {ref: rank_of(parse_card(text)) for ref, text in cards.items()}
    order = sorted(set(drawn.values()))
    return {ref: order.index(rank) + 1 for ref, rank in drawn.items()}
