"""What one sheet costs in all its consequences: the save, the page after it, and all that asks anew
because of it: home, standings, public board, and the phones of all tables and guests.
"""

import os
import statistics
import time
from collections.abc import Callable

from django.urls import reverse

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.bench_evening import packed, posted
from tests.bench.field import many_tables
from tests.bench.measure import Row, load, noted, within
from tests.bench.web import Door
from tests.tournament.evening import official
from tests.tournament.phones.phones import codes_issued, guest_code, phone_key, table_code
from tournament.models import Event
from tournament.site import background

TABLES, GAMES, EVENING = 22, int(os.environ.get("GAMES", "4")), 150 * 60
"""An evening of 220 sheets lasts two and a half hours, in seconds."""
SHEETS = 220


class Phone:
    """A phone, of a table or of a guest, which asks with the tag of what it has."""

    def __init__(self, door: Door, address: str, code: str = "") -> None:
        self.door, self.address, self.tag = door, address, ""
        self.headers = (
            {"HTTP_AUTHORIZATION": f"Bearer {code}", "HTTP_X_PHONE": phone_key()} if code else {}
        )

    def ask(self) -> None:
        """What is new for it."""
        held = {"HTTP_IF_NONE_MATCH": self.tag}
        status, headers, content = self.door.get(self.address, **self.headers | held)
        if status not in (200, 304):
            raise SystemExit(f"A phone was answered {status}, {content!r}: void.")
        self.tag = headers["etag"]


def consequences(event: Event, desk: Door) -> dict[str, Callable[[int, int], object]]:
    """What follows a sheet of a table and game, in the order in which it is asked."""
    public = Door()
    public.cookies = {}
    phones = {
        table: Phone(public, "/pad/state", table_code(event, table))
        for table in range(1, TABLES + 1)
    }
    guests = [Phone(public, f"/G/{guest_code(guest)}?now") for guest in event.guests.all()]

    def page(route: str, door: Door) -> Callable[[int, int], object]:
        ask = packed(door, reverse(route, args=[event.slug]))
        return lambda _table, _game: ask()

    def next_page(table: int, game: int) -> object:
        where = reverse("sheet", args=[event.slug, 1, table, game + 1])
        return packed(desk, where)()

    def others(table: int, _game: int) -> None:
        for number, phone in phones.items():
            if number != table:
                phone.ask()

    def of_guests(_table: int, _game: int) -> None:
        for phone in guests:
            phone.ask()

    return {
        "the save": lambda table, game: posted(event, desk, table, game),
        "the page after it": next_page,
        "the home": page("evening", desk),
        "the standings": page("standings", desk),
        "the public board": page("board_now", public),
        "the phone of its table": lambda table, _game: phones[table].ask(),
        f"the phones of the other {TABLES - 1}": others,
        f"the phones of {len(guests)} guests": of_guests,
    }


def main() -> None:
    """Sheet after sheet; of each part the median in processor time."""
    print(load())
    # What drawing costs is asked here, not how it is held to its share.
    background.SHARE = 1e6
    event = many_tables(TABLES, games=GAMES + 1)
    codes_issued(event)
    desk = Door(official(event, name="desk"))
    parts = consequences(event, desk)
    taken: dict[str, list[float]] = {name: [] for name in ("a no-op", *parts)}
    for game in range(1, GAMES + 1):
        for table in range(1, TABLES + 1):
            began = time.process_time()
            desk.get("/no-op/")
            taken["a no-op"].append(time.process_time() - began)
            for name, part in parts.items():
                began = time.process_time()
                part(table, game)
                taken[name].append(time.process_time() - began)
    floor, *found = ((name, statistics.median(seconds[TABLES:])) for name, seconds in taken.items())
    for name, seconds in (floor, *found):
        print(f"  {name:44} {1000 * seconds:8.2f} ms {seconds / floor[1]:8.1f} no-ops")
        if name.endswith("guests"):
            within(f"{name}, after an act", 1000 * seconds, 150, "ms")
    whole = sum(seconds for _name, seconds in found)
    of_officials = whole - found[-1][1]
    noted(
        Row(
            "a sheet with all its officials' consequences",
            "at most 0.6 of before: `bin/bench before`",
            f"{1000 * of_officials:.1f} ms",
            ratio=f"{of_officials / floor[1]:.0f} no-ops",
            no_op=f"{1000 * floor[1]:.3g} ms",
            verdict="told",
        )
    )
    print(f"  {'a sheet in all':44} {1000 * whole:8.2f} ms {whole / floor[1]:8.1f} no-ops")
    print(
        f"  {SHEETS} sheets of an evening: {SHEETS * whole:.0f} s of processor;"
        f" one core carries {EVENING / SHEETS / whole:.0f} evenings on average"
    )
    print(load())


if __name__ == "__main__":
    main()
