"""Reading a guest list from a file that nobody vouches for: bounded before it is opened, no cell run.

The order of the guard is measured: size of the file, parts and sizes inside the zip, declarations
in its XML, and only then openpyxl, read-only and with rows and columns bounded.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournament.site.uploads import LARGEST_FILE
from tournament.tickets.foreign import open_document, other_kind, other_zip, sheets_of_text
from tournament.tickets.layout import MOST_ROWS, laid_out, refuse_far_row
from tournament.tickets.letters import csv_rows, without_entities
from tournament.tickets.markings import Spot, comments, spot, struck_parts
from tournament.tickets.sheets import (
    ACROSS,
    COLOURED,
    HIDDEN,
    STRUCK,
    GuestFile,
    GuestFileError,
    GuestRow,
    Sheet,
    row_of,
    without_struck,
)

LARGEST_UNPACKED = 8 * 1024 * 1024
MOST_STYLES = 10_000
MOST_PARTS = 200
MOST_SHEETS = 40
LOOKED_AT = 301  # columns read, so that a sheet far too wide is noticed and not cut off in silence


def read_guest_file(name: str, data: bytes) -> GuestFile:
    """The headings and rows of a file. Raises GuestFileError, whatever the file is."""
    if not data.strip():
        raise GuestFileError("The file is empty: choose the one with the guests in it.")
    if len(data) > LARGEST_FILE:
        raise GuestFileError(
            "The file is larger than 2 MB, far more than a guest list: save the list alone."
        )
    if data.startswith(b"PK"):
        return laid_out(name, _workbook(data))
    sentence = other_kind(data)
    if sentence:
        raise GuestFileError(sentence)
    text = sheets_of_text(data)
    if text:
        return laid_out(name, text[1], text[0])
    letters, rows = csv_rows(data)
    return laid_out(name, [Sheet("", _few(rows))], letters)


def _few(rows: Iterator[GuestRow]) -> list[GuestRow]:
    """One more than can be taken is enough to know: the rest of a huge file is never read."""
    few = list[GuestRow]()
    for row in rows:
        if any(row.cells):
            few.append(row)
        if len(few) >= MOST_ROWS:
            break
    return few


# XLSX


STRICT = (
    (
        b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
    (
        b"http://purl.oclc.org/ooxml/drawingml/main",
        b"http://schemas.openxmlformats.org/drawingml/2006/main",
    ),
)
"""The names of Strict Open XML and those by which its parts are known everywhere."""


def _workbook(data: bytes) -> list[Sheet]:
    strict = False
    try:
        _guard(data)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if "xl/workbook.xml" not in archive.namelist():
                return open_document(archive)
            strict = b"purl.oclc.org/ooxml" in archive.read("xl/workbook.xml")
        return _sheets(_usual(data) if strict else data)
    except GuestFileError:
        raise
    # A broken workbook fails in zip, XML or value errors of many kinds; the sentence is the same.
    except Exception:
        if strict:
            raise GuestFileError(
                "This is saved as Strict Open XML: save it as Excel Workbook (.xlsx)."
            ) from None
        raise GuestFileError(
            "The workbook is damaged: open it in the spreadsheet program and save it again."
        ) from None


def _usual(data: bytes) -> bytes:
    """A workbook saved as Strict Open XML, under the names that every reader knows."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as usual:
        for part in archive.infolist():
            content = archive.read(part)
            if part.filename.endswith((".xml", ".rels")):
                for before, after in STRICT:
                    content = content.replace(before, after)
            usual.writestr(part.filename, content)
    return out.getvalue()


