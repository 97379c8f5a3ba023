"""A database of every release opens in this version, with every total as it was."""

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tournament.refusal import Refused
from tournament.server.restore import restore

ROOT = Path(__file__).parents[3]
RELEASES = ROOT / "fixtures" / "releases"
OLDER = ROOT / "fixtures" / "older" / "0009_check_queue.sqlite3.gz"
EVENT = "demo-20"
ARCHIVED = sorted(RELEASES.glob("*.sqlite3.gz"))


def opened(release: str, folder: Path) -> Path:
    """The database of a release as it was kept."""
    file = folder / f"{release}.sqlite3"
    file.write_bytes(gzip.decompress((RELEASES / f"{release}.sqlite3.gz").read_bytes()))
    return file


def upgraded(file: Path) -> dict[str, Any]:
    """What this version says of it once it is upgraded."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.tournament.management.upgraded", EVENT]
    told = os.environ | {"DATABASE_URL": f"sqlite:///{file}"}
    done = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The database of the first release, upgraded once, and what is said of it."""
    file = opened("0.1.0", tmp_path_factory.mktemp("releases"))
    return file, upgraded(file)


def kept(release: str) -> dict[str, Any]:
    """What the release itself said of it."""
    found: dict[str, Any] = json.loads((RELEASES / f"{release}.json").read_text(encoding="utf-8"))
    return found


def test_every_archived_release_has_what_it_said_beside_it() -> None:
    releases = [path.name.removesuffix(".sqlite3.gz") for path in ARCHIVED]
    assert releases != []
    assert sorted(path.stem for path in RELEASES.glob("*.json")) == releases


@pytest.mark.promise(
    "A database of each release opens in this version, chain whole, totals equal", faults=(29,)
)
@pytest.mark.parametrize(
    "archived", ARCHIVED, ids=lambda path: path.name.removesuffix(".sqlite3.gz")
)
def test_a_database_of_each_release_opens_with_every_total_as_it_was(
    archived: Path, first: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    release = archived.name.removesuffix(".sqlite3.gz")
    of_the_first = first[0].name == f"{release}.sqlite3"
    found = first[1] if of_the_first else upgraded(opened(release, tmp_path))
    before = kept(release)
    assert found["verified"].startswith(f"{EVENT}: all in order")
    # A later version may say more of a guest or of the cut; what the release said has to stand.
    standings = zip(found["standings"]["standings"], before["standings"], strict=True)
    assert [_as_before(one, old) for one, old in standings] == before["standings"]
    assert _as_before(found["standings"]["cut"], before["cut"]) == before["cut"]


def _as_before(found: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    return {name: found.get(name) for name in old}


@pytest.mark.control("test_a_database_of_each_release_opens_with_every_total_as_it_was")
def test_an_upgrade_that_changed_one_tally_would_be_found(
    first: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    file = tmp_path / "changed.sqlite3"
    shutil.copy(first[0], file)
    with closing(sqlite3.connect(file)) as held:
        held.execute("DROP TRIGGER tournament_tally_kept")
        held.execute(
            "UPDATE tournament_tally SET points = points + 1 WHERE id = (SELECT max(id) FROM"
            " tournament_tally)"
        )
        held.commit()
    found = upgraded(file)
    assert "is not what was entered" in found["verified"]
    assert found["standings"]["standings"] != kept("0.1.0")["standings"]


def test_a_database_of_an_older_program_is_refused_in_a_sentence_and_untouched(
    tmp_path: Path,
) -> None:
    file = tmp_path / "older.sqlite3"
    file.write_bytes(gzip.decompress(OLDER.read_bytes()))
    before = file.read_bytes()
    command = [sys.executable, "-W", "ignore", "manage.py", "migrate", "--skip-checks"]
    variables = os.environ | {"DATABASE_URL": f"sqlite:///{file}"}
    answer = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr.startswith(
        "CommandError: This database was made by an older Last Card (its tables are those of"
        " 0009_check_queue), and this one cannot read it. Nothing was changed."
    )
    assert "manage.py export_evening" in answer.stderr
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if "before" in path.name] == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the copy is a file of SQLite")
@pytest.mark.django_db
def test_a_copy_of_an_older_program_is_not_put_back(tmp_path: Path) -> None:
    file = tmp_path / "older.sqlite3"
    file.write_bytes(gzip.decompress(OLDER.read_bytes()))
    with pytest.raises(Refused, match="made by an older Last Card"):
        restore(file, datetime(2026, 11, 28, tzinfo=UTC))
