"""Every sheet of a round, as a row of the list."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.timezone import localtime

from tournament.counting.grid import WORDS, Cell
from tournament.models import Event, Round, Sheet

Row = dict[str, Any]


def sheet_rows(event: Event, round_: Round, cells: Iterable[Cell]) -> Iterator[Row]:
    """A row for every game of the round. One query."""
    sheets = Sheet.objects.filter(event=event, accepted=True, game__table__round=round_)
    columns = ("entered_by", "entered_at", "checked", "checker")
    by_cell = {
        (row[0], row[1]): row[2:]
        for row in sheets.values_list("game__table__number", "game__number", *columns)
    }
    for cell in cells:
        actor, moment, checked, checker = by_cell.get(
            (cell.table, cell.game), ("", None, False, "")
        )
        yield {
            "order": (cell.table, cell.game),
            "table": cell.label or str(cell.table),
            "where": (cell.round, cell.table, cell.game),
            "game": cell.game,
            "state": cell.state,
            "words": "; ".join(cell.flags) or WORDS[cell.state],
            "by": actor,
            "at": localtime(moment).strftime("%H:%M") if moment else "",
            "checker": (checker or "left-hand neighbours") if checked else "",
            "row_class": "row-flag" if cell.state == "flagged" else "",
        }
