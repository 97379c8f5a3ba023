"""Where the database lies, where its copies go, and by what lock one process at a time keeps it.

What a copy is called: the event written to last, the time, the number and the head of its ledger,
and its place.

The place is the row of the last entry in all ledgers of the database. It only ever grows, also when
an older copy is put back (tournament/server/restore.py), so copies are in the order in which they
were made, whatever the clock said.

Which copies stay: the last sixty, each of an hour, one an hour of two days, one a day of two
months.

What has to do with the disk itself: writing through to it, and how much room it has.

Copying a SQLite file while it is used, and looking whether a copy is whole.
"""

import hashlib
import re
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, connection

from tournament.site.system import remove, rename, take_file, to_disk

KEPT_BY_POSTGRESQL = (
    "PostgreSQL keeps this database: copy it with pg_dump, as docs/restore.md says under"
    " “PostgreSQL”."
)
REFUSED_BY_DISK = (OSError, sqlite3.Error, DatabaseError)
"""What a disk or a database that refuses is told by, whoever reads or writes it."""


def unreadable(path: Path, fault: OSError) -> str:
    """What is said of a copy that the disk does not give."""
    return f"{path.name} cannot be read: {fault.strerror}."


class NoSuchPlaceError(ValueError):
    """Copies cannot be made, or not there: the sentence says why and what to do."""


def database_file() -> Path | None:
    """The file of the database; None for one in memory, or on a server."""
    if connection.vendor != "sqlite":
        return None
    name = str(connection.settings_dict["NAME"])
    path = Path(name)
    return path.absolute() if ":memory:" not in name and "mode=memory" not in name else None


def beside() -> Path:
    """The folder that holds what belongs to this database: that of its file, or var/ for a
    server's.
    """
    file = database_file()
    if file is not None:
        return file.parent
    return Path(settings.VAR_DIR)


def stem() -> str:
    """A name for this database that no other on this machine has: `hall.old` is not `hall`."""
    file = database_file()
    if file is not None:
        return file.name.removesuffix(SUFFIX)
    declared = connection.settings_dict
    identity = "|".join(str(declared[part]) for part in ("HOST", "PORT", "NAME"))
    return f"{declared['NAME']}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def folder() -> Path:
    """Where copies are kept: BACKUP_DIR, or a folder beside the database that bears its name."""
    return Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else beside() / f"{stem()}-backups"


def second() -> Path | None:
    """The second place, if one is given.

    It has to be there: a stick that is not plugged in is no folder to be made.
    """
    if not settings.BACKUP_SECOND:
        return None
    place = Path(settings.BACKUP_SECOND)
    if not place.is_dir():
        raise NoSuchPlaceError(
            f"The second place for copies, {place}, is not there: plug the disk in, or correct"
            " BACKUP_SECOND."
        )
    return place


def lock_file() -> Path:
    """Whoever holds a lock on this file keeps the database; its text is the
    keeper's last trouble.
    """
    return beside() / f"{stem()}.keeper"


@contextmanager
def keeping() -> Iterator[IO[Any] | None]:
    """Hold the lock of the keeper as long as the block runs; None where another
    process holds it.
    """
    with lock_file().open("a+", encoding="utf-8") as lock:
        try:
            take_file(lock.fileno())
        except BlockingIOError:
            yield None
        else:
            yield lock


def trouble() -> str:
    """Why the last copy could not be made or is not right, in a sentence; nothing where all is
    well.
    """
    try:
        return lock_file().read_text(encoding="utf-8").strip()
    except OSError:
        return ""


