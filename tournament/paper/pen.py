"""Drawings become a PDF. Every text is shaped by its script, set in its direction, and finds its
letters in the typefaces of this computer where the shipped ones have none.
"""

import io
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from math import cos, inf, radians, sin
from typing import NamedTuple, cast
from unicodedata import bidirectional, category
from zlib import compress, decompress

import segno
from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import PDFResourceType, TextDirection
from fpdf.fonts import TTFFont

from tournament.paper.drawing import (
    INK,
    POINT,
    Box,
    Code,
    Drawing,
    Form,
    Line,
    Mark,
    Paragraph,
    Picture,
    Placed,
    Ring,
    Words,
)
from tournament.paper.typefaces import face_with, on_disk

FACES = {
    "400": "last-card-serif-400",
    "600": "last-card-serif-600",
    "700": "last-card-serif-700",
    "italic": "last-card-serif-400-italic",
}
BOLD = ("600", "700")
BEND = 0.5523
"""Where the handles of a curve stand that is nearly a quarter of a circle."""
THOUSANDTHS = 1000
BOX = "\u25a1"
"""What is shown for a letter that no typeface has."""
PLAIN = 3
"""So many operators show a text of one typeface on one height."""
MOST_CODES = 4096


class Run(NamedTuple):
    """A text as glyphs of one typeface in the order in which they stand: pieces that have one
    height above the line, and how far all move on, in thousandths of the size.
    """

    font: int
    pieces: tuple[tuple[float, str], ...]
    advance: float
    letters: int


Part = tuple[int, TTFFont, str]
"""A text of one typeface in one direction: how deep it is set into text of the other direction."""


def pdf(drawings: Iterable[Drawing], title: str) -> bytes:
    """The drawings as a PDF, one to a page."""
    with closing(Pen(title)) as pen:
        for drawing in drawings:
            pen.draw(drawing)
        return bytes(pen.output())


