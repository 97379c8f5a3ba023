"""Making a copy: snapshot, flush, name, check, prove, second place, ladder - in this order."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection, transaction

from tournament.backup import ladder, postgres, secret, sqlite
from tournament.backup.disk import to_disk
from tournament.backup.names import STAMP, SUFFIXES, UNFINISHED, name_of
from tournament.backup.places import NoSuchPlaceError, database_file, folder, second
from tournament.backup.proving import first_fault, reading_from
from tournament.backup.tables import up_to_date
from tournament.models import LedgerEntry


@dataclass(frozen=True, slots=True)
class Made:
    """A copy that is whole: where it lies, and what `verify` finds in it (nothing, where all is well)."""

    path: Path
    second: Path | None
    fault: str = ""


def make_copy(now: datetime | None = None, *, recent: bool = False, prove: bool = True) -> Made:
    """Copy the database into the folder for copies, and to the second place if there is one.

    A database that waits for changes of its tables cannot be read by this program: its copy is not proved.
    Raises NoSuchPlaceError where no copy can be made at all, DamagedError where the copy is not whole (it is set aside
    under another name), OSError or sqlite3.Error where the disk refuses.
    """
    where = folder()
    where.mkdir(parents=True, exist_ok=True)
    at = now or datetime.now(UTC)
    prove = prove and up_to_date()
    path, fault = _postgres(where, at, prove, recent) if _on_server() else _sqlite(where, at, prove, recent)
    ladder.thin(where)
    secret.lay_beside(where)
    return Made(path, _to_second(path), fault)


def _on_server() -> bool:
    return connection.vendor == "postgresql"


def _sqlite(where: Path, at: datetime, prove: bool, recent: bool) -> tuple[Path, str]:
    source = database_file()
    if source is None or not source.is_file():
        raise NoSuchPlaceError("There is no database file yet: nothing to copy.")
    partial = where / f"{at.strftime(STAMP)}{SUFFIXES['sqlite']}{UNFINISHED}"
    sqlite.snapshot(source, partial)
    if not sqlite.has_ledger(partial):
        partial.unlink()
        raise NoSuchPlaceError("The database holds no evening yet: nothing to copy.")
    path = sqlite.finished(partial, where / name_of(*_said(sqlite.tail(partial), at), SUFFIXES["sqlite"]))
    with _whole_or_aside(path):
        sqlite.look(path)
    if not prove:
        return path, ""
    with reading_from(path):
        return path, first_fault(recent=recent)


def _postgres(where: Path, at: datetime, prove: bool, recent: bool) -> tuple[Path, str]:
    """The dump, the name and the proof all see one and the same snapshot of the database."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = str(cursor.fetchone()[0])
        last = LedgerEntry.objects.select_related("event").order_by("-pk").first()
        tail = (last.event.slug, last.number, last.digest) if last else ("", 0, "")
        target = where / name_of(*_said(tail, at), SUFFIXES["postgresql"])
        path = sqlite.finished(postgres.dumped(target, snapshot), target)
        with _whole_or_aside(path):
            postgres.look(path)
        return path, first_fault(recent=recent) if prove else ""


def _said(tail: tuple[str, int, str], at: datetime) -> tuple[str, datetime, int, str]:
    slug, entry, digest = tail
    return slug, at, entry, digest


@contextmanager
def _whole_or_aside(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite.DamagedError:
        ladder.set_aside(path)
        raise


def _to_second(path: Path) -> Path | None:
    """The same file in the second place, whole or not at all, under its own ladder."""
    place = second()
    if place is None:
        return None
    partial = place / (path.name + UNFINISHED)
    try:
        shutil.copyfile(path, partial)
        to_disk(partial)
        found = sqlite.finished(partial, place / path.name)
        ladder.thin(place)
        secret.lay_beside(place)
    except OSError as fault:
        raise NoSuchPlaceError(
            f"The copy was made, but not in the second place, {place}: {fault.strerror}. See that it has room."
        ) from None
    return found
