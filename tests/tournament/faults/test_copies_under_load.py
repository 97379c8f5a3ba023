"""Copies while the machine has more to do than it can: pads save without a pause, and programs that
have nothing to do with it take every core.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.figures import report
from tests.tournament.faults.clients import Crowd
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.faults.hall import KilledHall, lay_evening, verify_words
from tests.tournament.faults.rows import doubled, lost
from tournament.server.ladder import Copy, copies
from tournament.server.sqlite_copies import look

PADS, EVERY, WANTED, MOST = 6, 10, 9, 300
SPINS = "while True: pass"


@contextmanager
def every_core_taken(times: int = 2) -> Iterator[None]:
    """So many programs a core that never rest."""
    number = times * (os.cpu_count() or 2)
    spinning = [subprocess.Popen([sys.executable, "-c", SPINS]) for _ in range(number)]
    try:
        yield
    finally:
        for program in spinning:
            program.kill()
            program.wait()


@pytest.mark.torture
@on_sqlite
def test_a_copy_is_made_every_ten_seconds_though_every_core_is_taken(tmp_path: Path) -> None:
    folder, database = tmp_path / "copies", f"sqlite:///{tmp_path / 'evening.sqlite3'}"
    folder.mkdir()
    _slug, codes = lay_evening(database, PADS, 10)
    more = {"BACKUP_EVERY": str(EVERY), "BACKUP_DIR": str(folder)}
    made: dict[Copy, float] = {}
    with (
        KilledHall(database, more=more) as hall,
        every_core_taken(),
        Crowd(hall.port, codes, 10, clients=PADS) as crowd,
    ):
        began = time.monotonic()
        while len(made) < WANTED and time.monotonic() < began + MOST:
            time.sleep(0.1)
            now = time.monotonic()
            made |= {copy: now for copy in copies(folder) if copy not in made}
        crowd.stopped.set()
    assert crowd.heard.strange == []
    assert len(made) == WANTED
    for copy in made:
        look(copy.path)  # DamagedError where one is not whole
    assert (lost(database, crowd.heard.receipts), doubled(database)) == ([], 0)
    assert "all in order" in verify_words(database)
    apart = [later - earlier for earlier, later in pairwise(made.values())]
    report(
        "copies_under_load",
        f"{len(crowd.heard.receipts):,} saves of {PADS} pads without a pause beside"
        f" {2 * (os.cpu_count() or 2)} programs that never rest: {len(made)} copies in"
        f" {now - began:.0f} s, asked for every {EVERY} s, {max(apart):.1f} s apart at most",
    )
