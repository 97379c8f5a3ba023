"""The server is killed in the middle of everything: no acknowledged save is
lost, none is doubled.
"""

import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from tests.figures import report
from tests.tournament.faults.clients import Crowd, Heard
from tests.tournament.faults.databases import database, on_postgresql, on_sqlite
from tests.tournament.faults.hall import KilledHall, lay_evening, verify_words
from tests.tournament.faults.rows import doubled, integrity, lost, missing

__all__ = ["database"]
TABLES, GAMES = 12, 10
MANY_TABLES = 120
"""A code is good for 300 calls a minute: in the long proof the clients share out many."""
FEWEST = 25
"""Saves to be acknowledged between two kills, however slow the machine: a kill of an idle server
proves nothing.
"""


@dataclass
class Trial:
    """What a row of kills found."""

    heard: Heard
    restarts: list[float] = field(default_factory=list)
    journal: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: int = 0

    @property
    def words(self) -> str:
        """The figure for the pages."""
        told = self.heard.told
        return (
            f"{len(self.restarts)} kills of all workers under 12 clients:"
            f" {len(self.heard.receipts):,} acknowledged, {len(self.lost)} lost, {self.doubled}"
            f" doubled, {told['known already']} known again by their key, {told['line broken']}"
            f" broken lines; first answer after {statistics.median(self.restarts):.2f} s (median),"
            f" {max(self.restarts):.2f} s at most"
        )


def killed(database: str, kills: int, tables: int) -> Trial:
    """So many kills at random moments while twelve clients save without a pause; each time the rows
    are counted.
    """
    _slug, codes = lay_evening(database, tables, GAMES)
    hall, rng = KilledHall(database), Random(kills)
    with hall, Crowd(hall.port, codes, GAMES) as crowd:
        trial = Trial(crowd.heard)
        for _kill in range(kills):
            _saves_come_in(crowd.heard)
            time.sleep(rng.uniform(0.1, 0.6))
            trial.journal = max(trial.journal, _journal(database))
            hall.kill()
            trial.restarts.append(hall.start())
        _saves_come_in(crowd.heard)
        crowd.stopped.set()
    assert crowd.heard.strange == []
    trial.lost, trial.doubled = lost(database, crowd.heard.receipts), doubled(database)
    return trial


def _saves_come_in(heard: Heard) -> None:
    """Wait until the server has acknowledged some more."""
    wanted = len(heard.receipts) + FEWEST
    end = time.monotonic() + 60
    while len(heard.receipts) < wanted and time.monotonic() < end:
        time.sleep(0.02)
    assert len(heard.receipts) >= wanted, (dict(heard.told), heard.strange[:3])


def _journal(database: str) -> int:
    """How long the journal is now, in bytes."""
    path = Path(database.removeprefix("sqlite:///") + "-wal")
    return path.stat().st_size if database.startswith("sqlite") and path.exists() else 0


def nothing_is_lost(database: str, kills: int, tables: int = TABLES) -> Trial:
    """The promise, after so many kills."""
    trial = killed(database, kills, tables)
    assert (trial.lost, trial.doubled) == ([], 0)
    assert integrity(database) == "ok"
    assert "all in order" in verify_words(database)
    return trial


@pytest.mark.promise(
    "Nothing acknowledged is lost or doubled when every process is killed", faults=(5,)
)
def test_two_kills_lose_and_double_nothing(database: str) -> None:
    nothing_is_lost(database, 2)


@pytest.mark.control("test_two_kills_lose_and_double_nothing")
def test_a_server_that_answers_before_it_saves_loses_what_it_acknowledged(database: str) -> None:
    hall = KilledHall(database, "tests.tournament.faults.write_behind")
    _slug, codes = lay_evening(database, TABLES, GAMES)
    with hall, Crowd(hall.port, codes, GAMES) as crowd:
        _saves_come_in(crowd.heard)
        hall.kill()
        crowd.stopped.set()
    assert missing(database, crowd.heard.receipts) != []


@pytest.mark.torture
@on_sqlite
@pytest.mark.promise(
    "200 kills of all workers under twelve clients", faults=(5,), figure="kill_sqlite"
)
def test_two_hundred_kills_lose_and_double_nothing_on_sqlite(database: str) -> None:
    trial = nothing_is_lost(database, 200, MANY_TABLES)
    report("kill_sqlite", trial.words)
    report(
        "journal",
        f"the journal never grew beyond {trial.journal / 1e6:.1f} MB under 12 clients and 200"
        " kills",
    )


@pytest.mark.torture
@on_postgresql
@pytest.mark.promise("200 kills of all workers, on PostgreSQL", faults=(5,), figure="kill_postgres")
def test_two_hundred_kills_lose_and_double_nothing_on_postgresql(database: str) -> None:
    report("kill_postgres", nothing_is_lost(database, 200, MANY_TABLES).words)
