"""Which copies stay: each of the last hour, one an hour of the last two days, one a day of the last two months."""

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from tournament.backup.names import DAMAGED, UNFINISHED, copies

EVERY_ONE = timedelta(hours=1)
HOURLY = timedelta(days=2)
DAILY = timedelta(days=60)
ABANDONED = 3600
"""After so many seconds an unfinished copy is nobody's any more."""


def kept(times: Iterable[datetime]) -> set[datetime]:
    """Of these times those whose copies stay; the newest is always one of them, and so is the last of each rung.

    Ages are counted from the newest copy, not from a clock: a clock that is wrong by a year must not empty the folder.
    """
    newest_first = sorted(set(times), reverse=True)
    stay: dict[tuple[str, object], datetime] = {}
    for at in newest_first:
        age = newest_first[0] - at
        if age <= EVERY_ONE:
            rung: tuple[str, object] = ("each", at)
        elif age <= HOURLY:
            rung = ("hour", at.replace(minute=0, second=0, microsecond=0))
        elif age <= DAILY:
            rung = ("day", at.date())
        else:
            continue
        stay.setdefault(rung, at)
    return set(stay.values())


def thin(folder: Path) -> None:
    """Remove the copies that no rung holds, and what was left unfinished long ago. Damaged ones are left to people."""
    for left in folder.glob(f"*{UNFINISHED}"):
        if left.stat().st_mtime < time.time() - ABANDONED:
            left.unlink(missing_ok=True)
    there = copies(folder)
    stay = kept(copy.at for copy in there)
    for copy in there:
        if copy.at not in stay:
            copy.path.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Give a copy that failed its check a name that no restore takes for a whole one."""
    return path.rename(path.with_name(path.name + DAMAGED))
