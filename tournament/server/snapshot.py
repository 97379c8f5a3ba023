"""A copy of the whole database before a grave act: made beside the transaction, never in its way;
the official who acted is told when none could be made.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from django.contrib import messages
from django.db import connection
from django.http import HttpRequest, HttpResponse

from tournament.models import Event, LedgerEntry
from tournament.server.backup import no_copy
from tournament.server.sqlite_copies import copied
from tournament.server.storage import REFUSED_BY_DISK, database_file
from tournament.site.system import remove

MOST = 30
"""So many copies are kept: the newest ones, and of the older ones a ladder with
ever wider rungs.
"""
NEWEST = 12
FOLDER = "snapshots"
UNFINISHED = ".partial"
ABANDONED = 3600
"""After so many seconds an unfinished copy is nobody's any more."""
STAMP = "%Y%m%dT%H%M%S%f"
_NAME = re.compile(
    r"(?P<slug>.+)-(?P<at>\d{8}T\d{12})-(?P<entry>\d+)-(?P<head>[0-9a-f]{8}|none)\.sqlite3",
    re.ASCII,
)
_fault: ContextVar[str] = ContextVar("why no copy could be made", default="")

Act = TypeVar("Act", bound=Callable[..., object])


def after_snapshot(act: Act) -> Act:
    """Mark a grave act: a copy of the database is made before it.

    Whatever hinders the copy, the act goes on.
    """

    @wraps(act)
    def kept(event: Event, *args: Any, **kwargs: Any) -> object:
        if not event.is_rehearsal:  # it is wiped without a trace, and no copy is to keep it
            keep(event)
        return act(event, *args, **kwargs)

    kept.after_snapshot = True  # type: ignore[attr-defined]
    return cast(Act, kept)


def keep(event: Event, now: datetime | None = None) -> Path | None:
    """Copy the database, where no transaction runs.

    A fault is kept for `fault_told`, not raised.
    """
    source = database_file()
    if source is None or in_transaction():
        return None
    folder = source.parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        path = copied(source, folder / _name(event, now or datetime.now(UTC)))
        thin(folder)
    except REFUSED_BY_DISK as fault:
        _fault.set(f"{no_copy(fault)} See that the disk has room.")
        return None
    return path


def fault_told() -> str:
    """Why the last copy of this request could not be made, once; nothing where all is well."""
    sentence = _fault.get()
    if sentence:
        _fault.set("")
    return sentence


def how_kept() -> str:
    """How this evening's database is kept, in a sentence for its officials."""
    if connection.vendor == "postgresql":
        return (
            "The evening is kept in PostgreSQL: whoever runs that server makes its copies, and a"
            " serious act makes none."
        )
    if database_file() is None:
        return "The database is held in memory alone, and no copies of it are made."
    return (
        "A copy of the database is made before every serious act, in the folder"
        f" {FOLDER} beside it."
    )


def in_transaction() -> bool:
    """Whether what would be copied is still being written."""
    return connection.in_atomic_block


def thin(folder: Path) -> None:
    """Keep the first copy, the newest ones, and between them those furthest apart; what was left
    unfinished goes.
    """
    for leftover in folder.glob(f"*{UNFINISHED}"):
        if leftover.stat().st_mtime < time.time() - ABANDONED:
            remove(leftover)
    rungs = sorted(
        (moment, path) for path in folder.iterdir() if (moment := _time(path)) is not None
    )
    while len(rungs) > MOST:
        dropped = min(
            range(1, len(rungs) - NEWEST), key=lambda rung: rungs[rung + 1][0] - rungs[rung - 1][0]
        )
        remove(rungs.pop(dropped)[1])


def snapshots(folder: Path) -> Sequence[Path]:
    """Every finished copy, the earliest first."""
    return [path for _moment, path in sorted(_finished(folder))]


def _finished(folder: Path) -> Iterator[tuple[datetime, Path]]:
    for path in folder.iterdir() if folder.is_dir() else ():
        moment = _time(path)
        if moment is not None:
            yield moment, path


def _time(path: Path) -> datetime | None:
    match = _NAME.fullmatch(path.name)
    return datetime.strptime(match["at"], STAMP).replace(tzinfo=UTC) if match else None


def _name(event: Event, now: datetime) -> str:
    last = (
        LedgerEntry.objects.filter(event=event)
        .order_by("-number")
        .values_list("number", "digest")
        .first()
    )
    number, head = (last[0], last[1][:8]) if last else (0, "none")
    return f"{event.slug}-{now.astimezone(UTC).strftime(STAMP)}-{number}-{head}.sqlite3"


Answer = Callable[[HttpRequest], HttpResponse]


def snapshot_told(answer: Answer) -> Answer:
    """Middleware: the fault of a copy, if there was one, as a message on the page that follows."""

    def answered(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if fault := fault_told():
            messages.warning(request, fault)
        return response

    return answered
