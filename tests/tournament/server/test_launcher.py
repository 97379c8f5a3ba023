"""The processes of the server: one that dies is there again, none is left behind, a polite end
answers who is in.
"""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from pathlib import Path

import pytest
from django.db import connections

from tests.journeys.hall import free_port
from tests.tournament.faults.hall import environment
from tournament.home.words import troubles
from tournament.server import keeper, launcher, storage
from tournament.server.connections import MOST
from tournament.server.keeper import BESIDE, SERVED_TWICE
from tournament.site import system

ROOT = Path(__file__).parents[3]
ANSWERING = "tests.tournament.server.answering"
PATIENCE = 60  # seconds
pytestmark = pytest.mark.skipif(
    not launcher.FORKS, reason="one process serves by itself on other systems"
)


class Running:
    """A server started from the command line, whose answer is the number of the process that gave
    it.
    """

    def __init__(self, *words: str) -> None:
        self.port = free_port()
        command = [
            sys.executable,
            "-W",
            "ignore",
            "-m",
            "tournament.server.launcher",
            "--application",
            ANSWERING,
        ]
        command += ["--bind", f"127.0.0.1:{self.port}", *words]
        self.parent = subprocess.Popen(
            command, cwd=ROOT, env=environment("sqlite:////dev/null/none")
        )
        until(lambda: bool(self.process()))

    def process(self, path: str = "/") -> int:
        """Who answers; 0 for nobody."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}{path}", timeout=10
            ) as answer:
                return int(answer.read())
        except OSError:
            return 0

    def processes(self) -> set[int]:
        """Everybody who answers."""
        return {self.process() for _time in range(30)} - {0}


def until(met: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    end = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(process: int) -> bool:
    """Whether it runs; one that has ended and is waited for does not."""
    with suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    return False


@pytest.fixture(scope="module")
def started() -> Iterator[list[Running]]:
    """The servers of these tests, the last of which may still run."""
    made: list[Running] = []
    yield made
    for one in made:
        one.parent.kill()
        one.parent.wait()


@pytest.fixture
def running(started: list[Running]) -> Running:
    """A server of two processes: the one that an earlier test left, if it did."""
    if not started or started[-1].parent.poll() is not None:
        started.append(Running("--processes", "2"))
    return started[-1]


def processes_taken() -> int:
    """How many processes a server would have that is started now."""
    told = "from tournament.server.launcher import PROCESSES; print(PROCESSES)"
    return int(subprocess.check_output([sys.executable, "-c", told], cwd=ROOT))


def test_on_one_core_there_is_one_process() -> None:
    cores = os.sched_getaffinity(0)
    assert processes_taken() == min(2, len(cores))
    os.sched_setaffinity(0, {min(cores)})
    try:
        assert processes_taken() == 1
    finally:
        os.sched_setaffinity(0, cores)


def test_a_process_that_is_killed_is_there_again_and_meanwhile_the_other_answers(
    running: Running,
) -> None:
    until(lambda: len(running.processes()) == 2)
    before = running.processes()
    first = min(before)
    os.kill(first, signal.SIGKILL)
    assert all(running.process() != first for _time in range(10))
    until(lambda: len(running.processes()) == 2)
    assert first not in running.processes()


def test_where_the_parent_is_killed_no_process_is_left_and_the_port_is_free(
    running: Running,
) -> None:
    until(lambda: len(running.processes()) == 2)
    children = running.processes()
    running.parent.kill()
    running.parent.wait()
    until(lambda: not any(map(alive, children)))
    launcher.bound("127.0.0.1", running.port).close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_polite_end_answers_who_is_in_and_leaves_nobody_behind(
    running: Running, how: signal.Signals
) -> None:
    until(lambda: len(running.processes()) == 2)
    children = running.processes()
    with closing(socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE)) as held:
        held.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        time.sleep(0.3)
        running.parent.send_signal(how)
        assert b"200 OK" in held.recv(1000)
    assert running.parent.wait(PATIENCE) == 0
    assert not any(map(alive, children))


def test_a_server_that_cannot_live_says_so_and_ends() -> None:
    command = [
        sys.executable,
        "-m",
        "tournament.server.launcher",
        "--bind",
        "127.0.0.1:0",
        "--application",
        "no.such",
    ]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=environment("sqlite:////dev/null/none"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, "the server ends as soon as it begins" in ended.stderr) == (1, True)


def test_one_process_serves_by_itself_where_there_is_no_fork(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    served = []
    monkeypatch.setattr(launcher, "FORKS", False)
    monkeypatch.setattr(launcher, "load_all", lambda: None)
    monkeypatch.setattr(launcher.Stop, "listen", lambda stop: stop)
    monkeypatch.setattr(
        launcher, "serve_here", lambda sockets, *_more: served.append(list(sockets))
    )
    assert (launcher.run([], 2, 4), served) == (0, [[]])


def test_so_many_connections_as_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    assert system.open_files(1) >= 1
    monkeypatch.setitem(sys.modules, "resource", None)
    assert system.open_files(2 * MOST) == MOST


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("served", "vendor", "told"),
    [(False, "sqlite", False), (True, "sqlite", True), (True, "postgresql", False)],
)
def test_a_second_server_on_one_file_is_told_in_the_terminal_and_on_the_home(
    served: bool,
    vendor: str,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv(BESIDE, "")
    monkeypatch.setattr(storage, "lock_file", lambda: tmp_path / "keeper")
    monkeypatch.setattr(keeper, "lock_file", lambda: tmp_path / "keeper")
    with storage.keeping() if served else nullcontext(), monkeypatch.context() as patch:
        patch.setattr(connections["default"], "vendor", vendor)
        launcher.tell_of_another()
    assert (SERVED_TWICE in capsys.readouterr().err, SERVED_TWICE in troubles()) == (told, told)
