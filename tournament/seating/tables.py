"""What the seating means for each guest, and the list at the door, as tables."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.site.tables import (
    CompanyColumn,
    GuestColumn,
    HouseColumn,
    HouseTable,
    PlaceColumn,
    PointsColumn,
    TableColumn,
    TotalColumn,
)

Row = dict[str, Any]


class SizeColumn(PointsColumn):
    """A number of a round, a dash where the guest was not seated; it stands below its label."""

    cell = "num detail"


class BalanceTable(HouseTable):
    """Those whose tables are worth most come first."""

    badge = PlaceColumn()
    name = GuestColumn(verbose_name="Guest")
    worth = TotalColumn(order_by="weight", accessor="worth_words")
    seats = SizeColumn(orderable=False)
    deals = SizeColumn(order_by="fewest", most=True)
    searched = ("name", "badge")
    search_words = "Name or badge"

    class Meta(HouseTable.Meta):
        """By worth."""

        order_by = "worth"


def balance_table(rows: Iterable[Row], rounds: Sequence[int], *, known_deals: bool) -> BalanceTable:
    """A column for each round, and one for the deals on record where there are any."""
    sizes = [
        (f"size_{number}", SizeColumn(verbose_name=f"Round {number}, table of"))
        for number in rounds
    ]
    record = [("dealt", SizeColumn(verbose_name="Dealt, on record", most=True))]
    table = BalanceTable(  # type: ignore[no-untyped-call]
        rows,
        extra_columns=[*sizes, *(record if known_deals else [])],
        sequence=("badge", "name", *(name for name, _ in sizes), "worth", "seats", "deals", "..."),
    )
    table.caption = "Table sizes, seats and deals of each guest"
    return table


class StandColumn(TableColumn):
    """The table to send a guest to, read from an arm's length."""

    cell = "num detail door-table"


class PressColumn(HouseColumn):
    """The button of the row; beside the name on a phone."""

    cell, labelled = "total door-press", False


TICK = SafeString(
    '<svg class="shape shape-tick" aria-hidden="true" focusable="false">'
    '<use href="#shape-tick"/></svg>'
)


class DoorTable(HouseTable):
    """Everybody with table and seat, and the button that checks them in."""

    name = GuestColumn(verbose_name="Guest", order_by="sort")
    company = CompanyColumn()
    stand = StandColumn(verbose_name="Table", order_by="number")
    seat = HouseColumn(orderable=False)
    arrived = PressColumn(verbose_name="Here since", empty_values=())

    class Meta(HouseTable.Meta):
        """By name, fifty a page."""

        order_by = "name"
        per_page = 50
        empty_text = "Nobody is on this list."

    at_desk = False
    """Whether a name leads to the page where the guest is changed."""
    undoing = ""
    """The address that takes a check-in back."""

    def render_name(self, record: Row) -> Any:
        """The name as in a list, and the way to the guest."""
        if not self.at_desk:
            return record["name"]
        return format_html('<a href="{}">{}</a>', record["url"], record["name"])

    def render_arrived(self, record: Row) -> Any:
        """When they came, with its undo, or the button that lets them in."""
        badge, name = record["badge"], record["name"]
        if record["arrived"]:
            return format_html(
                '<span class="soft door-came">{} {}</span> <button class="button button-small" '
                'name="badge" value="{}" aria-label="Undo: {} is not here" formaction="{}">'
                "Undo</button>",
                TICK,
                record["arrived"],
                badge,
                name,
                self.undoing,
            )
        if record["awaited"]:
            return format_html(
                '<button class="button button-small" name="badge" value="{}" '
                'aria-label="Check in: {}">Check in</button>',
                badge,
                name,
            )
        return format_html('<span class="soft">{}</span>', record["status"])

    def value_name(self, record: Row) -> Any:
        """The name alone, in a file."""
        return record["name"]

    def value_arrived(self, record: Row) -> Any:
        """The time alone, in a file."""
        return record["arrived"] or ("" if record["awaited"] else record["status"])
