"""The guest list as a table."""

from collections.abc import Iterable, Mapping
from typing import Any

import django_tables2 as tables
from django.db.models import Prefetch

from scoring.names import folded
from tournament.counting.seats import table_label
from tournament.models import Event, Guest, Seat, Stage
from tournament.models.seating import RoundState

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


class GuestTable(tables.Table):
    """Sorted by any column; by badge to begin with."""

    badge = tables.Column(attrs={"th": {"class": "num"}, "td": {"class": "num place"}})
    name = tables.TemplateColumn(
        '{% if editable %}<a href="{% url "guest" event.slug record.badge %}">{{ record.name }}</a>'
        "{% else %}{{ record.name }}{% endif %}",
        order_by="sort",
        attrs={"td": {"class": "name"}},
    )
    livery = tables.Column(attrs={"td": {"class": "livery"}})
    office = tables.Column(attrs={"td": {"class": "detail"}})
    seats = tables.Column(
        verbose_name="Table, seat",
        orderable=False,
        attrs={"td": {"class": "detail", "data-label": "Table"}},
    )
    notes = tables.Column(orderable=False, attrs={"td": {"class": "detail soft"}})

    class Meta:
        """The look of the house, fifty a page."""

        attrs: Mapping[str, str] = {"class": "table stack"}
        order_by = "badge"
        default = ""
        per_page = 50


def guest_table(rows: Iterable[Row]) -> GuestTable:
    """The table of these rows."""
    return GuestTable(rows)  # type: ignore[no-untyped-call]
