"""Connections of the server: slow, silent and half-sent ones cost a socket and never a thread, and
none stays for ever.

waitress reads whole requests before a thread has them. Its own defaults would still let a hall be
stopped: at 100 open connections it accepts no more, any byte begins its deadline anew, a reader
that takes nothing is never closed, one read may bring a hundred requests, and its loop walks over
every connection at every turn. Each class here takes one of these back; what a class overrides is
named in its docstring, and the version of waitress is pinned.
"""

import contextlib
import re
import selectors
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

HEAD, BODY, ANSWER, IDLE = 10.0, 20.0, 10.0, 75.0
"""Seconds for a head from its first byte, for a body, without anything read of an answer, and
between two requests.
"""
MOST = 800
"""Connections of one process; then the one that has waited longest gives way."""
ACCEPTED_AT_ONCE = 64
LARGEST_HEAD, LARGEST_BODY = 64 * 1024, 4 * 1024 * 1024
SAVES_BEFORE_A_LOOK = 4
"""So many saves go before one look that waits: looks are slower for it, and never stopped."""
TURN = 1.0  # seconds
SESSION = re.compile(r"(?:^|;\s*)(?:__Host-)?sessionid=")


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request as waitress reads it; a length beside chunks is refused, as two servers would read
    two requests.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """After waitress's own parsing of the head."""
        super().parse_header(header_plus)
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside Transfer-Encoding")

    @property
    def is_save(self) -> bool:
        """Whether somebody who is logged in, or a phone with a code, sends something."""
        if self.error or getattr(self, "command", "") != "POST":
            return False
        return "AUTHORIZATION" in self.headers or bool(
            SESSION.search(self.headers.get("COOKIE", ""))
        )


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection: with a deadline for each phase, and one request at a time.

    Overrides `received` (no pipelining), `service` and `write_soon` (the loop is told),
    `_flush_some` (progress of an answer), `del_channel` (the loop forgets it).
    """

    parser_class = Request
    request: Request | None
    sent_continue: bool

    def __init__(
        self, server: "Server", sock: Any, addr: Any, adj: Adjustments, map: Any = None
    ) -> None:
        self.since = time.monotonic()
        self.flushed = self.served = 0
        self._phase: tuple[Any, ...] = ("head", None)
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def in_work(self) -> bool:
        """Whether a thread has its request, or will have it."""
        return bool(self.requests)

    def overdue(self, now: float) -> bool:
        """Whether its phase has lasted too long; looked at once a second."""
        phase, seconds = self._now()
        if phase != self._phase:
            self._phase, self.since = phase, now
        return seconds is not None and now - self.since > seconds

    def _now(self) -> tuple[tuple[Any, ...], float | None]:
        """What it is busy with, and how long that may take.

        A request is its own phase, however fast they follow.
        """
        if self.in_work:
            return (
                "work",
                self.flushed,
            ), (ANSWER if self.total_outbufs_len > self.adj.outbuf_high_watermark else None)
        if self.total_outbufs_len:
            return ("answer", self.flushed), ANSWER
        if self.request is not None and self.request.headers_finished:
            return ("body", self.request), BODY
        if self.request is not None or not self.served:
            return ("head", self.request if self.served else None), HEAD
        return ("idle", self.served), IDLE

    def received(self, data: bytes) -> bool:
        """The bytes of one request; what comes after it in the same breath is not read, and the
        connection ends.
        """
        with self.requests_lock:
            if self.will_close or self.close_when_flushed:
                return False
            while data and not self.requests:
                data = self._one_request(data)
            if data.strip() and self.requests:
                self.requests[0].headers["CONNECTION"] = "close"
        return True

    def _one_request(self, data: bytes) -> bytes:
        if self.request is None:
            self.request = self.parser_class(self.adj)
        read = self.request.received(data)
        if (
            self.request.expect_continue
            and self.request.headers_finished
            and not self.sent_continue
        ):
            self.send_continue()
        if self.request.completed:
            self.sent_continue = False
            if not self.request.empty:
                self.requests.append(self.request)
                self.server.add_task(self)
            self.request = None
        return data[read:]

    def service(self) -> None:
        """In a thread: answer, and tell the loop that there is something to
        send or to read again.
        """
        super().service()
        self.served += 1
        self.server.changed(self)

    def write_soon(self, data: Any) -> int:
        """In a thread: a part of an answer; a large one is sent while it is made."""
        count: int = super().write_soon(data)
        if self.total_outbufs_len >= self.adj.send_bytes:
            self.server.changed(self)
        return count

    def _flush_some(self, do_close: bool = True) -> bool:
        flushed: bool = super()._flush_some(do_close=do_close)
        self.flushed += flushed
        return flushed

    def del_channel(self, map: Any = None) -> None:
        """Closed: the loop forgets it before its number is given to another."""
        self.server.watched.forget(self._fileno)
        super().del_channel(map)

    def wanted(self) -> int:
        """What the loop waits for; while an answer is made only a large part of
        it is worth a turn.
        """
        write = self.will_close or self.close_when_flushed
        write = write or (
            self.total_outbufs_len
            and (not self.requests or self.total_outbufs_len >= self.adj.send_bytes)
        )
        return (selectors.EVENT_READ if self.readable() else 0) | (
            selectors.EVENT_WRITE if write else 0
        )


class Watched:
    """What the loop waits for, told of changes only, where waitress asks every connection at every
    turn.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._wanted: dict[int, int] = {}

    def watch(self, thing: Any, events: int) -> None:
        """Wait for this of it from now on."""
        number = thing._fileno
        if number is None or self._wanted.get(number, 0) == events:
            return
        if not events:
            self.forget(number)
        elif number in self._wanted:
            self._selector.modify(number, events, thing)
            self._wanted[number] = events
        else:
            self._selector.register(number, events, thing)
            self._wanted[number] = events

    def forget(self, number: int | None) -> None:
        """Wait for nothing of it any more."""
        if number is not None and self._wanted.pop(number, 0):
            with contextlib.suppress(KeyError, ValueError, OSError):
                self._selector.unregister(number)

    def ready(self, seconds: float) -> Iterable[tuple[Any, int]]:
        """What may be read or written now, after so long at most."""
        return [(key.data, mask) for key, mask in self._selector.select(seconds)]


