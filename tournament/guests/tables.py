"""The guest list as a table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html

from scoring.names import folded
from tournament.counting.plan import table_label
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
OF_GUEST = (
    "pk",
    "badge",
    "name",
    "sort_name",
    "last_name",
    "team",
    "office",
    "status",
    "placeholder",
    "host_connected",
    "fixed_table",
    "step_free",
    "keeps_room",
    "unnamed",
    "no_photographs",
)


def guest_rows(event: Event, filters: Mapping[str, str]) -> list["GuestRow"]:
    """The guests that fit the search and the livery asked for. Two queries, however many guests."""
    seats = _seats(event)
    words, livery = folded(filters.get("q", "").strip()), filters.get("livery", "")
    listed = event.guests.order_by("badge").values_list(*OF_GUEST, "livery__name")
    rows = (GuestRow(event, guest, seats) for guest in listed)
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


def _seats(event: Event) -> dict[int, list[tuple[int, str, str]]]:
    """Table, letter and stage of each guest's seats, by round."""
    seats = Seat.objects.filter(event=event, left_after_game__isnull=True)
    seats = seats.exclude(round__state=RoundState.DRAFT).order_by("round__number")
    by_guest: dict[int, list[tuple[int, str, str]]] = {}
    columns = ("guest_id", "table__number", "letter", "round__stage")
    for pk, table, letter, stage in seats.values_list(*columns):
        by_guest.setdefault(pk, []).append((table, letter, stage))
    return by_guest


class GuestRow(Row):
    """A guest in the list. What only sorting by name or a row that is shown asks for is made then:
    of a thousand guests fifty are shown.
    """

    def __init__(
        self,
        event: Event,
        values: Sequence[Any],
        seats: Mapping[int, Sequence[tuple[int, str, str]]],
    ) -> None:
        *fields, livery = values
        super().__init__(zip(OF_GUEST, fields, strict=True), livery=livery or "")
        self.made: Mapping[str, Callable[[], Any]] = {
            "sort": lambda: (self._guest().listed.order, self["badge"]),
            "seats": lambda: ", ".join(_seat(event, *row) for row in seats.get(self["pk"], ())),
            "notes": lambda: ", ".join(_notes(event, self._guest())),
        }

    def __missing__(self, name: str) -> Any:
        self[name] = cell = self.made[name]()
        return cell

    def _guest(self) -> Guest:
        return Guest(**{name: self[name] for name in OF_GUEST})


def _seat(event: Event, table: int, letter: str, stage: str) -> str:
    place = f"{table_label(event, table)} {letter}"
    return f"play-off {place}" if stage == Stage.PLAYOFF else place


def _notes(event: Event, guest: Guest) -> Iterable[str]:
    if guest.placeholder:
        yield "name to follow"
    if guest.team:
        yield f"team {guest.team}"
    if guest.host_connected:
        yield "host"
    if guest.fixed_table:
        yield f"stays at table {table_label(event, guest.fixed_table)}"
    if guest.step_free:
        yield "step-free side"
    if guest.keeps_room:
        yield "stays in one room"
    if guest.unnamed:
        yield "badge number in public"
    if guest.no_photographs:
        yield "no photographs"
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
