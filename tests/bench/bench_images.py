"""What keeping the rows of a press costs: publishing 110 guests, and 25 sheets, with the triggers
and without them in turn; the goal is 1.05.

Each act is really committed, and put back outside of the measuring.
"""

import time
from collections.abc import Callable
from functools import partial
from uuid import uuid4

from django.db import connection

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.field import many_tables
from tests.bench.measure import Series, judge, load
from tests.tournament.evening import add_guests, new_event, save, sign
from tournament.counting.seats import hall
from tournament.ledger.pressing import pressing
from tournament.models import Event, Press, Sheet
from tournament.seating.acts_draw import draw_seating, drawn, publish_seating, unpublish_seating
from tournament.server import capture

ROUNDS, GOAL, SHEETS = 21, 1.05, 25
HANDS = ("out", "8 K", "=23", "9", "2 3 4")


def published() -> Callable[[], float]:
    """Publishes a drawn hall of 110 and takes it back; the seconds of the first alone."""
    event = new_event(qualifying_rounds=3, games_per_round=10, name="Published")
    add_guests(event, 110)
    draw_seating(event, drawn(hall(event), 7), sign())

    def publish() -> float:
        seconds = pressed(lambda: publish_seating(_fresh(event), sign(str(uuid4()))))
        unpublish_seating(_fresh(event), sign(str(uuid4())), reason="Measured")
        return seconds

    return publish


def saved() -> Callable[[], float]:
    """Saves so many sheets, each again with every call."""
    event = many_tables(5, games=SHEETS // 5)
    places = [(1, table, game) for table in range(1, 6) for game in range(1, SHEETS // 5 + 1)]

    def sheets() -> float:
        version = Sheet.objects.filter(event=event).count() // SHEETS
        why = "Counted again" if version else ""
        return sum(
            pressed(partial(save, event, HANDS, place, seen=version, reason=why))
            for place in places
        )

    return sheets


def pressed(act: Callable[[], object]) -> float:
    """The processor seconds of an act by a press of its own."""
    with pressing(Press(key=str(uuid4()), at=sign().at)):
        began = time.process_time()
        act()
        return time.process_time() - began


def kept(*, keep: bool) -> None:
    """Put the triggers on, or take them off; the tables are said to have changed in both."""
    with connection.cursor() as cursor:
        for name in capture._present(cursor):
            cursor.execute(f"DROP TRIGGER {name}")
    capture.put_on()
    if not keep:
        with connection.cursor() as cursor:
            for name in capture._present(cursor):
                cursor.execute(f"DROP TRIGGER {name}")


def _fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def main() -> None:
    """With and without in turn; the first round only warms up."""
    print(load())
    missed = []
    for words, act in {"publishing 110": published(), f"{SHEETS} sheets": saved()}.items():
        taken: dict[bool, list[float]] = {True: [], False: []}
        for turn in range(2 * ROUNDS + 2):
            keep = turn % 4 in (0, 3)
            kept(keep=keep)
            taken[keep].append(act())
        series = {keep: Series(words, tuple(seconds[1:])) for keep, seconds in taken.items()}
        for one in series.values():
            print(one.line())
        if not judge(f"{words}, with and without", series[True], series[False], GOAL):
            missed.append(words)
    print(load())
    if missed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
