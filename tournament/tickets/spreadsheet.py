"""Reading a guest list from a CSV or XLSX file that nobody vouches for: bounded before it is opened,
no cell run.

The order of the guard is measured: size of the file, parts and sizes inside the zip, declarations
in its XML, and only then openpyxl, read-only and with rows and columns bounded.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from tournament.site.uploads import LARGEST_FILE
from tournament.tickets.headings import is_heading

LARGEST_UNPACKED = 8 * 1024 * 1024
MOST_STYLES = 10_000
MOST_PARTS = 200
MOST_GUESTS = 1000
MOST_COLUMNS = 80
LOOKED_AT = 301  # columns read, so that a sheet far too wide is noticed and not cut off in silence
LONGEST_CELL = 300
MOST_TEXT = 800_000
HEADING_AMONG = 10
MOST_ROWS = (
    MOST_GUESTS + HEADING_AMONG + 1
)  # of a sheet, blank ones and lines above the headings included
PLAIN_BYTES = frozenset({9, 10, 13, *range(32, 127)})
ACCENTS_OF_A_MAC = re.compile("[A-Za-z][ŽŸ‡ˆ‰ŠŒ](?![A-Z])")
"""What é, ü, á, à, â, ä and å of an old Mac look like where they are read as Windows-1252."""
OTHER_KINDS = (
    (
        b"\xd0\xcf\x11\xe0",
        "an old or protected workbook: save it as .xlsx without a password, or as CSV",
    ),
    (b"%PDF", "a PDF: save the list as .xlsx or CSV"),
    (b"\x89PNG", "a picture: save the list as .xlsx or CSV"),
    (b"\xff\xd8\xff", "a picture: save the list as .xlsx or CSV"),
    (b"{\\rtf", "a text document: save the list as .xlsx or CSV"),
)


class GuestFileError(ValueError):
    """The file cannot be read as a guest list: the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A row as it stands in the file: its number there and its cells as text."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuestFile:
    """What a file says: its name, its sheet ("" for CSV), the headings and the rows that hold
    anything.
    """

    name: str
    sheet: str
    headings: tuple[str, ...]
    rows: tuple[GuestRow, ...]


def read_guest_file(name: str, data: bytes) -> GuestFile:
    """The headings and rows of a file. Raises GuestFileError, whatever the file is."""
    if not data.strip():
        raise GuestFileError("The file is empty: choose the one with the guests in it.")
    if len(data) > LARGEST_FILE:
        raise GuestFileError(
            "The file is larger than 2 MB, far more than a guest list: save the list alone."
        )
    for start, words in OTHER_KINDS:
        if data.startswith(start):
            raise GuestFileError(f"This is {words}.")
    sheet, rows = _workbook(data) if data.startswith(b"PK") else ("", _csv(data))
    return _under_headings(name, sheet, rows)


def _under_headings(name: str, sheet: str, rows: Iterable[GuestRow]) -> GuestFile:
    # One more than can be taken is enough to know: the rest of a huge file is never read.
    filled = list(islice((row for row in rows if any(row.cells)), MOST_GUESTS + HEADING_AMONG + 1))
    if not filled:
        where = f"The sheet “{sheet}”" if sheet else "The file"
        raise GuestFileError(
            f"{where} is empty: put the guests on the first sheet, with headings in its first row."
        )
    place = _heading_place(filled[:HEADING_AMONG])
    headings, guests = filled[place].cells, filled[place + 1 :]
    _check_size(filled, guests)
    _check_letters(filled)
    if not guests:
        raise GuestFileError("There are headings and no guests under them.")
    width = max(len(row.cells) for row in filled[place:])
    return GuestFile(
        name,
        sheet,
        _wide(headings, width),
        tuple(GuestRow(r.number, _wide(r.cells, width)) for r in guests),
    )


