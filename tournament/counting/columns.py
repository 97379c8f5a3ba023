"""The columns of figures beside a total: those of a format, and of a board with a declared par."""

from dataclasses import replace

from scoring.counting.board import Board
from scoring.counting.figures import COLUMNS, Column
from scoring.formats import Format


def figures(form: Format) -> tuple[Column, ...]:
    """The columns of the figures that say something in a format."""
    units = {"unit": form.unit, "Units": form.units.capitalize()}
    return tuple(
        replace(column, workbook=(column.workbook[0].format(**units), column.workbook[1]))
        for column in COLUMNS
        if column.name in form.figures
    )


TABLE_PAR = Column("par", lambda _line, _field: None, "Table par", "Par", ("Table par", 10))
"""What a declared par of tables adds to a total: not a figure of a format, but of the evenings that
declare one.
"""


def board_figures(board: Board) -> tuple[Column, ...]:
    """The columns of figures beside the totals of a board: the par that is in them, and those of
    its format.
    """
    return ((TABLE_PAR,) if board.table_par else ()) + figures(board.format)
