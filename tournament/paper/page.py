"""Every paper as a PDF: a drawing, or a page from a template, which a browser shows and prints as
well.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.template.loader import render_to_string

from tournament.paper.apart import made_in_parts
from tournament.paper.cards import badge_pages, fours, labels, place_card_pages, table_card_pages
from tournament.paper.drawing import Drawing
from tournament.paper.labels import foot
from tournament.paper.press import COMMON, PaperUnavailable, Press, bound, on_screen
from tournament.paper.printed import Printed
from tournament.paper.score_cards import card_pages, sheets_of
from tournament.paper.table_sheets import parts_of, sheet_pages
from tournament.paper.values import Badges, Paper, PlaceCards, ScoreCards, TableCards, TableSheets
from tournament.site.codes import code_image


class Drawn(NamedTuple):
    """A paper of marks at fixed places, which needs no page of words to be laid out: its name, what
    stands on each of its sheets, and how some of these are drawn.
    """

    name: str
    sheets: Callable[[Any], Sequence[Any]]
    pages: Callable[[Any, Sequence[Any]], Iterator[Drawing]]


DRAWN: Mapping[type, Drawn] = {
    ScoreCards: Drawn("Score cards", sheets_of, card_pages),
    TableSheets: Drawn("Table sheets", parts_of, sheet_pages),
    TableCards: Drawn("Table cards", attrgetter("cards"), table_card_pages),
    PlaceCards: Drawn("Place cards", fours, place_card_pages),
    Badges: Drawn("Badges", labels, badge_pages),
}
SHEETS_AT_ONCE = 200
"""So many are drawn in two seconds; of more is told how many are ready."""
Part = tuple[Paper, int, int]
"""A paper with the first of its sheets that are made and the one after the last."""


def is_drawn(paper: Paper) -> bool:
    """Whether a paper is a drawing, which a browser shows as the PDF that it is."""
    return type(paper) in DRAWN


def html(paper: Paper) -> str:
    """The paper as a whole web page: no script, no style of its own, linked style sheets for screen
    and print.
    """
    return _markup(cast(Printed, paper), screen=True)


def pdf(paper: Paper) -> bytes:
    """The paper as a PDF, by a process of its own where a server runs. Raises PaperUnavailable."""
    return bound([part for _ready, _total, part in pdf_in_parts(paper)])


def pdf_in_parts(paper: Paper) -> Iterator[tuple[int, int, bytes]]:
    """The parts of a paper as PDFs, each with the number of sheets that are ready with it and of
    all. Raises PaperUnavailable.
    """
    total = len(DRAWN[type(paper)].sheets(paper)) if type(paper) in DRAWN else 1
    starts = range(0, max(total, 1), SHEETS_AT_ONCE)
    parts = [(paper, start, min(start + SHEETS_AT_ONCE, total)) for start in starts]
    printed = made_in_parts(_or_none, parts) if settings.PRINT_APART else map(drawn_part, parts)
    for part, content in zip(parts, printed, strict=True):
        yield part[-1], total, content


def _or_none(part: Part) -> bytes | None:
    """None where PDFs cannot be made: an exception of ours would not come back as it is."""
    try:
        return drawn_part(part)
    except PaperUnavailable:
        return None


def drawn_part(part: Part) -> bytes:
    """Those sheets of a paper as a PDF, drawn here; one that is no drawing is whole. Raises
    PaperUnavailable.
    """
    paper, start, stop = part
    if isinstance(paper, Printed):
        return Press((*COMMON, *paper.styles)).pdf(_markup(paper, screen=False))
    from tournament.paper import pen  # noqa: PLC0415 -- its library is slow to load

    name, sheets, pages = DRAWN[type(paper)]
    return pen.pdf(pages(paper, sheets(paper)[start:stop]), f"{name} · {paper.edition.event}")


def _markup(paper: Printed, *, screen: bool) -> str:
    bears = paper.edition
    context = {
        "paper": paper,
        "edition_code": code_image(bears.address) if bears.address else "",
        "foot": foot(bears, *paper.remarks, results=paper.results),
    }
    sheets = on_screen((*COMMON, *paper.styles), screen=screen)
    return render_to_string(paper.template, {**context, **paper.content, **sheets})