class Server(TcpWSGIServer):  # type: ignore[misc]
    """The server of one process on a socket that is bound already; with `shared`, of one more
    socket of it.

    Overrides `handle_accept` (who is full lets the longest waiting one go) and what waitress's loop
    would ask of it.
    """

    channel_class = Connection

    def __init__(
        self, application: Any, sock: Any, adj: Adjustments, shared: "Server | None" = None
    ) -> None:
        self.active_channels: dict[int, Connection]
        self.watched: Watched = shared.watched if shared else Watched()
        self.noted: deque[Connection] = shared.noted if shared else deque()
        info = (sock.family, sock.type, sock.proto, sock.getsockname())
        map_ = shared._map if shared else {}
        queue = shared.task_dispatcher if shared else Threads(adj.threads)
        super().__init__(
            application,
            map_,
            _sock=sock,
            dispatcher=queue,
            adj=adj,
            sockinfo=info,
            bind_socket=False,
        )
        if shared:
            self.active_channels = shared.active_channels
        for listening in (self, self.trigger):
            self.watched.watch(listening, selectors.EVENT_READ)

    def changed(self, connection: Connection) -> None:
        """From any thread: look at this connection at once."""
        self.noted.append(connection)
        self.pull_trigger()

    def handle_accept(self) -> None:
        """Take in who waits at the door; the full house makes room by who has waited longest for
        nothing.
        """
        for accepted_count in range(ACCEPTED_AT_ONCE):
            full = len(self.active_channels) >= self.adj.connection_limit
            if (
                full and accepted_count
            ):  # nobody gives way whose request has come and was not read yet
                return
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                self.set_socket_options(accepted[0])
            except OSError:
                return
            if full and not self._make_room():
                accepted[0].close()
                continue
            connection = self.channel_class(self, accepted[0], accepted[1], self.adj, map=self._map)
            self.watched.watch(connection, selectors.EVENT_READ)

    def _make_room(self) -> bool:
        """Whether somebody gave way: never one whose request is in work."""
        idle = [
            active_channel
            for active_channel in self.active_channels.values()
            if not active_channel.in_work
        ]
        if not idle:
            return False
        min(idle, key=lambda connection: connection.since).handle_close()
        return True

    def sweep(self) -> None:
        """Once a second: close what is overdue."""
        now = time.monotonic()
        for connection in [
            active_channel
            for active_channel in self.active_channels.values()
            if active_channel.overdue(now)
        ]:
            connection.handle_close()

    def turn(self, seconds: float = TURN) -> None:
        """One turn of the loop: what is ready, then what has changed."""
        touched = []
        # Whoever is in goes before whoever comes in, who may take the place of one that has just
        # sent its request.
        for thing, mask in sorted(
            self.watched.ready(seconds), key=lambda pair: isinstance(pair[0], Server)
        ):
            if mask & selectors.EVENT_READ and thing._fileno is not None:
                wasyncore.read(thing)
            if mask & selectors.EVENT_WRITE and thing._fileno is not None:
                wasyncore.write(thing)
            if isinstance(thing, Connection):
                touched.append(thing)
        while self.noted:
            touched.append(self.noted.popleft())
        for connection in touched:
            if connection._fileno is not None:
                self.watched.watch(connection, connection.wanted())

    def stop_accepting(self) -> None:
        """Nobody new: the door is shut, whoever is in is answered."""
        self.watched.forget(self._fileno)
        self.socket.close()

    @property
    def busy(self) -> bool:
        """Whether an answer is being made or sent."""
        return any(
            active_channel.in_work or active_channel.total_outbufs_len
            for active_channel in list(self.active_channels.values())
        )


