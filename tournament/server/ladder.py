"""What a copy is called: the event written to last, the time, the number and the head of its
ledger, and its place; and which copies stay. The place is the row of the last entry in all
ledgers of the database. It only ever grows, also when an older copy is put back
(tournament/server/restore.py), so copies are in the order in which they were made, whatever the
clock said.
"""

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from tournament.server.storage import SUFFIX
from tournament.site.keep import KEEP
from tournament.site.system import remove, rename

STAMP = "%Y%m%dT%H%M%S%f"
UNFINISHED = ".partial"
DAMAGED = ".damaged"
NOTHING = "empty"
_NAME = re.compile(
    r"(?P<slug>.+)-(?P<at>\d{8}T\d{12})-(?P<entry>\d+)-(?P<head>[0-9a-f]{8}|none)(?:-(?P<place>\d{1,18}))?\.sqlite3(?P<seal>\.sealed)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """A finished copy: its place, when it was made, where it lies, and the end of the ledger that
    was written last; sealed ones open with a pass phrase alone.

    Copies are ordered by their place, then by the clock; -1 is the place of one that an older
    program has named.
    """

    place: int
    at: datetime
    path: Path
    slug: str
    entry: int
    head: str
    sealed: bool = False


def name_of(slug: str, moment: datetime, entry: int, digest: str, place: int = -1) -> str:
    """The name of a copy, in UTC.

    >>> name_of("spring", datetime(2027, 2, 11, 20, tzinfo=UTC), 512, "0123abcd4567", 1513)
    'spring-20270211T200000000000-512-0123abcd-1513.sqlite3'
    """
    stamp = moment.astimezone(UTC).strftime(STAMP)
    after = f"-{place}" if place >= 0 else ""
    return f"{slug or NOTHING}-{stamp}-{entry}-{digest[:8] or 'none'}{after}{SUFFIX}"


def read_name(path: Path) -> Copy | None:
    """The copy that lies there, going by its name; None for anything else."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    try:
        moment = datetime.strptime(match["at"], STAMP).replace(tzinfo=UTC)
    except ValueError:  # digits that are no time
        return None
    return Copy(
        int(match["place"] or -1),
        moment,
        path,
        match["slug"],
        int(match["entry"]),
        match["head"],
        bool(match["seal"]),
    )


def copies(folder: Path) -> list[Copy]:
    """Every finished copy in a folder, the first one made first."""
    return sorted(_there(folder))


def latest_time(folder: Path) -> datetime | None:
    """The latest time that a copy in a folder bears, None where there is none. Its names are read
    anew once the folder has changed: every look at the home asks, and there are more than a
    hundred of them after an evening.
    """
    changed = folder.stat().st_mtime_ns if folder.is_dir() else 0
    key = latest_time, folder
    entry = KEEP.find(key)
    if entry is None or entry.state != changed:
        return KEEP.put(key, changed, max((copy.at for copy in _there(folder)), default=None))
    return cast("datetime | None", entry.value)


def _there(folder: Path) -> Iterator[Copy]:
    for path in folder.iterdir() if folder.is_dir() else ():
        if (copy := read_name(path)) is not None:
            yield copy


EVERY_ONE = timedelta(hours=1)
HOURLY = timedelta(days=2)
DAILY = timedelta(days=60)
MOST_RECENT = 60
"""So many stay by their order alone, about an hour of copies: no clock can empty the folder."""
ABANDONED = 120
"""After so many seconds an unfinished copy is nobody's any more."""


def kept(there: Iterable[Copy]) -> set[Copy]:
    """Of these copies those that stay; the last made is always one of them, and so is the last of
    each rung.

    The last made is the one whose ledger is longest, and ages are counted from it, not from a
    clock. What bears a later time than the last made comes from a clock that was wrong: it counts
    as new. And because the last one's own time may be wrong by years, the last MOST_RECENT stay
    whatever their times say, and so does the last of each evening. Sealed ones have a ladder of
    their own: a phrase that is forgotten takes no copy away that opens without it.
    """
    by_seal: dict[bool, list[Copy]] = {}
    for copy in there:
        by_seal.setdefault(copy.sealed, []).append(copy)
    return {copy for alike in by_seal.values() for copy in _kept(alike)}


def _kept(there: Iterable[Copy]) -> set[Copy]:
    last_first = sorted(there, reverse=True)
    stay: dict[tuple[str, object], Copy] = {}
    for place, copy in enumerate(last_first):
        rungs = [("recent", place)] if place < MOST_RECENT else []
        for rung in [*rungs, ("evening", copy.slug), *_rung(copy.at, last_first[0].at)]:
            stay.setdefault(rung, copy)
    return set(stay.values())


def _rung(moment: datetime, last: datetime) -> list[tuple[str, object]]:
    """The rung of a time below the last made; none for one that is older than
    the ladder is long.
    """
    age = last - moment
    if age <= EVERY_ONE:
        return [("each", moment)]
    if age <= HOURLY:
        return [("hour", moment.replace(minute=0, second=0, microsecond=0))]
    return [("day", moment.date())] if age <= DAILY else []


def thin(folder: Path, fresh: Path | None = None) -> None:
    """Remove the copies that no rung holds, and what was left unfinished long ago; never the one
    just made.

    Damaged ones are left to people.
    """
    for path in folder.glob(f"*{UNFINISHED}"):
        if path.stat().st_mtime < time.time() - ABANDONED:
            remove(path)
    there = copies(folder)
    stay = kept(there)
    for copy in there:
        if copy not in stay and copy.path != fresh:
            remove(copy.path)


def set_aside(path: Path) -> Path:
    """Give a copy that failed its check a name that no restore takes for a whole one."""
    return rename(path, path.with_name(path.name + DAMAGED))
