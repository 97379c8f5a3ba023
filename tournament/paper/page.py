"""Every paper as a PDF: a drawing, or a page from a template, which a browser shows and prints as
well.
"""

import io
from typing import Any, cast

from django.template.loader import render_to_string

from tournament.paper.apart import sent_apart
from tournament.paper.drawing import Drawing, Words
from tournament.paper.labels import foot
from tournament.paper.press import COMMON, Binder, Press, on_screen
from tournament.paper.printed import Printed
from tournament.paper.values import DrawnPaper, Paper
from tournament.site.codes import code_image
from tournament.site.downloads import MANY
from tournament.site.progress import Pieces, whole

SHEETS_AT_ONCE, LINES_AT_ONCE, PAGES_AT_ONCE = 200, 200, 20
"""So many sheets are drawn, lines of a list laid out, or certificates, which have a page each,
within two seconds; of more is told how many are ready.
"""


def opens_as_page(paper: Paper) -> bool:
    """Whether a browser shows it as a page: not a drawing, nor a sheet for each of many guests."""
    return isinstance(paper, Printed) and (paper.runs_over or paper.length <= MANY)


def html(paper: Paper) -> str:
    """The paper as a whole web page: no script, no style of its own, linked style sheets for screen
    and print.
    """
    return _markup(cast(Printed, paper), screen=True)


def pdf(paper: Paper) -> bytes:
    """The paper as a PDF, by a process of its own where a server runs. Raises PaperUnavailable."""
    return whole(pdf_in_pieces(paper))


def pdf_in_pieces(paper: Paper) -> Pieces:
    """The same, and before it how far it is: how many of all its sheets or lines are ready. Raises
    PaperUnavailable.
    """
    return sent_apart(made_here, paper)


def made_here(paper: Paper) -> Pieces:
    """The same, made where it is asked for."""
    lots = Binder()
    drawn = _drawn(paper) if isinstance(paper, DrawnPaper) else _laid_out(cast(Printed, paper))
    for piece in drawn:
        if isinstance(piece, bytes):
            lots.add(piece)
        else:
            yield piece
    runs_over = isinstance(paper, Printed) and paper.runs_over
    content = lots.content()
    yield _numbered(content) if runs_over and lots.parts > 1 else content


def _drawn(paper: DrawnPaper) -> Pieces:
    """The lots come at the end: being bound they take more memory than a PDF that waits."""
    from tournament.paper import pen  # noqa: PLC0415 -- its library is slow to load

    sheets, title = paper.laid_out(), f"{paper.name} · {paper.edition.event}"
    lots: list[bytes] = []
    for start in range(0, max(len(sheets), 1), SHEETS_AT_ONCE):
        lot = sheets[start : start + SHEETS_AT_ONCE]
        lots.append(pen.pdf(paper.drawings(lot), title))
        yield start + len(lot), len(sheets), "sheets"
    yield from lots


def _laid_out(paper: Printed) -> Pieces:
    """Lot by lot: where lines run over, the last page of a lot has room for more, and is laid out
    once more with those that follow.
    """
    most = LINES_AT_ONCE if paper.runs_over else PAGES_AT_ONCE
    in_lots = ("paper/lots.css",) if paper.length > most else ()
    press, ready = Press((*COMMON, *paper.styles, *in_lots)), 0
    while ready < paper.length:
        printed, ready = _lot(press, paper, ready, min(ready + most, paper.length))
        yield printed
        yield ready, paper.length, paper.unit


def _lot(press: Press, paper: Printed, start: int, stop: int) -> tuple[bytes, int]:
    """Its pages, and up to where they go."""
    document = press.laid_out(_markup(paper.lot(start, stop), screen=False))
    pages = document.pages
    if stop < paper.length and len(pages) > 1 and paper.runs_over:
        *pages, last = pages
        stop = start + min(map(int, last.anchors))
    for page in pages:
        page.anchors.clear()  # they would be written as places to link to
    return document.copy(pages).write_pdf() or b"", stop


def _numbered(printed: bytes) -> bytes:
    """A list with the number of each of its pages, where lists.css has it on a short one."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 -- only where a list is long
    from pypdf.generic import (  # noqa: PLC0415
        ArrayObject,
        DecodedStreamObject,
        IndirectObject,
        NameObject,
    )

    from tournament.paper import pen  # noqa: PLC0415 -- its library is slow to load

    def stream(operators: bytes) -> IndirectObject:
        content = DecodedStreamObject()
        content.set_data(operators)
        return writer._add_object(content)

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(printed)))
    total = len(writer.pages)
    numbers = (
        Drawing(210, 297, (Words(195, 287.9, f"Page {number} of {total}", 7.6, anchor="end"),))
        for number in range(1, total + 1)
    )
    stamps: Any = PdfReader(io.BytesIO(pen.pdf(numbers, ""))).pages
    fonts = stamps[0]["/Resources"]["/Font"].clone(writer)
    before, pages = stream(b"q"), cast(Any, writer.pages)
    for page, stamp in zip(pages, stamps, strict=True):
        page["/Resources"]["/Font"].update(fonts)
        after = stream(b"Q " + stamp.get_contents().get_data())
        contents = ArrayObject([before, page.raw_get("/Contents"), after])
        page[NameObject("/Contents")] = contents
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _markup(paper: Printed, *, screen: bool) -> str:
    bears = paper.edition
    context = {
        "paper": paper,
        "edition_code": code_image(bears.address) if bears.address else "",
        "foot": foot(bears, *paper.remarks, results=paper.results),
    }
    sheets = on_screen((*COMMON, *paper.styles), screen=screen)
    return render_to_string(paper.template, {**context, **paper.content, **sheets})
