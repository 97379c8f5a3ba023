"""The standing of a league as a table: an evening a column, then the sum."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html

from scoring.words import listed
from tournament.leagues.reading import Cell, LeagueBoard, Line
from tournament.site.tables import (
    CompanyColumn,
    GuestColumn,
    HouseTable,
    PlaceColumn,
    PointsColumn,
    Record,
    TotalColumn,
)

Row = dict[str, Any]


class EveningColumn(PointsColumn):
    """What an evening counted; one left out is struck through, one missed stands back."""

    cell = "num detail evening"

    def __init__(self, name: str, **more: Any) -> None:
        super().__init__(order_by=f"{name}_order", **more)
        self.name = name

    def more(self, record: Record) -> str:
        """Whether it is left out, or was missed."""
        cell: Cell = record[self.name]
        classes = {"left-out": not cell.counts, "missed": cell.missed}
        return " ".join(name for name, so in classes.items() if so)

    def render(self, value: Any, **_more: Any) -> Any:
        """The figure, and in words what its dress says."""
        notes = ["left out"] if value.words and not value.counts else []
        notes += ["missed"] if value.words and value.missed else []
        if not notes:
            return value.words
        return format_html('{}<span class="visually-hidden"> {}</span>', value.words, listed(notes))

    def value(self, **more: Any) -> str:
        """The figure alone, in a file."""
        return str(more["value"].words)


class LeagueTable(HouseTable):
    """In order to begin with."""

    place = PlaceColumn(order_by="order", accessor="place_words")
    name = GuestColumn()
    livery = CompanyColumn()
    total = TotalColumn(verbose_name="Sum", order_by="figure")
    searched = ("name", "livery")
    search_words = "Name or {group}"

    class Meta(HouseTable.Meta):
        """By place."""

        attrs: Mapping[str, str] = {"class": "table stack league"}
        order_by = "place"
        per_page = 50

    def render_name(self, record: Row) -> Any:
        """The name, and beneath it what decided or how often they came."""
        if not record["note"]:
            return record["name"]
        return format_html('{}<span class="note">{}</span>', record["name"], record["note"])

    def value_name(self, record: Row) -> Any:
        """The name alone, in a file."""
        return record["name"]


def league_table(now: LeagueBoard) -> LeagueTable:
    """Everybody of the league, the ranked first."""
    most = not now.rule.lowest
    columns = [
        (
            f"evening_{night.number}",
            EveningColumn(
                f"evening_{night.number}",
                verbose_name=f"{night.number}, {date_format(night.event.date, 'j M')}",
                most=most,
            ),
        )
        for night in now.counted
    ]
    rows = [_row(order, line) for order, line in enumerate(now.lines, start=1)]
    table = LeagueTable(  # type: ignore[no-untyped-call]
        rows,
        extra_columns=columns,
        sequence=("place", "name", "livery", *(name for name, _ in columns), "total"),
    )
    table.caption = f"The standing after {len(now.counted)} evenings"
    return table


def _row(order: int, line: Line) -> Row:
    cells = [(f"evening_{night.number}", cell) for night, cell in line.told]
    return {
        "order": order,
        "place_words": line.place,
        "shared": line.place.startswith("="),
        "name": line.name,
        "livery": line.livery,
        "note": line.note,
        "total": line.figure,
        "figure": line.standing.figure,
        "row_class": "" if line.standing.ranked else "near",
        **dict(cells),
        **{f"{name}_order": _figure(cell) for name, cell in cells},
    }


def _figure(cell: Cell) -> float:
    """What an evening sorts by; none stands last."""
    try:
        return float(cell.words)
    except ValueError:
        return float("inf")
