"""The disk fails with an I/O error while a sheet is saved, a cut sealed, a copy made and one put
back: what was acknowledged is there, what was not is said, and nothing is left by halves.

Each kind of call and file fails once while it passes and once while it lasts, or one of them where
the act takes long; in the long form each call, both ways.
"""

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.figures import report
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.faults.hall import ROOT, environment
from tests.tournament.faults.rows import doubled, integrity, lost

pytestmark = [
    pytest.mark.django_db,
    on_sqlite,
    pytest.mark.skipif(
        sys.platform != "linux" or shutil.which("cc") is None,
        reason="not run: the failing disk is a shim in C for Linux",
    ),
]
ACTS = ("save", "seal", "copy", "restore")
FAILED = {
    "save": {"open", "read", "write", "sync"},
    "seal": {"open", "read", "write", "sync", "rename"},
    "copy": {"open", "read", "write", "sync", "rename"},
    "restore": {"open", "read", "write", "sync", "cut", "link", "rename"},
}
"""The kinds of calls that have failed once at least in each act: fewer, and it was not watched."""


def tried(folder: Path, *form: str) -> tuple[str, dict[str, Any]]:
    """A fresh database in a folder of its own, and what all acts found on its failing disk."""
    disk = folder / "disk"
    (disk / "stick").mkdir(parents=True)
    shim, database = folder / "failing_disk.so", f"sqlite:///{disk / 'evening.sqlite3'}"
    source = str(Path(__file__).with_name("failing_disk.c"))
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(shim), source, "-ldl"], check=True)
    connection.ensure_connection()
    with closing(sqlite3.connect(disk / "evening.sqlite3")) as empty:
        connection.connection.backup(empty)
    made = subprocess.run(
        [sys.executable, "-m", "tests.tournament.faults.on_a_failing_disk", str(disk), *form],
        cwd=ROOT,
        env=environment(database, LD_PRELOAD=str(shim), BACKUP_SECOND=str(disk / "stick")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return database, json.loads(made.stdout)


@pytest.fixture(scope="module")
def short(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The short form, once for the promise and its control."""
    with django_db_blocker.unblock():
        yield tried(tmp_path_factory.mktemp("failing"))


@pytest.fixture(scope="module")
def long(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The long form. As with the short one no transaction of a test is open: a database that is
    written to is not copied, and the copy would wait for ever.
    """
    with django_db_blocker.unblock():
        yield tried(tmp_path_factory.mktemp("failing"), "each")


def kinds(found: dict[str, Any]) -> set[str]:
    """Which kinds of calls have failed."""
    return {call.split()[0] for call, _course, _times, _outcome in found["met"]}


def nothing_lost(database: str, found: dict[str, Any]) -> None:
    """What was wrong in any act, and what the database holds in the end."""
    assert [(act, found[act]["wrong"]) for act in ACTS if found[act]["wrong"]] == []
    assert [act for act in ACTS if not kinds(found[act]) >= FAILED[act]] == []
    assert [act for act in ACTS if {said for *_, said in found[act]["met"]} <= {"done"}] == []
    assert lost(database, found["save"]["receipts"]) == []
    assert (doubled(database), integrity(database), found["verified"]) == (0, "ok", "")


@pytest.mark.promise(
    "At an I/O error of the disk, wherever it comes, nothing acknowledged is lost or half saved,"
    " and what was refused is said",
    faults=(8,),
)
def test_at_each_kind_of_call_of_the_disk_that_fails_nothing_acknowledged_is_lost(
    short: tuple[str, dict[str, Any]],
) -> None:
    nothing_lost(*short)


@pytest.mark.control(
    "test_at_each_kind_of_call_of_the_disk_that_fails_nothing_acknowledged_is_lost"
)
def test_a_copy_written_under_its_own_name_at_once_would_be_left_by_halves(
    short: tuple[str, dict[str, Any]],
) -> None:
    assert short[1]["bare_copy"]["wrong"]


@pytest.mark.torture
@pytest.mark.promise(
    "At each single call of the disk that fails, nothing acknowledged is lost or half saved",
    faults=(8,),
    figure="failing_disk",
)
def test_at_each_single_call_of_the_disk_that_fails_nothing_acknowledged_is_lost(
    long: tuple[str, dict[str, Any]],
) -> None:
    nothing_lost(*long)
    found = long[1]
    times = ", ".join(f"{len(found[act]['met'])} at a {act}" for act in ACTS)
    report("failing_disk", f"the disk failed {times}: 0 acknowledged lost, 0 by halves, all said")
