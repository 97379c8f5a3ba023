"""Personal score cards: one to a page, or four to an A4 sheet that is cut and stacked into table order."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import ceil, sqrt

from django.template.loader import render_to_string

from tournament.paper.card_form import HEIGHT, WIDTH, card_form
from tournament.paper.codes import code_image
from tournament.paper.form_object import FormOnce, Spot
from tournament.paper.medium import COMMON, on_screen
from tournament.paper.press import Press, bound
from tournament.paper.values import ScoreCard, ScoreCards

SHEETS = (*COMMON, "paper/score_cards.css")
CARDS_A_CHUNK = 48
"""A document keeps its laid-out pages until it is written, 0.6 MB a card: in chunks a thousand need no more memory."""
PILES = "ABCD"
CORNERS = {"A": (0.0, HEIGHT), "B": (WIDTH, HEIGHT), "C": (0.0, 0.0), "D": (WIDTH, 0.0)}


@dataclass(frozen=True)
class Slot:
    """A card at its corner of a sheet, with the mark at its foot that says where it belongs in the stack."""

    pile: str
    mark: str
    card: ScoreCard

    @property
    def code(self) -> str:
        """The QR code of the card's link as an image address, or nothing."""
        return code_image(self.card.link) if self.card.link else ""


Sheet = tuple[Slot, ...]


def only(paper: ScoreCards, badges: Collection[int]) -> ScoreCards:
    """The cards of these badges alone, still in table order; a printing after somebody moved needs no others."""
    return replace(paper, cards=tuple(card for card in paper.cards if card.guest.badge in badges))


def sheets_of(paper: ScoreCards) -> list[Sheet]:
    """The sheets of a printing.

    Four to a sheet, sheet i of n bears the cards i, i+n, i+2n and i+3n: cut once each way, then piles A on B on C on D
    are in table order without sorting.
    """
    cards = paper.cards
    if paper.size != "A4":
        return [(Slot("A", f"{number}/{len(cards)}", card),) for number, card in enumerate(cards, 1)]
    count = ceil(len(cards) / len(PILES))
    return [
        tuple(
            Slot(pile, f"{pile}{sheet + 1}/{count}", cards[sheet + number * count])
            for number, pile in enumerate(PILES)
            if sheet + number * count < len(cards)
        )
        for sheet in range(count)
    ]


def html(paper: ScoreCards) -> str:
    """The cards as a page for the browser, which prints them just so."""
    return _page(paper, sheets_of(paper), screen=True)


def pdf(paper: ScoreCards) -> bytes:
    """The cards as a PDF. Raises PaperUnavailable."""
    press = Press(SHEETS)
    sheets = sheets_of(paper)
    step = CARDS_A_CHUNK // len(PILES) if paper.size == "A4" else CARDS_A_CHUNK
    chunks = [sheets[start : start + step] for start in range(0, len(sheets), step)]
    return bound([press.pdf(_page(paper, chunk, screen=False), FormOnce(_spots(paper, chunk))) for chunk in chunks])


def _page(paper: ScoreCards, sheets: list[Sheet], *, screen: bool) -> str:
    coded = any(card.link for card in paper.cards)
    context = {
        "title": "Score cards",
        "kind": "score-cards",
        "paper": paper,
        "pages": sheets,
        "drawing": card_form(paper),
        "coded": coded,
        "name_room": f"11 {67 if coded else 93}",
    }
    return render_to_string("print/score_cards.html", context | on_screen(SHEETS, screen=screen))


def _spots(paper: ScoreCards, sheets: list[Sheet]) -> list[list[Spot]]:
    if paper.size != "A4":
        scale = sqrt(2) if paper.size == "A5" else 1.0
        return [[Spot(0, 0, scale)] for _ in sheets]
    return [[Spot(*CORNERS[slot.pile]) for slot in sheet] for sheet in sheets]
