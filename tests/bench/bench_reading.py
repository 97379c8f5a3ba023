"""What reading costs a larger field: pages of 110 and of 1,000 guests, and the standings of 10,000,
each with nothing kept.

A page that shows 25 rows should cost 25 rows, a list in proportion to its length: at most 1.2 times
that. Named pages alone: `PAGES=guests,chances bin/bench reading`.
"""

import os
from collections.abc import Callable
from urllib.parse import unquote

from django.db import connection
from django.db.models import F
from django.urls import reverse

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.field import entered_event
from tests.bench.measure import Series, interleaved, judge, load
from tests.bench.web import Door
from tests.tournament.evening import official
from tournament.models import Event
from tournament.site.keep import KEEP

SMALL, LARGE, LARGEST = 110, 1_000, 10_000
SHARE = 1.2
"""So much more than in proportion to the field is allowed."""
PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "guests": ("guests", {}),
    "standings": ("standings", {}),
    "chances": ("chances", {}),
    "archive": ("archive", {}),
    "score cards": ("paper_page", {"kind": "score-cards"}),
    "workbook": ("workbook", {}),
}
ROUNDS = 3


def drawn_anew(event: Event, door: Door, address: str) -> Callable[[], None]:
    """The page at a new version, with nothing kept."""

    def asked() -> None:
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        KEEP.clear()
        if door.get(address)[0] != 200:
            raise SystemExit(f"{address} is not shown: the measurement is void.")

    return asked


def questions(ask: Callable[[], None]) -> int:
    """How often the database is asked."""
    asked: list[str] = []

    def noted(execute: Callable[..., object], sql: str, *more: object) -> object:
        asked.append(sql)
        return execute(sql, *more)

    with connection.execute_wrapper(noted):
        ask()
    return len(asked)


def main() -> None:
    """Page by page, both fields turn by turn."""
    print(load())
    named = os.environ.get("PAGES", ",".join(PAGES)).split(",")
    events = {guests: entered_event(guests) for guests in (SMALL, LARGE)}
    doors = {
        guests: Door(official(event, name=f"organiser-{guests}"))
        for guests, event in events.items()
    }
    for name in named:
        route, more = PAGES[name]
        asks = {
            f"{name} of {guests:,}": drawn_anew(
                event, doors[guests], unquote(reverse(route, kwargs={"slug": event.slug, **more}))
            )
            for guests, event in events.items()
        }
        small, large = interleaved(asks, rounds=ROUNDS).values()
        print(f"  questions: {', '.join(str(questions(ask)) for ask in asks.values())}")
        judge(f"{name}: {LARGE:,} : {SMALL}", large, small, SHARE * LARGE / SMALL)
        print(f"  a guest of {LARGE:,}: {large.quartiles[1] / LARGE * 1000:.2f} ms")
    if "PAGES" not in os.environ:
        standings_of_ten_thousand(events[LARGE], doors[LARGE])


def standings_of_ten_thousand(thousand: Event, door: Door) -> Series:
    """The standings of 10,000 guests against those of 1,000."""
    event = entered_event(LARGEST)
    other = Door(official(event, name="organiser-of-all"))
    asks = {
        "standings of 1,000": drawn_anew(
            thousand, door, reverse("standings", args=[thousand.slug])
        ),
        "standings of 10,000": drawn_anew(event, other, reverse("standings", args=[event.slug])),
    }
    small, great = interleaved(asks, rounds=ROUNDS).values()
    print(f"  questions: {', '.join(str(questions(ask)) for ask in asks.values())}")
    judge("standings of 10,000 : of 1,000", great, small, 12)
    return great


if __name__ == "__main__":
    main()
