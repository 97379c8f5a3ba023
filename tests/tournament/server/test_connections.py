"""Slow, silent and half-sent connections cost everybody else nothing; each override of waitress
does what it is for.
"""

import resource
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

import pytest
import waitress
from waitress import wasyncore

from tournament.server import connections
from tournament.server.connections import ANSWER, BODY, HEAD, IDLE, SavesFirst, adjustments, serve
from tournament.server.launcher import bound

HOSTILE = 500
ASKED = 10
PATIENCE = 30  # seconds; who hears nothing so long counts as unanswered
LARGE = b"x" * 3_000_000
ASSET = b"x" * 400_000
"""As much as the largest page or asset that anybody may ask for."""
PLAIN = b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n"
SAVE = b"POST /save HTTP/1.1\r\nHost: hall\r\nCookie: sessionid=a\r\nContent-Length: 5\r\n\r\nhand="
MAY_GO = threading.Event()
Start = Callable[[str, list[tuple[str, str]]], Any]


def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
    """Says what was asked; `/large` is an answer of three megabytes, `/slow` one that takes a
    moment, `/held` one that waits until it may go.
    """
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.3)
    if environ["PATH_INFO"] == "/held":
        MAY_GO.wait(PATIENCE)
    known = {"/large": LARGE, "/asset": ASSET}
    said = known.get(environ["PATH_INFO"]) or environ["wsgi.input"].read() or b"well"
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]


class Hall:
    """A server in a thread of the test."""

    def __init__(self, most: int = 800, threads: int = 4) -> None:
        self.socket = bound("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        self.ended = threading.Event()
        work = (application, [self.socket], adjustments(threads, most), self.ended.is_set, 2.0)
        self.thread = threading.Thread(target=serve, args=work, daemon=True)

    def __enter__(self) -> "Hall":
        self.thread.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self.ended.set()
        with suppress(OSError):
            to(self.port).close()  # it looks up at once, and not only at its next turn
        self.thread.join(10)


def to(port: int) -> socket.socket:
    """A connection."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def said(held: socket.socket, sent: bytes) -> bytes:
    """What is answered to this, until the connection ends or one answer is whole; nothing where
    there is none.
    """
    found = b""
    try:
        held.sendall(sent)
        while not (b"\r\n\r\n" in found and found.endswith((b"well", b"hand="))):
            part = held.recv(65536)
            if not part:
                break
            found += part
    except OSError:
        return b""
    return found


def asked(port: int, sent: bytes = PLAIN) -> bytes:
    """What a connection of its own is answered."""
    try:
        with closing(to(port)) as held:
            return said(held, sent)
    except OSError:
        return b""


def _drip(held: socket.socket) -> None:
    held.sendall(b"GET / HTTP/1.1\r\nHost: hall\r\nX-")
    held.sendall(b"a")


KINDS: dict[str, Callable[[socket.socket], object]] = {
    "silent": lambda held: None,
    "half a head": lambda held: held.sendall(b"GET / HTTP/1.1\r\nHost: hall\r\nX-A: "),
    "half a body": lambda held: held.sendall(SAVE.replace(b"Length: 5", b"Length: 60000")),
    "a head in drips": _drip,
    "reading nothing": lambda held: held.sendall(PLAIN.replace(b"/ ", b"/asset ")),
    "a hundred at once": lambda held: held.sendall(PLAIN.replace(b"/ ", b"/asset ") * 100),
}


@contextmanager
def many(port: int, kind: str, number: int) -> Iterator[None]:
    """So many hostile connections of one kind, open as long as the block runs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(4096, hard)), hard))
    with ExitStack() as open_ones:
        for _one in range(number):
            held = open_ones.enter_context(closing(socket.socket()))
            held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            held.settimeout(PATIENCE)
            held.connect(("127.0.0.1", port))
            KINDS[kind](held)
        yield


@contextmanager
def as_it_comes() -> Iterator[int]:
    """The port of a plain waitress, whose thread has ended when the block ends."""
    held: dict[int, Any] = {}
    over = threading.Event()
    plain = waitress.create_server(application, map=held, host="127.0.0.1", port=0, threads=4)

    def run() -> None:
        while not over.is_set():
            wasyncore.loop(timeout=0.1, use_poll=True, map=held, count=1)

    thread = threading.Thread(target=run)
    thread.start()
    yield int(plain.effective_port)
    over.set()
    thread.join()
    plain.task_dispatcher.shutdown()
    wasyncore.close_all(held)


