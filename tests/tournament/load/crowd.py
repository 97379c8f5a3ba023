"""A crowd over real sockets: each person one connection that is kept, each answer counted and
timed. A viewer opens the page of the board with all files that it names, and follows it from then
on.
"""

import asyncio
import random
import re
import statistics
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle
from types import MappingProxyType
from urllib.parse import urlencode

ANSWER_WITHIN = 60  # seconds; the proofs assert no time, but nobody hangs for ever
SEATS, RANKS = "ABCDE", "2345679JQKA"
TOKEN = "t" * 32
FILE = re.compile(rb'(?:src|href)="(/static/[^"]+)"')
TAG = re.compile(rb'data-etag="([^"]+)"')


@dataclass
class Told:
    """What a kind of people was answered: how often each status, and how long each answer took."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def heard(self, status: int, seconds: float) -> None:
        """Note an answer."""
        self.statuses[status] += 1
        self.seconds.append(seconds)

    def words(self) -> str:
        """Median, 99th percentile and longest, in milliseconds."""
        if len(self.seconds) < 2:
            return "too few"
        cuts = statistics.quantiles(self.seconds, n=100)
        return (
            f"p50 {cuts[49] * 1000:.0f}, p99 {cuts[98] * 1000:.0f}, max"
            f" {max(self.seconds) * 1000:.0f} ms"
        )


class Person:
    """One who asks again and again over one connection; a connection that the server closed is
    opened anew.
    """

    def __init__(self, port: int, told: Told, session: str = "") -> None:
        self.port, self.told = port, told
        self.cookies = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """GET an address."""
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, fields: dict[str, object]) -> int:
        """POST a form; the status."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN} | fields).encode()
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        return (await self._ask("POST", path, body, headers))[0]

    async def leave(self) -> None:
        """Hang up."""
        line, self._line = self._line, None
        if line is not None:
            line[1].close()
            with suppress(OSError):
                await line[1].wait_closed()

    async def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        head = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookies} | headers
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name.replace('_', '-')}: {value}" for name, value in head.items()),
        ]
        said = "\r\n".join([*lines, "", ""]).encode() + body
        began = time.perf_counter()
        try:
            answer = await asyncio.wait_for(self._exchange(said), ANSWER_WITHIN)
        except TimeoutError as error:
            await self.leave()
            raise TimeoutError(
                f"no answer to {method} {path} at port {self.port} within {ANSWER_WITHIN} s;"
                f" of {self.told.statuses.total():,} such answers before {self.told.words()}"
            ) from error
        self.told.heard(answer[0], time.perf_counter() - began)
        return answer

    async def _exchange(self, said: bytes) -> tuple[int, dict[str, str], bytes]:
        kept = self._line is not None
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._line
        try:
            writer.write(said)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            if not kept:
                raise
            # A full house has let it go meanwhile: a browser asks again, over a new one.
            await self.leave()
            return await self._exchange(said)
        headers = {
            name.lower(): value
            for name, _, value in (line.partition(": ") for line in head[1:])
            if name
        }
        status = int(head[0].split()[1])
        body = await _body(reader, headers) if status != 304 else b""
        if headers.get("connection", "").lower() == "close":
            await self.leave()
        return status, headers, body


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    parts = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        parts.append((await reader.readexactly(size + 2))[:-2])
    await reader.readuntil(b"\r\n")
    return b"".join(parts)


@dataclass(frozen=True, slots=True)
class Evening:
    """What the crowd comes to: the event's slug, its tables and games, a session for each official,
    and the addresses of phones that follow it, each with what their calls bear.
    """

    slug: str
    games: int
    sessions: Sequence[str]
    phones: Sequence[tuple[str, dict[str, str]]] = ()


@dataclass(frozen=True, slots=True)
class Manner:
    """How the crowd behaves: how long an official thinks, how many look, within how many seconds
    they come in, how long a viewer and a phone waits, and whether somebody looks at the home after
    each save. A hall to which the board is announced opens it within some 20 to 60 seconds.
    """

    thought: float = 2.0
    viewers: int = 500
    arrival: float = 10.0
    pause: float = 3.0
    asks: float = 5.0
    homes: bool = False


@dataclass
class Heard:
    """What came of it: answers to saves, to the pages that follow a save, to viewers who come in
    and to those who look on, to phones, and to who looks at the home.

    `late`: by how many seconds the crowd itself was late with each look and each call.
    """

    saves: Told = field(default_factory=Told)
    pages: Told = field(default_factory=Told)
    entrances: Told = field(default_factory=Told)
    looks: Told = field(default_factory=Told)
    phones: Told = field(default_factory=Told)
    homes: Told = field(default_factory=Told)
    late: list[float] = field(default_factory=list)


