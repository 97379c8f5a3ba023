"""A copy before a change that takes in or rebuilds much: an import, or new tables."""

import sqlite3
from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from tournament.backup.making import make_copy
from tournament.backup.places import NoSuchPlaceError
from tournament.backup.sqlite import DamagedError
from tournament.backup.tables import has_tables


def copy_beforehand() -> str:
    """Copy the database, where it holds anything and no transaction runs. Returns what hindered it, or nothing."""
    if connection.in_atomic_block or not has_tables():
        return ""
    try:
        make_copy(prove=False)
    except (NoSuchPlaceError, DamagedError, OSError, sqlite3.Error) as fault:
        return f"No copy of the database could be made before this ({fault})."
    return ""


def before_migrate(plan: Any = (), using: str = "default", **_more: Any) -> None:
    """Called by Django before it changes tables: without a copy of what is there they are not touched."""
    if not plan or using != "default":
        return
    if hindrance := copy_beforehand():
        raise CommandError(f"{hindrance} The tables were not changed: see that the disk has room, then try again.")
