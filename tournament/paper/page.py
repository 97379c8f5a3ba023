"""Every paper as a PDF: a drawing, or a page from a template, which a browser shows and prints as
well.
"""

from collections.abc import Iterator
from typing import cast

from django.conf import settings
from django.template.loader import render_to_string

from tournament.paper.apart import made_in_parts
from tournament.paper.labels import foot
from tournament.paper.press import COMMON, PaperUnavailable, Press, bound, on_screen
from tournament.paper.printed import Printed
from tournament.paper.values import DrawnPaper, Paper
from tournament.site.codes import code_image

SHEETS_AT_ONCE = 200
"""So many are drawn in two seconds; of more is told how many are ready."""
Part = tuple[Paper, int, int]
"""A paper with the first of its sheets that are made and the one after the last."""


def is_drawn(paper: Paper) -> bool:
    """Whether a paper is a drawing, which a browser shows as the PDF that it is."""
    return isinstance(paper, DrawnPaper)


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
    total = len(paper.laid_out()) if isinstance(paper, DrawnPaper) else 1
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
    if not isinstance(paper, DrawnPaper):
        page = cast(Printed, paper)
        return Press((*COMMON, *page.styles)).pdf(_markup(page, screen=False))
    from tournament.paper import pen  # noqa: PLC0415 -- its library is slow to load

    drawings = paper.drawings(paper.laid_out()[start:stop])
    return pen.pdf(drawings, f"{paper.name} · {paper.edition.event}")


def _markup(paper: Printed, *, screen: bool) -> str:
    bears = paper.edition
    context = {
        "paper": paper,
        "edition_code": code_image(bears.address) if bears.address else "",
        "foot": foot(bears, *paper.remarks, results=paper.results),
    }
    sheets = on_screen((*COMMON, *paper.styles), screen=screen)
    return render_to_string(paper.template, {**context, **paper.content, **sheets})
