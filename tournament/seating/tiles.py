"""Tables as the pages of the hall draw them: who sits at each, and where a place is free."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.seating import Key, seat_letter
from tournament.counting.plan import bounds_of, table_label
from tournament.counting.seats import Hall
from tournament.models import Guest

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
    """A table in small; `free` is a seat of it that the chosen guest may go to, by this address."""

    number: int
    badges: tuple[Badge, ...]
    picked: bool
    label: str = ""
    free: str = ""
    url: str = ""


def tiles(
    hall: Hall,
    number: int,
    address: Address | None,
    chosen: Collection[Key],
    free: Mapping[int, tuple[str, str]],
) -> list[Tile]:
    """Every table of a round; `address` is where a click on a badge leads, None where nothing can
    be changed. `free` are seats that can be taken, and their addresses, by table.
    """
    all_tiles = []
    for table, seats in enumerate(hall.seating.rounds[number - 1], start=1):
        badges = tuple(
            Badge(
                key,
                seat_letter(seat),
                hall.guests[key].name,
                address(key) if address and key not in chosen else "",
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
                table_label(hall.event, table),
                *free.get(table, ()),
            )
        )
    return all_tiles


def short_name(guest: Guest) -> str:
    """The surname with the initial of the given name, as a tile has room for it."""
    listed = guest.listed
    forename = "" if guest.placeholder else listed.sort_name.partition(",")[2]
    initial = next(filter(str.isalpha, forename), "")
    return f"{listed.surname} {initial}".rstrip()


def person(hall: Hall, number: int, key: int) -> dict[str, Any]:
    """A guest of a round with table and seat."""
    place = hall.seating.place(key, number)
    spot = f"{table_label(hall.event, place.table)} {place.seat}" if place else ""
    return {"guest": hall.guests[key], "spot": spot, "table": place.table if place else 0}


def seated(hall: Hall, number: int) -> list[tuple[str, str]]:
    """Everybody in a round, for a list to choose from: badge, and name with table
    and seat.
    """
    people = []
    for table, seats in enumerate(hall.seating.rounds[number - 1], start=1):
        for seat, key in enumerate(seats):
            if isinstance(key, int):
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
    most = bounds_of(hall.event).most
    return [table for table, size in sizes if 0 < size < most]