class SavesFirst:
    """The queue in front of the threads: saves before looks, and after every fourth save one look
    that waits.
    """

    def __init__(self) -> None:
        self._saves: deque[Connection] = deque()
        self._looks: deque[Connection] = deque()
        self._in_a_row = 0

    def append(self, connection: Connection) -> None:
        """Into the line that its request belongs to."""
        (self._saves if connection.requests[0].is_save else self._looks).append(connection)

    def popleft(self) -> Connection:
        """Who is next."""
        if self._saves and not (self._looks and self._in_a_row >= SAVES_BEFORE_A_LOOK):
            self._in_a_row += 1
            return self._saves.popleft()
        self._in_a_row = 0
        return (self._looks or self._saves).popleft()

    def __len__(self) -> int:
        return len(self._saves) + len(self._looks)


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads that answer; saves stand before looks in their queue."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.queue = SavesFirst()
        self.queue_logger.setLevel(
            "ERROR"
        )  # a line for each request that waits would be a flood of its own
        self.set_thread_count(count)


def adjustments(threads: int, most: int = MOST) -> Adjustments:
    """The settings that differ from waitress's own."""
    return Adjustments(
        threads=threads,
        connection_limit=most,
        # Else every proxied guest would seem to sit at this machine.
        clear_untrusted_proxy_headers=False,
        max_request_header_size=LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        ident=None,
        log_socket_errors=False,
        expose_tracebacks=False,
        sockets=[],
    )


def serve(
    application: Any,
    sockets: list[Any],
    adj: Adjustments,
    stopping: Callable[[], bool],
    drain: float,
) -> None:
    """Serve until `stopping` says so; then shut the door and answer who is in, for so many seconds
    at most.
    """
    servers: list[Server] = []
    for sock in sockets:
        servers.append(Server(application, sock, adj, servers[0] if servers else None))
    first, swept = servers[0], time.monotonic()
    while not stopping():
        first.turn()
        if time.monotonic() - swept >= TURN:
            swept = time.monotonic()
            first.sweep()
    for server in servers:
        server.stop_accepting()
    end = time.monotonic() + drain
    while first.busy and time.monotonic() < end:
        first.turn(0.1)
