"""What images add to the file of an evening of 110, from the list to the podium."""

import sqlite3
from contextlib import closing
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from tournament.models import Change

pytestmark = pytest.mark.django_db
TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
MOST = 1_000_000
"""Bytes that they may add."""


def packed(database: sqlite3.Connection) -> int:
    """The bytes of a file without room to spare."""
    database.execute("VACUUM")
    return len(database.serialize())


def added(guests: int) -> int:
    """What the images of a demonstration evening to its end add."""
    call_command("demo", "--guests", str(guests), "--until", "end", stdout=StringIO())
    assert Change.objects.exclude(before={}).exists()
    image = bytearray(connection.connection.serialize())
    image[18:20] = b"\1\1"  # in memory there is no log to write ahead to
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(bytes(image))
        whole = packed(database)
        for (trigger,) in database.execute(TRIGGERS).fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        for name in ("press", "change", "withdrawal"):
            database.execute(f"DROP TABLE tournament_{name}")
        return whole - packed(database)


def test_images_of_an_evening_of_110_take_less_than_a_megabyte() -> None:
    if connection.vendor == "sqlite":
        assert added(110) < MOST
