"""The hall as the page draws it: a tile a table with its badges, and single tables in full.

The plan of the hall: how many tables in which room, what they are called, and where no step leads.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.seating import Harm, Key, Seating, SeatingImpossibleError, seat_letter
from tournament.counting.seats import MOST, UNLUCKY, Hall, Stand, plan_for, stand, table_label
from tournament.ledger.signing import new_key, perform
from tournament.models import Event
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.seating.acts import set_hall_plan
from tournament.seating.forms import RoomsForm, TablesForm
from tournament.site.access import DESK, at_event

Address = Callable[[int], str]
TAGS: Mapping[str, str] = {
    "same_livery": "same livery",
    "same_group": "same party",
    "apart_broken": "to be kept apart",
    "fixed_broken": "has a fixed table",
    "room_changed": "is to stay in another room",
    "steps": "needs the step-free side",
    "size": "unusual size again",
}


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


@dataclass(frozen=True, slots=True)
class Tile:
    """A table in small."""

    number: int
    badges: tuple[Badge, ...]
    picked: bool
    locked: bool
    label: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A seat of a table in full; `tag` says what is wrong there, `instead`
    whose seat it is so far.
    """

    letter: str
    badge: int | None
    name: str
    livery: str
    moved: bool = False
    instead: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class FullTable:
    """A table with everybody at it."""

    number: int
    rows: tuple[Row, ...]
    words: str = ""


def tiles(
    found: Hall,
    number: int,
    address: Address | None,
    chosen: Collection[Key],
    locked: Collection[int],
) -> list[Tile]:
    """Every table of a round; `address` is where a click on a badge leads, None where nothing can
    be changed.
    """
    drawn = []
    for table, seats in enumerate(found.seating.rounds[number - 1], start=1):
        barred = table in locked
        badges = tuple(
            Badge(
                key,
                seat_letter(seat),
                found.guests[key].name,
                _link(key, address, chosen, barred=barred),
                key in chosen,
            )
            for seat, key in enumerate(seats)
            if isinstance(key, int)
        )
        drawn.append(
            Tile(
                table,
                badges,
                any(badge.chosen for badge in badges),
                barred,
                table_label(found.event, table),
            )
        )
    return drawn


def full_table(found: Hall, number: int, table: int, chosen: Collection[Key] = ()) -> FullTable:
    """A table as it stands, the chosen guests marked."""
    return _full(found, found.seating, (number, table), lambda key: key in chosen, {}, {})


def swapped_tables(
    found: Hall, tried: Seating, number: int, pair: tuple[int, int], harms: Sequence[Harm]
) -> list[FullTable]:
    """The tables of two guests as they would be after their swap, with what
    would be wrong there.
    """
    one, other = pair
    instead = {one: _short(found, other), other: _short(found, one)}
    tags = _tags(found, harms, number, pair)
    places = [tried.place(other, number), tried.place(one, number)]
    tables = dict.fromkeys(place.table for place in places if place)
    return [
        _full(found, tried, (number, table), lambda key: key in pair, instead, tags)
        for table in tables
    ]


def seated(found: Hall, number: int, locked: Collection[int] = ()) -> list[tuple[str, str]]:
    """Everybody in a round who may be moved, for a list to choose from: badge, and name with table
    and seat.
    """
    people = []
    for table, seats in enumerate(found.seating.rounds[number - 1], start=1):
        for seat, key in enumerate(seats):
            if isinstance(key, int) and table not in locked:
                guest = found.guests[key]
                words = (
                    f"{guest.name}, badge {key}, table {table_label(found.event, table)}"
                    f" {seat_letter(seat)}"
                )
                people.append((guest.listed.order, str(key), words))
    return [(badge, words) for _, badge, words in sorted(people)]


def free_tables(found: Hall, number: int) -> list[int]:
    """The tables of a round that take one guest more; nobody plays at a table that was given up."""
    sizes = enumerate(
        (sum(key is not None for key in seats) for seats in found.seating.rounds[number - 1]),
        start=1,
    )
    return [table for table, size in sizes if 0 < size < MOST]


