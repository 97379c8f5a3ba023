"""A form as marks on a page in millimetres; one SVG template draws it, on screen and in the PDF
alike.

How wide words will be, so that a long name is set smaller instead of being cut off or broken.

A form drawn once in a PDF and called on every page: drawing it anew for each card costs most of the
time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from unicodedata import normalize

INK = "#000"
CAPTION = "#3d3d3d"
CRIMSON = "#A3162E"
HAIR, EMPHASIS, TOTAL = 0.22, 0.35, 0.75
POINT = 25.4 / 72
"""Millimetres in a typographer's point: sizes are thought in points, drawings
made in millimetres.
"""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Line:
    """A straight rule; `dash` as SVG writes it, empty for a full line."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float = HAIR
    dash: str = ""
    kind: str = "line"


@dataclass(frozen=True)
class Box:
    """An empty rectangle to write in; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    weight: float = HAIR
    radius: float = 0
    kind: str = "box"


@dataclass(frozen=True)
class Ring:
    """A circle to tick, by its centre."""

    x: float
    y: float
    radius: float
    weight: float = HAIR
    kind: str = "ring"


@dataclass(frozen=True)
class Words:
    """Text at a point: `size` in points, `face` 400, 600, 700 or italic."""

    x: float
    y: float
    text: str
    size: float
    face: str = "400"
    anchor: Anchor = "start"
    colour: str = INK
    spacing: float = 0
    kind: str = "words"

    @property
    def height(self) -> str:
        """The size in millimetres, as the drawing needs it."""
        return f"{self.size * POINT:.3f}"

    @property
    def tracking(self) -> str:
        """Extra space between letters in millimetres, or nothing."""
        return f"{self.spacing * self.size * POINT:.3f}" if self.spacing else ""


Mark = Line | Box | Ring | Words


@dataclass(frozen=True)
class Drawing:
    """A page or part of one, its size in millimetres and the marks on it, drawn in their order."""

    width: float
    height: float
    marks: tuple[Mark, ...]


# Widths of the semi-bold in hundredths of the type size, rounded up: an estimate is enough, for
# sizes go in steps.
_WIDTHS = {
    letter: width
    for width, letters in (
        (25, " '’.,:;"),
        (35, "filtj-/|"),
        (42, 'IJ"()‘“”`'),
        (50, "rsz*?·"),
        (57, "0123456789acegS#$+<=>^_~–ł"),
        (62, "dkoqvxyFLZŁ"),
        (67, "bhnpuBCEPTY"),
        (71, "AGRVX"),
        (77, "DKNOQU&"),
        (82, "H"),
        (88, "w@…"),
        (97, "mM%—"),
        (102, "W"),
    )
    for letter in letters
}
_UNKNOWN = 70
NAME_WIDTH, ITALIC_WIDTH = 0.97, 0.88
"""How wide a name with a bold surname and italics are set, where the semi-bold is known; measured.
"""
TWO_LINES = 52
"""At this step and below a name takes two lines, which together are no higher than one of full
size.
"""
LEAST = 7.0
"""No words on any paper are smaller than so many points."""
HALVED = 64
"""Where the smallest step that can be read is larger than this, two lines would be too high."""
STEPS = (100, 94, 88, 82, 76, 70, 64, 58, 52, 46, 40)
"""The sizes there are, in hundredths of the size asked for; each has its class in page.css."""


def width(text: str, size: float) -> float:
    """The width in millimetres of a text set in so many points, accents counted
    with their letters.
    """
    letters = normalize("NFD", text)
    hundredths = sum(
        _WIDTHS.get(letter, _UNKNOWN) for letter in letters if not "\u0300" <= letter <= "\u036f"
    )
    return hundredths / 100 * size * POINT


def steps(size: float) -> tuple[int, ...]:
    """The steps of a size at which it can still be read in the light of a hall."""
    return tuple(percent for percent in STEPS if percent * size >= LEAST * 100) or STEPS[:1]


def step(text: str, size: float, room: float) -> int:
    """The largest step at which a text of so many points fits into so many millimetres, else the
    smallest.
    """
    needed = width(text, size)
    return next(
        (percent for percent in steps(size) if needed * percent <= room * 100), steps(size)[-1]
    )


def one_line(text: str, size: float, room: float) -> str:
    """The class of words that are made smaller to stay on one line, or to wrap where they could not
    be read so.
    """
    percent = step(text, size, room)
    if not fits(text, size, percent, room):
        return "wraps"
    return "" if percent == STEPS[0] else f"fit-{percent}"


def halved(text: str, separator: str = " ") -> tuple[str, ...]:
    """A text as two lines of about equal length, or as it is where no space (or
    hyphen) parts it.
    """
    places = [place for place, letter in enumerate(text) if letter == separator]
    if not places:
        return (text,)
    middle = min(places, key=lambda place: abs(place - len(text) / 2))
    return text[: middle + 1].rstrip(), text[middle + 1 :]


def set_in(
    text: str, size: float, room: float, *, two: bool = False
) -> tuple[int, tuple[str, ...]]:
    """The step for a name and its lines: one line, or two small ones where one could no longer be
    read.

    Two lines are about as high as one of full size unless there is place for `two`. Where they
    would not do either the name gives up its first words, so that the surname stays.
    """
    fitting, most = step(text, size, room), 100 if two else max(TWO_LINES, steps(size)[-1])
    if fits(text, size, fitting, room) and (two or fitting > most):
        return fitting, (text,)
    words = text.split() or [text]
    for name in (" ".join(words[start:]) for start in range(len(words))):
        for lines in (halved(name), halved(name, "-")) if two or most <= HALVED else ((name,),):
            percent = min(
                most if len(lines) == 2 else 100, *(step(line, size, room) for line in lines), 100
            )
            if all(fits(line, size, percent, room) for line in lines):
                return percent, lines
    return steps(size)[-1], (_cut(words[-1], size, steps(size)[-1], room),)


def fitted_words(text: str, size: float, room: float) -> tuple[str, float]:
    """A text and the size in points at which it fits: as asked for or a step smaller, and its end
    left off else.
    """
    percent = step(text, size, room)
    return _cut(text, size, percent, room), size * percent / 100


def fits(text: str, size: float, percent: int, room: float) -> bool:
    """Whether a text of so many points stands in so many millimetres at a step."""
    return width(text, size) * percent <= room * 100


def _cut(text: str, size: float, percent: int, room: float) -> str:
    """As much of the beginning as fits."""
    if fits(text, size, percent, room):
        return text
    ends = range(len(text) - 1, 0, -1)
    return next(
        (f"{text[:end]}…" for end in ends if fits(f"{text[:end]}…", size, percent, room)), text[:1]
    )


NAME = "form"


@dataclass(frozen=True)
class Spot:
    """Where a form is laid on a page: its lower left corner from the page's, in millimetres, and
    its scale.
    """

    x: float
    y: float
    scale: float = 1.0

    @property
    def call(self) -> bytes:
        """The PDF operators that draw the form here and leave the page's own state as it was."""
        x, y = self.x / POINT, self.y / POINT
        return f"q {self.scale:.5f} 0 0 {self.scale:.5f} {x:.3f} {y:.3f} cm /{NAME} Do Q".encode()


class FormOnce:
    """A finisher for `write_pdf`: page 1, which bears the form alone, becomes an object that the
    other pages call.

    The content of page 1 is a stream like any other, so it needs no copy: marked as a form XObject,
    with the resources that all pages share, it can be called by name. Its page then leaves the page
    tree.
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
