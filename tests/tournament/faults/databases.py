"""A database of a trial's own, beside that of the tests and of the same kind."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

on_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite",
    reason="PostgreSQL keeps and copies itself: its trials are its own dump and the standby's",
)
on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has a trial of its own"
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """The address of an empty database; it goes with the test."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'evening.sqlite3'}"
        return
    told, name = connection.settings_dict, f"trial_{tmp_path.name}".replace("-", "_")[:60].lower()
    server = f"postgresql://{told['USER']}@/{{}}?host={told['HOST'] or told['OPTIONS']['host']}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as held:
        held.execute(f'CREATE DATABASE "{name}"'.encode())
        yield server.format(name).replace("postgresql:", "postgres:")
        held.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
