"""A spreadsheet file: pages with a head, and the one place where a value becomes a cell. Names
never turn into formulas, and each formula keeps what it comes to.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from scoring.formats import Halves

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
    """A titled page: its columns with their widths in characters, its rows, and what is drawn on it
    afterwards.
    """

    title: str
    columns: Sequence[tuple[str, int]]
    rows: Iterable[Sequence[Cell]]
    draw: Callable[[Any], None] | None = None


NOT_THERE = "#N/A"
Results = dict[str, str]
"""What the formulas of a page come to, by cell, as its file keeps them."""
LONGEST_TEXT = 32_767
"""What a cell of the format holds at most."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def write_page(book: "Workbook", page: Page) -> Results:
    """Write a page: head in bold and fixed in place, a filter over it, then row after row; what its
    formulas come to, by cell.
    """
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 -- slow to load
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    results: Results = {}
    sheet: Any = book.create_sheet(page.title)
    sheet.freeze_panes = "A2"
    for number, (_title, width) in enumerate(page.columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    head = [WriteOnlyCell(sheet, title) for title, _width in page.columns]
    for cell in head:
        cell.font = Font(bold=True)
    sheet.append(head)

    def text_cell(text: str) -> Any:
        cell = WriteOnlyCell(sheet, value="")
        cell.value = text
        # After the value: openpyxl has just taken the text for a formula or an error.
        cell.data_type = "s"
        return cell

    shown = [FORMATS.get(title, "") for title, _width in page.columns]
    number = 1
    for number, row in enumerate(page.rows, start=2):
        cells = [_plain(value, text_cell) for value in row]
        sheet.append(
            [_as_shown(sheet, cell, form) for cell, form in zip(cells, shown, strict=False)]
        )
        results |= {
            f"{get_column_letter(column)}{number}": _result(value)
            for column, value in enumerate(row, start=1)
            if value.__class__ is Formula
        }
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(page.columns))}{number}"
    if page.draw:
        page.draw(sheet)
    return results


FORMATS = {"Chance": "0.0%", "Figure": "0.00", "Buchholz": "0.0", "Median": "0.0"}
"""How the numbers of a column are shown where they are no whole ones."""


def _as_shown(sheet: Any, cell: Any, form: str) -> Any:
    if not form or cell is None:
        return cell
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 -- slow to load

    formatted = WriteOnlyCell(sheet, cell)
    formatted.number_format = form
    return formatted


def _plain(value: Cell, text_cell: Any) -> Any:
    if value.__class__ is str:
        text = value if value.isprintable() else printable(value)
        return text_cell(text) if text[:1] in "=#" and text else text
    if value.__class__ is Formula:
        return value.text
    # A number of half points is written as what it shows, so that sums over cells are right.
    return int(value) / 2 if value.__class__ is Halves else value


def _result(formula: Any) -> str:
    """A number as it stands in the file; a text is told from one by its quotes."""
    value = formula.value
    if value.__class__ is Halves:
        return str(int(value) / 2)
    if value == NOT_THERE:
        return NOT_THERE
    return (
        f'"{printable(value)}"' if isinstance(value, str) else "" if value is None else str(value)
    )


def printable(text: str) -> str:
    """The text without what the file format cannot hold."""
    return "".join(character if character.isprintable() else " " for character in text)[
        :LONGEST_TEXT
    ]


def written(all_pages: Iterable[Page]) -> bytes:
    """The pages as an xlsx file, written row by row."""
    from openpyxl import Workbook  # noqa: PLC0415 -- slow to load, and only a few requests need it

    book = Workbook(write_only=True)
    results = [write_page(book, page) for page in all_pages]
    out = io.BytesIO()
    book.save(out)
    return _with_results(out, results)


FORMULA = re.compile(rb'<c r="([A-Z]+\d+)"([^>]*)><f>([^<]*)</f><v ?/></c>')


def _with_results(saved: io.BytesIO, results: Sequence[Results]) -> bytes:
    """The file with what each formula comes to in its cell, where openpyxl leaves it empty: no
    preview and no other reader works a formula out.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(saved) as book, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as filled:
        for part in book.infolist():
            content = book.read(part)
            if name := SHEET.fullmatch(part.filename):
                content = FORMULA.sub(partial(_filled, results[int(name[1]) - 1]), content)
            filled.writestr(part, content)
    return out.getvalue()


SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")


def _filled(results: Results, formula: re.Match[bytes]) -> bytes:
    cell, style, text = formula[1].decode(), formula[2].decode(), formula[3].decode()
    result = results[cell]
    if result.startswith('"'):
        style, result = f'{style} t="str"', escape(result[1:-1])
    elif result == NOT_THERE:
        style = f'{style} t="e"'
    return f'<c r="{cell}"{style}><f>{text}</f><v>{result}</v></c>'.encode()
