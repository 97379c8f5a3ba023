"""PDFs, workbooks and archives are made in a process of their own, which gives way to everybody
else: whoever prints a hundred cards holds no save up.

One at a time is made and one may wait, for each process of the server; a further one is told to
come again, so that printing never takes all of its threads. The process begins with the first
print and ends with the server. Tests and commands draw where they are (PRINT_APART).
"""

import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import connection, get_context, parent_process
from typing import TypeVar
from uuid import uuid4

from django.conf import settings
from django.db import connections

from tournament.paper.press import PaperUnavailable
from tournament.site.progress import Pieces, Step
from tournament.site.system import NICE

Of = TypeVar("Of")
MOST = 2
"""One that is made and one that waits."""
BUSY = "Other papers or files are being made just now: press again in a few seconds."
ENDED = "It ended half-way and nothing was made: press again."
_room = threading.BoundedSemaphore(MOST)
_begun: list[ProcessPoolExecutor] = []
_beginning = threading.Lock()
BLOCK = 1 << 20
"""So many bytes of a file that is made as it is sent come over at once."""
_files: OrderedDict[str, Pieces] = OrderedDict()
"""In the other process: the files that are being sent."""


def sent_apart(make: Callable[[Of], Pieces], source: Of) -> Pieces:
    """The file that `make`, a function at the top of a module, makes of a plain value piece by
    piece in the other process, in blocks, so that neither holds the whole of it; a short one may be
    made between two blocks of a long one. Here where no server runs. Raises PaperUnavailable.
    """
    if not settings.PRINT_APART:
        yield from _blocks(make(source))
        return
    database = str(connections["default"].settings_dict["NAME"])
    request = (make, source, uuid4().hex, database)
    if not _room.acquire(blocking=False):
        raise PaperUnavailable(BUSY)
    try:
        while block := _process().submit(_next_block, request).result():
            yield block
    except BrokenProcessPool:
        _forget()
        raise PaperUnavailable(ENDED) from None
    finally:
        _room.release()


def _next_block(request: tuple[Callable[[Of], Pieces], Of, str, str]) -> bytes | Step:
    """The next block of a file, or how far it is; nothing after its end."""
    make, source, key, database = request
    if key not in _files:
        connections["default"].settings_dict["NAME"] = database
        _files[key] = _blocks(make(source))
        while len(_files) > MOST:
            _files.popitem(last=False)  # who asked for it has gone
    _files.move_to_end(key)
    block: bytes | Step = b""
    try:
        block = next(_files[key], b"")
    finally:
        if not block:
            del _files[key]
            connections.close_all()
    return block


def _blocks(pieces: Iterable[bytes | Step]) -> Pieces:
    block = bytearray()
    for piece in pieces:
        if not isinstance(piece, bytes):
            yield piece
            continue
        block += piece
        if len(block) >= BLOCK:
            yield bytes(block)
            block.clear()
    if block:
        yield bytes(block)


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