class Pen(FPDF):
    """Writes marks as operators of a page that leave nothing behind them: no mark depends on the
    one before.
    """

    def __init__(self, title: str) -> None:
        """`title` is what a reader shows above the pages."""
        super().__init__(unit="mm")
        self.set_auto_page_break(auto=False)
        self.set_title(title)
        self.set_lang("en-GB")
        self.set_text_shaping()
        self._known_runs: dict[tuple[str, str], tuple[Run, ...]] = {}
        self._widths: dict[str, dict[int, float]] = {}
        self._forms: dict[Form, bytes] = {}
        self._lent: dict[bool, list[TTFFont]] = {False: [], True: []}

    def close(self) -> None:
        """Let the files of the typefaces go."""
        for font in self.fonts.values():
            cast(TTFFont, font).close()

    def draw(self, drawing: Drawing) -> None:
        """One more page, with these marks on it."""
        self.add_page(format=(drawing.width, drawing.height))
        catalog = self._resource_catalog
        for kind in PDFResourceType:
            # A form is written again byte for byte, so a page has the typefaces and pictures of the
            # pages before it, which the form may name.
            before = catalog.resources_per_page.get((self.page - 1, kind), ())
            catalog.resources_per_page[self.page, kind].update(before)
        self._write(drawing.marks)

    def _write(self, marks: Iterable[Mark]) -> None:
        for mark in marks:
            match mark:
                case Words():
                    self._words(mark)
                case Line():
                    self._line(mark)
                case Box():
                    self._out(_box(mark, self.h))
                case Ring():
                    self._out(_ring(mark, self.h))
                case Paragraph():
                    self._paragraph(mark)
                case Code():
                    self._out(_moved_to(mark.x, mark.y, self.h, mark.size / POINT))
                    self._out(decompress(_code(mark.link)))
                case Picture():
                    self._picture(mark)
                case Placed():
                    self._placed(mark)

    def _line(self, line: Line) -> None:
        dash = ""
        if line.dash:
            stroke, gap = (length / POINT for length in line.dash)
            dash = f"[{stroke:.2f} {gap:.2f}] 0 d"
        x1, y1, x2, y2 = (
            point / POINT for point in (line.x1, self.h - line.y1, line.x2, self.h - line.y2)
        )
        self._out(
            f"q {line.weight / POINT:.3f} w {_stroke(line.colour)} {dash}"
            f" {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S Q"
        )

    def _words(self, words: Words) -> None:
        if not words.text:
            return
        spacing, size = words.spacing * words.size, words.size
        x = words.x / POINT - _share(words.anchor) * self._wide(words) / POINT
        steps = [f"BT {x:.2f} {(self.h - words.y) / POINT:.2f} Td"]
        if spacing:
            steps.append(f"{spacing:.3f} Tc")
        runs = self._runs(words.face, words.text)
        for run in runs:
            steps.append(f"/F{run.font} {size:.2f} Tf")
            for rise, glyphs in run.pieces:
                if len(run.pieces) > 1:
                    steps.append(f"{rise * size / THOUSANDTHS:.2f} Ts")
                steps.append(f"[{glyphs}] TJ")
        text = " ".join([*steps, "ET"])
        if (spacing or len(steps) > PLAIN) and not any(map(_leftwards, words.text)):
            # For who selects and searches: readers guess words from gaps, and letters from shapes;
            # text from the right they turn round themselves.
            text = f"/Span <</ActualText {_spelt(words.text)}>> BDC {text} EMC"
        self._out(f"q {_fill(words.colour)} {text} Q" if spacing or words.colour != INK else text)

    def _wide(self, words: Words) -> float:
        """How wide words are in millimetres."""
        runs = self._runs(words.face, words.text)
        wide = sum(run.advance / THOUSANDTHS + run.letters * words.spacing for run in runs)
        return wide * words.size * POINT

    def _runs(self, face: str, text: str) -> tuple[Run, ...]:
        """A text as it stands from left to right."""
        if (face, text) not in self._known_runs:
            font = self._face(face)
            plain = all(ord(letter) in font.cmap for letter in text)
            parts = [(font, text, TextDirection.LTR)] if plain else self._parts(face, text)
            self._known_runs[face, text] = tuple(self._shaped(*part) for part in parts)
        return self._known_runs[face, text]

    def _parts(self, face: str, text: str) -> list[tuple[TTFFont, str, TextDirection]]:
        """A text of several scripts, each part with its typeface and direction, as they stand."""
        letters = BidiParagraph(
            text=text, base_direction=TextDirection.LTR, preserve_bn_chars=True
        ).get_characters_with_embedding_level()
        faced: list[Part] = []
        for letter in letters:
            before = faced[-1][1] if faced and category(letter.character)[0] in "MCZ" else None
            font, character = self._font_for(face, letter.character, before)
            if faced and category(letter.character)[0] == "M":
                if character != letter.character and character == faced[-1][2]:
                    continue  # The letter below it is missing too: what is shown for it does.
                if ord(faced[-1][2]) in font.cmap:
                    # A letter and the marks on it are of one typeface.
                    faced[-1] = faced[-1][0], font, faced[-1][2]
            faced.append((letter.embedding_level, font, character))
        parts = [
            (level, font, "".join(letters_here for _level, _font, letters_here in same))
            for (level, font), same in groupby(faced, lambda letter: letter[:2])
        ]
        for lowest in range(max((level for level, _font, _text in parts), default=0), 0, -1):
            parts = _turned(parts, lowest)
        directions = (TextDirection.LTR, TextDirection.RTL)
        return [(font, letters_here, directions[level % 2]) for level, font, letters_here in parts]

    def _font_for(self, face: str, letter: str, before: TTFFont | None) -> tuple[TTFFont, str]:
        """The typeface that has a letter, that of its neighbour for a mark or a space; and what is
        shown where none has it.
        """
        own, lent = self._face(face), self._lent[face in BOLD]
        for font in (*([before] if before else []), own, *lent):
            if ord(letter) in font.cmap:
                return font, letter
        if category(letter)[0] == "C":
            return before or own, letter
        system = face_with(letter, bold=face in BOLD)
        if system is None:
            return (own, "?") if letter == BOX else self._font_for(face, BOX, None)
        key = f"{'bold' if face in BOLD else 'plain'} {len(lent)}"
        self.add_font(key, "", system.file, collection_font_number=system.number)
        lent.append(self._face(key))
        return lent[-1], letter

    def _shaped(self, font: TTFFont, text: str, direction: TextDirection) -> Run:
        """A part as glyphs for the operator TJ: codes in <>, between them thousandths to move back;
        a new piece where the height changes.
        """
        pieces: list[tuple[float, str]] = []
        rise, codes, advance = 0.0, "<", 0.0
        options = {**(self.text_shaping or {}), "fragment_direction": direction}
        glyphs = font.shape_text(text, 1, options)
        for glyph in glyphs:
            code, right = glyph["mapped_char"], glyph["x_offset"] * font.scale
            if glyph["y_offset"] * font.scale != rise:
                pieces.append((rise, f"{codes}>"))
                rise, codes = glyph["y_offset"] * font.scale, "<"
            moved = glyph["x_advance"] * font.scale
            digits = f"{code:02X}" if font.color_font else f"{code:04X}"
            codes += f"> {-right:.0f} <{digits}" if right else digits
            surplus = round(self._own_width(font, code) - moved + right)
            codes += f"> {surplus} <" if surplus else ""
            advance += moved
        return Run(font.i, (*pieces, (rise, f"{codes}>")), advance, len(glyphs))

    def _own_width(self, font: TTFFont, code: int) -> float:
        """How far a glyph moves by itself."""
        widths = self._widths.setdefault(font.fontkey, {})
        if code not in widths:
            widths |= {number: glyph.glyph_width for glyph, number in font.subset.items() if glyph}
        return widths[code]

    def _face(self, name: str) -> TTFFont:
        if name not in self.fonts:
            self.add_font(name, "", on_disk(FACES[name]))
        font = cast(TTFFont, self.fonts[name])
        self._resource_catalog.add(PDFResourceType.FONT, font.i, self.page)
        return font

    def _paragraph(self, paragraph: Paragraph) -> None:
        lines = list(self._lines(paragraph))
        y = paragraph.y - paragraph.leading * (len(lines) - 1) * paragraph.from_foot
        for line in lines:
            x = paragraph.x - _share(paragraph.anchor) * sum(map(self._wide, line))
            for words in line:
                self._words(replace(words, x=x, y=y))
                x += self._wide(words)
            y += paragraph.leading

    def _lines(self, paragraph: Paragraph) -> Iterator[list[Words]]:
        """The words of each line, broken where there is a room to break them in."""
        room = paragraph.room or inf
        words = [replace(part, text=word) for part in paragraph.parts for word in part.text.split()]
        line: list[Words] = []
        for word in words:
            if line and sum(map(self._wide, (*map(_spaced, line), word))) > room:
                yield _joined(line)
                line = []
            line.append(word)
        if line:
            yield _joined(line)

    def _placed(self, placed: Placed) -> None:
        self._out(_moved_to(placed.x, placed.y, self.h, 1, placed.turned, self.h))
        marks = placed.marks
        if isinstance(marks, Form):
            self._again(marks)
        else:
            self._write(marks)
        self._out("Q")

    def _picture(self, picture: Picture) -> None:
        self._out(_moved_to(picture.x, picture.y, self.h, 1, 0, self.h))
        head, _, body = picture.source.partition(",")
        content = b64decode(body) if head.startswith("data:") else picture.source.encode()
        self.image(io.BytesIO(content), 0, 0, picture.width, picture.height, keep_aspect_ratio=True)
        self._out("Q")

    def _again(self, form: Form) -> None:
        """Write what was written before, or write it now and keep it."""
        if form in self._forms:
            self._out(self._forms[form])
            return
        contents = cast(bytearray, self.pages[self.page].contents)
        start = len(contents)
        self._write(form.marks)
        self._forms[form] = bytes(contents[start:])


