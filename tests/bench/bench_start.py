"""What a start of the server costs: all its processes until the first answer, against one that only
loads the code.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.measure import ROUNDS, Series, judge, load, within
from tests.tournament.evening import new_event, official
from tests.tournament.load.server import ROOT, serving

LOADED = "from tournament.server.loading import load_all; load_all()"
NOTHING = "pass"


def start_and_stop() -> None:
    """The whole server, until it has answered once."""
    began = time.monotonic()
    with serving(url=os.environ["DATABASE_URL"], BACKUP_EVERY="0"):
        clocks.append(time.monotonic() - began)


def run_alone(code: str) -> None:
    """One process that does this, and ends."""
    variables = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONWARNINGS": "ignore"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, check=True)


clocks: list[float] = []
"""How long each start took on the clock."""


def of_children(thing: Callable[[], None]) -> float:
    """Processor seconds of the processes that a thing began and ended."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    thing()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Turn by turn; the first round compiles what is not compiled yet and is not counted."""
    print(load())
    official(new_event(), name="organiser")  # or each start tells how the first one registers
    things: dict[str, Callable[[], None]] = {
        "server until its first answer": start_and_stop,
        "its code loaded once": partial(run_alone, LOADED),
        "a Python that loads nothing": partial(run_alone, NOTHING),
    }
    rounds = [[of_children(thing) for thing in things.values()] for _ in range(ROUNDS + 1)][1:]
    server, alone, no_op = (
        Series(name, taken) for name, taken in zip(things, zip(*rounds, strict=True), strict=True)
    )
    print(server.line(), alone.line(), no_op.line(), sep="\n")
    judge("server until its first answer : its code loaded once", server, alone, 2, no_op=no_op)
    within("server until its first answer, clock", statistics.median(clocks), 2, "s")


if __name__ == "__main__":
    main()
