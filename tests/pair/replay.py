"""Plays whole evenings into the shard of DATABASE_URL and says what came of it: python -m
tests.pair.replay KEY...

Every sheet goes through the product's one writer; one in twenty is sent twice, as after a broken
line.
"""

import json
import os
import random
import sys
import time
from itertools import product

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402 -- the settings read the environment
from django.db import connection  # noqa: E402

from tests.tournament.evening import seated_event, sheet, sign  # noqa: E402
from tournament.entry.acts import record_sheet  # noqa: E402
from tournament.models import Event, LedgerEntry, Sheet  # noqa: E402
from tournament.verification.checks import faults  # noqa: E402

GUESTS, ROUNDS, GAMES = 110, 2, 5
HANDS = ("out", "8 K", "A", "2 3 4", "9 9")
TWICE = 20


def evening(key: str, took: list[float]) -> dict[str, int | str]:
    """One evening, whole; its own key decides the order in which the tables come in."""
    rng = random.Random(key)
    event = seated_event(GUESTS, name=key, qualifying_rounds=ROUNDS, games_per_round=GAMES)
    before = Event.objects.get(pk=event.pk).version
    tables = list(range(1, GUESTS // 5 + 1))
    sent = twice = 0
    for number, game in product(range(1, ROUNDS + 1), range(1, GAMES + 1)):
        rng.shuffle(tables)
        for table in tables:
            said = list(HANDS)
            rng.shuffle(said)
            by, submission = (
                sign(f"{key}/{number}/{table}/{game}"),
                sheet(said, (number, table, game)),
            )
            for again in range(2 if rng.randrange(TWICE) == 0 else 1):
                began = time.perf_counter()
                outcome = record_sheet(event, submission, by)
                took.append(time.perf_counter() - began)
                twice += again
                assert outcome.repeated == bool(again)
            sent += 1
    saved = LedgerEntry.objects.filter(event=event, kind="sheet").count()
    counted = Sheet.objects.filter(event=event, accepted=True).count()
    moved = Event.objects.get(pk=event.pk).version - before
    first = next(faults(event), "")
    return {
        "sent": sent,
        "twice": twice,
        "saved": saved,
        "counted": counted,
        "moved": moved,
        "fault": first,
    }


def size() -> int:
    """How many bytes the shard takes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def main() -> None:
    """The keys of the events come as words of the command."""
    call_command("migrate", verbosity=0)
    took: list[float] = []
    empty, began = size(), time.perf_counter()
    found = {key: evening(key, took) for key in sys.argv[1:]}
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
    told = {
        "events": found,
        "took": took,
        "seconds": time.perf_counter() - began,
        "bytes": size() - empty,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
