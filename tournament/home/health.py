"""Whether this server is well: whether it can take sheets, and everything else that `manage.py
doctor` and the organiser's page look at. Each is a finding: how it is, or what is wrong with it
and how to mend it.
"""

import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.utils import timezone

from scoring.words import capital, many
from tournament.models import Event, LedgerEntry, SlowRequest
from tournament.paper.press import PaperUnavailable, Press
from tournament.places import command
from tournament.server.keeper import kept_by_somebody
from tournament.server.ladder import Copy, copies, latest_time
from tournament.server.queued_sqlite.queue import Line
from tournament.server.schema import applied_here, too_old
from tournament.server.storage import (
    KEPT_BY_POSTGRESQL,
    NoSuchPlaceError,
    beside,
    database_file,
    folder,
    free_megabytes,
    lock_file,
    nearly_full,
    second,
    trouble,
)
from tournament.site import clock as site_clock
from tournament.site.cache import KeptQuery
from tournament.site.not_saved import BUSY, kind_of, moved
from tournament.site.patience import waiting_at_most
from tournament.site.same_file import Served
from tournament.site.system import on_windows
from tournament.site.timing import FAILED
from tournament.verification.checks import faults


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and how it is; `wrong` says that something has to be done, and `mend`
    what.
    """

    what: str
    words: str
    mend: str = ""

    @property
    def wrong(self) -> bool:
        """Whether somebody has to do something."""
        return bool(self.mend)


FULL = 8
"""Below so many megabytes a sheet may not find room."""
PUT_BACK = (
    "stop the server, put the file back in its place, or a copy"
    f" ({command('restore')}), and start again"
)
WRITER_WITHIN = 0.5
"""Seconds in which the writer's place is had, however many save."""
LET_GO = (
    "something else holds its file: close what has it open (a database browser, a virus scanner, a"
    " copy that hangs)"
)
START = "start it, or correct DATABASE_URL"
COUNTED_ON = ("database", "tables")
"""What has to be well before the records can be looked at."""
_up_to_date = threading.Event()


def readiness() -> Iterator[Finding]:
    """What has to be well before anybody is sent here."""
    reached = database_reached()
    yield reached
    if not reached.wrong:
        yield tables_up_to_date()
    yield assets()
    yield room_on_the_disk()


def database_reached() -> Finding:
    """Whether the database answers, and is still the file that was opened."""
    path = database_file()
    if away := Served.fault(path) if path is not None else "":
        return Finding("database", f"{capital(away)}.", f"Database: {PUT_BACK}.")
    try:
        # The writer's place is taken and left again: one that only reads would call a database well
        # into which nobody can save.
        with (
            waiting_at_most(WRITER_WITHIN),
            transaction.atomic(savepoint=False),
            connection.cursor() as cursor,
        ):
            cursor.execute("SELECT 1")
    except DatabaseError as fault:
        if kind_of(fault) == BUSY and not moved(fault) and connection.vendor == "sqlite":
            return Finding("database", _who_waits(path), f"Database: {LET_GO}.")
        return Finding(
            "database", f"It does not answer ({type(fault).__name__}).", f"Database: {START}."
        )
    return Finding("database", f"{connection.display_name} answers.")


def _who_waits(path: Path | None) -> str:
    waiting = Line.before(path).waiting if path is not None else 0
    held = "Something else holds the file, so nobody can save"
    return f"{held}: {many(waiting, 'request waits', 'requests wait')}." if waiting else f"{held}."


def tables_up_to_date() -> Finding:
    """Whether every migration was applied; once that is so, it is not asked
    again in this process.
    """
    if not _up_to_date.is_set():
        try:
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as fault:
            return Finding(
                "tables",
                f"They cannot be looked at ({type(fault).__name__}).",
                f"Database: {START}.",
            )
        if older := too_old(applied_here()):
            return Finding("tables", older, "Tables: another database, or the Last Card it had.")
        if plan:
            words = f"{len(plan)} changes of a newer version are not made yet."
            return Finding(
                "tables",
                words,
                f"Tables: run {command('migrate')}; it keeps what was entered.",
            )
        _up_to_date.set()
    return Finding("tables", "They are those of this version.")


def room_on_the_disk() -> Finding:
    """Whether the next sheet finds room."""
    path = beside()
    try:
        free = free_megabytes(path)
    except OSError:
        return Finding(
            "disk", "The folder of the evening is not there.", f"Folder of the evening: {PUT_BACK}."
        )
    if free < FULL:
        return Finding(
            "disk", f"It is full: {free} MB are left.", "Disk: delete something large now."
        )
    warning = nearly_full(path)
    return Finding("disk", warning or f"{free:,} MB are free.")


