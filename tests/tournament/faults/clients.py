"""Clients that save without a pause and never give a sheet up: each is sent with its key until it
is acknowledged.
"""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

HANDS = ["8 K", "A", "2 3", "9 9"]
RANKS = "23456789"
SAVED = (200, 201)
PATIENCE = 5  # seconds
_phones = count(1)


@dataclass
class Heard:
    """What the server told its clients: the receipt of each acknowledged key, and how often what
    was answered.
    """

    receipts: dict[str, int] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    strange: list[str] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)

    def acknowledged(self, key: str, answer: dict[str, object]) -> None:
        """The server said that this sheet is saved."""
        with self.guard:
            self.receipts[key] = int(str(answer["receipt"]))
            self.told["known already" if answer.get("repeated") else "saved"] += 1

    def other(self, what: str) -> None:
        """Anything else that came of a try."""
        with self.guard:
            self.told[what] += 1


def sheets(tables: list[int], games: int, mark: str) -> Iterator[tuple[int, dict[str, object]]]:
    """Sheets without end: every game of these tables, then a new version of
    every game, and so on.
    """
    for version in count():
        for game in range(1, games + 1):
            for table in tables:
                hands = [RANKS[version % len(RANKS)], *HANDS]
                rows: list[dict[str, object]] = [
                    {"seat": "ABCDE"[at], "guest": f"P{(table - 1) * 5 + at + 1:03}", "hand": hand}
                    for at, hand in enumerate(hands)
                ]
                rows[4] = {"seat": "E", "guest": f"P{table * 5:03}", "out": True}
                yield (
                    table,
                    {
                        "key": f"{mark}-{table}-{game}-{version}",
                        "round": 1,
                        "game": game,
                        "seen": version,
                        "checked": True,
                        "blocked": False,
                        "reason": "Counted again" if version else "",
                        "entries": rows,
                    },
                )


@dataclass
class Client:
    """One of them: some tables, one connection, one sheet after another."""

    port: int
    codes: dict[int, str]
    games: int
    heard: Heard
    stopped: threading.Event
    patient: bool = True
    phone: str = field(
        default_factory=lambda: f"{next(_phones):026}".translate(str.maketrans("0189", "ABCD"))
    )
    held: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Until stopped; what is under way is finished where that is possible."""
        try:
            self._save_without_end()
        finally:
            self._hang_up()

    def _save_without_end(self) -> None:
        for table, body in sheets(list(self.codes), self.games, "trial"):
            while not self.stopped.is_set():
                if self._sent(table, body):
                    break
            if self.stopped.is_set():
                return

    def _sent(self, table: int, body: dict[str, object]) -> bool:
        """Whether this sheet is done with."""
        try:
            status, said = self._asked(table, body)
        except (OSError, http.client.HTTPException, ValueError):
            self._lost()
            return not self.patient
        if status in SAVED:
            self.heard.acknowledged(str(body["key"]), json.loads(said))
            return True
        self.heard.other(str(status))
        if status in (429, 503, 507):
            self.stopped.wait(0.05)
            return not self.patient
        self.heard.strange.append(f"{status} {said[:300]!r}")
        return True

    def _lost(self) -> None:
        self.heard.other("line broken")
        self._hang_up()
        time.sleep(0.02)

    def _hang_up(self) -> None:
        if self.held is not None:
            self.held.close()
        self.held = None

    def _asked(self, table: int, body: dict[str, object]) -> tuple[int, bytes]:
        if self.held is None:
            self.held = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {
            "Authorization": f"Bearer {self.codes[table]}",
            "X-Phone": self.phone,
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/json",
        }
        self.held.request("POST", "/pad/sheet", json.dumps(body), given)
        answer = self.held.getresponse()
        return answer.status, answer.read()


@dataclass
class Crowd:
    """Twelve clients at once."""

    port: int
    codes: list[str]
    games: int
    clients: int = 12
    patient: bool = True
    heard: Heard = field(default_factory=Heard)
    stopped: threading.Event = field(default_factory=threading.Event)
    threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> "Crowd":
        for mine in range(self.clients):
            codes = {
                at + 1: code for at, code in enumerate(self.codes) if at % self.clients == mine
            }
            client = Client(self.port, codes, self.games, self.heard, self.stopped, self.patient)
            self.threads.append(threading.Thread(target=client.run))
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()
