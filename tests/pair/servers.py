"""A primary and a hot standby on this machine, thrown away afterwards; the line between them can be
stalled.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import psycopg

from tests.tournament.load.server import ROOT, free_port

PATIENCE = 60  # seconds
NAME = "lastcard"
CHUNK = 65_536


def with_postgres() -> ModuleType:
    """bin/with-postgres as a module: where the binaries are, and whom a cluster belongs to."""
    loader = SourceFileLoader("with_postgres", str(ROOT / "bin" / "with-postgres"))
    spec = spec_from_loader("with_postgres", loader)
    assert spec is not None
    made = module_from_spec(spec)
    loader.exec_module(made)
    return made


TOOLS = with_postgres()


class Relay:
    """The line from the standby to the primary.

    While stalled it takes nothing in; what it holds then is lost.
    """

    def __init__(self, to: int) -> None:
        self.to, self.stalled = to, threading.Event()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self.door.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.to))
                except OSError:
                    caller.close()
                    continue
                for one, other in ((caller, far), (far, caller)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(CHUNK):
                while self.stalled.is_set():
                    time.sleep(0.01)
                    if self.door.fileno() < 0:
                        return
                other.sendall(said)
        for end in (one, other):
            with suppress(OSError):
                end.close()


@dataclass
class Pair:
    """Both servers. `url` names them both, as the product is told of them."""

    folder: Path
    password: str
    ports: tuple[int, int]
    relay: Relay
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """DATABASE_URL of the pair."""
        first, second = self.ports
        return f"postgres://{NAME}:{self.password}@127.0.0.1:{first},127.0.0.1:{second}/{NAME}"

    def address(self, database: str) -> str:
        """DATABASE_URL of one database of the primary."""
        return f"postgres://{NAME}:{self.password}@127.0.0.1:{self.ports[0]}/{database}"

    def ask(self, question: str, *, standby: bool = False, database: str = NAME) -> list[Any]:
        """The rows of one query to one of the two."""
        with psycopg.connect(
            host="127.0.0.1",
            port=self.ports[standby],
            autocommit=True,
            user=NAME,
            password=self.password,
            dbname=database,
            connect_timeout=2,
        ) as line:
            asked = line.execute(question.encode())
            return asked.fetchall() if asked.description else []

    def kill_primary(self) -> None:
        """The whole primary dies at once, as in a power cut of its machine."""
        os.killpg(self.running["one"].pid, signal.SIGKILL)
        self.running["one"].wait()

    def promote(self) -> None:
        """The standby takes over."""
        self.ask("SELECT pg_promote()", standby=True, database="postgres")

    def start(self, name: str, port: int) -> None:
        """Start one of the two, and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": port,
            "unix_socket_directories": self.folder,
        }
        settings |= {
            "wal_level": "replica",
            "hot_standby": "on",
            "max_connections": 60,
            "shared_buffers": "64MB",
        }
        words = [word for one, value in settings.items() for word in ("-c", f"{one}={value}")]
        command = [str(TOOLS.find_binaries() / "postgres"), "-D", str(self.folder / name), *words]
        with (self.folder / f"{name}.log").open("w") as log:
            self.running[name] = subprocess.Popen(
                command, stderr=log, stdout=log, **TOOLS.as_user(TOOLS.owner())
            )
        self._await(name, standby=name == "two")

    def _await(self, name: str, *, standby: bool) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.ask("SELECT 1", standby=standby, database="postgres")
                return
            except psycopg.Error as fault:
                if time.monotonic() > end or self.running[name].poll() is not None:
                    raise AssertionError((self.folder / f"{name}.log").read_text()) from fault
                time.sleep(0.1)


@contextmanager
def pair(*, synchronous: bool) -> Iterator[Pair]:
    """A primary and a standby that has caught up; a save waits for the standby's disk where
    `synchronous`.
    """
    with one_server() as made:
        _lay_standby(made)
        if synchronous:
            made.ask("ALTER SYSTEM SET synchronous_standby_names = '*'", database="postgres")
            made.ask("SELECT pg_reload_conf()", database="postgres")
        yield made


@contextmanager
def one_server() -> Iterator[Pair]:
    """The primary alone."""
    user = TOOLS.owner()
    folder = Path(tempfile.mkdtemp(prefix="lastcard-pair-", dir="/tmp"))
    os.chown(folder, user.pw_uid, user.pw_gid)
    first, second = free_port(), free_port()
    made = Pair(folder, secrets.token_hex(16), (first, second), Relay(first))
    try:
        _lay_primary(made)
        yield made
    finally:
        made.relay.door.close()
        for server in made.running.values():
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGKILL)
                server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _run(made: Pair, program: str, *words: str) -> None:
    told = {**os.environ, "PGPASSWORD": made.password}
    command = [str(TOOLS.find_binaries() / program), *words]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=told,
        check=False,
        **TOOLS.as_user(TOOLS.owner()),
    )
    assert done.returncode == 0, done.stderr


def _lay_primary(made: Pair) -> None:
    secret = made.folder / "password"
    secret.write_text(made.password)
    secret.chmod(0o644)
    options = (
        f"--username={NAME}",
        "--auth=scram-sha-256",
        f"--pwfile={secret}",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
    )
    _run(made, "initdb", "-D", str(made.folder / "one"), *options)
    made.start("one", made.ports[0])
    made.ask(f"CREATE DATABASE {NAME}", database="postgres")


def _lay_standby(made: Pair) -> None:
    """Through the relay: that is the line which may stall."""
    where = f"host=127.0.0.1 port={made.relay.port} user={NAME} application_name=two"
    _run(
        made,
        "pg_basebackup",
        "-D",
        str(made.folder / "two"),
        "-d",
        where,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
    )
    made.start("two", made.ports[1])
    end = time.monotonic() + PATIENCE
    while not made.ask(
        "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'", database="postgres"
    ):
        assert time.monotonic() < end, "the standby does not follow"
        time.sleep(0.1)
