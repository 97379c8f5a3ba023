"""What a sheet of a workbook says beside the values of its cells: words struck through in a part of
one, and the comments that hang on it.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

SHARED = "xl/sharedStrings.xml"
CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")
THREAD = re.compile(r"^\[Threaded comment\].*?\bComment:\s*", re.DOTALL)
Spot = tuple[int, int]
"""Row from 1 and column from 0."""


def spot(ref: str) -> Spot:
    """Row and column of a cell: `C12`."""
    match = CELL.fullmatch(ref)
    place = 0
    for letter in match[1] if match else "":
        place = place * 26 + ord(letter) - 64
    return (int(match[2]), place - 1) if match else (0, 0)


def struck_parts(archive: zipfile.ZipFile, xml: bytes) -> dict[Spot, str]:
    """Of the cells in which some words are struck through, what is left without these."""
    shared = _shared(archive)
    if not shared and b"strike" not in xml:
        return {}
    parts = dict[Spot, str]()
    for cell in _elements(xml, "c"):
        value = next((child.text or "" for child in cell if _called(child) == "v"), "")
        inline = next((child for child in cell if _called(child) == "is"), None)
        text = shared.get(value) if cell.get("t") == "s" else _without_struck(inline)
        if text is not None:
            parts[spot(cell.get("r", ""))] = text
    return parts


def comments(archive: zipfile.ZipFile, path: str) -> dict[Spot, str]:
    """The comments of a sheet by the cell that they hang on."""
    folder, name = posixpath.split(path)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in archive.namelist():
        return {}
    by_spot = dict[Spot, str]()
    for relation in _elements(archive.read(relations), "Relationship"):
        target = relation.get("Target", "")
        part = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        if relation.get("Type", "").endswith("/comments") and part in archive.namelist():
            for comment in _elements(archive.read(part), "comment"):
                words = THREAD.sub("", "".join(comment.itertext())).strip()
                by_spot[spot(comment.get("ref", ""))] = " ".join(words.split())
    return by_spot


def _shared(archive: zipfile.ZipFile) -> dict[str, str]:
    """By their number the shared texts of which a part is struck through, without that part."""
    data = archive.read(SHARED) if SHARED in archive.namelist() else b""
    if b"strike" not in data:
        return {}
    texts = map(_without_struck, _elements(data, "si"))
    return {str(number): text for number, text in enumerate(texts) if text is not None}


def _without_struck(text: ElementTree.Element | None) -> str | None:
    """What is left of a text in runs without those that are struck; None where all is left."""
    runs = [run for run in (() if text is None else text) if _called(run) == "r"]
    struck = [_is_struck(run) for run in runs]
    if not any(struck):
        return None
    kept_runs = (run for run, out in zip(runs, struck, strict=True) if not out)
    words = (part.text or "" for run in kept_runs for part in run if _called(part) == "t")
    return " ".join("".join(words).split())


def _is_struck(run: ElementTree.Element) -> bool:
    return any(
        _called(part) == "strike" and part.get("val", "1") not in ("0", "false")
        for look in run
        if _called(look) == "rPr"
        for part in look
    )


def _elements(xml: bytes, name: str) -> Iterator[ElementTree.Element]:
    """The elements of this name, whatever space of names they are in."""
    tree = ElementTree.parse(BytesIO(xml))  # noqa: S314 -- declarations were refused before
    return (element for element in tree.iter() if _called(element) == name)


def _called(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]