@pytest.mark.promise(
    "With 500 slow, silent or half-sent connections open everybody else is answered", faults=(26,)
)
@pytest.mark.parametrize("kind", KINDS)
def test_with_five_hundred_hostile_connections_everybody_else_is_answered(kind: str) -> None:
    with Hall() as hall, many(hall.port, kind, HOSTILE):
        answers = [asked(hall.port, sent) for _time in range(ASKED) for sent in (PLAIN, SAVE)]
    assert sum(answer.startswith(b"HTTP/1.1 200") for answer in answers) == 2 * ASKED


@pytest.mark.control("test_with_five_hundred_hostile_connections_everybody_else_is_answered")
def test_waitress_as_it_comes_would_answer_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tournament.server.test_connections.PATIENCE", 1)
    with as_it_comes() as port, many(port, "silent", 150):
        assert asked(port) == b""


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A server."""
    with Hall() as made:
        yield made


def test_requests_follow_one_another_on_one_connection(hall: Hall) -> None:
    with closing(to(hall.port)) as held:
        answers = [said(held, sent) for sent in (PLAIN, SAVE, PLAIN)]
    assert [answer.rpartition(b"\r\n")[2] for answer in answers] == [b"well", b"hand=", b"well"]
    assert not any(b"Connection: close" in answer or b"Server:" in answer for answer in answers)


def test_of_several_requests_sent_in_one_breath_the_first_is_answered(hall: Hall) -> None:
    with closing(to(hall.port)) as held:
        held.sendall(PLAIN * 5)
        held.settimeout(PATIENCE)
        answer = b"".join(iter(lambda: held.recv(65536), b""))
    assert (answer.count(b"HTTP/1.1 200"), answer.count(b"Connection: close")) == (1, 1)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (SAVE.replace(b"Content-Length", b"Transfer-Encoding: chunked\r\nContent-Length"), b"400"),
        (SAVE.replace(b"Length: 5", b"Length: 60000000"), b"413"),
        (PLAIN.replace(b"hall", b"h" * (64 * 1024 - len(PLAIN) + 4)), b"431"),
        (b"nonsense\r\n\r\n", b"400"),
        (
            (
                b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:"
                b" chunked\r\n\r\n5\r\nhand=\r\n0\r\n\r\n"
            ),
            b"200",
        ),
    ],
)
def test_what_is_no_good_request_is_refused_at_once(hall: Hall, sent: bytes, status: bytes) -> None:
    assert asked(hall.port, sent).split()[1:2] == [status]


def test_an_answer_larger_than_the_buffers_arrives_whole(hall: Hall) -> None:
    with closing(to(hall.port)) as held:
        held.sendall(PLAIN.replace(b"/ ", b"/large "))
        found = b""
        while len(found.partition(b"\r\n\r\n")[2]) < len(LARGE):
            found += held.recv(1_000_000)
    assert found.endswith(LARGE)


def test_a_full_house_makes_room_by_who_has_waited_longest_and_never_by_one_in_work() -> None:
    with Hall(most=4) as hall, ExitStack() as held:
        first = held.enter_context(closing(to(hall.port)))
        assert said(first, PLAIN).endswith(b"well")
        working = held.enter_context(closing(to(hall.port)))
        MAY_GO.clear()
        working.sendall(PLAIN.replace(b"/ ", b"/held "))
        silent = [held.enter_context(closing(to(hall.port))) for _one in range(3)]
        assert asked(hall.port).endswith(b"well")
        MAY_GO.set()
        assert said(working, b"").endswith(b"well")
        assert [said(one, PLAIN) for one in (first, *silent)].count(b"") == 2


def test_of_many_who_come_at_once_none_gives_way_before_its_request_is_read() -> None:
    hall = Hall(most=2)
    MAY_GO.clear()
    with ExitStack() as held:
        asking, silent, newcomer = (held.enter_context(closing(to(hall.port))) for _one in range(3))
        asking.sendall(PLAIN.replace(b"/ ", b"/held "))
        with hall:
            assert said(newcomer, PLAIN).endswith(b"well")
            MAY_GO.set()
            assert (said(asking, b"")[-4:], said(silent, PLAIN)) == (b"well", b"")


def test_whoever_is_being_answered_is_answered_when_the_server_stops() -> None:
    with Hall() as hall, closing(to(hall.port)) as held:
        held.sendall(PLAIN.replace(b"/ ", b"/slow "))
        time.sleep(0.1)
        hall.ended.set()
        assert said(held, b"").endswith(b"well")
        hall.thread.join(10)
        assert (hall.thread.is_alive(), asked(hall.port)) == (False, b"")


class Clocked:
    """A connection without a socket, looked at by a clock of the test."""

    def __init__(self) -> None:
        self.made = connections.Connection.__new__(connections.Connection)
        told = {
            "since": 0.0,
            "flushed": 0,
            "served": 0,
            "_phase": ("head", None),
            "requests": [],
            "request": None,
        }
        self.set(**told, total_outbufs_len=0, adj=adjustments(1))

    def set(self, **now: Any) -> None:
        """It is in this state now."""
        self.made.__dict__.update(now)

    def lasts(self, **now: Any) -> float:
        """How many seconds this state may last."""
        self.set(**now)
        begun = self.made.since
        assert self.made.overdue(begun) is False
        begun = self.made.since
        return (
            next(seconds / 2 for seconds in range(1, 200) if self.made.overdue(begun + seconds / 2))
            - 0.5
        )


class Begun:
    """A request that is being read."""

    def __init__(self, *, headers_finished: bool) -> None:
        self.headers_finished = headers_finished


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        ({}, HEAD),
        ({"request": Begun(headers_finished=False)}, HEAD),
        ({"request": Begun(headers_finished=True)}, BODY),
        ({"total_outbufs_len": 1}, ANSWER),
        ({"served": 1}, IDLE),
        ({"served": 1, "request": Begun(headers_finished=False)}, HEAD),
    ],
)
def test_each_phase_has_its_own_deadline(now: dict[str, Any], seconds: float) -> None:
    assert Clocked().lasts(**now) == seconds


def test_a_drip_does_not_begin_a_deadline_anew_and_progress_does() -> None:
    held = Clocked()
    held.set(request=Begun(headers_finished=False))
    met = [held.made.overdue(now) for now in (0.0, 5.0, 9.0, 11.0)]
    assert met == [False, False, False, True]
    held = Clocked()
    held.made.total_outbufs_len = 10
    for now in range(0, 60, 5):
        held.made.flushed += 1
        assert held.made.overdue(float(now)) is False
    assert held.made.overdue(55.0 + ANSWER + 1) is True


def test_a_request_in_work_is_never_overdue() -> None:
    held = Clocked()
    held.made.requests = [Begun(headers_finished=True)]
    assert [held.made.overdue(now) for now in (0.0, 1e6)] == [False, False]


class Waiting:
    """A connection in the queue."""

    def __init__(self, name: str, *, save: bool) -> None:
        self.name = name
        self.requests = [self]
        self.is_save = save


def test_saves_go_before_looks_and_no_look_waits_for_ever() -> None:
    line = SavesFirst()
    for number in range(10):
        line.append(Waiting(f"look {number}", save=False))  # type: ignore[arg-type]
    for number in range(10):
        line.append(Waiting(f"save {number}", save=True))  # type: ignore[arg-type]
    order = [line.popleft().name for _one in range(len(line))]
    assert order[:10] == [
        *(f"save {n}" for n in range(4)),
        "look 0",
        *(f"save {n}" for n in range(4, 8)),
        "look 1",
    ]
    assert order[10:] == ["save 8", "save 9", *(f"look {n}" for n in range(2, 10))]


@pytest.mark.parametrize(
    ("head", "save"),
    [
        (b"POST /x HTTP/1.1\r\nCookie: csrftoken=a; sessionid=b\r\n\r\n", True),
        (b"POST /x HTTP/1.1\r\nCookie: __Host-sessionid=b\r\n\r\n", True),
        (b"POST /x HTTP/1.1\r\nAuthorization: Bearer A\r\n\r\n", True),
        (b"POST /login/ HTTP/1.1\r\nCookie: nosessionid=b\r\n\r\n", False),
        (b"GET /x HTTP/1.1\r\nCookie: sessionid=b\r\n\r\n", False),
    ],
)
def test_a_save_is_what_somebody_known_sends(head: bytes, save: bool) -> None:
    request = connections.Request(adjustments(1))
    request.received(head)
    assert request.is_save is save


def test_the_loop_waits_for_nothing_that_nobody_wants() -> None:
    watched = connections.Watched()
    one, other = socket.socketpair()
    with closing(one), closing(other):
        thing = type("Thing", (), {"_fileno": one.fileno()})()
        other.send(b"x")
        watched.watch(thing, selectors.EVENT_READ)
        assert [mask for _thing, mask in watched.ready(0)] == [selectors.EVENT_READ]
        watched.watch(thing, 0)
        assert list(watched.ready(0)) == []
        watched.forget(one.fileno())
