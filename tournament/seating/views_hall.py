"""The hall as the page draws it: a tile a table with its guests.

The plan of the hall: how many tables in which room, what they are called, and where no step leads.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.seating import Key, SeatingImpossibleError, seat_letter
from tournament.counting.plan import MOST, UNLUCKY, Stand, plan_for, stand, table_label
from tournament.counting.seats import Hall
from tournament.ledger.signing import new_key, perform
from tournament.models import Event, Guest
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.seating.acts_hall import set_hall_plan
from tournament.seating.forms_hall import RoomsForm, TablesForm
from tournament.site.access import DESK, at_event

Address = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Badge:
    """A taken seat on a tile: the address chooses its guest, and is empty where nobody may be
    moved.
    """

    number: int
    letter: str
    name: str
    url: str
    chosen: bool
    short: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A table in small."""

    number: int
    badges: tuple[Badge, ...]
    picked: bool
    locked: bool
    label: str = ""


def tiles(
    hall: Hall,
    number: int,
    address: Address | None,
    chosen: Collection[Key],
    locked: Collection[int],
) -> list[Tile]:
    """Every table of a round; `address` is where a click on a badge leads, None where nothing can
    be changed.
    """
    all_tiles = []
    for table, seats in enumerate(hall.seating.rounds[number - 1], start=1):
        barred = table in locked
        badges = tuple(
            Badge(
                key,
                seat_letter(seat),
                hall.guests[key].name,
                _link(key, address, chosen, barred=barred),
                key in chosen,
                short_name(hall.guests[key]),
            )
            for seat, key in enumerate(seats)
            if isinstance(key, int)
        )
        all_tiles.append(
            Tile(
                table,
                badges,
                any(badge.chosen for badge in badges),
                barred,
                table_label(hall.event, table),
            )
        )
    return all_tiles


def short_name(guest: Guest) -> str:
    """The surname with the initial of the given name, as a tile has room for it."""
    listed = guest.listed
    initial = next(filter(str.isalpha, listed.sort_name.partition(",")[2]), "")
    return f"{listed.surname} {initial}".rstrip()


def person(hall: Hall, number: int, key: int) -> dict[str, Any]:
    """A guest of a round with table and seat."""
    place = hall.seating.place(key, number)
    spot = f"{table_label(hall.event, place.table)} {place.seat}" if place else ""
    return {"guest": hall.guests[key], "spot": spot, "table": place.table if place else 0}


def seated(hall: Hall, number: int, locked: Collection[int] = ()) -> list[tuple[str, str]]:
    """Everybody in a round who may be moved, for a list to choose from: badge, and name with table
    and seat.
    """
    people = []
    for table, seats in enumerate(hall.seating.rounds[number - 1], start=1):
        for seat, key in enumerate(seats):
            if isinstance(key, int) and table not in locked:
                guest = hall.guests[key]
                words = (
                    f"{guest.name}, badge {key}, table {table_label(hall.event, table)}"
                    f" {seat_letter(seat)}"
                )
                people.append((guest.listed.order, str(key), words))
    return [(badge, words) for _, badge, words in sorted(people)]


def free_tables(hall: Hall, number: int) -> list[int]:
    """The tables of a round that take one guest more; nobody plays at a table that was given up."""
    sizes = enumerate(
        (sum(key is not None for key in seats) for seats in hall.seating.rounds[number - 1]),
        start=1,
    )
    return [table for table, size in sizes if 0 < size < MOST]


def _link(key: int, address: Address | None, chosen: Collection[Key], *, barred: bool) -> str:
    return address(key) if address and not barred and key not in chosen else ""


@at_event(DESK)
def hall_plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Two ways to one plan: rooms with a number of tables, or every table by itself."""
    arrangement, stands = request.POST.get("by", ""), _stands(event)
    published = event.rounds.exclude(state=RoundState.DRAFT).exists()
    rooms = RoomsForm(request.POST if arrangement == "rooms" else None, initial=_as_rooms(event))
    tables = TablesForm(
        stands, request.POST if arrangement == "tables" else None, published=published
    )
    for form in (rooms, tables):
        if form.is_bound and form.is_valid() and _save_plan(request, event, form):
            return redirect("hall_plan", event.slug)
    context = {
        "rooms": rooms,
        "tables": tables,
        "published": published,
        "key": new_key(),
        "planned": event.hall_plan,
    }
    return render(request, "seating/hall_plan.html", context | {"summary": _summary(stands)})


def _save_plan(request: HttpRequest, event: Event, form: RoomsForm | TablesForm) -> bool:
    rows, reason = form.rows(), str(form.cleaned_data.get("reason", "Rooms laid out again"))
    return perform(
        request,
        event,
        lambda signature: set_hall_plan(event, rows, signature, reason=reason),
        "The hall is planned.",
    )


def _stands(event: Event) -> list[Stand]:
    """Every table that is planned, laid or needed."""
    laid = event.tables.aggregate(most=Max("number"))["most"] or 0
    guests = event.guests.exclude(status__in=AWAY).count()
    try:
        needed = plan_for(event, guests).tables
    except SeatingImpossibleError:
        needed = 0
    return [
        stand(event, number) for number in range(1, max(len(event.hall_plan), laid, needed) + 1)
    ]


def _as_rooms(event: Event) -> dict[str, Any]:
    """The plan as it would be told room by room."""
    stands = [stand(event, number) for number in range(1, len(event.hall_plan) + 1)]
    initial: dict[str, Any] = {
        "without_13": bool(stands) and all(table.label != str(UNLUCKY) for table in stands)
    }
    for place, row in enumerate(_summary(stands), start=1):
        fields = {
            "room": row["room"],
            "tables": len(row["labels"]),
            "free": len(row["step_free"]) or None,
        }
        initial |= {f"{name}_{place}": value for name, value in fields.items()}
    return initial


def _summary(stands: Sequence[Stand]) -> list[dict[str, Any]]:
    """Each room with its tables."""
    rooms = dict.fromkeys(table.room for table in stands)
    return [
        {
            "room": room,
            "labels": [table.label for table in stands if table.room == room],
            "step_free": [
                table.label for table in stands if table.room == room and table.step_free
            ],
        }
        for room in rooms
    ]
