"""The disk fails with an I/O error at each write, sync, open and cut in turn: what was acknowledged
is there, what was not is said, and nothing is left by halves.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.faults.databases import database, on_sqlite
from tests.tournament.faults.hall import ROOT, environment, laid, verified
from tests.tournament.faults.rows import doubled, integrity, lost

__all__ = ["database"]
pytestmark = [
    pytest.mark.django_db,
    on_sqlite,
    pytest.mark.skipif(
        sys.platform != "linux" or shutil.which("cc") is None,
        reason="not run: the failing disk is a shim in C for Linux",
    ),
]
FEWEST = 5
"""An act that calls the disk fewer times was not watched."""


def found_on(database: str, slug: str, act: str, folder: Path, tmp_path: Path) -> dict[str, Any]:
    """What the act found, at each call of the disk that failed."""
    shim = tmp_path / "failing_disk.so"
    if not shim.exists():
        source = str(Path(__file__).with_name("failing_disk.c"))
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(shim), source, "-ldl"], check=True)
    variables = environment(database, LD_PRELOAD=str(shim), BACKUP_DIR=str(tmp_path / "copies"))
    command = [sys.executable, "-m", "tests.tournament.faults.on_a_failing_disk"]
    made = subprocess.run(
        [*command, act, slug, str(folder)],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def watched(found: dict[str, Any]) -> int:
    """At how many calls the disk failed; the last turn met no fault, and its act was done."""
    *failed, (said, met) = found["found"]
    assert (said, met) == ("done", 0)
    assert all(times for _said, times in failed)
    assert len(failed) >= FEWEST
    return len(failed)


@pytest.mark.promise(
    "At an I/O error of the disk, wherever it comes, nothing acknowledged is lost or half saved",
    faults=(8,),
)
def test_at_each_call_of_the_disk_that_fails_nothing_acknowledged_is_lost(
    database: str, tmp_path: Path
) -> None:
    slug, _codes = laid(database, 1, 1)
    kept = Path(database.removeprefix("sqlite:///"))
    saved = found_on(database, slug, "save", kept, tmp_path)
    assert watched(saved) >= FEWEST
    refused = [said for said, met in saved["found"] if met and said != "done"]
    assert refused, "a save that meets a fault is refused aloud"
    assert (saved["gone"], lost(database, saved["receipts"]), doubled(database)) == ([], [], 0)
    sealed = found_on(database, slug, "seal", kept, tmp_path)
    assert watched(sealed) >= FEWEST
    assert sealed["gone"] == [], "a seal and its entry are there, or neither"
    copied = found_on(database, slug, "copy", tmp_path / "copies", tmp_path)
    assert watched(copied) >= FEWEST
    assert copied["gone"] == [], "what bears the name of a copy is whole"
    back = found_on(database, slug, "restore", kept, tmp_path)
    assert watched(back) >= FEWEST
    assert back["gone"] == [], "a whole database lies under its name"
    assert integrity(database) == "ok"
    assert lost(database, saved["receipts"]) == []
    assert "all in order" in verified(database)


@pytest.mark.control("test_at_each_call_of_the_disk_that_fails_nothing_acknowledged_is_lost")
def test_a_copy_written_under_its_own_name_at_once_would_be_left_by_halves(
    database: str, tmp_path: Path
) -> None:
    slug, _codes = laid(database, 1, 1)
    assert found_on(database, slug, "bare_copy", tmp_path / "copies", tmp_path)["gone"]
