"""A server that can be killed: the product on a database of its own, in a
process group of its own; and its commands, one after another.
"""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile

from tests.journeys.hall import free_port

ROOT = Path(__file__).parents[3]
SECRET = "the secret of a trial, long enough for anybody"
APPLICATION = "tournament.wsgi"
WAIT = 0.02  # seconds


def environment(database: str, **more: str) -> dict[str, str]:
    """What the programs of a trial read from the environment."""
    given = {
        "DATABASE_URL": database,
        "SECRET_KEY": SECRET,
        "ALLOWED_HOSTS": "127.0.0.1",
        "BACKUP_EVERY": "0",
    }
    given |= {"DJANGO_SETTINGS_MODULE": "tournament.settings", "PYTHONWARNINGS": "ignore"}
    # As tournament/server/start.py has it: what was compiled once is kept for the next start.
    return os.environ | {"PYTHONDONTWRITEBYTECODE": ""} | given | more


DONE = "\0\n"
"""What the process prints behind the answer to each command."""
ONE_AFTER_ANOTHER = """
import json, runpy, sys
for line in sys.stdin:
    how, name, *words = json.loads(line)
    sys.argv = [name, *words]
    if how == "-m":
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(name, run_name="__main__")
    print("\\0", flush=True)
"""


@contextmanager
def commands(variables: Mapping[str, str], encoding: str = "utf-8") -> Iterator[Callable[..., str]]:
    """Yields a function that runs each command it is given, `("-m", MODULE, …)` or
    `("", FILE, …)`, with what is `typed` into it, and returns what it prints; a command that fails
    is an AssertionError with what it said. All in one process: to start one takes longer than most
    commands do.
    """
    with (
        TemporaryFile() as faults,
        subprocess.Popen(
            [sys.executable, "-c", ONE_AFTER_ANOTHER],
            cwd=ROOT,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=faults,
            encoding=encoding,
        ) as running,
    ):

        def run(*words: str, typed: str = "") -> str:
            assert running.stdin
            assert running.stdout
            print(f"{json.dumps(words)}\n{typed}", end="", file=running.stdin, flush=True)
            told = ""
            while not told.endswith(DONE):
                line = running.stdout.readline()
                if not line:
                    faults.seek(0)
                    raise AssertionError(told + faults.read().decode())
                told += line
            return told.removesuffix(DONE)

        yield run


def lay_evening(database: str, tables: int, games: int) -> tuple[str, list[str]]:
    """An evening in a fresh database: its slug, and the code of each table."""
    command = [sys.executable, "-m", "tests.tournament.faults.lay", str(tables), str(games)]
    made = subprocess.run(
        command, cwd=ROOT, env=environment(database), stdout=subprocess.PIPE, check=True
    )
    told = json.loads(made.stdout)
    return told["slug"], told["codes"]


def verify_words(database: str) -> str:
    """What `manage.py verify` says of a database."""
    command = [sys.executable, "manage.py", "verify"]
    made = subprocess.run(
        command, cwd=ROOT, env=environment(database), capture_output=True, text=True, check=False
    )
    return made.stdout.strip() + made.stderr.strip()


@dataclass
class KilledHall:
    """A server one starts, kills and starts again on the same port."""

    database: str
    application: str = APPLICATION
    more: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    running: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Start it; returns the seconds until it answered for the first time."""
        command = [
            sys.executable,
            "-m",
            "tournament.server.launcher",
            "--bind",
            f"127.0.0.1:{self.port}",
        ]
        command += ["--application", self.application]
        began = time.monotonic()
        self.running = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(self.database, **self.more),
            start_new_session=True,
            stderr=subprocess.DEVNULL,
        )
        self._answers()
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill every process of it at once, as a power switch for programs."""
        if self.running is not None:
            os.killpg(self.running.pid, signal.SIGKILL)
            self.running.wait()
        self.running = None

    def stop(self) -> None:
        """End it politely, then surely."""
        if self.running is not None:
            self.running.terminate()
            try:
                self.running.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
        self.running = None

    def __enter__(self) -> "KilledHall":
        self.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self.kill()

    def _answers(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.url}/pad/training/", timeout=10).close()
                return
            except urllib.error.HTTPError:
                # A page that is refused is an answer too: the server is up.
                return
            except OSError:
                time.sleep(WAIT)
        raise AssertionError("the server does not answer")
