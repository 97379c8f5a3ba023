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
from tests.bench.measure import Series, interleaved, judge, load
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


def uncached(door: Door, address: str) -> Callable[[], None]:
    """The page with nothing kept."""

    def fresh() -> None:
        KEEP.clear()
        door.get(address)

    return fresh


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


def begun(event: Event) -> Event:
    """The same with the first game in at every table, some ten minutes ago."""
    event.guests.update(arrived_at=now())
    for table in range(1, TABLES + 1):
        ago = timedelta(minutes=8 + table / 6)
        record_sheet(event, sheet(SAID, (1, table, 1)), sign(at=now() - ago))
    return event


def looker(event: Event, door: Door) -> Callable[[], None]:
    """A sheet and then the home, which so shows another table's sheet each time; ten times."""
    cells = ((table, game) for game in count(2) for table in range(1, TABLES + 1))

    def save_and_look() -> None:
        for _ in range(BATCH):
            table, game = next(cells)
            posted(event, door, table, game)
            packed(door, reverse("evening", args=[event.slug]))()

    return save_and_look


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


def main() -> None:
    """All of them, in one run."""
    print(load())
    event, large = entered_event(110), many_tables(40, games=20)
    by_phone = many_tables(40, games=20)
    looked_at, unseen = (begun(many_tables(TABLES, games=6)) for _ in range(2))
    door = Door(official(event))
    clerk = Door(official(large, name="clerk"))
    desk, other = (Door(official(one, name=f"desk-{one.pk}")) for one in (looked_at, unseen))
    no_op = [door.get("/no-op/")]
    public = Door()
    board_address = reverse("board_now", args=[event.slug])
    tag = public.get(board_address)[1]["etag"]
    assert no_op[0][0] == 200
    assert public.get(board_address, HTTP_IF_NONE_MATCH=tag)[0] == 304

    found = interleaved(
        {
            "no-op": ten(lambda: door.get("/no-op/")),
            "table entry": saver(large, clerk),
            "phone entry": phones(by_phone, Door()),
            "board, not modified": ten(lambda: public.get(board_address, HTTP_IF_NONE_MATCH=tag)),
            "SQL rank": ten(lambda: sql_rank(event)),
            "standings, uncached": ten(uncached(door, reverse("standings", args=[event.slug]))),
            "standings, kept": ten(packed(door, reverse("standings", args=[event.slug]))),
            "home, uncached": uncached(door, reverse("evening", args=[event.slug])),
            "home, kept": ten(packed(door, reverse("evening", args=[event.slug]))),
            "a sheet, and the home after it": looker(looked_at, desk),
            "a sheet of the same evening alone": saver(unseen, other, TABLES, 2),
        }
    )
    floor = Series(
        "SQL rank + no-op",
        tuple(map(sum, zip(found["SQL rank"].seconds, found["no-op"].seconds, strict=True))),
    )
    judge("table entry : no-op", found["table entry"], found["no-op"], 12)
    judge("phone entry : no-op", found["phone entry"], found["no-op"], 12)
    judge("board 304 : no-op", found["board, not modified"], found["no-op"], 1.6)
    judge("standings uncached : SQL rank + no-op", found["standings, uncached"], floor, 12)
    judge("standings kept : no-op", found["standings, kept"], found["no-op"], 4)
    judge("home kept : no-op", found["home, kept"], found["no-op"], 4)
    after = Series(
        "home after a sheet",
        tuple(
            both - alone
            for both, alone in zip(
                found["a sheet, and the home after it"].seconds,
                found["a sheet of the same evening alone"].seconds,
                strict=True,
            )
        ),
    )
    judge("home after another table's sheet : no-op", after, found["no-op"], 15)


if __name__ == "__main__":
    main()
