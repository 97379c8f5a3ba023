"""A picture that somebody sends, made harmless: a PNG is unpacked and packed anew, of an SVG only
plain shapes are kept. What cannot be kept so is refused with what to do about it.
"""

import re
import struct
import xml.etree.ElementTree as ET
import zlib
from dataclasses import dataclass
from hashlib import sha256

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tournament.refusal import Refused

LARGEST = 200 * 1024
MOST_DOTS = 1000
MOST_SHAPES = 3000
DEEPEST = 20
PNG = b"\x89PNG\r\n\x1a\n"
SVG = "http://www.w3.org/2000/svg"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
DEPTHS = {0: {1, 2, 4, 8, 16}, 2: {8, 16}, 3: {1, 2, 4, 8}, 4: {8, 16}, 6: {8, 16}}
SHAPES = frozenset(
    {
        "svg",
        "g",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "defs",
        "linearGradient",
        "radialGradient",
        "stop",
    }
)
LOST = frozenset({"text", "image", "use", "style", "switch", "symbol", "pattern", "mask", "filter"})
"""Without these the picture would be another; everything else unknown is left away in silence."""
NUMBER = r"-?\d{0,6}(?:\.\d{1,8})?(?:e-?\d)?"
NUMBERS = re.compile(r"[\d\s,.eE+-]*")
LENGTH = re.compile(rf"{NUMBER}(?:px|pt|mm|cm|in|%)?")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|rgba?\([\d\s.,%]{1,40}\)")
PAINT = re.compile(rf"{COLOUR.pattern}|url\(#[\w-]{{1,60}}\)")
MOVED = re.compile(
    r"(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s,.eE+-]{1,160}\)[\s,]*)+"
)
WORD = re.compile(r"[a-zA-Z-]{1,24}")
KEPT: dict[str, re.Pattern[str]] = {
    "d": re.compile(r"[MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]*"),
    "points": NUMBERS,
    "viewBox": NUMBERS,
    "transform": MOVED,
    "gradientTransform": MOVED,
    "id": re.compile(r"[\w-]{1,60}"),
    **dict.fromkeys(("fill", "stroke"), PAINT),
    **dict.fromkeys(("stop-color", "color"), COLOUR),
    **dict.fromkeys(
        ("fill-rule", "clip-rule", "stroke-linecap", "stroke-linejoin", "gradientUnits"), WORD
    ),
    **dict.fromkeys(
        (
            "x",
            "y",
            "x1",
            "y1",
            "x2",
            "y2",
            "cx",
            "cy",
            "r",
            "rx",
            "ry",
            "fx",
            "fy",
            "width",
            "height",
            "offset",
            "opacity",
            "fill-opacity",
            "stroke-opacity",
            "stroke-width",
            "stroke-miterlimit",
            "stop-opacity",
        ),
        LENGTH,
    ),
}


@dataclass(frozen=True, slots=True)
class Harmless:
    """A picture as it is kept."""

    content: bytes
    svg: bool

    @property
    def digest(self) -> str:
        """What it is known by."""
        return sha256(self.content).hexdigest()


def harmless(body: bytes) -> Harmless:
    """The picture as it may be shown to anybody. Raises Refused."""
    if not body:
        raise Refused("Picture: choose a PNG or SVG file first.")
    if len(body) > LARGEST:
        raise Refused("Picture: it has more than 200 KB. Save it smaller.")
    if body.startswith(PNG):
        return Harmless(_png(body), svg=False)
    if b"<svg" in body:
        return Harmless(_svg(body), svg=True)
    raise Refused("Picture: it is neither PNG nor SVG. Save it as one of these.")


BROKEN = "Picture: the file is damaged. Save it again as PNG."


