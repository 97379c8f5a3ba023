"""The hall as the page draws it: a tile a table with its badges, and single tables in full."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.seating import Harm, Key, Seating, seat_letter
from tournament.hall_plan import stand, table_label
from tournament.ledger.seats import MOST, Hall

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
    """A taken seat on a tile: the address chooses its guest, and is empty where nobody may be moved."""

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
    """A seat of a table in full; `tag` says what is wrong there, `instead` whose seat it is so far."""

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
    found: Hall, number: int, address: Address | None, chosen: Collection[Key], locked: Collection[int]
) -> list[Tile]:
    """Every table of a round; `address` is where a click on a badge leads, None where nothing can be changed."""
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
            Tile(table, badges, any(badge.chosen for badge in badges), barred, table_label(found.event, table))
        )
    return drawn


def full_table(found: Hall, number: int, table: int, chosen: Collection[Key] = ()) -> FullTable:
    """A table as it stands, the chosen guests marked."""
    return _full(found, found.seating, (number, table), lambda key: key in chosen, {}, {})


def swapped_tables(
    found: Hall, tried: Seating, number: int, pair: tuple[int, int], harms: Sequence[Harm]
) -> list[FullTable]:
    """The tables of two guests as they would be after their swap, with what would be wrong there."""
    one, other = pair
    instead = {one: _short(found, other), other: _short(found, one)}
    tags = _tags(found, harms, number, pair)
    places = [tried.place(other, number), tried.place(one, number)]
    tables = dict.fromkeys(place.table for place in places if place)
    return [_full(found, tried, (number, table), lambda key: key in pair, instead, tags) for table in tables]


def seated(found: Hall, number: int, locked: Collection[int] = ()) -> list[tuple[str, str]]:
    """Everybody in a round who may be moved, for a list to choose from: badge, and name with table and seat."""
    people = []
    for table, seats in enumerate(found.seating.rounds[number - 1], start=1):
        for seat, key in enumerate(seats):
            if isinstance(key, int) and table not in locked:
                guest = found.guests[key]
                words = f"{guest.name}, badge {key}, table {table_label(found.event, table)} {seat_letter(seat)}"
                people.append((guest.sort_name or guest.name, str(key), words))
    return [(badge, words) for _, badge, words in sorted(people)]


def free_places(found: Hall, number: int) -> list[tuple[int, int]]:
    """Table and seat (from 0) of every place a guest could take: gaps first, then one more at the smallest tables."""
    gaps, more = [], []
    for table, seats in enumerate(found.seating.rounds[number - 1], start=1):
        if not any(key is not None for key in seats):
            continue  # nobody plays at a table that was given up
        gaps += [(table, seat) for seat, key in enumerate(seats) if key is None]
        if len(seats) < MOST:
            more.append((len(seats), table))
    return [*gaps, *((table, size) for size, table in sorted(more))]


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
        rows.append(Row(seat_letter(seat), guest.badge, guest.name, guest.livery_name, marked(guest.badge), *told))
    return FullTable(table, tuple(rows), stand(found.event, table).words)


def _short(found: Hall, badge: int) -> str:
    guest = found.guests[badge]
    return f"{badge} {guest.last_name or guest.name}"


def _tags(found: Hall, harms: Sequence[Harm], number: int, pair: tuple[int, int]) -> dict[int, str]:
    """What to write beside the neighbours, or beside the swapped guest where the harm is theirs alone."""
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
