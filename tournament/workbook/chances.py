"""The page of who can still make it."""

from scoring.counting.standings import Standing
from scoring.foresight.chances import Chance
from tournament.counting.chances import as_good_words, event_chances, loses_words, needs_words
from tournament.site.columns import Column
from tournament.site.spreadsheet import Page
from tournament.workbook.page import Evening, standing_columns

Row = tuple[Standing, Chance, int]
"""A standing, the chance, and how many games the guest has to come."""


def chances_page(evening: Evening) -> Page:
    """Everybody's chance with what is proved and what is needed; one sentence
    where there are none.
    """
    now = evening.board
    chances, form = event_chances(evening.event, now, waits=True), now.format
    _order, *guest = standing_columns(evening)
    columns: list[Column[Row]] = [
        *map(_of_row, guest),
        Column("Total", lambda row: row[0].total, 8),
        Column("Chance", lambda row: round(row[1].share, 3), 9),
        Column("Proved, or as good as", lambda row: row[1].proved or as_good_words(row[1]), 20),
        Column("To play", lambda row: row[2], 8),
        Column("Needs half the time", lambda row: needs_words(row[1], row[2], form), 30),
        Column("Would lose it", lambda row: loses_words(row[1], row[2], form), 40),
    ]
    if isinstance(chances, str):
        return Page.of("Chances", columns, (), [chances])
    return Page.of("Chances", columns, chances.rows)


def _of_row(column: Column[Standing]) -> Column[Row]:
    """A column of a standing, of a row that begins with one."""
    return Column(column.head, lambda row: column.of(row[0]), column.width)