def _heading_place(rows: list[GuestRow]) -> int:
    """Where the headings stand: the row with most of them, below lines that are not about guests."""
    counts = [sum(map(is_heading, row.cells)) for row in rows]
    best = counts.index(max(counts))
    wide = sum(map(bool, rows[0].cells)) > 1
    # One word under headings of one's own may be called as a heading is.
    return 0 if max(counts) == 1 and wide else best


def _check_size(filled: list[GuestRow], guests: list[GuestRow]) -> None:
    widest = max(filled, key=lambda row: len(row.cells))
    if len(widest.cells) > MOST_COLUMNS:
        raise GuestFileError(
            f"Row {widest.number} reaches to column {len(widest.cells)}; a guest list has at most"
            f" {MOST_COLUMNS}. Delete the columns that are not about guests."
        )
    if len(guests) > MOST_GUESTS:
        raise GuestFileError(
            f"There are more than {MOST_GUESTS:,} guests: an evening holds {MOST_GUESTS:,}."
        )
    if sum(len(cell) for row in filled for cell in row.cells) > MOST_TEXT:
        raise GuestFileError(
            "There is far more text than in a guest list: delete the columns that are not needed."
        )


def _check_letters(filled: list[GuestRow]) -> None:
    """Refuse a file that was opened in the wrong encoding and saved so: nobody is called “ZoÃ«”."""
    for row in filled:
        for cell in row.cells:
            if (mended := _as_meant(cell)) != cell:
                raise GuestFileError(
                    f"Row {row.number} says “{cell[:40]}” where “{mended[:40]}” is meant: the list was"
                    " saved with the wrong letters. Save it again where it comes from, as .xlsx"
                    " or as “CSV UTF-8”."
                )


def _as_meant(cell: str) -> str:
    """What a text was before its UTF-8 was read as Windows-1252; itself where it was not."""
    if cell.isascii():
        return cell
    try:
        return cell.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return cell


