"""The laptop dies: what the commands copy and put back, on a database of its own."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournament.faults.databases import database, on_sqlite
from tests.tournament.faults.hall import commands, environment
from tests.tournament.faults.rows import lost, missing

__all__ = ["database"]
pytestmark = [pytest.mark.django_db, on_sqlite]


def written(told: str) -> dict[str, int]:
    """The receipts that a writer was given."""
    return {key: int(number) for key, number in (line.split() for line in told.splitlines())}


@pytest.mark.promise(
    "A copy put back holds every save made before it, and says what to key again", faults=(7,)
)
def test_a_copy_brings_everything_back_that_was_saved_before_it(
    database: str, tmp_path: Path
) -> None:
    with commands(environment(database, BACKUP_DIR=str(tmp_path))) as said:
        slug = json.loads(said("-m", "tests.tournament.faults.lay", "2", "2"))["slug"]
        writer = ("-m", "tests.tournament.faults.writer", slug, "2", "2")
        before = written(said(*writer, "2"))
        copy = Path(said("", "manage.py", "backup").strip())
        later = written(said(*writer, "1"))
    # Another process: what the first knew is gone with the laptop.
    with commands(environment(database, BACKUP_DIR=str(tmp_path))) as said:
        put_back(database, copy, before, later, said)


def put_back(
    database: str,
    copy: Path,
    before: dict[str, int],
    later: dict[str, int],
    said: Callable[..., str],
) -> None:
    """The copy over the database: what was saved before it and later, and what is said of it."""
    told = said("", "manage.py", "restore", str(copy))
    assert (lost(database, before), missing(database, later)) == ([], list(later))
    assert f"every receipt above number {max(before.values())} is gone." in told
    assert told.splitlines()[-2:] == ["  Round 1, table 1: game 2", "  Round 1, table 2: game 2"]
    assert "all in order" in said("", "manage.py", "verify")
    kept = told.split("is kept: ")[1].splitlines()[0]
    assert lost(f"sqlite:///{kept}", before | later) == []
    wish = Path(database.removeprefix("sqlite:///")).with_suffix(".restore")
    wish.write_text(str(copy), encoding="utf-8")
    assert "Put back" in said("", "manage.py", "restore", "--wished")
    assert (lost(database, before), wish.exists()) == ([], False)
