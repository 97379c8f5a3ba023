"""Copies of a running server: at once, whatever is proved meanwhile; given up where they hang; told
in words; and nothing goes on once the server was killed.
"""

import io
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from tests.tournament.evening import save, seated_event
from tests.tournament.faults.databases import on_sqlite
from tournament.home import health
from tournament.server import copying
from tournament.server.copying import Copies
from tournament.server.ladder import copies
from tournament.server.storage import NoSuchPlaceError

FIRST = ("out", "2", "3", "4", "5")


def process(words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", words],
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Path]]:
    """Every copy that is begun; the proof is a process that does nothing."""
    begun: list[Path] = []

    def copy() -> Path:
        begun.append(tmp_path / str(len(begun)))
        return begun[-1]

    monkeypatch.setattr(copying, "copy_at_once", copy)
    monkeypatch.setattr(copying, "to_second", lambda copy: None)
    monkeypatch.setattr(copying, "proving", lambda copy: process(""))
    with override_settings(BACKUP_EVERY=60):
        yield begun


def turned(kept: Copies, changes: int | None) -> None:
    """A beat at which a copy is due, and what it began brought to its end, but for the proof."""
    kept.due = 0
    kept.turn(changes)
    for work in (kept.copying, kept.laying):
        if work is not None:
            work.thread.join()


def ended(kept: Copies) -> None:
    """Beats until nothing is under way any more."""
    kept.due = float("inf")
    while kept.copying or kept.laying or kept.unproved or kept.running:
        kept.turn(None)
        for work in (kept.copying, kept.laying):
            if work is not None:
                work.thread.join()
        if kept.running is not None:
            kept.running.wait()


@on_sqlite
def test_a_copy_is_made_when_it_is_due_and_something_changed(made: list[Path]) -> None:
    kept = Copies(io.StringIO())
    counts = []
    for changes in (1, 1, 2):
        turned(kept, changes)
        counts.append(len(made))
    assert counts == [1, 1, 2]
    with override_settings(BACKUP_EVERY=0):
        turned(kept, 3)
    kept.due = float("inf")
    kept.turn(4)
    assert len(made) == 2
    ended(kept)


@on_sqlite
def test_no_copy_waits_for_the_proof_of_another(
    made: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that has much to do proves slowly, and copies all the same."""
    monkeypatch.setattr(copying, "proving", lambda copy: process("input()"))
    kept = Copies(io.StringIO())
    for changes in range(5):
        turned(kept, changes)
    assert (len(made), kept.running is not None) == (5, True)
    assert kept.running is not None
    kept.running.kill()
    monkeypatch.setattr(copying, "proving", lambda copy: process(""))
    ended(kept)


@on_sqlite
def test_a_copy_that_hangs_is_given_up_told_and_begun_anew(
    made: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    back, notes = threading.Event(), io.StringIO()
    free: Callable[[], Path] = vars(copying)["copy_at_once"]
    monkeypatch.setattr(copying, "copy_at_once", lambda: back.wait() and None)
    monkeypatch.setattr(copying, "DEADLINE", 0.0)
    kept = Copies(notes)
    kept.turn(1)
    kept.due = float("inf")
    while kept.copying is not None:
        kept.turn(1)
    assert "look whether its disk or stick is still there" in notes.getvalue()
    monkeypatch.setattr(copying, "copy_at_once", free)
    monkeypatch.setattr(copying, "DEADLINE", 30.0)
    turned(kept, 1)
    ended(kept)
    back.set()
    assert (len(made), notes.getvalue()) == (1, "")


@on_sqlite
def test_copies_that_hang_are_not_begun_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    back, begun = threading.Event(), Counter[str]()

    def hang() -> None:
        begun.update(["copy"])
        back.wait()

    monkeypatch.setattr(copying, "copy_at_once", hang)
    monkeypatch.setattr(copying, "DEADLINE", -1.0)
    kept = Copies(io.StringIO())
    with override_settings(BACKUP_EVERY=60):
        for changes in range(20):
            kept.due = 0
            kept.turn(changes)
    back.set()
    assert begun["copy"] == copying.MOST_STUCK


@on_sqlite
def test_a_copy_that_failed_is_noted_in_words_and_tried_again(
    made: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> Path:
        raise NoSuchPlaceError("The disk is full.")

    free: Callable[[], Path] = vars(copying)["copy_at_once"]
    monkeypatch.setattr(copying, "copy_at_once", full)
    notes = io.StringIO()
    kept = Copies(notes)
    turned(kept, 1)
    ended(kept)
    assert notes.getvalue() == "The disk is full."
    monkeypatch.setattr(copying, "copy_at_once", free)
    turned(kept, 1)
    ended(kept)
    assert (len(made), notes.getvalue()) == (1, "")


@on_sqlite
def test_a_proof_that_fails_or_is_killed_is_told_in_words(
    made: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = io.StringIO()
    kept = Copies(notes)
    told: list[str] = []
    for words in (
        "import sys; sys.exit('first\\nEntry 3 differs.')",
        "import os; os.kill(os.getpid(), 9)",
    ):
        monkeypatch.setattr(copying, "proving", lambda copy, words=words: process(words))
        turned(kept, len(told))
        ended(kept)
        told.append(notes.getvalue())
    assert told == [
        "Entry 3 differs.",
        "What proves the copies was ended from outside (signal 9).",
    ]
    assert len(made) == 2


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_real_copy_is_made_and_proved(tmp_path: Path) -> None:
    event = seated_event(qualifying_rounds=1, games_per_round=1)
    save(event, FIRST)
    kept = Copies(io.StringIO())
    with override_settings(BACKUP_EVERY=60, BACKUP_DIR=str(tmp_path), BACKUP_SECOND=""):
        turned(kept, 1)
        kept.due = float("inf")
        kept.turn(1)
    [copy] = copies(tmp_path)
    assert copy.entry == event.ledger.count()
    assert kept.running is not None
    kept.running.kill()
    kept.running.communicate()


def test_what_proves_a_copy_ends_with_whoever_started_it() -> None:
    """Its input ends, as it does when a worker is killed."""
    words = (
        "import threading, time\n"
        "from tournament.site.system import end_with_starter\n"
        "threading.Thread(target=end_with_starter, daemon=True).start()\n"
        "print('begun', flush=True)\n"
        "time.sleep(600)"
    )
    proof = process(words)
    assert proof.stdout is not None
    assert proof.stdin is not None
    assert proof.stdout.readline() == "begun\n"
    proof.stdin.close()
    assert proof.wait(timeout=60) == 1
    for pipe in filter(None, (proof.stdout, proof.stderr)):
        pipe.close()


@pytest.mark.parametrize(("every", "seconds"), [(60, 135), (10, 35), (0, 300)])
def test_the_home_warns_once_two_copies_were_missed(every: int, seconds: int) -> None:
    with override_settings(BACKUP_EVERY=every):
        assert health.too_old_a_copy().total_seconds() == seconds
