"""A crowd over real sockets: each person one connection that is kept, each answer counted and
timed.
"""

import asyncio
import random
import statistics
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urlencode

ANSWER_WITHIN = 60  # seconds; the proofs assert no time, but nobody hangs for ever
SEATS, RANKS = "ABCDE", "2345679JQKA"
TOKEN = "t" * 32


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
        answer = await asyncio.wait_for(self._exchange(said), ANSWER_WITHIN)
        self.told.heard(answer[0], time.perf_counter() - began)
        return answer

    async def _exchange(self, said: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._line
        writer.write(said)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
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
    """How the crowd behaves: how long an official thinks, how long a viewer and a phone waits, how
    many look, and whether somebody looks at the home after each save.
    """

    thought: float = 2.0
    viewers: int = 500
    pause: float = 3.0
    asks: float = 5.0
    homes: bool = False


@dataclass
class Heard:
    """What came of it: answers to saves, to the pages that follow a save, to viewers, to phones,
    and to who looks at the home.
    """

    saves: Told = field(default_factory=Told)
    pages: Told = field(default_factory=Told)
    looks: Told = field(default_factory=Told)
    phones: Told = field(default_factory=Told)
    homes: Told = field(default_factory=Told)


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
    board = f"/e/{evening.slug}/board/now/"
    followed: list[tuple[Told, str, dict[str, str], float]] = []
    followed += [(heard.looks, board, {}, manner.pause)] * manner.viewers
    followed += [(heard.phones, path, bears, manner.asks) for path, bears in evening.phones]
    viewers = [
        asyncio.create_task(
            _look(Person(next(ports), told), path, bears, over, (rng.random() * pause, pause))
        )
        for told, path, bears, pause in followed
    ]
    officials = [
        _enter(next(ports), evening, table, heard, manner, rng.random())
        for table in range(1, len(evening.sessions) + 1)
    ]
    try:
        await asyncio.gather(*officials)
    finally:
        over.set()
        await asyncio.gather(*viewers)


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


async def _look(
    person: Person,
    path: str,
    bears: dict[str, str],
    over: asyncio.Event,
    pauses: tuple[float, float],
) -> None:
    """A viewer or a phone: asks with the last tag, as board.js does; `pauses` before the first time
    and before each other.
    """
    tag: dict[str, str] = {}
    wait, pause = pauses
    while True:
        try:
            await asyncio.wait_for(over.wait(), wait)
            break
        except TimeoutError:
            _status, headers, _content = await person.get(path, **bears, **tag)
            tag = {"If_None_Match": headers["etag"]} if "etag" in headers else {}
            wait = pause
    await person.leave()
