"""A page of the workbook, and the one place where a value becomes a cell: names never turn into formulas."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.formats import Halves

if TYPE_CHECKING:
    from openpyxl import Workbook


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of ours: the only text that may start with an equals sign as such."""

    text: str


Cell = str | int | float | None | Formula


@dataclass(frozen=True, slots=True)
class Page:
    """A titled page: its columns with their widths in characters, its rows, and what is drawn on it afterwards."""

    title: str
    columns: Sequence[tuple[str, int]]
    rows: Iterable[Sequence[Cell]]
    draw: Callable[[Any], None] | None = None


LONGEST_TEXT = 32_767
"""What a cell of the format holds at most."""


def write_page(book: "Workbook", page: Page) -> None:
    """Write a page: head in bold and fixed in place, then row after row."""
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 -- slow to load
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

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

    for row in page.rows:
        sheet.append([_plain(value, text_cell) for value in row])
    if page.draw:
        page.draw(sheet)


def _plain(value: Cell, text_cell: Any) -> Any:
    if value.__class__ is str:
        text = value if value.isprintable() else printable(value)
        return text_cell(text) if text[:1] in "=#" and text else text
    if value.__class__ is Formula:
        return value.text
    # A number of half points is written as what it shows, so that sums over cells are right.
    return int(value) / 2 if value.__class__ is Halves else value


def printable(text: str) -> str:
    """The text without what the file format cannot hold."""
    return "".join(character if character.isprintable() else " " for character in text)[:LONGEST_TEXT]
