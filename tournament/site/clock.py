"""The time by which log-ins and windows are reckoned: it goes on evenly, whatever is done to the
computer's clock.

A laptop's clock is set right in the middle of an evening, or wrong: by a day, when somebody
mistakes the date. Nobody may lose their log-in by that. So what lasts for a while is measured by
the hours since the computer was started, which nobody can set; what the clock said when this was
first asked is added, so that the figure is also a time of day. All processes of a machine share
that figure in a small file until the machine is started again. The clock itself is still what is
written into the ledger, whose order is by number.
"""

import json
import os
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.conf import settings

from tournament.site.system import running, take_file

FILE = "steady-clock.json"
BOOT = Path("/proc/sys/kernel/random/boot_id")
TRIES = 500
MOVED = 120
"""Seconds by which the clock may differ before one says that it was moved."""


def now() -> float:
    """Seconds since 1970, going on evenly while this machine runs."""
    return running() + _offset()


def moment() -> datetime:
    """The same as a time."""
    return datetime.fromtimestamp(now(), UTC)


def moved() -> float:
    """By how many seconds the computer’s clock was moved forward (back, below nought); nought for a
    little.
    """
    difference = ahead()
    return difference if abs(difference) > MOVED else 0.0


def ahead() -> float:
    """By how many seconds the computer's clock is ahead of the even time."""
    return time.time() - now()


@cache
def _offset() -> float:
    """What makes a time of day of the hours of running; that of this process alone where no file
    can be kept.
    """
    own = time.time() - running()
    try:
        return _shared(Path(settings.VAR_DIR) / FILE, BOOT.read_text(encoding="utf-8").strip(), own)
    except OSError:
        return own


def _shared(path: Path, boot: str, own: float) -> float:
    """The figure that the first process since the start of the machine has noted; noted now if this
    is the first.
    """
    path.parent.mkdir(exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+") as file:
        _alone(file.fileno())
        noted = _read(file.read())
        if noted.get("boot") == boot:
            return float(noted["offset"])
        file.seek(0)
        file.truncate()
        json.dump({"boot": boot, "offset": own}, file)
        return own


def _alone(file: int) -> None:
    """Wait until no other process has the file; a moment at most, as each of
    them writes one line.
    """
    for _try in range(TRIES):
        with suppress(BlockingIOError):
            take_file(file)
            return
        time.sleep(0.01)
    raise BlockingIOError("another process holds the clock's file")


def _read(text: str) -> dict[str, str | float]:
    try:
        noted = json.loads(text)
    except ValueError:
        return {}
    return noted if isinstance(noted, dict) and isinstance(noted.get("offset"), float) else {}
