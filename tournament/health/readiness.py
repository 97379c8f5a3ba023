"""Whether this server can take sheets: the database reached, its tables up to date, room on the disk."""

import threading
from collections.abc import Iterator

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tournament.backup.disk import free_megabytes, nearly_full
from tournament.backup.places import beside
from tournament.health.finding import Finding

FULL = 8
"""Below so many megabytes a sheet may not find room."""
START = "start it, or mend DATABASE_URL"
_up_to_date = threading.Event()


def readiness() -> Iterator[Finding]:
    """What has to be well before anybody is sent here."""
    reached = database_reached()
    yield reached
    if not reached.wrong:
        yield tables_up_to_date()
    yield room_on_the_disk()


def database_reached() -> Finding:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as fault:
        return Finding("database", f"It does not answer ({type(fault).__name__}).", f"Database: {START}.")
    return Finding("database", f"{connection.display_name} answers.")


def tables_up_to_date() -> Finding:
    """Whether every migration was applied; once that is so, it is not asked again in this process."""
    if not _up_to_date.is_set():
        try:
            executor = MigrationExecutor(connection)
            left = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as fault:
            return Finding("tables", f"They cannot be looked at ({type(fault).__name__}).", f"Database: {START}.")
        if left:
            words = f"{len(left)} changes of a newer version are not made yet."
            return Finding("tables", words, "Tables: run manage.py migrate; it keeps what was entered.")
        _up_to_date.set()
    return Finding("tables", "They are those of this version.")


def room_on_the_disk() -> Finding:
    """Whether the next sheet finds room."""
    where = beside()
    free = free_megabytes(where)
    if free < FULL:
        return Finding("disk", f"It is full: {free} MB are left.", "Disk: delete something large now.")
    warning = nearly_full(where)
    return Finding("disk", warning or f"{free:,} MB are free.")