def _png(body: bytes) -> bytes:
    """Its dots packed anew, and nothing of what else the file held."""
    parts = _chunks(body)
    head = parts.get(b"IHDR", b"")
    if len(head) != 13:
        raise Refused(BROKEN)
    width, height, depth, colour, packing, filters, interlaced = struct.unpack(">IIBBBBB", head)
    if not (0 < width <= MOST_DOTS and 0 < height <= MOST_DOTS):
        raise Refused(
            f"Picture: it has {width:,} by {height:,} dots, and at most {MOST_DOTS:,} each way"
            " are taken. Save it smaller."
        )
    if interlaced:
        raise Refused("Picture: save the PNG without interlacing.")
    if depth not in DEPTHS.get(colour, ()) or packing or filters:
        raise Refused(BROKEN)
    line = 1 + (width * CHANNELS[colour] * depth + 7) // 8
    dots = _unpacked(parts.get(b"IDAT", b""), line * height)
    if max(dots[::line]) > 4 or (colour == 3 and not parts.get(b"PLTE")):
        raise Refused(BROKEN)
    chunks = [(b"IHDR", head)]
    chunks += [
        (name, parts[name])
        for name in (b"PLTE", b"tRNS")
        if len(parts.get(name, b"")) in range(1, 769)
    ]
    chunks += [(b"IDAT", zlib.compress(dots, 9)), (b"IEND", b"")]
    return PNG + b"".join(
        struct.pack(">I", len(content))
        + name
        + content
        + struct.pack(">I", zlib.crc32(name + content))
        for name, content in chunks
    )


def _chunks(body: bytes) -> dict[bytes, bytes]:
    """What a PNG says under each name, its dots joined."""
    chunks: dict[bytes, bytes] = {}
    index = len(PNG)
    while index + 12 <= len(body):
        (length,) = struct.unpack_from(">I", body, index)
        name, content = body[index + 4 : index + 8], body[index + 8 : index + 8 + length]
        if len(content) != length:
            raise Refused(BROKEN)
        chunks[name] = chunks[name] + content if name == b"IDAT" and name in chunks else content
        index += 12 + length
    return chunks


def _unpacked(packed: bytes, size: int) -> bytes:
    try:
        dots = zlib.decompressobj().decompress(packed, size + 1)
    except zlib.error:
        raise Refused(BROKEN) from None
    if len(dots) != size:
        raise Refused(BROKEN)
    return dots


def _svg(body: bytes) -> bytes:
    """A drawing of plain shapes, written anew."""
    try:
        drawing = fromstring(body, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except (ET.ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        raise Refused(
            "Picture: the SVG cannot be read. Save it as a plain SVG, or as PNG."
        ) from None
    if drawing.tag not in (f"{{{SVG}}}svg", "svg"):
        raise Refused("Picture: it is no SVG. Save it as SVG or PNG.")
    element = _shape(drawing, [0], 0)
    if element is None or not (
        element.get("viewBox") or (element.get("width") and element.get("height"))
    ):
        raise Refused("Picture: the SVG says no size. Save it as PNG.")
    element.set("xmlns", SVG)
    return bytes(ET.tostring(element, encoding="utf-8"))


def _shape(element: ET.Element, counted: list[int], depth: int) -> ET.Element | None:
    """The shape with what it holds; None where it is none."""
    name = str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""
    if name in LOST:
        raise Refused(
            f"Picture: the SVG has a part of the kind “{name}”, which is not taken. Turn it into"
            " paths (plain SVG), or save it as PNG."
        )
    if name not in SHAPES:
        return None
    counted[0] += 1
    if counted[0] > MOST_SHAPES or depth > DEEPEST:
        raise Refused("Picture: the SVG has too many shapes. Save it as PNG.")
    made = ET.Element(name, _attributes(element))
    for inner in element:
        child = _shape(inner, counted, depth + 1)
        if child is not None:
            made.append(child)
    return made


def _attributes(element: ET.Element) -> dict[str, str]:
    """What of a shape's words is known and reads as it should; those of `style` like the others."""
    attributes = dict(element.attrib)
    for part in attributes.pop("style", "").split(";"):
        name, _, value = part.partition(":")
        attributes[name.strip()] = value.strip()
    return {
        name: value
        for name, value in attributes.items()
        if name in KEPT and KEPT[name].fullmatch(value) and len(value) <= LARGEST
    }
