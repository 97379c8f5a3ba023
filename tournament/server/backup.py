"""Making a copy: snapshot, flush, name, check, prove, second place, ladder, in this order. It is
proved by counting everything again from what the copy holds, and the server's secret goes with
it, since codes on paper are derived from that and reprints are to bear the same ones.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection, connections
from django.db.models import Max

from tournament.models import Event, LedgerEntry
from tournament.refusal import Refused
from tournament.server import ladder, sqlite_copies
from tournament.server.ladder import STAMP, UNFINISHED, name_of
from tournament.server.schema import applied_here, too_old, up_to_date
from tournament.server.sealing import salt_of, seal, write_sealed
from tournament.server.sqlite_copies import DamagedError
from tournament.server.storage import (
    KEPT_BY_POSTGRESQL,
    REFUSED_BY_DISK,
    SEALED,
    SECRET,
    SUFFIX,
    NoSuchPlaceError,
    database_file,
    folder,
    has_tables,
    second,
)
from tournament.site.system import remove, to_disk
from tournament.verification.checks import faults

RECENT = timedelta(days=2)


def first_fault(*, recent: bool) -> str:
    """The first thing that does not fit, over all events, or those written to of late; nothing
    where all fits.
    """
    for event in _events(recent=recent):
        fault = next(islice(faults(event), 1), None)
        if fault is not None:
            return f"{event.slug}: {fault}"
    return ""


@contextmanager
def reading_from(copy: Path) -> Iterator[None]:
    """Let every query of this block, in this thread, read a copy."""
    used = connections["default"]
    read_only = {
        "NAME": f"{copy.resolve().as_uri()}?mode=ro&immutable=1",
        "OPTIONS": {"uri": True},
        "CONN_MAX_AGE": 0,
    }
    wrapper = type(used)(used.settings_dict | read_only, alias="default")
    connections["default"] = wrapper
    try:
        yield
    finally:
        wrapper.close()
        connections["default"] = used


def _events(*, recent: bool) -> list[Event]:
    if not recent:
        return list(Event.objects.order_by("pk"))
    latest = LedgerEntry.objects.aggregate(newest=Max("at"))["newest"]
    if latest is None:
        return []
    ledger_entries = LedgerEntry.objects.filter(at__gte=latest - RECENT).values("event").distinct()
    return list(Event.objects.filter(pk__in=ledger_entries).order_by("pk"))


HEADS = "heads.txt"
PRIVATE = 0o600


def lay_beside(copies: Path) -> None:
    """Keep the secret in a folder of copies, where this server made it itself; one from the
    environment is not ours.
    """
    own = _own()
    if own is None or own.read_text(encoding="utf-8") == _text(copies / SECRET):
        return
    (copies / SECRET).touch(mode=PRIVATE)
    (copies / SECRET).write_text(own.read_text(encoding="utf-8"), encoding="utf-8")


def take_from(copies: Path, now: datetime) -> bool:
    """Take the secret that lies beside a copy, and keep the one there was under another name.

    Returns whether it is another one; the server that starts next reads it.
    """
    secret, own = copies / SECRET, Path(settings.VAR_DIR) / SECRET
    if (
        not secret.is_file()
        or _own() is None
        or secret.read_text(encoding="utf-8") == own.read_text(encoding="utf-8")
    ):
        return False
    shutil.copy2(own, own.with_name(f"{SECRET}.before-{now.astimezone(UTC).strftime(STAMP)}"))
    own.write_text(secret.read_text(encoding="utf-8"), encoding="utf-8")
    return True


def _own() -> Path | None:
    """The file of the secret that is in use; None where the environment gave it."""
    file = Path(settings.VAR_DIR) / SECRET
    return file if _text(file).strip() == settings.SECRET_KEY else None


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@dataclass(frozen=True, slots=True)
class Made:
    """A copy that is whole: where it lies, and what `verify` finds in it (nothing, where all is
    well).
    """

    path: Path
    second: Path | None
    fault: str = ""


def make_copy(now: datetime | None = None, *, recent: bool = False, prove: bool = True) -> Made:
    """Copy the database into the folder for copies, and to the second place if there is one.

    A database that waits for changes of its tables cannot be read by this program: its copy is not
    proved. Raises NoSuchPlaceError where no copy can be made at all, DamagedError where the copy is
    not whole (it is set aside under another name), one of REFUSED_BY_DISK where that refuses.
    """
    path, fault = _here(now or datetime.now(UTC), prove and up_to_date(), recent)
    created = Made(path, to_second(path), fault)
    for there in filter(None, (created.path, created.second)):
        if not there.is_file():
            raise NoSuchPlaceError(
                f"The copy {there} was made and is not there any more: look at what removes it."
            )
    return created


def copy_at_once() -> Path:
    """The copy in the folder for copies: whole, but not proved. Raises as `make_copy` does."""
    return _here(datetime.now(UTC), proved=False, recent=True)[0]


def prove(copy: Path, *, recent: bool) -> str:
    """The first thing that does not fit in a copy; nothing where all fits."""
    if not up_to_date():
        return ""
    with reading_from(copy):
        return first_fault(recent=recent)


def _here(moment: datetime, proved: bool, recent: bool) -> tuple[Path, str]:
    if connection.vendor == "postgresql":
        raise NoSuchPlaceError(KEPT_BY_POSTGRESQL)
    source = database_file()
    if source is None or not source.is_file():
        raise NoSuchPlaceError("There is no database file yet: nothing to copy.")
    directory = folder()
    directory.mkdir(parents=True, exist_ok=True)
    path = _whole_copy(source, directory, moment)
    fault = ""
    if proved:
        with reading_from(path):
            fault = first_fault(recent=recent)
    ladder.thin(directory, path)
    lay_beside(directory)
    return path, fault


def _whole_copy(source: Path, directory: Path, moment: datetime) -> Path:
    """A damaged one is set aside under a name that no restore takes for a whole one."""
    partial = directory / f"{moment.strftime(STAMP)}{SUFFIX}{UNFINISHED}"
    sqlite_copies.snapshot(source, partial)
    if not sqlite_copies.has_ledger(partial):
        remove(partial)
        raise NoSuchPlaceError("The database holds no evening yet: nothing to copy.")
    slug, entry, digest, place = sqlite_copies.tail(partial)
    name = name_of(slug, moment, entry, digest, place)
    path = sqlite_copies.finished(partial, directory / name)
    try:
        sqlite_copies.look(path)
    except DamagedError:
        ladder.set_aside(path)
        raise
    return path


def to_second(path: Path) -> Path | None:
    """The same file in the second place."""
    place = second()
    return None if place is None else lay_in(path, place)


def lay_in(path: Path, place: Path) -> Path:
    """The same copy in another place, whole or not at all, under its own ladder; sealed, with the
    secret in it, where a phrase was chosen.
    """
    chosen = seal()
    name = f"{path.name}{SEALED}" if chosen else path.name
    partial = place / f"{name}{UNFINISHED}"
    try:
        if chosen:
            own = _own()
            write_sealed(path, _text(own) if own else "", chosen, partial)
            salt_of(partial)
        else:
            shutil.copyfile(path, partial)
            lay_beside(place)
        to_disk(partial)
        copied = sqlite_copies.finished(partial, place / name)
        ladder.thin(place, copied)
        _witness(place, path.name)
    except OSError as fault:
        raise NoSuchPlaceError(
            f"The copy was made, but not in the second place, {place}: {fault.strerror}. See that"
            " it has room."
        ) from None
    except Refused as refused:
        raise NoSuchPlaceError(f"The copy was made, but not sealed. {refused}") from None
    return copied


def _witness(place: Path, name: str) -> None:
    """Note the head of the ledger where whoever rewrites this machine does not reach: a line for
    each copy, which no ladder takes away. `verify --head` compares one with the ledger.
    """
    with (place / HEADS).open("a", encoding="utf-8") as heads:
        heads.write(f"{name}\n")
    to_disk(place / HEADS)


def no_copy(fault: Exception) -> str:
    """What is said where no copy could be made before something serious."""
    return f"No copy of the database could be made before this ({fault})."


def copy_beforehand() -> str:
    """Copy a database that is a file, where it holds anything and no transaction runs.

    Returns what hindered it, or nothing.
    """
    if connection.vendor == "postgresql" or connection.in_atomic_block or not has_tables():
        return ""
    try:
        make_copy(prove=False)
    except (NoSuchPlaceError, DamagedError, *REFUSED_BY_DISK) as fault:
        return no_copy(fault)
    return ""


def before_migrate(plan: Any = (), using: str = "default", **_more: Any) -> None:
    """Called by Django before it changes tables: without a copy of what is there they are not
    touched.
    """
    if not plan or using != "default":
        return
    if older := too_old(applied_here()):
        raise CommandError(older)
    if hindrance := copy_beforehand():
        raise CommandError(
            f"{hindrance} The tables were not changed: see that the disk has room, then try again."
        )