def _link(key: int, address: Address | None, chosen: Collection[Key], *, barred: bool) -> str:
    return address(key) if address and not barred and key not in chosen else ""


def _full(
    found: Hall,
    seating: Seating,
    spot: tuple[int, int],
    marked: Callable[[Key], bool],
    *notes: Mapping[int, str],
) -> FullTable:
    number, table = spot
    instead, tags = notes
    rows = []
    for seat, key in enumerate(seating.rounds[number - 1][table - 1]):
        guest = found.guest(key)
        if guest is None:
            rows.append(Row(seat_letter(seat), None, "Empty seat", ""))
            continue
        told = instead.get(guest.badge, ""), tags.get(guest.badge, "")
        rows.append(
            Row(
                seat_letter(seat),
                guest.badge,
                guest.name,
                guest.livery_name,
                marked(guest.badge),
                *told,
            )
        )
    return FullTable(table, tuple(rows), stand(found.event, table).words)


def _short(found: Hall, badge: int) -> str:
    guest = found.guests[badge]
    return f"{badge} {guest.last_name or guest.name}"


def _tags(found: Hall, harms: Sequence[Harm], number: int, pair: tuple[int, int]) -> dict[int, str]:
    """What to write beside the neighbours, or beside the swapped guest where the harm is theirs
    alone.
    """
    tags: dict[int, str] = {}
    for harm in harms:
        others = [key for key in harm.keys if key not in pair] or list(harm.keys)
        for key in others:
            if isinstance(key, int):
                tags.setdefault(key, _tag(found.wishes.called, harm, number))
    return tags


def _tag(called: Callable[[int], str], harm: Harm, number: int) -> str:
    if harm.kind != "repeats":
        return TAGS.get(harm.kind, "")
    if harm.round != number:
        return f"meet again at table {called(harm.table or 0)} in round {harm.round}"
    earlier = next(((held, table) for held, table in harm.earlier if held != number), None)
    return f"met at table {called(earlier[1])}" if earlier else "met before"


@at_event(DESK)
def hall_plan(request: HttpRequest, event: Event) -> HttpResponse:
    """Two ways to one plan: rooms with a number of tables, or every table by itself."""
    asked, stands = request.POST.get("by", ""), _stands(event)
    published = event.rounds.exclude(state=RoundState.DRAFT).exists()
    rooms = RoomsForm(request.POST if asked == "rooms" else None, initial=_as_rooms(event))
    tables = TablesForm(stands, request.POST if asked == "tables" else None, published=published)
    for form in (rooms, tables):
        if form.is_bound and form.is_valid() and _kept(request, event, form):
            return redirect("hall_plan", event.slug)
    context = {
        "rooms": rooms,
        "tables": tables,
        "published": published,
        "key": new_key(),
        "planned": event.hall_plan,
    }
    return render(request, "seating/hall_plan.html", context | {"summary": _summary(stands)})


def _kept(request: HttpRequest, event: Event, form: RoomsForm | TablesForm) -> bool:
    rows, reason = form.rows(), str(form.cleaned_data.get("reason", "Rooms set out anew"))
    return perform(
        request,
        event,
        lambda by: set_hall_plan(event, rows, by, reason=reason),
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
    said: dict[str, Any] = {
        "without_13": bool(stands) and all(one.label != str(UNLUCKY) for one in stands)
    }
    for place, row in enumerate(_summary(stands), start=1):
        told = {
            "room": row["room"],
            "tables": len(row["labels"]),
            "free": len(row["step_free"]) or None,
        }
        said |= {f"{name}_{place}": value for name, value in told.items()}
    return said


def _summary(stands: Sequence[Stand]) -> list[dict[str, Any]]:
    """Each room with its tables."""
    rooms = dict.fromkeys(one.room for one in stands)
    return [
        {
            "room": room,
            "labels": [one.label for one in stands if one.room == room],
            "step_free": [one.label for one in stands if one.room == room and one.step_free],
        }
        for room in rooms
    ]
