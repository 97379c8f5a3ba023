"""PDFs are drawn in a process of their own, which gives way to everybody else: whoever prints a
hundred cards holds no save up.

One at a time is drawn and one may wait, for each process of the server; a further one is told to
come again, so that printing never takes all of its threads. The process begins with the first
print and ends with the server. Tests and commands draw where they are (PRINT_APART).
"""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING

from tournament.paper.press import PaperUnavailable
from tournament.site.system import NICE

if TYPE_CHECKING:
    from tournament.paper.page import Paper

MOST = 2
"""One that is drawn and one that waits."""
BUSY = "Other papers are being printed just now: press again in a few seconds."
ENDED = "The printing ended half-way, and nothing was printed: press again."
_room = threading.BoundedSemaphore(MOST)
_begun: list[ProcessPoolExecutor] = []
_beginning = threading.Lock()


def drawn_apart(paper: "Paper") -> bytes:
    """The paper as a PDF, drawn by the other process. Raises PaperUnavailable."""
    if not _room.acquire(blocking=False):
        raise PaperUnavailable(BUSY)
    try:
        printed = _process().submit(_draw, paper).result()
    except BrokenProcessPool:
        _forget()
        raise PaperUnavailable(ENDED) from None
    finally:
        _room.release()
    if printed is None:
        raise PaperUnavailable
    return printed


def _process() -> ProcessPoolExecutor:
    with _beginning:
        if not _begun:
            _begun.append(ProcessPoolExecutor(1, get_context("spawn"), _begin))
        return _begun[0]


def _forget() -> None:
    with _beginning:
        _begun.clear()


def _begin() -> None:
    """In the new process: no Ctrl-C, behind everybody else, and gone with its server."""
    import django  # noqa: PLC0415 -- only the new process has to begin by itself

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    django.setup()


def _end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)


def _draw(paper: "Paper") -> bytes | None:
    """In the new process; None where PDFs cannot be made on this machine."""
    from tournament.paper.page import drawn  # noqa: PLC0415 -- it asks for this module

    try:
        return drawn(paper)
    except PaperUnavailable:
        return None
