"""A crowd at the server as it is started, over real sockets: how long a save, the page after it and
a look at the board take, and how large a worker grows.

`OFFICIALS=25 VIEWERS=125 bin/bench crowd` is a quarter of it; `ARRIVAL=3` lets all viewers come in
within three seconds; `HOSTILE=200` holds so many hostile connections open beside it, in four kinds
(KINDS). Officials and viewers run on the same machine, on cores that the server does not use. All
officials save every two seconds from the first moment, some hundred times as often as a table
plays.
"""

import os
import resource
import statistics
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from pathlib import Path

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.measure import PAGE_WITHIN, SAVE_WITHIN, judged, load
from tests.tournament.evening import official
from tests.tournament.load.crowd import Manner, come
from tests.tournament.load.halls import hall
from tests.tournament.load.server import serving
from tests.tournament.server.test_connections import many

OFFICIALS, VIEWERS = int(os.environ.get("OFFICIALS", "100")), int(os.environ.get("VIEWERS", "500"))
ARRIVAL, GAMES = float(os.environ.get("ARRIVAL", "10")), int(os.environ.get("GAMES", "12"))
HOSTILE = int(os.environ.get("HOSTILE", "0"))
LARGEST = 150  # megabytes
KINDS = ("silent", "half a head", "half a body", "a hundred at once")
"""Each gets a quarter of HOSTILE, rounded up; what they do stands in
tests/tournament/server/test_connections.py.
"""
ANEW = 10.0  # seconds after which the hostile come again: the server hangs up on them


@contextmanager
def hostile(port: int) -> Iterator[None]:
    """The hostile connections, come again and again as long as the block runs."""
    over = threading.Event()

    def hold() -> None:
        while not over.is_set():
            with ExitStack() as held:
                for kind in KINDS:
                    held.enter_context(many(port, kind, ceil(HOSTILE / len(KINDS))))
                over.wait(ANEW)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def crowd_apart() -> Iterator[Callable[[], None]]:
    """Keeps this process on one half of the cores, which a server started within inherits; what is
    yielded moves it, with the crowd that it is, to the other half: call it once the server is
    started. On a machine of one core both share it. Which cores they have is printed.
    """
    cores = sorted(os.sched_getaffinity(0))
    server, crowd = cores[: len(cores) // 2] or cores, cores[len(cores) // 2 :]
    print(f"  the server on cores {server}, the crowd on {crowd}")
    os.sched_setaffinity(0, server)
    try:
        yield lambda: os.sched_setaffinity(0, crowd)
    finally:
        os.sched_setaffinity(0, cores)


def children(pid: str = "self") -> Iterator[int]:
    """The processes below this one, and below those."""
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in path.read_text().split():
            yield int(child)
            yield from children(child)


def megabytes(pid: int) -> int:
    """The most memory that a process held at once."""
    said = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in said.splitlines() if "VmHWM" in line) // 1024


def told_late(late: list[float]) -> None:
    """Print how late the crowd itself was: what it counts as the server's begins only then."""
    cuts = statistics.quantiles(late, n=100)
    p50, p99, worst = (1000 * seconds for seconds in (cuts[49], cuts[98], max(late)))
    print(
        f"  the crowd itself was late by p50 {p50:.1f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms"
    )


def main() -> None:
    """One run. How long something takes is told, not asserted: another's work may be in the way."""
    print(load())
    print(
        f"  {OFFICIALS} officials, {VIEWERS} viewers who come in within {ARRIVAL:g} s, {HOSTILE}"
        " hostile connections"
    )
    event, evening = hall(OFFICIALS, GAMES)
    official(event, name="organiser")  # or the server tells how the first one registers
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Without copies (BACKUP_EVERY): they come by the clock, and would make runs differ.
    with (
        crowd_apart() as move_the_crowd,
        serving(url=os.environ["DATABASE_URL"], BACKUP_EVERY="0") as port,
    ):
        move_the_crowd()
        with hostile(port) if HOSTILE else ExitStack():
            heard = come(port, evening, Manner(viewers=VIEWERS, arrival=ARRIVAL))
        # Here, as its processes still run.
        largest = max(megabytes(pid) for pid in children())
    # Only now, as children are counted once they have ended.
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    judged("saves", heard.saves, SAVE_WITHIN)
    judged("pages after a save", heard.pages, PAGE_WITHIN)
    judged("viewers who come in", heard.entrances, PAGE_WITHIN)
    judged("looks at the board", heard.looks, PAGE_WITHIN)
    told_late(heard.late)
    spent = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    met = "met" if largest <= LARGEST else "MISSED"
    print(f"  largest process {largest} MB, goal {LARGEST} MB: {met}")
    print(f"  processor of the server, its start counted in: {spent:.1f} s")
    print(load())


if __name__ == "__main__":
    main()
