"""A spreadsheet file: pages with a head, and the one place where a value becomes a cell. Names
never turn into formulas, and each formula keeps what it comes to.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from scoring.formats import Halves
from tournament.site.columns import Column, Row, cells
from tournament.site.progress import Pieces, whole

if TYPE_CHECKING:
    from openpyxl import Workbook


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of ours: the only text that may start with an equals sign as such. `value` is what
    it comes to now: a preview shows it, and a reader that does not reckon reads it.
    """

    text: str
    value: str | int | float | None


Cell = str | int | float | None | Formula


@dataclass(frozen=True, slots=True)
class Page:
    """A titled page: its columns with their widths in characters, and its rows."""

    title: str
    columns: Sequence[tuple[str, int]]
    rows: Iterable[Sequence[Cell]]

    @classmethod
    def of(
        cls,
        title: str,
        columns: Sequence[Column[Row]],
        rows: Iterable[Row],
        notes: Iterable[str] = (),
    ) -> "Page":
        """A page of what these columns say of each row; below them sentences, each in the third
        column.
        """
        heads = [(column.head, column.width) for column in columns]
        return cls(
            title, heads, chain(cells(columns, rows), ([None, None, note] for note in notes))
        )


LONGEST_TEXT = 32_767
"""What a cell of the format holds at most."""
FORMATS = {"Chance": "0.0%", "Figure": "0.00", "Buchholz": "0.0", "Median": "0.0"}
"""How the numbers of a column are shown where they are no whole ones."""
IN_MEMORY = 1 << 20
"""Of the rows of a page so many bytes are held at most before they go to the disk."""
SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
ROWS_END = b"</sheetData>"


ROWS_A_STEP = 1_000
"""Of a long file it is told how far it is whenever a page has so many rows more."""


def file_of(all_pages: Iterable[Page]) -> bytes:
    """The pages as a whole xlsx file."""
    return whole(written(all_pages))


def written(all_pages: Iterable[Page], total: int = 0) -> Pieces:
    """The pages as an xlsx file, piece by piece, and how many of about `total` rows are ready.
    openpyxl writes all but the rows: it takes each cell through a writer of XML, leaves
    out what a formula comes to, and a large evening would lie in memory.
    """
    from openpyxl import Workbook  # noqa: PLC0415 -- slow to load, and only a few requests need it

    book = Workbook(write_only=True)
    with ExitStack() as open_files:
        rows, ready = [], 0
        for page in all_pages:
            file = open_files.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY))
            for _lot in _begin_page(book, page, file):
                ready += ROWS_A_STEP
                yield min(ready, total), total, f"rows, {page.title}"
            rows.append(file)
        frame = io.BytesIO()
        book.save(frame)
        yield from _filled(frame, rows)


def _begin_page(book: "Workbook", page: Page, file: IO[bytes]) -> Iterator[None]:
    """A page without its rows, which are put into the file: head in bold and fixed in place, and a
    filter over all. It stops for a moment after each lot of rows.
    """
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 -- slow to load
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    sheet: Any = book.create_sheet(page.title)
    letters = [get_column_letter(number) for number in range(1, len(page.columns) + 1)]
    sheet.freeze_panes = "A2"
    head, styles = [], []
    for letter, (title, width) in zip(letters, page.columns, strict=True):
        sheet.column_dimensions[letter].width = width
        cell = WriteOnlyCell(sheet, title)
        cell.font = Font(bold=True)
        head.append(cell)
        styles.append(_style(WriteOnlyCell(sheet), FORMATS.get(title, "")))
    sheet.append(head)
    number = 1
    for number, row in enumerate(page.rows, start=2):
        cells = zip(letters, styles, row, strict=False)
        text = "".join(
            _cell(f"{letter}{number}", style, value)
            for letter, style, value in cells
            if value not in (None, "")
        )
        file.write(f'<row r="{number}">{text}</row>'.encode())
        if number % ROWS_A_STEP == 0:
            yield
    sheet.auto_filter.ref = f"A1:{letters[-1]}{number}"


def _style(cell: Any, form: str) -> str:
    """The attribute of the cells of a column whose numbers are shown in a form of their own."""
    if not form:
        return ""
    cell.number_format = form
    return f' s="{cell.style_id}"'


def _cell(place: str, style: str, value: str | float | Formula) -> str:
    """One cell; a text stays a text, whatever it begins with."""
    if value.__class__ is str:
        text = value if value.isprintable() else printable(value)
        tag = 't xml:space="preserve"' if text != text.strip() else "t"
        words = escape(text[:LONGEST_TEXT])
        return f'<c r="{place}"{style} t="inlineStr"><is><{tag}>{words}</t></is></c>'
    if isinstance(value, Formula):
        formula = escape(value.text.removeprefix("="))
        result, kind = value.value, "n"
        if isinstance(result, str):
            kind = "str"
            result = escape(printable(result))
        comes_to = "" if result is None else f"<v>{_number(result)}</v>"
        return f'<c r="{place}"{style} t="{kind}"><f>{formula}</f>{comes_to}</c>'
    return f'<c r="{place}"{style} t="n"><v>{_number(value)}</v></c>'


def _number(value: Any) -> Any:
    """Half points as what they show, so that sums over cells are right; anything else as it is."""
    return int(value) / 2 if value.__class__ is Halves else value


def printable(text: str) -> str:
    """The text without what the file format cannot hold."""
    return "".join(character if character.isprintable() else " " for character in text)[
        :LONGEST_TEXT
    ]


class _Outgoing(io.RawIOBase):
    """What a packer writes, to be taken away before it writes more."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = bytearray()

    def writable(self) -> bool:
        """It is written to, and cannot go back."""
        return True

    def write(self, data: Any) -> int:
        """Keep it until it is taken."""
        self._bytes += data
        return len(data)

    def take(self) -> bytes:
        """What came in since."""
        content = bytes(self._bytes)
        self._bytes.clear()
        return content


def _filled(frame: io.BytesIO, rows: Sequence[IO[bytes]]) -> Iterator[bytes]:
    """The file with the rows of each page at the end of its head."""
    out = _Outgoing()
    with zipfile.ZipFile(frame) as book, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as full:
        for part in book.infolist():
            content = book.read(part)
            name = SHEET.fullmatch(part.filename)
            if name is None:
                full.writestr(part.filename, content)
                continue
            before, end, after = content.partition(ROWS_END)
            with full.open(part.filename, "w") as page:
                page.write(before)
                rows[int(name[1]) - 1].seek(0)
                while block := rows[int(name[1]) - 1].read(1 << 18):
                    page.write(block)
                    yield out.take()
                page.write(end + after)
            yield out.take()
    yield out.take()
