"""A form drawn once in a PDF and called on every page: drawing it anew for each card costs most of the time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.paper.drawing import POINT

NAME = "form"


@dataclass(frozen=True)
class Spot:
    """Where a form is laid on a page: its lower left corner from the page's, in millimetres, and its scale."""

    x: float
    y: float
    scale: float = 1.0

    @property
    def call(self) -> bytes:
        """The PDF operators that draw the form here and leave the page's own state as it was."""
        x, y = self.x / POINT, self.y / POINT
        return f"q {self.scale:.5f} 0 0 {self.scale:.5f} {x:.3f} {y:.3f} cm /{NAME} Do Q".encode()


class FormOnce:
    """A finisher for `write_pdf`: page 1, which bears the form alone, becomes an object that the other pages call.

    The content of page 1 is a stream like any other, so it needs no copy: marked as a form XObject, with the resources
    that all pages share, it can be called by name. Its page then leaves the page tree.
    """

    def __init__(self, spots: Sequence[Sequence[Spot]]) -> None:
        """`spots`: for each page after the first, where the form lies on it."""
        self._spots = spots

    def __call__(self, document: Any, pdf: Any) -> None:
        """Rearrange the pages of a finished PDF just before it is written."""
        first, *pages = (_referred(pdf, reference) for reference in pdf.page_references)
        form = _referred(pdf, first["Contents"])
        form.extra |= {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": first["MediaBox"],
            "Resources": first["Resources"],
        }
        _referred(pdf, first["Resources"])["XObject"][NAME] = form.reference
        for page, spots in zip(pages, self._spots, strict=True):
            # Before the page's own content: the names are written over the form, never under it.
            _referred(pdf, page["Contents"]).stream[:0] = [spot.call for spot in spots]
        # A reference is three entries (number, generation, R).
        del pdf.pages["Kids"][:3]
        pdf.pages["Count"] -= 1


def _referred(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
