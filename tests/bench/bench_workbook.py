"""The workbook of 10,000 rows against a bare write-only loop over the same cells."""

import io
from typing import Any

from openpyxl import Workbook

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.measure import interleaved, judge, load
from tournament.site.spreadsheet import Cell, Formula, Page, file_of

ROWS = 10_000
COLUMNS = [(f"Column {number}", 12) for number in range(1, 18)]


def rows() -> list[list[Cell]]:
    """Names, figures and two formulas a row, as on the page of standings."""
    return [
        [
            row,
            row,
            row,
            f"Guest Number {row}",
            "Makers of Playing Cards",
            Formula(f"=SUM(Entries!D{row}:H{row})", 100),
            Formula(f"=SUM(Entries!I{row}:M{row})", 100),
            None,
            Formula(f"=SUM(F{row}:H{row})", 100),
            3,
            1,
            36,
            17,
            0,
            1,
            "by most games won (5 to 3)",
            "x",
        ]
        for row in range(2, ROWS + 2)
    ]


def bare(plain: list[list[Any]]) -> bytes:
    """The shortest loop the library allows."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Standings")
    for row in plain:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def main() -> None:
    """Compare the two."""
    print(load())
    ours = rows()
    plain = [[cell.text if isinstance(cell, Formula) else cell for cell in row] for row in ours]
    page = Page("Standings", COLUMNS, ours)
    found = interleaved(
        {"bare write-only loop": lambda: bare(plain), "workbook": lambda: file_of([page])}, rounds=7
    )
    judge("workbook : bare loop", found["workbook"], found["bare write-only loop"], 1.1)


if __name__ == "__main__":
    main()
