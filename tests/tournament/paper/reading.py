"""What stands on a paper, whether it is a drawing or a page: its words and its codes."""

import io
from collections.abc import Iterable, Iterator

from pypdf import PdfReader

from tournament.paper import page
from tournament.paper.drawing import Code, Form, Mark, Paragraph, Picture, Placed, Words


def marks_on(paper: page.Paper) -> list[Mark]:
    """Every mark of a drawn paper, those within others too."""
    drawn = page.DRAWN[type(paper)]
    drawings = drawn.pages(paper, drawn.sheets(paper))
    return [mark for drawing in drawings for mark in _all(drawing.marks)]


def _all(marks: Iterable[Mark]) -> Iterator[Mark]:
    for mark in marks:
        yield mark
        if isinstance(mark, Placed):
            yield from _all(mark.marks.marks if isinstance(mark.marks, Form) else mark.marks)
        elif isinstance(mark, Paragraph):
            yield from mark.parts


def words_on(paper: page.Paper) -> str:
    """A page as it is marked up; of a drawing its texts, a line each."""
    if not page.is_drawn(paper):
        return page.html(paper)
    return "\n".join(mark.text for mark in marks_on(paper) if isinstance(mark, Words))


def codes_on(paper: page.Paper) -> list[str]:
    """Where the codes of a drawn paper lead."""
    return [mark.link for mark in marks_on(paper) if isinstance(mark, Code)]


def pictures_on(paper: page.Paper) -> list[str]:
    """The pictures of a drawn paper."""
    return [mark.source for mark in marks_on(paper) if isinstance(mark, Picture)]


def words_in(pdf: bytes) -> str:
    """The text of all pages of a finished PDF."""
    return "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(pdf)).pages)
