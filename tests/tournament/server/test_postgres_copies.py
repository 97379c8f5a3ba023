"""PostgreSQL copies itself: its own dump put back holds every save and verifies; ours make none."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.pair.servers import TOOLS
from tests.tournament.evening import official, seated_event
from tests.tournament.faults.databases import database
from tests.tournament.faults.hall import commands, environment, verify_words
from tests.tournament.faults.rows import lost
from tests.tournament.server.test_commands import written
from tournament.home.health import backups
from tournament.models import Role
from tournament.server.backup import copy_beforehand
from tournament.server.storage import KEPT_BY_POSTGRESQL

__all__ = ["database"]
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def program(name: str, *words: str) -> None:
    """One of the server's own programs, as docs/restore.md calls it."""
    command = [str(TOOLS.find_binaries() / name), *words]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


@dataclass(frozen=True)
class Hall:
    """A database that a dump was put into, its evening, and the receipts given before the dump."""

    database: str
    slug: str
    receipts: dict[str, int]


@pytest.fixture
def put_back(database: str, tmp_path: Path) -> Iterator[Hall]:
    """A hall of two tables, dumped and put into another database, which goes with the test."""
    dump, again = tmp_path / "evening.dump", database.replace("/trial_", "/again_")
    name = urlsplit(again).path.removeprefix("/")
    with commands(environment(database)) as said:
        slug = json.loads(said("-m", "tests.tournament.faults.lay", "2", "2"))["slug"]
        receipts = written(said("-m", "tests.tournament.faults.writer", slug, "2", "2", "2"))
    program("pg_dump", "--format=custom", f"--file={dump}", database)
    with psycopg.connect(database, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            words = ("--no-owner", "--single-transaction", f"--dbname={again}", str(dump))
            program("pg_restore", *words)
            yield Hall(again, slug, receipts)
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.mark.promise("PostgreSQL's own dump, put back elsewhere, holds every save and goes on")
def test_the_servers_own_dump_put_back_holds_every_save_and_goes_on(put_back: Hall) -> None:
    with commands(environment(put_back.database)) as said:
        said("", "manage.py", "migrate")
        assert lost(put_back.database, put_back.receipts) == []
        later = said("-m", "tests.tournament.faults.writer", put_back.slug, "2", "2", "2")
    assert lost(put_back.database, put_back.receipts | written(later)) == []
    assert "all in order" in verify_words(put_back.database)


@pytest.mark.control("test_the_servers_own_dump_put_back_holds_every_save_and_goes_on")
def test_a_point_changed_in_what_was_put_back_is_found(put_back: Hall) -> None:
    with psycopg.connect(put_back.database, autocommit=True) as server:
        server.execute("ALTER TABLE tournament_tally DISABLE TRIGGER ALL")
        server.execute("UPDATE tournament_tally SET points = points + 1")
    assert "is not what was entered" in verify_words(put_back.database)


def test_no_copy_of_ours_is_made_or_missed_and_who_asks_is_told_where_to_look() -> None:
    assert (copy_beforehand(), backups().words, backups().mend) == ("", KEPT_BY_POSTGRESQL, "")
    with pytest.raises(CommandError, match="copy it with pg_dump"):
        call_command("backup")
    with pytest.raises(CommandError, match="put a dump back with pg_restore"):
        call_command("restore", __file__)


def test_the_page_of_copies_says_who_makes_them() -> None:
    event, client = seated_event(), Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    page = client.get(reverse("copies", args=[event.slug])).content.decode()
    assert ("copy it with pg_dump" in page, "Copy now" in page) == (True, False)
