"""Cards with their codes: a square and six characters on a table card, a square on the half that a guest keeps."""

from dataclasses import replace

from tournament.paper.page import Paper
from tournament.paper.results import PlayerSlips
from tournament.paper.values import ScoreCards, TableCards
from tournament.paper_codes import PaperCodes, typed_address


def coded(paper: Paper, codes: PaperCodes) -> Paper:
    """The same cards with the codes there are; any other paper as it is."""
    if isinstance(paper, ScoreCards):
        cards = tuple(replace(card, link=codes.guests.get(card.guest.badge or 0, card.link)) for card in paper.cards)
        return replace(paper, cards=cards)
    if isinstance(paper, PlayerSlips):
        slips = tuple(replace(slip, link=codes.guests.get(slip.badge, "")) for slip in paper.slips)
        return replace(paper, slips=slips)
    if isinstance(paper, TableCards):
        tables = (
            replace(card, code=codes.shorts.get(card.table, ""), link=codes.tables.get(card.table, ""))
            for card in paper.cards
        )
        return replace(paper, cards=tuple(tables), address=typed_address())
    return paper
