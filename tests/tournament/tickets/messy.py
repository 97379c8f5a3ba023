"""Guest lists as a machine makes them messy: rows that are true, with who comes of each, spoilt in
the ways in which people and programs spoil them, and written as a file. Nothing of the import is
used here.
"""

import io
from dataclasses import dataclass, field
from random import Random
from typing import Any

import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from tests.tournament.guest_lists import as_csv

FORENAMES = ("Ada", "Bruno", "Cosmo", "Dora", "Edda", "Finn", "Greta", "Hugo", "Iris", "Jonas")
SURNAMES = ("Quillfeather", "Underhay", "Tillingham", "Pembarton", "Marchbank", "Wrenfold")
LIVERIES = ("Mercers", "Grocers", "Drapers", "Fishmongers", "Skinners")
CLUBS = ("Red Lion Aces", "Old Crown Shufflers", "Thameside Bridge Club", "The Anchor")
NAMES = [f"{forename} {surname}" for forename in FORENAMES for surname in SURNAMES]
Person = tuple[str, str]


@dataclass
class Messy:
    """A list while it is being spoilt: its rows, and who truly comes of each. Rows are counted from
    0, without the headings.

    Of the sheet: the lines `above` the table, `second_headings` right above the headings, the rows
    `below` it, and `gaps`, the rows with an empty one before them. Of a row: `hidden`; `struck`,
    with how many of its cells; `struck_words`, those that are struck in its first cell and those
    that stand there; `comments` on its first cell; `across`, where its first two cells are one;
    `coloured`. `merged` are the first and last rows of what is one cell in column B, and
    `unseen_column` is the letter of a hidden column. Of the workbook: the `title` of its sheet, the
    further `sheets` by title, those `unseen` for being hidden, and `first_sheet`, the further one
    that stands before this. Of the file: `as_html` makes it a page, `text` is all of it in place of
    the rows; `encoding`, and the `delimiter` of a CSV.
    """

    headings: list[str]
    rows: list[list[str]]
    comers: list[list[Person]]
    above: list[str] = field(default_factory=list)
    second_headings: list[str] = field(default_factory=list)
    below: list[list[str]] = field(default_factory=list)
    gaps: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    struck: dict[int, int] = field(default_factory=dict)
    struck_words: dict[int, tuple[str, str]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    across: set[int] = field(default_factory=set)
    coloured: set[int] = field(default_factory=set)
    merged: list[tuple[int, int]] = field(default_factory=list)
    unseen_column: str = ""
    title: str = "Sheet1"
    sheets: dict[str, list[list[str]]] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)
    first_sheet: str = ""
    as_html: bool = False
    text: str = ""
    encoding: str = "utf-8"
    delimiter: str = ","

    @property
    def truth(self) -> list[Person]:
        """Everybody who comes."""
        return [person for row in self.comers for person in row]

    def add(self, cells: list[str], *people: Person) -> None:
        """A further row."""
        self.rows.append(cells)
        self.comers.append([*people])

    def column(self, heading: str, cells: list[str]) -> None:
        """A further column, one cell for each row."""
        width = len(self.headings)
        self.headings.append(heading)
        for row, cell in zip(self.rows, cells, strict=True):
            row += [""] * (width - len(row)) + [cell]

    def lines(self) -> list[list[str]]:
        """All rows of its sheet, in order, gaps among them."""
        lines = [[text] for text in self.above]
        lines += [self.second_headings] * bool(self.second_headings)
        lines += [self.headings] * bool(self.headings)
        for number, row in enumerate(self.rows):
            lines += [[""]] * (number in self.gaps) + [row]
        return lines + [[""]] * bool(self.below) + self.below

    def data(self) -> bytes:
        """The file: a workbook where only a workbook can say it."""
        if self.as_html:
            rows = "".join(f"<tr>{_cells(row)}</tr>" for row in self.lines())
            return f"<html><body><table>{rows}</table></body></html>".encode()
        if self.text:
            return self.text.encode()
        dress = (self.hidden, self.struck, self.merged, self.struck_words, self.comments)
        more = (self.sheets, self.across, self.coloured, self.unseen_column)
        if not any(map(bool, (*dress, *more))):
            return as_csv(self.lines(), delimiter=self.delimiter, encoding=self.encoding)
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet.title = self.title
        for row in self.lines():
            sheet.append(row)
        start = len(self.above) + bool(self.second_headings) + bool(self.headings)
        self._mark_rows(sheet, start)
        self._mark_cells(sheet, start)
        for title, further in self.sheets.items():
            other: Any = book.create_sheet(title, 0 if title == self.first_sheet else None)
            for row in further:
                other.append(row)
            other.sheet_state = "hidden" if title in self.unseen else "visible"
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()

    def _mark_rows(self, sheet: Any, start: int) -> None:
        for number in self.hidden:
            sheet.row_dimensions[start + number + 1].hidden = True
        for number, cells in self.struck.items():
            for cell in sheet[start + number + 1][:cells]:
                cell.font = Font(strike=True)

    def _mark_cells(self, sheet: Any, start: int) -> None:
        for first, last in self.merged:
            sheet.merge_cells(f"B{start + first + 1}:B{start + last + 1}")
        for number, (struck, text) in self.struck_words.items():
            runs = TextBlock(InlineFont(strike=True), struck), TextBlock(InlineFont(), text)
            sheet.cell(start + number + 1, 1).value = CellRichText(*runs)
        for number, words in self.comments.items():
            sheet.cell(start + number + 1, 1).comment = Comment(words, "the secretary")
        for number in self.coloured:
            for cell in sheet[start + number + 1]:
                cell.fill = PatternFill("solid", fgColor="FFFF9999")
        if self.unseen_column:
            sheet.column_dimensions[self.unseen_column].hidden = True
        for number in self.across:
            sheet.merge_cells(f"A{start + number + 1}:B{start + number + 1}")


def _cells(row: list[str]) -> str:
    return "".join(f"<td>{cell.replace('&', '&amp;')}</td>" for cell in row)


def plain_list(chance: Random) -> Messy:
    """A list in which nothing is wrong."""
    truth = [
        (name, chance.choice(LIVERIES)) for name in chance.sample(NAMES, chance.randint(6, 14))
    ]
    truth.sort(key=lambda person: person[1])
    return Messy(
        ["Name", "Livery"], [[*person] for person in truth], [[person] for person in truth]
    )