def _turned(parts: list[Part], lowest: int) -> list[Part]:
    """The parts with each row of neighbours of this level or a deeper one in the other order."""
    turned: list[Part] = []
    for deep, same in groupby(parts, lambda part: part[0] >= lowest):
        row = list(same)
        turned += reversed(row) if deep else row
    return turned


def _spaced(word: Words) -> Words:
    return replace(word, text=f"{word.text} ")


def _joined(words: list[Words]) -> list[Words]:
    """Neighbours of one face as one text, with a space between all of them."""
    line: list[Words] = []
    for word in words:
        if line and (line[-1].face, line[-1].size) == (word.face, word.size):
            line[-1] = replace(word, text=f"{line[-1].text} {word.text}")
        else:
            line = [*line[:-1], *map(_spaced, line[-1:]), word]
    return line


def _leftwards(letter: str) -> bool:
    return bidirectional(letter) in ("R", "AL", "AN")


def _spelt(text: str) -> str:
    return f"<{(chr(0xFEFF) + text).encode('utf-16-be').hex()}>"


def _share(anchor: str) -> float:
    """How much of a text stands before its point."""
    return {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]


def _parts_of(colour: str) -> str:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return f"{red:.3f} {green:.3f} {blue:.3f}"


def _stroke(colour: str) -> str:
    return "" if colour == INK else f"{_parts_of(colour)} RG"


