"""The laptop dies: what the commands copy and put back, on a database of its own."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.tournament.faults.databases import database
from tests.tournament.faults.hall import ROOT, environment, laid
from tests.tournament.faults.rows import lost, missing

__all__ = ["database"]
pytestmark = pytest.mark.django_db


def said(database: str, folder: Path, *words: str) -> str:
    """What a command of the product prints."""
    command = (
        [sys.executable, *words] if words[0] == "-m" else [sys.executable, "manage.py", *words]
    )
    variables = environment(database, BACKUP_DIR=str(folder))
    made = subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


def written(told: str) -> dict[str, int]:
    """The receipts that a writer was given."""
    return {key: int(number) for key, number in (line.split() for line in told.splitlines())}


@pytest.mark.promise(
    "A copy put back holds every save made before it, and says what to key again", faults=(7,)
)
def test_a_copy_brings_everything_back_that_was_saved_before_it(
    database: str, tmp_path: Path
) -> None:
    slug, _codes = laid(database, 2, 2)
    writer = ("-m", "tests.tournament.faults.writer", slug, "2", "2")
    before = written(said(database, tmp_path, *writer, "2"))
    copy = Path(said(database, tmp_path, "backup").strip())
    later = written(said(database, tmp_path, *writer, "1"))
    told = said(database, tmp_path, "restore", str(copy))
    assert (lost(database, before), missing(database, later)) == ([], list(later))
    assert f"every receipt above number {max(before.values())} is gone." in told
    assert told.splitlines()[-2:] == ["  Round 1, table 1: game 2", "  Round 1, table 2: game 2"]
    assert "all in order" in said(database, tmp_path, "verify")
    kept = told.split("is kept: ")[1].splitlines()[0]
    if connection.vendor == "sqlite":
        assert lost(f"sqlite:///{kept}", before | later) == []
        wish = Path(database.removeprefix("sqlite:///")).with_suffix(".restore")
        wish.write_text(str(copy), encoding="utf-8")
        assert "Put back" in said(database, tmp_path, "restore", "--wished")
        assert (lost(database, before), wish.exists()) == ([], False)
    else:
        said(database, tmp_path, "restore", kept)
        assert lost(database, before | later) == []
