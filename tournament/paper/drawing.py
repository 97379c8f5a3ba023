"""A paper as marks on a page in millimetres from its upper left corner, y downwards: what stands
where, whoever draws it (`tournament/paper/pen.py`).
"""

from dataclasses import dataclass
from typing import Literal

INK = "#000000"
CAPTION = "#3D3D3D"
CRIMSON = "#A3162E"
GREEN = "#14523F"
GREY = "#999999"
WHITE = "#FFFFFF"
HAIR, EMPHASIS, TOTAL = 0.22, 0.35, 0.75
POINT = 25.4 / 72
"""Millimetres in a typographer's point: sizes are thought in points, drawings
made in millimetres.
"""

Anchor = Literal["start", "middle", "end"]
Dash = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Line:
    """A straight rule; `dash` are the lengths of stroke and gap, None for a full line."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float = HAIR
    dash: Dash = None
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle to write in; `radius` rounds its corners, `fill` colours it in."""

    x: float
    y: float
    width: float
    height: float
    weight: float = HAIR
    radius: float = 0
    colour: str = INK
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle to tick, by its centre."""

    x: float
    y: float
    radius: float
    weight: float = HAIR


@dataclass(frozen=True, slots=True)
class Words:
    """Text at a point: `size` in points, `face` 400, 600, 700 or italic; `spacing` between letters
    in parts of the size.
    """

    x: float
    y: float
    text: str
    size: float
    face: str = "400"
    anchor: Anchor = "start"
    colour: str = INK
    spacing: float = 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words of several faces in one text: broken into lines where `room` is given, the first at y
    and each further one `leading` below. Where only the place of the last line is fixed, y is its.
    """

    x: float
    y: float
    parts: tuple[Words, ...]
    room: float = 0
    leading: float = 0
    anchor: Anchor = "start"
    from_foot: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A link as a square to scan, by its upper left corner, without its quiet zone."""

    x: float
    y: float
    size: float
    link: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the middle of a frame, as large as it has room: a `data:` address or an SVG."""

    x: float
    y: float
    width: float
    height: float
    source: str


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """Marks that many pages share; they are drawn once and written again and again."""

    marks: "tuple[Mark, ...]"


@dataclass(frozen=True, slots=True)
class Placed:
    """Marks that count from a point of their own, larger or smaller, turned by degrees against the
    clock.
    """

    x: float
    y: float
    marks: "Form | tuple[Mark, ...]"
    scale: float = 1.0
    turned: float = 0.0


Mark = Line | Box | Ring | Words | Paragraph | Code | Picture | Placed


@dataclass(frozen=True, slots=True)
class Drawing:
    """A page, its size in millimetres and the marks on it, drawn in their order."""

    width: float
    height: float
    marks: tuple[Mark, ...]


ASCENT = 1.036 - 1.371 / 2
"""How far the baseline stands below the middle of its line, in parts of the size: of the house's
typeface.
"""


def baseline(top: float, size: float, line: float = 0) -> float:
    """Where the words of a line stand whose upper edge is `top`: `size` in points, the height of
    the line in millimetres, or as high as the words.
    """
    return top + (line or size * POINT) / 2 + ASCENT * size * POINT


def rehearsal(width: float, height: float) -> Placed:
    """The word that lies across every page of a rehearsal."""
    word = Words(0, 7.9, "REHEARSAL", 64, "600", "middle", "#BBBBBB", 0.08)
    return Placed(width / 2, height * 0.45 + 14.1, (word,), turned=28)
