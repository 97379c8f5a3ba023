"""How gunicorn serves Last Card, wherever it is started from this folder: bin/serve, a test, a unit of systemd."""

from typing import Any

worker_class = "gthread"
workers = 2
threads = 4
keepalive = 75  # a board that polls keeps its connection


def when_ready(server: Any) -> None:
    """The port is open and nobody is forked: all code is loaded once here, not by each process for itself."""
    from tournament.loading import load_all  # noqa: PLC0415 -- the command line may still move to another folder

    load_all()
