"""Serves Last Card: python -m tournament.server.launcher --bind 127.0.0.1:8000 [--bind …].

On Linux the parent binds the sockets, loads all code, forks and only waits: a child that dies is
forked again at once. Elsewhere one process serves by itself, as forking after threads or frameworks
is not safe there, and is not there at all on Windows. Nothing acknowledged hangs on any of them:
the ledger commits before it answers.
"""

import argparse
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module

from tournament.server.connections import MOST, adjustments, serve
from tournament.server.loading import load_all
from tournament.site import system

FORKS = system.FORKS
PROCESSES = min(2, len(os.sched_getaffinity(0))) if FORKS else 1
"""One on one core: two would draw every page twice there, and take half as much again of it."""
THREADS = 4
BACKLOG = 1024
OURS = "tournament.wsgi"
DRAIN = 5.0
AGAIN_AFTER = 0.05
SOON, MOST_DEATHS = 1.0, 5
"""A child that dies within a second of its start, five times running, will not live: the server
ends and says so.
"""


def bound(address: str, port: int) -> socket.socket:
    """A socket that listens there.

    On Windows another program could otherwise take the same port without a word.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    created = socket.socket(family, socket.SOCK_STREAM)
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    created.setsockopt(
        socket.SOL_SOCKET, exclusive if exclusive is not None else socket.SO_REUSEADDR, 1
    )
    created.bind((address, port))
    created.listen(BACKLOG)
    created.setblocking(False)
    return created


class Stop:
    """Whether the server is to end: told by a signal, or by the parent's death."""

    def __init__(self, parent: int | None = None) -> None:
        self._told = False
        self._parent = parent

    def tell(self, *_signal: object) -> None:
        """End after the answers that are being made."""
        self._told = True

    def __call__(self) -> bool:
        return self._told or (self._parent is not None and os.getppid() != self._parent)

    def listen(self) -> "Stop":
        """Told by what ends a program: SIGTERM, Ctrl-C, on Windows also Ctrl-Break."""
        for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self.tell)
        return self


def serve_here(sockets: Sequence[socket.socket], name: str, threads: int, stop: Stop) -> None:
    """Serve in this process until told to stop; what answers is loaded here, as it starts
    threads.
    """
    serve(
        import_module(name).application,
        list(sockets),
        adjustments(threads, min(MOST, system.open_files(2 * MOST) // 2)),
        stop,
        DRAIN,
    )


class Children:
    """The parent: forks, waits, and forks again."""

    def __init__(self, sockets: Sequence[socket.socket], work: Callable[[Stop], None]) -> None:
        self.sockets = sockets
        self.work = work
        self.stop = Stop()
        self.begun: dict[int, float] = {}
        self.deaths = 0

    def run(self, processes: int) -> int:
        """Keep so many children until told to stop; how the program exits."""
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._end)
        for _child in range(processes):
            self._fork()
        while self.begun:
            child, _status = os.waitpid(-1, 0)
            lived = time.monotonic() - self.begun.pop(child, 0)
            if self.stop():
                continue
            self.deaths = self.deaths + 1 if lived < SOON else 0
            if self.deaths >= MOST_DEATHS:
                print(
                    "Last Card: the server ends as soon as it begins: see the log.", file=sys.stderr
                )
                self._end()
                return 1
            time.sleep(AGAIN_AFTER)
            self._fork()
        return 0

    def _end(self, *_signal: object) -> None:
        """The door is shut here first, so that nobody is let in whom no child answers."""
        self.stop.tell()
        for sock in self.sockets:
            sock.close()
        for child in list(self.begun):
            os.kill(child, signal.SIGTERM)

    def _fork(self) -> None:
        parent = os.getpid()
        child = os.fork()
        if child:
            self.begun[child] = time.monotonic()
            return
        try:
            self.work(Stop(parent).listen())
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)


def main(words: Sequence[str] | None = None) -> int:
    """Bind, load, serve."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--bind", action="append", required=True, help="address:port, for each address one"
    )
    parser.add_argument(
        "--processes", type=int, default=PROCESSES, help="on Linux; elsewhere one serves"
    )
    parser.add_argument("--threads", type=int, default=THREADS)
    parser.add_argument("--application", default=OURS, help="a module with `application` in it")
    options = parser.parse_args(words)
    os.umask(0o077)  # what the server writes is nobody else's to read
    os.environ.setdefault("PRINT_APART", "1")
    sockets = [
        bound(place.rpartition(":")[0].strip("[]"), int(place.rpartition(":")[2]))
        for place in options.bind
    ]
    announce = tell_the_code if options.application == OURS else None
    return run(sockets, options.processes, options.threads, options.application, announce=announce)


def tell_of_another() -> None:
    """Say, here and on the home of every evening, that this database is served already: one of the
    two is a mistake.

    Nothing is lost by it, since both write through the same line; but who stops one of them would
    think that all is stopped, and each prints addresses of its own. So it is no reason to refuse: a
    server may be replaced while it runs. Servers of one PostgreSQL are meant to be several.
    """
    from django.db import connection  # noqa: PLC0415 -- needs the settings

    from tournament.server.keeper import BESIDE, SERVED_TWICE, kept_by_somebody  # noqa: PLC0415 -- needs the settings

    if connection.vendor == "sqlite" and kept_by_somebody():
        os.environ[BESIDE] = "1"
        print(f"Last Card: {SERVED_TWICE}", file=sys.stderr, flush=True)


def tell_the_code() -> None:
    """While nobody is registered: the code by which the first organiser does so from elsewhere."""
    from django.db import DatabaseError  # noqa: PLC0415 -- needs the settings

    from tournament.site.registration import make_code, somebody_registered  # noqa: PLC0415 -- as above

    if os.environ.get("DEMO") == "1":
        return
    try:
        registered = somebody_registered()
    except DatabaseError:  # the pages will say what is wrong with it
        return
    if not registered:
        print(
            "Last Card: the first organiser registers in a browser on this computer, or from"
            f" elsewhere with the code {make_code()}",
            file=sys.stderr,
            flush=True,
        )


def run(
    sockets: Sequence[socket.socket],
    processes: int,
    threads: int,
    name: str = OURS,
    *,
    announce: Callable[[], None] | None = None,
) -> int:
    """Serve on these sockets until told to stop; `announce` may ask the database first, and tells
    something.
    """
    load_all()
    tell_of_another()
    if announce:
        from django.db import connections  # noqa: PLC0415 -- needs the settings

        announce()
        connections.close_all()  # a connection to SQLite must not go through a fork
    if not FORKS:
        serve_here(sockets, name, threads, Stop().listen())
        return 0
    return Children(sockets, lambda stop: serve_here(sockets, name, threads, stop)).run(processes)


if __name__ == "__main__":
    sys.exit(main())
