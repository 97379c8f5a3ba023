"""The line of writers: one at a time, in turn, over threads and processes, and nobody waits for the
dead.
"""

import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest

from tournament.server.queued_sqlite.queue import SUFFIX, Line

HOLDS = """
import sys
from pathlib import Path
from tournament.server.queued_sqlite.queue import Line
line = Line.before(Path(sys.argv[1]))
assert line.enter(5)
print("in", flush=True)
sys.stdin.readline()
line.leave()
print("out", flush=True)
sys.stdin.readline()
"""


@contextmanager
def another_process(database: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that stands at the front of the line until it reads a line."""
    command = [sys.executable, "-c", HOLDS, str(database)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "in\n"
        try:
            yield other
        finally:
            other.kill()


def test_threads_go_one_after_another_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    line, went, inside = Line.before(tmp_path / "db"), [], Queue[int]()

    def write(number: int) -> None:
        assert line.enter(30)
        inside.put(number)
        assert inside.qsize() == 1
        went.append(inside.get())
        line.leave()

    assert line.enter(1)
    writers = []
    for number in range(8):
        writers.append(threading.Thread(target=write, args=(number,)))
        writers[-1].start()
        while len(line._waiting) <= number:
            pass
    line.leave()
    for writer in writers:
        writer.join()
    assert went == list(range(8))


def test_another_process_is_waited_for_and_its_death_frees_the_line(tmp_path: Path) -> None:
    line = Line.before(tmp_path / "db")
    with another_process(tmp_path / "db") as other:
        assert not line.enter(0.05)
        assert other.stdin is not None
        assert other.stdout is not None
        print(file=other.stdin, flush=True)
        assert other.stdout.readline() == "out\n"
        assert line.enter(0)
        line.leave()
    with another_process(tmp_path / "db") as other:
        assert not line.enter(0.05)
        other.kill()
        assert line.enter(30)
        line.leave()


def test_whoever_gives_up_is_not_called_any_more(tmp_path: Path) -> None:
    line = Line.before(tmp_path / "db")
    assert line.enter(0)
    assert not line.enter(0.01)
    assert list(line._waiting) == []
    line.leave()
    assert line.enter(0)
    line.leave()


@pytest.mark.promise(
    "Writers to SQLite take turns over threads and processes: whoever waits is not passed by"
)
def test_who_is_next_in_another_process_goes_before_who_has_just_been(tmp_path: Path) -> None:
    line = Line.before(tmp_path / "db")
    assert line.enter(0)
    command = [sys.executable, "-c", HOLDS, str(tmp_path / "db")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        while _next_is_free(tmp_path / "db"):
            pass
        line.leave()
        assert not line.enter(0)
        assert other.stdout.readline() == "in\n"
        print(file=other.stdin, flush=True)
        assert other.stdout.readline() == "out\n"
        other.kill()


TRIES = """
import fcntl, os, sys, time
held = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
while True:
    try:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0)
        break
    except OSError:
        print("waits", flush=True)
        time.sleep(30)
"""


@pytest.mark.control("test_who_is_next_in_another_process_goes_before_who_has_just_been")
def test_one_lock_alone_goes_again_to_who_has_just_had_it(tmp_path: Path) -> None:
    """The control: trying again from time to time, as SQLite does, lets others pass by."""
    held = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    fcntl.lockf(held, fcntl.LOCK_EX, 1, 0)
    command = [sys.executable, "-c", TRIES, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "waits\n"
        fcntl.lockf(held, fcntl.LOCK_UN, 1, 0)
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0)
        assert other.poll() is None
        other.kill()
    os.close(held)


def _next_is_free(database: Path) -> bool:
    """Asked by a third process, since the kernel lets a process take what is its own already."""
    asks = """
import fcntl, os, sys
from tournament.server.queued_sqlite.queue import NEXT
held = os.open(sys.argv[1], os.O_RDWR)
try:
    fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, NEXT)
except OSError:
    sys.exit(1)
"""
    return (
        subprocess.run([sys.executable, "-c", asks, f"{database}{SUFFIX}"], check=False).returncode
        == 0
    )


def test_without_a_place_for_its_file_the_line_holds_up_nobody(tmp_path: Path) -> None:
    line = Line.before(tmp_path / "no such folder" / "db")
    assert line.enter(0)
    line.leave()
