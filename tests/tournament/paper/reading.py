"""What stands on a paper, whether it is a drawing or a page: its words and its codes."""

import io
import re
from collections.abc import Iterable, Iterator
from html import unescape

from django.utils.html import strip_tags
from pypdf import PdfReader

from tournament.paper import page
from tournament.paper.drawing import Code, Form, Mark, Paragraph, Picture, Placed, Words
from tournament.paper.printed import ListPaper
from tournament.paper.values import DrawnPaper, Paper


def marks_on(paper: Paper) -> list[Mark]:
    """Every mark of a drawn paper, those within others too."""
    assert isinstance(paper, DrawnPaper)
    drawings = paper.drawings(paper.laid_out())
    return [mark for drawing in drawings for mark in _all(drawing.marks)]


def _all(marks: Iterable[Mark]) -> Iterator[Mark]:
    for mark in marks:
        yield mark
        if isinstance(mark, Placed):
            yield from _all(mark.marks.marks if isinstance(mark.marks, Form) else mark.marks)
        elif isinstance(mark, Paragraph):
            yield from mark.parts


def words_on(paper: Paper) -> str:
    """A page as it is marked up; of a drawing its texts, a line each."""
    if page.opens_as_page(paper):
        return page.html(paper)
    return "\n".join(mark.text for mark in marks_on(paper) if isinstance(mark, Words))


def rows_of(paper: ListPaper) -> list[tuple[str, ...]]:
    """The words in the cells of a list, those of one cell a line each."""
    return [tuple(map(_words, row)) for row in paper.rows]


def _words(cell: object) -> str:
    lines = re.split(r"<br>|<div[^>]*>", "–" if cell is None else str(cell))
    return "\n".join(filter(None, (unescape(strip_tags(line)).strip() for line in lines)))


def codes_on(paper: Paper) -> list[str]:
    """Where the codes of a drawn paper lead."""
    return [mark.link for mark in marks_on(paper) if isinstance(mark, Code)]


def pictures_on(paper: Paper) -> list[str]:
    """The pictures of a drawn paper."""
    return [mark.source for mark in marks_on(paper) if isinstance(mark, Picture)]


def words_in(pdf: bytes) -> str:
    """The text of all pages of a finished PDF."""
    return "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(pdf)).pages)
