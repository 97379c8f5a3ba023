"""The guest list as a table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html

from scoring.names import folded
from tournament.counting.matches import course_of
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
    "ref",
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
    seats = _opponents(event) if event.paired else _seats(event)
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


def _opponents(event: Event) -> Callable[[str], str]:
    """Table and opponent of a guest, by ref, in the last round that is published."""
    course = course_of(event)
    public = [round_ for round_ in course.rounds if round_.published] if course else []
    names = dict(event.guests.order_by().values_list("ref", "name")) if public else {}
    places = {
        ref: f"{table_label(event, match.table)}, {names[str(match.opponent(ref))]}"
        for match in (public[-1].matches if public else ())
        if match.other
        for ref in match.players
    }
    return lambda ref: places.get(ref, "")


def _seats(event: Event) -> Callable[[str], str]:
    """A guest's seats, by ref, in the order of the rounds."""
    seats = Seat.objects.filter(event=event, left_after_game__isnull=True)
    seats = seats.exclude(round__state=RoundState.DRAFT).order_by("round__number")
    by_guest: dict[str, list[tuple[int, str, str]]] = {}
    columns = ("guest__ref", "table__number", "letter", "round__stage")
    for ref, table, letter, stage in seats.values_list(*columns):
        by_guest.setdefault(ref, []).append((table, letter, stage))
    return lambda ref: ", ".join(_seat(event, *row) for row in by_guest.get(ref, ()))


class GuestRow(Row):
    """A guest in the list. What only sorting by name or a row that is shown asks for is made then:
    of a thousand guests fifty are shown.
    """

    def __init__(
        self,
        event: Event,
        values: Sequence[Any],
        seats: Callable[[str], str],
    ) -> None:
        *fields, livery = values
        super().__init__(zip(OF_GUEST, fields, strict=True), livery=livery or "")
        self.made: Mapping[str, Callable[[], Any]] = {
            "sort": lambda: (self._guest().listed.order, self["badge"]),
            "seats": lambda: seats(self["ref"]),
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


def guest_table(rows: Iterable[Row], *, paired: bool = False) -> GuestTable:
    """The table of these rows; where guests are paired, with their opponents."""
    seats = [("seats", WordsColumn(verbose_name="Table, opponent"))] if paired else []
    return GuestTable(rows, extra_columns=seats)  # type: ignore[no-untyped-call]
