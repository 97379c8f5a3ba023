"""A bad line between phones and server: requests lost, replies lost or cut off, delays.

What does not pass is told.
"""

import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

FAULTS = {"pass": 50, "request lost": 15, "reply lost": 15, "slow": 10, "reply cut": 10}
"""How often each befalls what may be lost, in a hundred."""
SLOW = 0.8  # seconds
HUNG = 13.0  # seconds: the phone has given up by then
FOREIGN = {
    "502": b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbad",
    "503": b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    "portal": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n"
    b"Connection: close\r\n\r\n<p>Log in</p>\n",
    "redirect": b"HTTP/1.1 302 Found\r\nLocation: /portal\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n",
}
"""What something on the way answers in the laptop's place."""
HOSTILE = {"pass": 45, "request lost": 7, "reply lost": 8, "slow": 4, "reply cut": 8, "hung": 1}
HOSTILE |= dict.fromkeys(FOREIGN, 5) | {"doubled": 4, "old one again": 4}
LONGEST_HEAD = 65536


@dataclass
class Proxy:
    """A line that can be bad or good, what is lost on it, and what befell that."""

    upstream: int
    seed: int = 0
    bad: bool = True
    faulty: bytes = b"POST /pad/sheet"
    faults: dict[str, int] = field(default_factory=lambda: FAULTS)
    befell: Counter[str] = field(default_factory=Counter)
    older: tuple[bytes, bytes] | None = None
    port: int = 0
    dead_until: float = 0.0

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The address that phones are given."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_dead(self) -> bool:
        """Whether nothing passes, neither way, whatever it is."""
        return time.monotonic() < self.dead_until

    def die(self, seconds: float) -> None:
        """From now on nothing passes for so long."""
        self.dead_until = time.monotonic() + seconds

    def fault(self, head: bytes) -> str:
        """What befalls a request."""
        if not head.startswith(self.faulty) or not self.bad:
            return "pass"
        with self._lock:
            chosen = self._rng.choices(list(self.faults), list(self.faults.values()))[0]
            self.befell[chosen] += 1
        return chosen

    def carry(self, phone: socket.socket) -> None:
        """One connection: a request, its reply, and the end."""
        with suppress(OSError), phone:
            phone.settimeout(20)
            head, body = _message(phone)
            if not head or self.is_dead:
                return
            fault = self.fault(head)
            if fault == "request lost":
                return
            if fault in FOREIGN:
                phone.sendall(FOREIGN[fault])
                return
            time.sleep({"slow": SLOW, "hung": HUNG}.get(fault, 0))
            reply = _asked(self.upstream, head, body)
            if fault == "doubled":
                reply = _asked(self.upstream, head, body)
            if fault == "old one again" and self.older:
                _asked(self.upstream, *self.older)
            if head.startswith(self.faulty):
                self.older = (head, body)
            if fault == "reply lost":
                return
            phone.sendall(reply[: len(reply) - 40] if fault == "reply cut" else reply)


def _message(held: socket.socket) -> tuple[bytes, bytes]:
    """A whole HTTP message whose length is told: its head and its body."""
    data = b""
    while b"\r\n\r\n" not in data and len(data) < LONGEST_HEAD:
        part = held.recv(65536)
        if not part:
            return b"", b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    told = [
        line.split(b":")[1]
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length:")
    ]
    while told and len(body) < int(told[0]):
        body += held.recv(65536)
    return head, body


def _asked(port: int, head: bytes, body: bytes) -> bytes:
    """The server's reply to one request; the connection ends with it."""
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as server:
        server.sendall(b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + body)
        reply = b""
        while part := server.recv(65536):
            reply += part
    return reply


@contextmanager
def bad_line(upstream: int, seed: int, faults: dict[str, int] | None = None) -> Iterator[Proxy]:
    """A proxy before the server, which listens until the end."""
    proxy = Proxy(upstream, seed, faults=faults or FAULTS)
    with socket.create_server(("127.0.0.1", 0), backlog=64) as door:
        proxy.port = door.getsockname()[1]
        threading.Thread(target=_listen, args=(door, proxy), daemon=True).start()
        yield proxy


def _listen(door: socket.socket, proxy: Proxy) -> None:
    with suppress(OSError):
        while True:
            held, _where = door.accept()
            threading.Thread(target=proxy.carry, args=(held,), daemon=True).start()
