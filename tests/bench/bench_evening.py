"""What an evening asks most often, each against a no-op of the same server."""

import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from itertools import count

from django.db import connection
from django.urls import reverse
from django.utils.timezone import now

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.field import entered_event, many_tables
from tests.bench.measure import Series, beside, interleaved, judge, load
from tests.bench.web import Door
from tests.tournament.evening import official, sheet, sign
from tests.tournament.phones.phones import codes_issued, phone_key, sheet_sent, table_code
from tournament.entry.acts import record_sheet
from tournament.models import Event
from tournament.site.keep import KEEP

RANK = """
    SELECT t.guest_id, SUM(t.points) AS total, RANK() OVER (ORDER BY SUM(t.points)) AS place
    FROM tournament_tally t JOIN tournament_sheet s ON s.id = t.sheet_id
    WHERE t.event_id = %s AND s.accepted GROUP BY t.guest_id ORDER BY total
"""
BATCH = 10
TABLES = 22
SAID = ("out", "8 K", "A", "2 3 4", "9 9")


def sql_rank(event: Event) -> None:
    """The least a ranking can cost: one query."""
    with connection.cursor() as cursor:
        cursor.execute(RANK, [event.pk])
        cursor.fetchall()


def ten(thing: Callable[[], object]) -> Callable[[], None]:
    """The thing ten times, so that a clock tick weighs little."""

    def repeated() -> None:
        for _ in range(BATCH):
            thing()

    return repeated


def packed(door: Door, address: str) -> Callable[[], object]:
    """The page as a browser asks for it: packed."""
    return lambda: door.get(address, HTTP_ACCEPT_ENCODING="gzip")


def posted(event: Event, door: Door, table: int, game: int) -> None:
    """The sheet of a game, saved at the page of its table."""
    hands = zip("ABCDE", ("O", "8 K", "A", "2 3 4", "9 9"), strict=True)
    fields = {f"hand_{seat}": hand for seat, hand in hands}
    address = reverse("sheet", args=[event.slug, 1, table, game])
    status, _headers, _content = door.post(address, fields | {"key": str(uuid.uuid4()), "seen": 0})
    if status != 302:
        raise SystemExit(f"Saving answered {status}: the measurement is void.")


def saver(event: Event, door: Door, tables: int = 40, first: int = 1) -> Callable[[], None]:
    """Saves the next sheet of the event each time it is called, ten at once."""
    cells = ((table, game) for game in count(first) for table in range(1, tables + 1))

    def save() -> None:
        for _ in range(BATCH):
            posted(event, door, *next(cells))

    return save


def begun(event: Event, tables: int = TABLES) -> Event:
    """The same with everybody here and the first game in at so many tables, ten minutes ago."""
    event.guests.update(arrived_at=now())
    for table in range(1, tables + 1):
        ago = timedelta(minutes=8 + table / 6)
        record_sheet(event, sheet(SAID, (1, table, 1)), sign(at=now() - ago))
    return event


def next_sheet(event: Event, door: Door) -> Callable[[], None]:
    """Saves the sheet of the next table each time it is called."""
    cells = ((table, game) for game in count(2) for table in range(1, TABLES + 1))
    return lambda: posted(event, door, *next(cells))


def phones(event: Event, door: Door) -> Callable[[], None]:
    """The same from the phones of the tables, ten at once."""
    codes_issued(event)
    held = {table: (table_code(event, table), phone_key()) for table in range(1, 41)}
    cells = ((table, game) for game in count(1) for table in held)

    def save() -> None:
        for _ in range(BATCH):
            table, game = next(cells)
            sent = sheet_sent(SAID, game=game, table=table)
            status, _headers, content = door.call(
                "/pad/sheet", *held[table], json.dumps(sent).encode()
            )
            if status != 201:
                raise SystemExit(f"Saving answered {status}, {content!r}: the measurement is void.")

    return save


