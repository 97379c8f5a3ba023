"""What pages cost at 110, 1,000 and 5,000 guests, with everything kept that a process keeps: after
each sheet of another table, and where nothing changed.
"""

from collections.abc import Callable, Iterator
from itertools import count, pairwise

from django.urls import reverse

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.bench_evening import packed, posted
from tests.bench.bench_sheet import Phone
from tests.bench.field import many_tables
from tests.bench.measure import Series, beside, judge, load
from tests.bench.web import Door
from tests.tournament.evening import official
from tests.tournament.phones.phones import codes_issued, table_code
from tournament.models import Event
from tournament.site import background

FIELDS = (110, 1_000, 5_000)
SHARE, ROUNDS, GAMES = 1.5, 5, 6
REPEAT = {110: 4, 1_000: 2, 5_000: 1}
PAGES = ("evening", "standings", "prizes")


def asked_of(event: Event, desk: Door, public: Door) -> dict[str, Callable[[], object]]:
    """The pages, and the phone of the last table."""
    asks: dict[str, Callable[[], object]] = {
        route: packed(desk, reverse(route, args=[event.slug])) for route in PAGES
    }
    asks["board"] = packed(public, reverse("board_now", args=[event.slug]))
    last = event.tables.order_by("-number").values_list("number", flat=True)[0]
    asks["a phone's state"] = Phone(public, "/pad/state", table_code(event, last)).ask
    return asks


def sheets_of(tables: int) -> Iterator[tuple[int, int]]:
    """Table and game of one sheet after the other."""
    return ((table, game) for game in count(1) for table in range(1, tables))


def measured(guests: int) -> tuple[dict[str, Series], Series]:
    """What each costs after a sheet of another table, and a no-op beside them."""
    # What drawing costs is asked here, not how it is held to its share.
    background.SHARE = 1e6
    event = many_tables(guests // 5, games=GAMES)
    codes_issued(event)
    desk, public, sheets = Door(official(event)), Door(), sheets_of(guests // 5)
    public.cookies = {}
    found, nothing = {}, None
    for name, ask in asked_of(event, desk, public).items():
        ask()
        found[name], nothing = beside(
            f"{name}, {guests:,}",
            ask,
            lambda: desk.get("/no-op/"),
            lambda: posted(event, desk, *next(sheets)),
            rounds=ROUNDS,
            repeat=REPEAT[guests],
        )
    assert nothing is not None
    return found, nothing


def main() -> None:
    """Field by field; each is compared with the one before it."""
    print(load())
    fields = {guests: measured(guests) for guests in FIELDS}
    for small, large in pairwise(FIELDS):
        linear = large / small
        for name, series in fields[large][0].items():
            words = f"{name} after a sheet, {large:,} guests : {small:,}"
            goal = round(SHARE * linear, 1)
            judge(words, series, fields[small][0][name], goal, no_op=fields[large][1])
    print(load())


if __name__ == "__main__":
    main()
