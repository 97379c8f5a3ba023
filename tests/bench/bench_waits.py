"""What an organiser waits for at 5,000 guests: the draw, every page and list that is saved with
nothing kept, the sealing of the cut, and every file and paper with the longest wait between two
lines that tell how far it is and the memory of the process that makes it. What takes two seconds is
not told.

`GUESTS=1000`, and `FILES=standings,workbook` for some files and papers alone.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.test import Client
from django.utils.timezone import now

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.bench_files import PYTHONS_OWN, largest
from tests.bench.field import SEED
from tests.bench.measure import load
from tests.tournament.evening import add_guests, new_event, sign
from tests.tournament.site.test_progress import LISTS
from tests.tournament.test_growth import addresses, evening_of
from tournament.archive.export import archive_file
from tournament.archive.mails import SEATS, mails, packed
from tournament.archive.pack import made
from tournament.counting.seats import hall
from tournament.finals.acts import seal_cut
from tournament.models import Event
from tournament.paper.catalogue import catalogue
from tournament.paper.page import made_here
from tournament.seating.acts import close_round
from tournament.seating.acts_draw import drawn
from tournament.site.keep import KEEP
from tournament.site.progress import Pieces
from tournament.workbook import workbook_file

GUESTS = int(os.environ.get("GUESTS", "5000"))
LONG = 2.0
ANSWERS = 200, 302, 404
"""A page, one that goes on to another, or that this evening has nothing for."""
FILES: dict[str, Callable[[Event], Pieces]] = {
    "workbook": lambda event: workbook_file(event.pk),
    "archive": lambda event: archive_file(event.pk),
    "mails": lambda event: packed(event, mails(event, SEATS), SEATS),
    "closing_pack": lambda event: made(event, now()),
}
"""Files and papers are measured one by one in processes of their own."""


def shown(client: Client, address: str) -> None:
    """A page asked for, under a name by which the server answers."""
    answer: Any = client.get(address, headers={"Host": "localhost"})
    answer.getvalue()
    if answer.status_code not in ANSWERS:
        raise SystemExit(f"{address} answers {answer.status_code}")


def told(name: str, work: Callable[[], object]) -> None:
    """Print what takes long."""
    KEEP.clear()
    began = time.process_time()
    work()
    seconds = time.process_time() - began
    if seconds > LONG:
        print(f"  {name:30} {seconds:6.1f} s", flush=True)


def paper(event: Event, key: str) -> Pieces:
    """One paper, made as it is asked for."""
    (kind,) = (kind for kind in catalogue(event) if kind.key == key)
    yield from made_here(kind.make(now()))


def tell_file(event: Event, key: str) -> None:
    """One file in this process: how long it takes, and how long nothing is told."""
    gc.set_threshold(*PYTHONS_OWN)  # as in the process that makes files for a server
    began = last = moment = time.process_time()
    wait, lines = 0.0, 0
    for piece in FILES[key](event) if key in FILES else paper(event, key):
        moment = time.process_time()
        if isinstance(piece, tuple):
            wait, last, lines = max(wait, moment - last), moment, lines + 1
    wait, last = max(wait, moment - last), moment
    if last - began > LONG:
        words = f"{wait:4.1f} s at most between {lines} lines, {largest():.0f} MB"
        print(f"  {key:30} {last - began:6.1f} s, {words}", flush=True)


def main() -> None:
    """Pages, the act, papers."""
    print(load())
    undrawn = new_event(name="Not drawn yet")
    add_guests(undrawn, GUESTS)
    told("drawing the seating", lambda: drawn(hall(undrawn), SEED))
    event, client = evening_of(GUESTS)
    event.guests.update(email="guest@example.org")
    for name, address in addresses(event).items():
        if name not in {*FILES, "paper_page", "paper_pdf", "paper_tonight"}:
            told(name, partial(shown, client, address))
    for name in LISTS:
        address = f"{addresses(event)[name]}?file=xlsx"
        told(f"{name}, saved", partial(shown, client, address))
    for number in (1, 2):
        close_round(event, number, sign(f"close {number}"))
    told("sealing the cut", lambda: seal_cut(event, sign("seal")))
    print("Once more, with the cut sealed:")
    for name in ("evening", "cut", "standings", "board_now", "as_of"):
        told(name, partial(shown, client, addresses(event)[name]))
    keys = [kind.key for kind in catalogue(event) if not kind.waits_for]
    for key in os.environ.get("FILES", ",".join([*FILES, *keys])).split(","):
        environment = os.environ | {"BENCH_DATABASE": os.environ["DATABASE_URL"]}
        command = [sys.executable, __file__, str(event.pk), key]
        subprocess.run(command, env=environment, check=False)
    print(load())


if __name__ == "__main__":
    if len(sys.argv) == 3:
        tell_file(Event.objects.get(pk=int(sys.argv[1])), sys.argv[2])
    else:
        main()