STAMP = "%Y%m%dT%H%M%S%f"
UNFINISHED = ".partial"
DAMAGED = ".damaged"
SUFFIX = ".sqlite3"
NOTHING = "empty"
_NAME = re.compile(
    r"(?P<slug>.+)-(?P<at>\d{8}T\d{12})-(?P<entry>\d+)-(?P<head>[0-9a-f]{8}|none)(?:-(?P<place>\d{1,18}))?\.sqlite3",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """A finished copy: its place, when it was made, where it lies, and the end of the ledger that
    was written last.

    Copies are ordered by their place, then by the clock; -1 is the place of one that an older
    program has named.
    """

    place: int
    at: datetime
    path: Path
    slug: str
    entry: int
    head: str


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
        int(match["place"] or -1), moment, path, match["slug"], int(match["entry"]), match["head"]
    )


def copies(folder: Path) -> list[Copy]:
    """Every finished copy in a folder, the first one made first."""
    return sorted(_there(folder))


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
    whatever their times say, and so does the last of each evening.
    """
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


MEGABYTE = 1024 * 1024


def free_megabytes(path: Path) -> int:
    """How much room is left where this file or folder lies."""
    return shutil.disk_usage(path).free // MEGABYTE


def nearly_full(path: Path) -> str:
    """A sentence while the disk has less room than DISK_WARNING_MB; nothing
    where there is enough.
    """
    free = free_megabytes(path)
    if free >= settings.DISK_WARNING_MB:
        return ""
    return (
        f"Only {free} MB are free on the disk of this evening: make room now, before a sheet cannot"
        " be saved."
    )


LEDGER = "tournament_ledgerentry"


def has_tables() -> bool:
    """Whether the database in use holds evenings at all; a fresh one does not yet."""
    with connection.cursor() as cursor:
        return LEDGER in connection.introspection.table_names(cursor)


HEADER = b"SQLite format 3\x00"
TAIL = """
    SELECT event.slug, entry.number, entry.digest, entry.id FROM tournament_ledgerentry entry
    JOIN tournament_event event ON event.id = entry.event_id ORDER BY entry.id DESC LIMIT 1
"""


class DamagedError(ValueError):
    """The file is no whole copy: the sentence says what is wrong with it."""


def copied(source: Path, target: Path) -> Path:
    """Copy under another name first: what bears the right name is whole and on disk."""
    partial = target.with_name(target.name + UNFINISHED)
    snapshot(source, partial)
    return finished(partial, target)


def snapshot(source: Path, partial: Path) -> None:
    """A copy of the database as it stands between two transactions, written through to the disk."""
    with closing(reading(source)) as old, closing(sqlite3.connect(partial)) as new:
        old.backup(new)
    to_disk(partial)


def finished(partial: Path, target: Path) -> Path:
    """Give an unfinished copy its name, and see that the folder keeps it."""
    rename(partial, target)
    to_disk(target.parent)
    return target


def reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a database that may be in use."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def still(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy that nobody writes to: nothing is laid beside it."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        yield db


def has_ledger(path: Path) -> bool:
    """Whether this is a database of Last Card at all; one that was never migrated is not."""
    with still(path) as db:
        return (
            db.execute(
                "SELECT 1 FROM sqlite_master WHERE name = 'tournament_ledgerentry'"
            ).fetchone()
            is not None
        )


def tail(path: Path) -> tuple[str, int, str, int]:
    """Event, number, digest and row of the entry written last; nothing and 0 before the first."""
    with still(path) as db:
        row = db.execute(TAIL).fetchone()
    return (str(row[0]), int(row[1]), str(row[2]), int(row[3])) if row else ("", 0, "", 0)


def look(path: Path) -> None:
    """Raise DamagedError unless the file is a whole SQLite database."""
    try:
        with path.open("rb") as file:
            if file.read(len(HEADER)) != HEADER:
                raise DamagedError(f"{path.name} is no copy of a database: it begins otherwise.")
        with still(path) as db:
            report = [str(row[0]) for row in db.execute("PRAGMA integrity_check(1)")]
    except OSError as fault:
        raise DamagedError(unreadable(path, fault)) from None
    except sqlite3.Error as fault:
        raise DamagedError(f"{path.name} is damaged: {fault}.") from None
    if report != ["ok"]:
        raise DamagedError(f"{path.name} is damaged: {report[0]}.")