def _fill(colour: str) -> str:
    return "" if colour == INK else f"{_parts_of(colour)} rg"


def _moved_to(
    x: float, y: float, height: float, scale: float = 1, turned: float = 0, foot: float = 0
) -> str:
    """Operators after which marks count from x and y; `foot` is the height of the page where they
    count downwards, as marks do, and not upwards.
    """
    across, up = scale * cos(radians(turned)), scale * sin(radians(turned))
    right, upper = (x + foot * up) / POINT, (height - y - foot * across) / POINT
    return f"q {across:.5f} {up:.5f} {-up:.5f} {across:.5f} {right:.3f} {upper:.3f} cm"


def _box(box: Box, height: float) -> str:
    x, y, right, top = (
        point / POINT
        for point in (box.x, height - box.y - box.height, box.x + box.width, height - box.y)
    )
    if not box.radius:
        path = f"{x:.2f} {y:.2f} {right - x:.2f} {top - y:.2f} re"
    else:
        r = box.radius / POINT
        path = _rounded_path(
            ((x, y, 1, 0), (right, y, 0, 1), (right, top, -1, 0), (x, top, 0, -1)), r
        )
    if box.fill:
        return f"q {_fill(box.fill)} {path} f Q"
    return f"q {box.weight / POINT:.3f} w {_stroke(box.colour)} {path} S Q"


def _ring(ring: Ring, height: float) -> str:
    x, y, r = ring.x / POINT, (height - ring.y) / POINT, ring.radius / POINT
    corners = (
        (x - r, y - r, 1, 0),
        (x + r, y - r, 0, 1),
        (x + r, y + r, -1, 0),
        (x - r, y + r, 0, -1),
    )
    return f"q {ring.weight / POINT:.3f} w {_rounded_path(corners, r)} S Q"


def _rounded_path(corners: Sequence[tuple[float, float, int, int]], radius: float) -> str:
    """A path against the clock round these corners, each with the way on from it."""
    path, handle = [], radius * (1 - BEND)
    for number, (x, y, across, up) in enumerate(corners):
        points = (
            (x - up * radius, y + across * radius),
            (x - up * handle, y + across * handle),
            (x + across * handle, y + up * handle),
            (x + across * radius, y + up * radius),
        )
        start, *bend = (f"{right:.2f} {upper:.2f}" for right, upper in points)
        path.append(f"{start} {'l' if number else 'm'} {' '.join(bend)} c")
    return f"{' '.join(path)} h"


@lru_cache(MOST_CODES)
def _code(link: str) -> bytes:
    """The dark modules of a code in a square of one by one, each row as the bars it is made of:
    packed, as its five kilobytes would be most of what a large printing holds.
    """
    modules = segno.make_qr(link, error="m").matrix
    bars = []
    for row, line in enumerate(modules):
        column = 0
        for dark, same in groupby(line):
            length = len(tuple(same))
            if dark:
                bars.append(f"{column} {-row - 1} {length} 1 re")
            column += length
    part = 1 / len(modules)
    return compress(f"{part:.6f} 0 0 {part:.6f} 0 0 cm {' '.join(bars)} f Q".encode())
