"""The production server on the tests' database, whichever that is."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).parents[3]
PATIENCE = 60  # seconds


def database_url() -> str:
    """The tests' own database as DATABASE_URL would name it."""
    held = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{held['NAME']}"
    return (
        f"postgres://{held['USER']}@/{held['NAME']}?host={held['HOST'] or held['OPTIONS']['host']}"
    )


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(workers: int | None = None, url: str = "", **more: str) -> Iterator[int]:
    """The server as last-card starts it, of `workers` processes or of as many as it takes by
    itself; yields its port.
    """
    port = free_port()
    variables = os.environ | {
        "DATABASE_URL": url or database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "PYTHONDONTWRITEBYTECODE": "",
        **more,
    }
    command = [sys.executable, "-W", "ignore", "-m", "tournament.server.launcher"]
    command += ["--bind", f"127.0.0.1:{port}"]
    command += [] if workers is None else ["--processes", str(workers)]
    server = subprocess.Popen(command, cwd=ROOT, env=variables)
    try:
        _await_answer(port, server)
        yield port
    finally:
        server.terminate()
        server.wait(20)


def _await_answer(port: int, server: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            urlopen(f"http://127.0.0.1:{port}/pad/training/", timeout=5).close()
            return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
