"""The plug is pulled while sheets are saved: with the product's settings nothing acknowledged is
lost.
"""

import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from tests.figures import report
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.faults.disk import Disk, disk
from tests.tournament.faults.hall import ROOT, environment, lay_evening, verify_words
from tests.tournament.faults.rows import doubled, integrity, lost

TABLES, GAMES, MEGABYTES = 12, 10, 200
CARELESS = "tests.tournament.faults.careless_settings"
FEWEST = 5


@dataclass
class Cuts:
    """What a row of power cuts found."""

    acknowledged: int = 0
    lost: int = 0
    cuts_with_loss: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The figure for the pages."""
        return (
            f"{self.acknowledged:,} acknowledged, {self.lost:,} lost in {self.cuts_with_loss} of"
            " the cuts"
        )


def cut(folder: Path, cuts: int, settings: str, until: tuple[float, float] = (1.0, 3.0)) -> Cuts:
    """Save, cut the power, mount again and compare, so many times on one database."""
    found, rng = Cuts(), Random(cuts)
    with disk(folder, MEGABYTES) as held:
        database = f"sqlite:///{held.folder / 'evening.sqlite3'}"
        slug, _codes = lay_evening(database, TABLES, GAMES)
        os.sync()
        for _cut in range(cuts):
            receipts = _until_the_cut(held, database, slug, settings, rng.uniform(*until))
            held.again()
            gone = lost(database, receipts)
            found.acknowledged += len(receipts)
            found.lost += len(gone)
            found.cuts_with_loss += bool(gone)
            found.faults += [said for said in (integrity(database),) if said != "ok"]
            found.faults += ["doubled"] * doubled(database)
        said = verify_words(database)
        found.faults += [] if "all in order" in said else [said]
    return found


def _until_the_cut(
    held: Disk, database: str, slug: str, settings: str, seconds: float
) -> dict[str, int]:
    """What a writer was told to be saved before the power went."""
    command = [
        sys.executable,
        "-m",
        "tests.tournament.faults.writer",
        slug,
        str(TABLES),
        str(GAMES),
    ]
    receipts: dict[str, int] = {}
    variables = environment(database, DJANGO_SETTINGS_MODULE=settings)
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        reader = threading.Thread(target=_hear, args=(writer.stdout, receipts))
        reader.start()
        _wait_for(receipts)
        time.sleep(seconds)
        before = dict(receipts)
        held.cut_power()
        writer.kill()
        writer.wait()
        reader.join()
    return before


def _hear(said: object, receipts: dict[str, int]) -> None:
    for line in said:  # type: ignore[attr-defined]
        key, number = line.split()
        receipts[key] = int(number)


def _wait_for(receipts: dict[str, int]) -> None:
    end = time.monotonic() + 60
    while len(receipts) < FEWEST and time.monotonic() < end:
        time.sleep(0.02)
    assert len(receipts) >= FEWEST


@pytest.mark.torture
@on_sqlite
@pytest.mark.promise(
    "Nothing acknowledged is lost when the power is cut", faults=(6,), figure="power_cut"
)
def test_a_hundred_power_cuts_lose_nothing(tmp_path: Path) -> None:
    found = cut(tmp_path, 100, "tournament.settings")
    report("power_cut", f"100 power cuts under the product's own act: {found.words}")
    assert (found.lost, found.faults) == (0, [])
    assert found.acknowledged > 1000


@pytest.mark.torture
@on_sqlite
@pytest.mark.control("test_a_hundred_power_cuts_lose_nothing")
def test_without_the_flush_at_each_commit_power_cuts_lose_what_was_acknowledged(
    tmp_path: Path,
) -> None:
    found = cut(tmp_path, 10, CARELESS)
    report("power_cut_control", f"10 power cuts with synchronous=NORMAL: {found.words}")
    assert found.lost > 0
