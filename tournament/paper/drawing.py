"""A form as marks on a page in millimetres; one SVG template draws it, on screen and in the PDF alike."""

from dataclasses import dataclass
from typing import Literal

INK = "#000"
CAPTION = "#3d3d3d"
CRIMSON = "#A3162E"
HAIR, EMPHASIS, TOTAL = 0.22, 0.35, 0.75
POINT = 25.4 / 72
"""Millimetres in a typographer's point: sizes are thought in points, drawings made in millimetres."""

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
