"""The laptop dies for good: on another one the evening goes on from the copies on the stick."""

import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.figures import report
from tests.tournament.faults.clients import Crowd
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.faults.hall import ROOT, KilledHall, environment, lay_evening, verify_words
from tests.tournament.faults.rows import doubled, lost
from tournament.server.ladder import copies

SECONDS, EVERY = 40, 5


@pytest.mark.torture
@on_sqlite
@pytest.mark.promise(
    "A new laptop runs the evening within five minutes, and loses no more than the last minute",
    faults=(7,),
    figure="new_laptop",
)
def test_another_laptop_goes_on_from_the_stick(tmp_path: Path) -> None:
    stick, first, second = tmp_path / "stick", tmp_path / "first", tmp_path / "second"
    for folder in (stick, first, second):
        folder.mkdir()
    slug, codes = lay_evening(f"sqlite:///{first / 'evening.sqlite3'}", 22, 10)
    more = {"BACKUP_EVERY": str(EVERY), "BACKUP_SECOND": str(stick)}
    said: dict[str, float] = {}
    with (
        KilledHall(f"sqlite:///{first / 'evening.sqlite3'}", more=more) as hall,
        Crowd(hall.port, codes, 10) as crowd,
    ):
        end = time.time() + SECONDS
        while time.time() < end or not copies(stick):
            time.sleep(0.2)
            said |= dict.fromkeys(crowd.heard.receipts.keys() - said.keys(), time.time())
        hall.kill()
        died = time.time()
        crowd.stopped.set()
    shutil.rmtree(first)
    newest = copies(stick)[-1]
    database, began = f"sqlite:///{second / 'evening.sqlite3'}", time.monotonic()
    told = _put_back(database, newest.path)
    with KilledHall(database) as again:
        page = urllib.request.urlopen(f"{again.url}/e/{slug}/board/", timeout=30)
        page.close()
        took = time.monotonic() - began
    before = {
        key: crowd.heard.receipts[key] for key, at in said.items() if at < newest.at.timestamp()
    }
    gone = lost(database, crowd.heard.receipts)
    assert (lost(database, before), doubled(database)) == ([], 0)
    assert "every receipt above number" in told
    assert "all in order" in verify_words(database)
    age = died - newest.at.timestamp()
    report(
        "new_laptop",
        f"{len(crowd.heard.receipts):,} saves acknowledged under 12 clients, the laptop destroyed"
        f" {age:.0f} s after its last copy (one every {EVERY} s): all of before it there,"
        f" {len(gone)} of after it to key again; restored, started and the first page served in"
        f" {took:.0f} s",
    )


def _put_back(database: str, copy: Path) -> str:
    command = [sys.executable, "manage.py", "restore", str(copy)]
    made = subprocess.run(
        command, cwd=ROOT, env=environment(database), capture_output=True, text=True, check=True
    )
    return made.stdout