def come(port: int, evening: Evening, manner: Manner) -> Heard:
    """Every official enters all games of their table, while the viewers look until the last sheet
    is in.
    """
    return come_to_all([port], [evening], manner)


def come_to_all(ports: Sequence[int], evenings: Sequence[Evening], manner: Manner) -> Heard:
    """The same at several evenings at once, each with its viewers; one after another goes to the
    next of the servers.
    """
    heard = Heard()

    async def all_of_them() -> None:
        await asyncio.gather(*(_come(cycle(ports), evening, manner, heard) for evening in evenings))

    asyncio.run(all_of_them())
    return heard


async def _come(ports: Iterator[int], evening: Evening, manner: Manner, heard: Heard) -> None:
    over, rng = asyncio.Event(), random.Random(7)
    board = f"/e/{evening.slug}/board/"

    async def come_in(port: int) -> None:
        viewer = Person(port, heard.entrances)
        if await _pause(over, rng.random() * manner.arrival, heard.late):
            tag = await _open(viewer, board)
            viewer.told = heard.looks
            await _follow(viewer, f"{board}now/", tag, over, (manner.pause,) * 2, heard.late)

    async def call(port: int, path: str, bears: dict[str, str]) -> None:
        phone, pauses = Person(port, heard.phones), (rng.random() * manner.asks, manner.asks)
        await _follow(phone, path, {}, over, pauses, heard.late, bears)

    followers = [come_in(next(ports)) for _viewer in range(manner.viewers)]
    followers += [call(next(ports), *phone) for phone in evening.phones]
    officials = [
        _enter(next(ports), evening, table, heard, manner, rng.random())
        for table in range(1, len(evening.sessions) + 1)
    ]

    async def enter_all() -> None:
        try:
            await asyncio.gather(*officials)
        finally:
            over.set()

    await asyncio.gather(enter_all(), *followers)  # ends with the first who gives up


async def _enter(
    port: int, evening: Evening, table: int, heard: Heard, manner: Manner, start: float
) -> None:
    """An official: thinks, saves, is shown the next game."""
    session = evening.sessions[table - 1]
    saving, reading = Person(port, heard.saves, session), Person(port, heard.pages, session)
    looking = Person(port, heard.homes, session)
    await asyncio.sleep(start * manner.thought)
    for game in range(1, evening.games + 1):
        path = f"/e/{evening.slug}/sheets/1/{table}/{game}/"
        await saving.post(path, hands(table, game) | {"key": str(uuid.uuid4()), "seen": 0})
        await reading.get(f"/e/{evening.slug}/sheets/1/{table}/{game % evening.games + 1}/")
        if manner.homes:
            await looking.get(f"/e/{evening.slug}/", Accept_Encoding="gzip")
        await asyncio.sleep(manner.thought)
    for person in (saving, reading, looking):
        await person.leave()


def hands(table: int, game: int) -> dict[str, object]:
    """The fields of a sheet with what is typed for each seat. No two sheets are alike: those would
    be flagged, and the page of a flag tells all flags of the hall.
    """
    rng = random.Random(f"{table} {game}")
    out = rng.choice(SEATS)
    return {
        f"hand_{seat}": "O" if seat == out else " ".join(rng.sample(RANKS, rng.randint(1, 4)))
        for seat in SEATS
    }


async def _open(person: Person, page: str) -> dict[str, str]:
    """A browser that was not here before asks for a page and each file that it names; gives what
    it asks with from then on, if the page bears a tag.
    """
    _status, _headers, content = await person.get(page)
    for path in FILE.findall(content):
        await person.get(path.decode())
    found = TAG.search(content)
    return {"If_None_Match": unescape(found[1].decode())} if found else {}


async def _follow(
    person: Person,
    path: str,
    tag: dict[str, str],
    over: asyncio.Event,
    pauses: tuple[float, float],
    late: list[float],
    bears: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A viewer or a phone: asks with the last tag, as board.js does, until it is over; `pauses`
    before the first time and before each other.
    """
    pause, each = pauses
    while await _pause(over, pause, late):
        _status, headers, _content = await person.get(path, **bears, **tag)
        tag = {"If_None_Match": headers["etag"]} if "etag" in headers else {}
        pause = each
    await person.leave()


async def _pause(over: asyncio.Event, pause: float, late: list[float]) -> bool:
    """Wait, a little shorter or longer as poll.js does, and note by how much too long it was;
    whether it is not over.
    """
    pause *= random.uniform(0.85, 1.15)
    due = time.perf_counter() + pause
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), pause)
        return False
    late.append(time.perf_counter() - due)
    return True
