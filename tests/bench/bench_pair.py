"""Many evenings at once on two application servers that share one PostgreSQL: how long a save, the
page after it and a look at the board take, and what a sheet costs with all that.

Every table of every evening has an official who saves a game each `THOUGHT` seconds, some twenty
times faster than a table plays, and looks at the home after each; every evening has its viewers,
and the phones of its tables and guests ask every five seconds. Who comes next goes to the next
server. The crowd, both servers and the database share the machine.
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

THROW_AWAY = Path(__file__).parents[2] / "bin" / "with-postgres"
EVENINGS, TABLES, GAMES = int(os.environ.get("EVENINGS", "8")), 22, 5
VIEWERS, THOUGHT = int(os.environ.get("VIEWERS", "10")), float(os.environ.get("THOUGHT", "20"))
LINES = 3  # of an official at a table: to save, to read the next sheet, to look at the home
BY_EVERYBODY = "SELECT count(*), count(DISTINCT game_id) FROM tournament_sheet WHERE accepted"

if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    sys.exit(subprocess.call([sys.executable, str(THROW_AWAY), sys.executable, __file__]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django  # noqa: E402 -- the settings read the environment

django.setup()

from contextlib import ExitStack  # noqa: E402
from dataclasses import replace  # noqa: E402

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from tests.bench.measure import PAGE_WITHIN, SAVE_WITHIN, judged, load  # noqa: E402
from tests.tournament.evening import official  # noqa: E402
from tests.tournament.load.crowd import Manner, come_to_all  # noqa: E402
from tests.tournament.load.halls import hall  # noqa: E402
from tests.tournament.load.server import serving  # noqa: E402
from tests.tournament.phones.phones import codes_issued, guest_code, phone_key, table_code  # noqa: E402
from tournament.models import Event  # noqa: E402
from tournament.server.connections import MOST  # noqa: E402


def phones_of(event: Event) -> list[tuple[str, dict[str, str]]]:
    """The phones of all tables and guests of an evening, which follow it as their pages do."""
    codes_issued(event)
    called = [
        (
            "/pad/state",
            {"Authorization": f"Bearer {table_code(event, table)}", "X_Phone": phone_key()},
        )
        for table in range(1, TABLES + 1)
    ]
    return called + [(f"/G/{guest_code(guest)}?now", {}) for guest in event.guests.all()]


def main() -> int:
    """One run; whether every sheet is there once, which holds on any machine."""
    url = os.environ["DATABASE_URL"]
    settings.PASSWORD_HASHERS = ["tests.tournament.passwords.FewRounds"]
    call_command("migrate", verbosity=0)
    print(load())
    made = [hall(TABLES, GAMES) for _ in range(EVENINGS)]
    official(made[0][0], name="organiser")  # or the server tells how the first one registers
    evenings = [replace(evening, phones=phones_of(event)) for event, evening in made]
    wanted = EVENINGS * TABLES * GAMES
    print(f"  {EVENINGS} evenings of {TABLES} tables, {wanted:,} sheets, {VIEWERS} viewers each")
    lines = sum(LINES * TABLES + VIEWERS + len(evening.phones) for evening in evenings)
    print(f"  {lines:,} connections to two servers that hold {MOST} each at once")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with ExitStack() as stack:
        ports = [stack.enter_context(serving(1, url, BACKUP_EVERY="0")) for _ in range(2)]
        began = time.monotonic()
        try:
            heard = come_to_all(ports, evenings, Manner(THOUGHT, VIEWERS, homes=True))
        except (OSError, EOFError) as error:
            # Somebody was not answered in time, on a machine too busy for all, or a full house sent
            # somebody away.
            print(f"  broke off after {time.monotonic() - began:.0f} s: {error!r}\n{load()}")
            return 1
        lasted = time.monotonic() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    judged("saves", heard.saves, SAVE_WITHIN)
    judged("pages after a save", heard.pages, PAGE_WITHIN)
    judged("homes after a save", heard.homes, PAGE_WITHIN)
    judged("viewers who come in", heard.entrances, PAGE_WITHIN)
    judged("looks at the board", heard.looks, PAGE_WITHIN)
    judged("calls of phones", heard.phones, PAGE_WITHIN)
    spent = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    looks, calls = (len(told.seconds) / lasted for told in (heard.looks, heard.phones))
    print(
        f"  {wanted / lasted:.1f} sheets a second, {looks:.0f} looks, {calls:.0f} calls of phones"
    )
    print(f"  processor of both servers: {spent / lasted:.2f} cores")
    print(f"  processor of both servers, with their start: {1000 * spent / wanted:.0f} ms a sheet")
    with connection.cursor() as cursor:
        cursor.execute(BY_EVERYBODY)
        saved, games = cursor.fetchone()
    met = saved == games == wanted
    print(f"  {saved:,} sheets of {games:,} games are there: {'met' if met else 'MISSED'}")
    print(load())
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