def _guard(data: bytes) -> None:
    """Refuse what would unpack into too much, before anything is unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise GuestFileError(
                "The workbook unpacks into far more than a guest list: save the list alone."
            )
        names = {part.filename for part in parts}
        if not {"xl/workbook.xml"} & names and not {"content.xml", "mimetype"} <= names:
            raise GuestFileError(other_zip(names))
        for part in parts:
            if part.filename.endswith((".xml", ".rels", ".vml")):
                _refuse_declarations(archive.read(part).replace(b"\0", b""))
        if (
            "xl/styles.xml" in archive.namelist()
            and archive.read("xl/styles.xml").count(b"<") > MOST_STYLES
        ):
            raise GuestFileError(
                "The workbook holds far more formats than a guest list: save the list alone."
            )


def _refuse_declarations(part: bytes) -> None:
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise GuestFileError(
            "The workbook holds things that no spreadsheet program writes, so it is not opened."
        )


def _sheets(data: bytes) -> list[Sheet]:
    values = _cells(data, data_only=True)
    # Without its last result a formula reads as nothing: a second look tells it from an empty cell.
    texts = _cells(data, data_only=False)
    return [
        Sheet(
            page.title,
            _rows(page),
            page.hidden,
            _open_formula(page.rows, formulas.rows),
            _unseen(page.xml),
        )
        for page, formulas in zip(values, texts, strict=True)
    ]


def _open_formula(rows: list[tuple[Any, ...]], formulas: list[tuple[Any, ...]]) -> str:
    for number, (values, texts) in enumerate(zip(rows, formulas, strict=True), start=1):
        for column, cell in enumerate(texts):
            value = cell.value
            if isinstance(value, str) and value.startswith("=") and values[column].value is None:
                return (
                    f"Row {number}, column {column + 1} is a formula that was never worked out:"
                    " open the workbook in the spreadsheet program, save it there and choose it"
                    " again."
                )
    return ""


@dataclass(frozen=True, slots=True)
class _Page:
    """A sheet as it is opened: its cells row by row, and what it says beside their values."""

    title: str
    hidden: bool
    rows: list[tuple[Any, ...]]
    xml: bytes
    struck: Mapping[Spot, str]
    comments: Mapping[Spot, str]


def _cells(data: bytes, *, data_only: bool) -> list[_Page]:
    import openpyxl  # noqa: PLC0415 -- 0.4 s that only an import needs

    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=data_only, keep_links=False
    )
    sheets = list[_Page]()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for sheet in book.worksheets[:MOST_SHEETS]:
                page: Any = sheet
                xml = archive.read(page._worksheet_path)
                _refuse_far_rows(xml)
                page.reset_dimensions()
                rows = list(page.iter_rows(max_row=MOST_ROWS, max_col=LOOKED_AT))
                marks = (
                    (struck_parts(archive, xml), comments(archive, page._worksheet_path))
                    if data_only
                    else ({}, {})
                )
                hidden = page.sheet_state != "visible"
                sheets.append(_Page(str(page.title), hidden, rows, xml, *marks))
        return sheets
    finally:
        book.close()


COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*)>")
SPAN = re.compile(rb'\b(min|max)="(\d{1,5})"')
ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
NUMBER = re.compile(rb'\br="(\d+)"')
OUT_OF_SIGHT = re.compile(rb'\b(hidden="(1|true)"|ht="0(\.0+)?")')
MERGE = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')


def _rows(page: _Page) -> list[GuestRow]:
    """The rows as text, with what the sheet says of them: hidden, struck through, merged."""
    hidden = _hidden(page.xml)
    rows = [
        row_of(number, (_value(cell) for cell in row)) for number, row in enumerate(page.rows, 1)
    ]
    merged, across = _merged(rows, page.xml), _across(page.xml)
    read, coloured = [], _coloured(page.rows)
    for row, cells in zip(rows, page.rows, strict=True):
        struck = _struck(cells)
        title = row.number in across and sum(map(bool, row.cells)) == 1
        aside = (HIDDEN,) * (row.number in hidden) + (STRUCK,) * struck + (ACROSS,) * title
        aside += (COLOURED,) * (row.number in coloured)
        row = _commented(row if struck else _crossed(row, cells, page.struck), page.comments)
        read.append(_filled(row, merged.get(row.number, {}), aside))
    return [row for row in read if any(row.cells)]


def _crossed(row: GuestRow, cells: tuple[Any, ...], parts: Mapping[Spot, str]) -> GuestRow:
    """The row without the words that are struck through in it, in whole cells or in parts."""
    bare = {place: text for (number, place), text in parts.items() if number == row.number}
    for place, cell in enumerate(cells[: len(row.cells)]):
        if cell.font and cell.font.strike:
            bare[place] = ""
    return without_struck(row, bare) if bare else row


def _commented(row: GuestRow, comments_of: Mapping[Spot, str]) -> GuestRow:
    comments_here = [
        words for (number, _place), words in comments_of.items() if number == row.number
    ]
    return replace(row, comments=tuple(comments_here)) if comments_here else row


def _value(cell: Any) -> object:
    value = cell.value
    return without_entities(value) if isinstance(value, str) and "&" in value else value


def _hidden(xml: bytes) -> set[int]:
    hidden, number = set[int](), 0
    for row in ROW.finditer(xml):
        attribute = NUMBER.search(row[1])
        number = int(attribute[1]) if attribute else number + 1
        if OUT_OF_SIGHT.search(row[1]):
            hidden.add(number)
    return hidden


def _struck(cells: tuple[Any, ...]) -> bool:
    """Whether the row is struck through: all that it says, or the first words of it."""
    filled = [cell for cell in cells if cell.value not in (None, "")]
    words = [cell for cell in filled if any(map(str.isalpha, str(cell.value)))][:1]
    return any(
        group and all(cell.font and cell.font.strike for cell in group) for group in (filled, words)
    )


def _merged(rows: list[GuestRow], xml: bytes) -> dict[int, dict[int, str]]:
    """By row and column what a merged cell that begins above says."""
    filled: dict[int, dict[int, str]] = {}
    for merge in MERGE.finditer(xml):
        (first, place), last = spot((merge[1] + merge[2]).decode()), int(merge[4])
        cells = rows[first - 1].cells if first <= len(rows) else ()
        if place < len(cells) and cells[place]:
            for number in range(first + 1, min(last, len(rows)) + 1):
                filled.setdefault(number, {})[place] = cells[place]
    return filled


def _unseen(xml: bytes) -> tuple[int, ...]:
    """The columns that are hidden."""
    hidden = set[int]()
    for column in COLUMN.finditer(xml):
        ends = {name: int(number) for name, number in SPAN.findall(column[1])}
        if b'hidden="1"' in column[1] or b'hidden="true"' in column[1]:
            hidden |= {*range(ends.get(b"min", 1) - 1, min(ends.get(b"max", 0), LOOKED_AT))}
    return tuple(sorted(hidden))


def _coloured(rows: list[tuple[Any, ...]]) -> set[int]:
    """The numbers of the rows that differ in colour from most: of three, one at most."""
    looks = {
        number: _look(next(cell for cell in row if cell.value not in (None, "")))
        for number, row in enumerate(rows, start=1)
        if sum(cell.value not in (None, "") for cell in row) > 1
    }
    usual = max(Counter(looks.values()).items(), key=lambda pair: pair[1], default=((), 0))[0]
    unusual = {number for number, look in looks.items() if look != usual}
    return unusual if len(unusual) * 3 <= len(looks) else set()


def _look(cell: Any) -> tuple[str, str]:
    fill, font = cell.fill, cell.font
    solid = fill is not None and fill.fill_type == "solid"
    return (
        _colour(fill.fgColor) if solid else "",
        _colour(font.color) if font is not None and font.color is not None else "",
    )


def _colour(colour: Any) -> str:
    """A colour by its number, or that of the theme; black is none."""
    if colour.type == "rgb":
        return "" if colour.rgb in ("FF000000", "00000000") else str(colour.rgb)
    return "" if colour.type == "theme" and colour.theme == 1 else f"{colour.type} {colour.value}"


def _across(xml: bytes) -> set[int]:
    """The numbers of the rows in which a cell is merged over the next ones."""
    merges = MERGE.finditer(xml)
    return {int(merge[2]) for merge in merges if merge[1] != merge[3] and merge[2] == merge[4]}


def _filled(row: GuestRow, merged: dict[int, str], aside: tuple[str, ...]) -> GuestRow:
    """The row with what merged cells say of it, where it says something itself."""
    places = [place for place in merged if not any(row.cells[place : place + 1])]
    if not row.cells or not places:
        return replace(row, aside=aside)
    cells = [*row.cells, *[""] * (max(places) + 1 - len(row.cells))]
    for place in places:
        cells[place] = merged[place]
    return replace(row, cells=tuple(cells), aside=aside, merged=tuple(places))


def _refuse_far_rows(xml: bytes) -> None:
    """Refuse a sheet whose last value lies beyond what is read, instead of leaving guests out in
    silence.
    """
    last = max(xml.rfind(mark) for mark in (b"<v>", b":v>", b"<is>", b":is>"))
    row = max(xml.rfind(mark, 0, max(last, 0)) for mark in (b"<row ", b":row "))
    number = re.search(rb'\br="(\d+)"', xml[row : row + 200]) if row >= 0 else None
    refuse_far_row(int(number[1]) if number else 0)