def _wide(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return cells + ("",) * (width - len(cells))


def _row(number: int, values: Iterable[object]) -> GuestRow:
    cells = [_text(value) for value in values]
    while cells and not cells[-1]:
        cells.pop()
    return GuestRow(number, tuple(cells))


def _text(value: object) -> str:
    """A cell as one would read it; a text beyond the limit keeps one character more, so that it is
    refused later.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return str(value).strip()[: LONGEST_CELL + 1]


# CSV


def _csv(data: bytes) -> Iterator[GuestRow]:
    text = _decoded(data)
    if "\0" in text:
        raise GuestFileError(
            "This is neither a spreadsheet (.xlsx) nor a CSV file: save the list as one of these."
        )
    try:
        for number, cells in enumerate(
            csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text)), start=1
        ):
            yield _row(number, (_unguarded(cell) for cell in cells))
    except csv.Error:
        raise GuestFileError(
            "The CSV file cannot be read: perhaps a quotation mark is never closed."
        ) from None


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _in("utf-16", data) or _not_known(data)
    return _in(_wide_letters(data), data) or _in("utf-8-sig", data) or _of_one_byte(data)


def _in(encoding: str, data: bytes) -> str:
    """The text in this encoding, or nothing where it is not."""
    try:
        return data.decode(encoding) if encoding else ""
    except UnicodeDecodeError:
        return ""


def _wide_letters(data: bytes) -> str:
    """UTF-16 without its mark: every second byte of plain headings is a nought."""
    top = data[:400]
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(top) > 8 and top[start::2].count(0) * 2 > len(top[start::2]):
            return encoding
    return ""


def _of_one_byte(data: bytes) -> str:
    """Windows-1252, unless its accents fall where an old Mac has them: then it is that."""
    western = _in("cp1252", data)
    if western and not ACCENTS_OF_A_MAC.search(western):
        return western
    mac = _in("mac-roman", data)
    strange = [c for c in mac if not c.isascii() and not c.isalpha() and c not in "’‘“”–—…\u00a0€"]
    return mac if mac and not strange and _mostly_plain(data) else western or _not_known(data)


def _mostly_plain(data: bytes) -> bool:
    return sum(byte in PLAIN_BYTES for byte in data) * 10 > len(data) * 6


def _not_known(data: bytes) -> str:
    if _mostly_plain(data):
        raise GuestFileError(
            "The letters of this file are written in a way that is not known here: save the list"
            " as .xlsx, or as “CSV UTF-8”."
        )
    raise GuestFileError(
        "This is neither a spreadsheet (.xlsx) nor a CSV file: save the list as one of these."
    )


def _delimiter(text: str) -> str:
    """What a spreadsheet was told in a first line “sep=;”, else comma, semicolon, tab or bar:
    whichever parts the first lines most, outside quotation marks.
    """
    lines = text.splitlines()[:HEADING_AMONG]
    declared = re.fullmatch("sep=([,;\t|])", lines[0].strip(' "')) if lines else None
    if declared:
        return declared[1]
    top = re.sub(r'"[^"]*"', "", "\n".join(lines))
    return max(",;\t|", key=top.count)


def _unguarded(cell: str) -> str:
    """A cell without the apostrophe that exports put before what a spreadsheet would take for a
    formula.
    """
    return cell[1:] if re.match(r"'[=+\-@\t\r]", cell) else cell


# XLSX


def _workbook(data: bytes) -> tuple[str, list[GuestRow]]:
    try:
        _guard(data)
        return _sheet(data)
    except GuestFileError:
        raise
    # A broken workbook fails in zip, XML or value errors of many kinds; the sentence is the same.
    except Exception:
        raise GuestFileError(
            "The workbook is damaged: open it in the spreadsheet program and save it again."
        ) from None


def _guard(data: bytes) -> None:
    """Refuse what would unpack into too much, before anything is unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise GuestFileError(
                "The workbook unpacks into far more than a guest list: save the list alone."
            )
        if "xl/workbook.xml" not in {part.filename for part in parts}:
            raise GuestFileError(
                "This is a zip file, not an .xlsx workbook: save the list as .xlsx or CSV."
            )
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


def _sheet(data: bytes) -> tuple[str, list[GuestRow]]:
    sheet, rows = _cells(data, data_only=True)
    # Without its last result a formula reads as nothing: a second look tells it from an empty cell.
    _, typed = _cells(data, data_only=False)
    for number, (shown, written) in enumerate(zip(rows, typed, strict=True), start=1):
        for column, value in enumerate(written):
            if isinstance(value, str) and value.startswith("=") and shown[column] is None:
                raise GuestFileError(
                    f"Row {number}, column {column + 1} is a formula that was never worked out:"
                    " open the workbook in the spreadsheet program, save it there and choose it"
                    " again."
                )
    return sheet, [_row(number, values) for number, values in enumerate(rows, start=1)]


def _cells(data: bytes, *, data_only: bool) -> tuple[str, list[tuple[Any, ...]]]:
    import openpyxl  # noqa: PLC0415 -- 0.4 s that only an import needs

    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=data_only, keep_links=False
    )
    try:
        sheet: Any = book.worksheets[0]
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _refuse_far_rows(archive.read(sheet._worksheet_path))
        sheet.reset_dimensions()
        return str(sheet.title), list(
            sheet.iter_rows(max_row=MOST_ROWS, max_col=LOOKED_AT, values_only=True)
        )
    finally:
        book.close()


def _refuse_far_rows(xml: bytes) -> None:
    """Refuse a sheet whose last value lies beyond what is read, instead of leaving guests out in
    silence.
    """
    last = max(xml.rfind(mark) for mark in (b"<v>", b":v>", b"<is>", b":is>"))
    row = max(xml.rfind(mark, 0, max(last, 0)) for mark in (b"<row ", b":row "))
    number = re.search(rb'\br="(\d+)"', xml[row : row + 200]) if row >= 0 else None
    if number and int(number[1]) > MOST_ROWS:
        raise GuestFileError(
            f"There is something in row {int(number[1]):,}; a guest list has at most"
            f" {MOST_GUESTS:,} rows. Delete what is not about guests, or save the list alone."
        )