def of_the_home(no_op: Callable[[], object]) -> None:
    """The home after each sheet of another table; it has everybody here and a round going on."""
    event = begun(many_tables(TABLES, games=7))
    desk = Door(official(event, name="desk"))
    home, sheet = packed(desk, reverse("evening", args=[event.slug])), next_sheet(event, desk)
    after, nothing = beside("home after a sheet", home, no_op, sheet)
    judge("home after another table's sheet : no-op beside it", after, nothing, 20, no_op=nothing)


def of_standings(event: Event, door: Door, no_op: Callable[[], object]) -> None:
    """The standings with nothing kept, against a no-op and the least that a ranking costs."""
    page = packed(door, reverse("standings", args=[event.slug]))
    fresh, nothing = beside("standings, nothing kept", page, no_op, KEEP.clear)
    bare = Door(bare=True)
    assert bare.get(f"/bare/{event.pk}/")[0] == 200
    found = interleaved(
        {"SQL rank": lambda: sql_rank(event), "bare": lambda: bare.get(f"/bare/{event.pk}/")},
        repeat=BATCH,
    )
    rank, peer = found["SQL rank"], found["bare"]
    least = zip(rank.seconds, nothing.seconds, strict=True)
    floor = Series("SQL rank + no-op", tuple(map(sum, least)))
    judge("standings, nothing kept : SQL rank + no-op", fresh, floor, 16, no_op=nothing)
    peer = Series("bare Django and django-tables2", peer.seconds)
    judge("standings, nothing kept : the library alone", fresh, peer, None, no_op=nothing)


def main() -> None:
    """All of them, in one run."""
    print(load())
    event, large = entered_event(110), many_tables(40, games=20)
    by_phone = many_tables(40, games=20)
    door = Door(official(event))
    clerk = Door(official(large, name="clerk"))
    public = Door()
    board_address = reverse("board_now", args=[event.slug])
    tag = public.get(board_address)[1]["etag"]

    def nothing() -> object:
        return door.get("/no-op/")

    assert door.get("/no-op/")[0] == 200
    assert public.get(board_address, HTTP_IF_NONE_MATCH=tag)[0] == 304
    bare = Door(bare=True)
    found = interleaved(
        {
            "no-op": ten(nothing),
            "no-op of bare Django": ten(lambda: bare.get("/no-op/")),
            "table entry": saver(large, clerk),
            "phone entry": phones(by_phone, Door()),
            "board, not modified": ten(lambda: public.get(board_address, HTTP_IF_NONE_MATCH=tag)),
            "standings, kept": ten(packed(door, reverse("standings", args=[event.slug]))),
            "home, kept": ten(packed(door, reverse("evening", args=[event.slug]))),
        }
    )
    floor = found["no-op"] = found["no-op"].each(BATCH)
    bare_floor = found["no-op of bare Django"].each(BATCH)
    judge("no-op : that of bare Django", floor, bare_floor, None, no_op=floor)
    goals = (
        ("a save at the desk", "table entry", 12),
        ("a save of a phone", "phone entry", 12),
        ("board, not modified", "board, not modified", 1.6),
        ("standings, kept", "standings, kept", 4),
        ("home, kept", "home, kept", 4),
    )
    for words, name, goal in goals:
        judge(f"{words} : no-op", found[name].each(BATCH), floor, goal, no_op=floor)
    of_the_home(nothing)
    of_standings(event, door, nothing)
    unchanged(event, door, floor)
    print(load())


UNCHANGED = ("as_of", "hall_plan", "door", "phones", "paper", "guests", "event_settings", "prizes")


def unchanged(event: Event, door: Door, floor: Series) -> None:
    """Pages that nothing changed since they were drawn, at most six no-ops each."""
    pages = {name: packed(door, reverse(name, args=[event.slug])) for name in UNCHANGED}
    found = interleaved({"no-op": lambda: door.get("/no-op/"), **pages}, repeat=BATCH)
    slowest = max((found[name] for name in pages), key=lambda series: series.quartiles[1])
    words = f"{', '.join(UNCHANGED)}, unchanged: the slowest of them ({slowest.name}) : no-op"
    judge(words, slowest, found["no-op"], 6, no_op=floor)


if __name__ == "__main__":
    main()
