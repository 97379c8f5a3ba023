"""The sheets of a round as a table."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html

from tournament.counting.grid import STATES, WORDS
from tournament.entry.saves import Row
from tournament.site.tables import (
    Choice,
    GuestColumn,
    HouseColumn,
    HouseTable,
    PlaceColumn,
    TableColumn,
)


class SheetTable(HouseTable):
    """By table and game to begin with."""

    table = PlaceColumn(order_by="order")
    game = TableColumn()
    words = GuestColumn(verbose_name="State", order_by="state")
    at = HouseColumn(verbose_name="Saved")
    by = HouseColumn(verbose_name="Typed by")
    checker = HouseColumn(verbose_name="Checked by")

    class Meta(HouseTable.Meta):
        """By table."""

        order_by = "table"
        empty_text = "No sheet is in this state."

    def render_words(self, record: Row) -> Any:
        """The state, and the way to the sheet."""
        round_, table, game = record["where"]
        address = f"../sheets/{round_}/{table}/{game}/"
        return format_html('<a href="{}">{}</a>', address, record["words"])

    def value_words(self, record: Row) -> Any:
        """The state alone, in a file."""
        return record["words"]


def sheet_table(rows: Iterable[Row], asked: Mapping[str, str]) -> tuple[SheetTable, list[Choice]]:
    """The sheets in the state that is asked for, and the filter."""
    states = [(state, WORDS[state]) for state in STATES]
    fitting = [row for row in rows if asked.get("state", "") in ("", row["state"])]
    table = SheetTable(fitting)  # type: ignore[no-untyped-call]
    return table, [Choice("state", "State", "In any state", states, asked.get("state", ""))]
