"""How large the words of a finished PDF are: its drawing operators followed as a reader follows
them.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

Matrix = tuple[float, float, float, float]
SAME: Matrix = (1, 0, 0, 1)
SHOWS = (b"Tj", b"TJ", b"'", b'"')


def sizes(pdf: bytes) -> list[float]:
    """The size in points of every piece of text on every page, forms that pages call included."""
    reader = PdfReader(io.BytesIO(pdf))
    return [
        size for page in reader.pages for size in _sizes(reader, page, page.get_contents(), SAME)
    ]


@dataclass
class _State:
    """Matrices are kept without their shift, which changes no size."""

    page: Matrix
    text: Matrix = SAME
    size: float = 0.0
    before: list[Matrix] = field(default_factory=list)

    def follow(self, operator: bytes, operands: Any) -> None:
        """What an operator changes."""
        match operator:
            case b"q":
                self.before.append(self.page)
            case b"Q":
                self.page = self.before.pop()
            case b"cm":
                self.page = _times(operands, self.page)
            case b"BT":
                self.text = SAME
            case b"Tm":
                self.text = _times(operands, SAME)
            case b"Tf":
                self.size = float(operands[1])


def _sizes(reader: PdfReader, held: Any, content: Any, outer: Matrix) -> Iterator[float]:
    """`held` has the resources of a stream, a page's or a form's."""
    now = _State(outer)
    for operands, operator in ContentStream(content, reader).operations:
        now.follow(operator, operands)
        if operator in SHOWS:
            whole = _times(now.text, now.page)
            yield now.size * hypot(whole[2], whole[3])
        elif operator == b"Do":
            called = held["/Resources"]["/XObject"][operands[0]].get_object()
            if called["/Subtype"] == "/Form":
                yield from _sizes(
                    reader, called, called, _times(called.get("/Matrix", SAME), now.page)
                )


def _times(one: Any, other: Matrix) -> Matrix:
    a, b, c, d = (float(part) for part in one[:4])
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h