OLD = timedelta(minutes=5)
"""A copy older than this while sheets came in since is one too few, where none is made by itself.
"""
SLACK = timedelta(seconds=15)
LATELY = timedelta(hours=1)
SECRET_OPEN = 0o077
IN_THE_ACCOUNT = "Kept in this account's own folder, which Windows keeps from others."
MANY = 10
SNAPSHOTS = "snapshots"
NEARLY = timedelta(minutes=2)
WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)


def everything() -> Iterator[Finding]:
    """All of it, the most important first; what needs the database only where that answers."""
    ready = list(readiness())
    yield from ready
    if not any(finding.wrong and finding.what in COUNTED_ON for finding in ready):
        yield from ledgers()
        yield backups()
        yield clock()
        yield slowness()
        yield from names_due()
    yield secret()
    yield files()
    yield addresses()
    yield paper()
    yield from warnings()


def ledgers() -> Iterator[Finding]:
    """Every evening counted again, as `verify` does."""
    for event in Event.objects.order_by("slug").iterator():
        first = next(islice(faults(event), 1), None)
        subject = f"record of {event.slug}"
        if first is None:
            yield Finding(subject, "All in order.")
        else:
            mend = "Stop entering, and restore the newest copy that verifies (docs/restore.md)."
            yield Finding(subject, first, mend)


def newest_copy() -> Copy | None:
    """The newest copy in the folder for copies."""
    created = copies(folder())
    return created[-1] if created else None


def backups() -> Finding:
    """Whether there is a copy, and whether it is of now: by what the ledger has since, whatever the
    clock says.
    """
    if connection.vendor == "postgresql":
        return Finding("copies", KEPT_BY_POSTGRESQL)
    copy, last = newest_copy(), LedgerEntry.objects.aggregate(at=Max("at"))["at"]
    fault = trouble() or _second_missing()
    if fault:
        return Finding("copies", fault, f"Copies: {fault}")
    if copy is None:
        if last is None:
            return Finding("copies", "None yet, and nothing is entered.")
        if kept_by_somebody() and time.time() - lock_file().stat().st_mtime < OLD.total_seconds():
            return Finding("copies", "The server that was just started makes the first one.")
        return Finding(
            "copies",
            "There is no copy of this evening yet.",
            f"Copies: run {command('backup')}, and keep the server running.",
        )
    words = (
        f"The newest is of {timezone.localtime(copy.at):%d %B %H:%M}, up to entry {copy.entry}:"
        f" {copy.path}."
    )
    if last is not None and (last - copy.at > too_old_a_copy() or _entries_since(copy)):
        keeps = "" if kept_by_somebody() else " No server is running that makes them."
        return Finding("copies", f"{words}{keeps}", f"Copies: run {command('backup')} now.")
    return Finding("copies", words)


def too_old_a_copy() -> timedelta:
    """How long something may be in the ledger and in no copy: two copies were missed by then."""
    every = settings.BACKUP_EVERY
    return timedelta(seconds=2 * every) + SLACK if every else OLD


def _entries_since(copy: Copy) -> bool:
    """Whether something has been in the ledger for a while that this copy has not."""
    first = (
        LedgerEntry.objects.filter(pk__gt=copy.place)
        .order_by("pk")
        .values_list("at", flat=True)
        .first()
    )
    return copy.place >= 0 and first is not None and abs(timezone.now() - first) > too_old_a_copy()


def _second_missing() -> str:
    try:
        second()
    except NoSuchPlaceError as fault:
        return str(fault)
    return ""


def clock() -> Finding:
    """Whether this computer's clock was moved, or stands before what was
    entered or copied already.
    """
    moved = site_clock.moved()
    if words := clock_behind():
        return Finding(
            "clock",
            words,
            "Clock: set this computer's date and time; nothing entered is lost.",
        )
    if moved:
        words = f"It was moved by {timedelta(seconds=round(moved))} while the computer ran."
        return Finding("clock", words, "Clock: look at this computer's date and time.")
    return Finding("clock", f"{timezone.localtime():%d %B %Y, %H:%M}.")


def clock_behind(last: datetime | None = None) -> str:
    """A sentence where this computer's clock stands before this program, the last entry, or a copy;
    else nothing.

    `last` is the time of an entry that is known already; else the last of all evenings is looked
    for.
    """
    now = timezone.now()
    soon = now + NEARLY
    if now < WRITTEN:
        return f"It says {timezone.localtime(now):%d %B %Y}, a day before this program was written."
    latest = last or LedgerEntry.objects.aggregate(at=Max("at"))["at"]
    if latest is not None and latest > soon:
        return (
            "It stands before the last entry, which says"
            f" {timezone.localtime(latest):%d %B %Y, %H:%M}."
        )
    copied = latest_time(folder())
    if copied is not None and copied > soon:
        local = timezone.localtime(copied)
        return (
            f"It stands before a copy that says {local:%d %B %Y, %H:%M}: it was wrong then, or is"
            " wrong now."
        )
    return ""


