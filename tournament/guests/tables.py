"""The guest list as a table."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch
from django.utils.html import format_html

from scoring.names import folded
from tournament.counting.seats import table_label
from tournament.models import Event, Guest, Seat, Stage
from tournament.models.seating import RoundState
from tournament.site.tables import (
    NO_GUEST,
    CompanyColumn,
    GuestColumn,
    HouseColumn,
    HouseTable,
    PlaceColumn,
    WordsColumn,
)

Row = dict[str, Any]
NO_LIVERY = "none"


def guest_rows(event: Event, asked: Mapping[str, str]) -> list[Row]:
    """The guests that fit the search and the livery asked for. Two queries, however many guests."""
    seats = Seat.objects.filter(left_after_game__isnull=True).exclude(round__state=RoundState.DRAFT)
    seats = seats.select_related("table", "round").order_by("round__number")
    guests = event.guests.select_related("livery").prefetch_related(
        Prefetch("seats", seats, to_attr="sits")
    )
    words, livery = folded(asked.get("q", "").strip()), asked.get("livery", "")
    rows = (_row(event, guest) for guest in guests)
    return [
        row
        for row in rows
        if (
            not words
            or words in folded(f"{row['name']} {row['livery']} {row['office']}")
            or words == str(row["badge"])
        )
        and (not livery or (row["livery"] or NO_LIVERY) == livery)
    ]


def _row(event: Event, guest: Any) -> Row:
    return {
        "pk": guest.pk,
        "badge": guest.badge,
        "name": guest.name,
        "sort": (guest.listed.order, guest.badge),
        "livery": guest.livery_name,
        "office": guest.office,
        "seats": ", ".join(_seat(event, seat) for seat in guest.sits),
        "notes": ", ".join(_notes(event, guest)),
    }


def _seat(event: Event, seat: Seat) -> str:
    where = f"{table_label(event, seat.table.number)} {seat.letter}"
    return f"play-off {where}" if seat.round.stage == Stage.PLAYOFF else where


def _notes(event: Event, guest: Guest) -> Iterable[str]:
    if guest.placeholder:
        yield "name to follow"
    if guest.host_connected:
        yield "host"
    if guest.fixed_table:
        yield f"stays at table {table_label(event, guest.fixed_table)}"
    if guest.step_free:
        yield "step-free side"
    if guest.keeps_room:
        yield "stays in one room"
    if guest.status != "registered":
        yield guest.get_status_display().lower()


class GuestTable(HouseTable):
    """Sorted by any column; by badge to begin with."""

    badge = PlaceColumn()
    name = GuestColumn(order_by="sort")
    livery = CompanyColumn()
    office = HouseColumn()
    seats = WordsColumn(verbose_name="Table, seat")
    notes = WordsColumn()

    class Meta(HouseTable.Meta):
        """By badge, fifty a page."""

        order_by = "badge"
        per_page = 50
        empty_text = NO_GUEST

    editable = False
    """Whether a name leads to the page where the guest is changed."""

    def render_name(self, record: Row) -> Any:
        """The name, and the way to the guest."""
        if not self.editable:
            return record["name"]
        return format_html('<a href="{}/">{}</a>', record["badge"], record["name"])

    def value_name(self, record: Row) -> Any:
        """The name alone, in a file."""
        return record["name"]


def guest_table(rows: Iterable[Row]) -> GuestTable:
    """The table of these rows."""
    return GuestTable(rows)  # type: ignore[no-untyped-call]
