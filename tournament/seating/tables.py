"""What the seating means for each guest, as a table."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.site.tables import GuestColumn, HouseTable, PlaceColumn, PointsColumn, TotalColumn

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