def slowness() -> Finding:
    """How much was slow in the last hour."""
    slow = SlowRequest.objects.filter(at__gte=timezone.now() - LATELY)
    count = slow.count()
    if not count:
        return Finding("slow requests", "None in the last hour.")
    worst = max(slow, key=lambda slow_request: slow_request.milliseconds)
    words = (
        f"{count} noted in the last hour, the longest {worst.milliseconds / 1000:.1f} s"
        f" ({worst.route})."
    )
    mend = (
        "Slow requests: end other work on this computer, and look at its disk."
        if count >= MANY
        else ""
    )
    return Finding("slow requests", words, mend)


STUMBLED = KeptQuery(lambda status: SlowRequest.objects.filter(status=status)[:MANY])


def stumbles() -> str:
    """That the server failed at what somebody asked of it in the last hour, where and when;
    nothing where it did not.
    """
    since = timezone.now() - LATELY
    try:
        requests = [request for request in STUMBLED.of(FAILED) if request.at >= since]
    except DatabaseError:
        return ""
    if not requests:
        return ""
    times = "once" if len(requests) == 1 else f"{len(requests)} times"
    return (
        f"The laptop stumbled {times} in the last hour, the last time at"
        f" {timezone.localtime(requests[0].at):%H:%M} ({requests[0].route}). Whoever asked was told"
        " to call an umpire; the log names the line."
    )


def names_due() -> Iterator[Finding]:
    """Past evenings whose guests' names were to be wiped by now."""
    events = Event.objects.filter(names_kept_days__isnull=False, names_wiped_at=None).order_by(
        "date"
    )
    for event in events.iterator():
        day = event.date + timedelta(days=event.names_kept_days or 0)
        if day <= timezone.localdate():
            mend = (
                f"Names: the organiser of {event.slug} wipes them on the page “Names of this"
                " evening”."
            )
            yield Finding(
                "names", f"Those of {event.slug} were to be wiped from {day:%d %B %Y} on.", mend
            )


def files() -> Finding:
    """The database, its journals and the copies hold names, passwords' digests and log-ins: they
    are nobody else's.
    """
    if on_windows():
        return Finding("files", IN_THE_ACCOUNT)
    database = database_file()
    near = (
        [*database.parent.glob(f"{database.name}*"), database.parent / SNAPSHOTS]
        if database
        else []
    )
    lying = [
        path for place in (*near, folder()) for path in (place, *place.glob("*")) if path.exists()
    ]
    can_be_read = [
        path for path in lying if path.stat().st_mode & SECRET_OPEN and _reached(path, lying)
    ]
    if not can_be_read:
        return Finding("files", "The database and its copies are this account's alone.")
    places = " ".join(str(path) for path in [*near, folder()] if path.exists())
    words = f"Others on this computer can read {len(can_be_read)} of the database and its copies."
    return Finding("files", words, f"Files: run chmod -R go= {places}")


def _reached(path: Path, lying: Collection[Path]) -> bool:
    """Whether others come as far as this file; a folder closed to them guards what is in it."""
    return path.parent not in lying or bool(path.parent.stat().st_mode & SECRET_OPEN)


def secret() -> Finding:
    """The server's secret is nobody else's to read."""
    if on_windows():
        return Finding("secret", IN_THE_ACCOUNT)
    path = Path(settings.VAR_DIR) / "secret_key"
    if path.exists() and path.stat().st_mode & SECRET_OPEN:
        return Finding(
            "secret", "Others on this computer can read it.", f"Secret: run chmod 600 {path}"
        )
    return Finding("secret", "Kept by this account alone.")


def addresses() -> Finding:
    """The links on paper lead here."""
    host = settings.BASE_URL.partition("://")[2].partition("/")[0].partition(":")[0]
    if host and "*" not in settings.ALLOWED_HOSTS and host not in settings.ALLOWED_HOSTS:
        words = f"Links on paper name {host}, which this server does not answer to."
        return Finding(
            "addresses", words, f"Addresses: put {host} among ALLOWED_HOSTS, or correct BASE_URL."
        )
    return Finding("addresses", f"Links on paper begin with {settings.BASE_URL}.")


def assets() -> Finding:
    """Style and script of the pages are where they are served from."""
    if settings.STATIC_HASHED and not (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        return Finding(
            "assets",
            "They are not collected.",
            f"Assets: run {command('collectstatic')}, or start the server again.",
        )
    return Finding("assets", "In their place.")


def paper() -> Finding:
    """Whether PDFs can be made."""
    try:
        Press(())
    except PaperUnavailable as missing:
        return Finding("paper", "No PDFs can be made; pages print from the browser.", str(missing))
    return Finding("paper", "PDFs can be made.")


def warnings() -> Iterator[Finding]:
    """What Django's own checks say."""
    for message in checks.run_checks():
        grave = message.level >= checks.ERROR
        yield Finding(
            f"check {message.id}",
            str(message.msg),
            str(message.hint or "Read the message.") if grave else "",
        )
