"""The primary dies under load and the standby takes over: what was acknowledged is there, the board
never stops.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from tests.figures import report
from tests.pair.servers import Pair, pair
from tests.tournament.load.crowd import Evening, Person, Told, hands
from tests.tournament.load.server import ROOT, serving

pytestmark = [pytest.mark.torture, pytest.mark.needs("setpriv")]
TABLES, GAMES, VIEWERS = 10, 24, 20
STALL_AT, KILL_AT = 60, 100
"""Acknowledged saves after which the line stalls, and after which the primary dies."""
PROBE = 0.3
"""Seconds until somebody has noticed and promotes."""


@dataclass
class Course:
    """What happened: the keys that were acknowledged, refusals on the way, and how long nobody
    could save.
    """

    acknowledged: list[str] = field(default_factory=list)
    refused: int = 0
    killed_at: float = 0.0
    promoted_at: float = 0.0
    saved_again_at: float = 0.0
    looks: Told = field(default_factory=Told)


def laid(url: str) -> Evening:
    """A hall in the database of this address."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.pair.lay", str(TABLES), str(GAMES)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    return Evening(**json.loads(done.stdout.splitlines()[-1]))


async def enter(port: int, evening: Evening, table: int, course: Course) -> None:
    """An official who sends each sheet under one key until it is acknowledged."""
    person = Person(port, Told(), evening.sessions[table - 1])
    for game in range(1, evening.games + 1):
        key = str(uuid.uuid4())
        fields = hands(table, game) | {
            "key": key,
            "seen": 0,
        }
        while not await acknowledged(person, f"/e/{evening.slug}/sheets/1/{table}/{game}/", fields):
            course.refused += 1
            await asyncio.sleep(0.1)
        course.acknowledged.append(key)
        if course.promoted_at and not course.saved_again_at:
            course.saved_again_at = time.monotonic()
        await asyncio.sleep(0.05)
    await person.leave()


async def acknowledged(person: Person, path: str, fields: dict[str, object]) -> bool:
    """Whether the save was; a line that broke says nothing and is opened anew."""
    try:
        return await person.post(path, fields) == 302
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        await person.leave()
        return False


async def look(port: int, evening: Evening, course: Course, over: asyncio.Event) -> None:
    """A viewer, often."""
    person = Person(port, course.looks)
    tag: dict[str, str] = {}
    while not over.is_set():
        _status, headers, _content = await person.get(f"/e/{evening.slug}/board/now/", **tag)
        tag = {"If_None_Match": headers["etag"]} if "etag" in headers else {}
        await asyncio.sleep(0.25)
    await person.leave()


async def fall_over(both: Pair, course: Course, stall: bool) -> None:
    """Stall the line if asked to, kill the primary, and promote the standby a moment later."""
    if stall:
        await until(lambda: len(course.acknowledged) >= STALL_AT)
        both.relay.stalled.set()
    await until(lambda: len(course.acknowledged) >= KILL_AT)
    both.kill_primary()
    course.killed_at = time.monotonic()
    await asyncio.sleep(PROBE)
    both.relay.door.close()
    await asyncio.to_thread(both.promote)
    course.promoted_at = time.monotonic()


async def until(true: Callable[[], bool]) -> None:
    """Waits for something to come true."""
    while not true():
        await asyncio.sleep(0.01)


async def evening_with_a_fall(
    ports: list[int], evening: Evening, both: Pair, *, stall: bool
) -> Course:
    """All games of all tables through two application servers, with the fall in the middle."""
    course, over = Course(), asyncio.Event()
    viewers = [
        asyncio.create_task(look(ports[number % 2], evening, course, over))
        for number in range(VIEWERS)
    ]
    officials: list[Awaitable[None]] = [
        enter(ports[table % 2], evening, table, course) for table in range(1, TABLES + 1)
    ]
    await asyncio.gather(fall_over(both, course, stall), *officials)
    over.set()
    await asyncio.gather(*viewers)
    return course


def played(both: Pair, *, stall: bool) -> tuple[Course, Evening]:
    """The evening on this pair."""
    evening = laid(both.url)
    with ExitStack() as stack:
        ports = [stack.enter_context(serving(1, both.url, BACKUP_EVERY="0")) for _ in range(2)]
        return asyncio.run(evening_with_a_fall(ports, evening, both, stall=stall)), evening


def lost(both: Pair, course: Course) -> list[str]:
    """Acknowledged keys that the promoted server does not know."""
    known = {
        key
        for (key,) in both.ask(
            "SELECT key FROM tournament_ledgerentry WHERE kind = 'sheet'", standby=True
        )
    }
    return [key for key in course.acknowledged if key not in known]


def verified(both: Pair) -> str:
    """What `manage.py verify` says of the promoted server; the address still names both."""
    command = [sys.executable, "-W", "ignore", "manage.py", "verify"]
    told = os.environ | {"DATABASE_URL": both.url}
    return subprocess.run(
        command, cwd=ROOT, env=told, capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.promise(
    "The primary dies under load: the standby has every acknowledged save, and the board never"
    " stops",
    figure="failover",
)
def test_every_acknowledged_save_outlives_the_primary_and_the_board_never_stops() -> None:
    with pair(synchronous=True) as both:
        course, _evening = played(both, stall=False)
        assert lost(both, course) == []
        assert len(course.acknowledged) == len(set(course.acknowledged)) == TABLES * GAMES
        assert both.ask("SELECT count(*) FROM tournament_sheet WHERE accepted", standby=True) == [
            (TABLES * GAMES,)
        ]
        assert set(course.looks.statuses) <= {200, 304}
        assert f"all in order ({TABLES * GAMES + 1} entries" in verified(both)
    again = course.saved_again_at - course.killed_at
    report(
        "failover",
        f"{TABLES * GAMES} saves through two application servers, the primary killed after"
        f" {KILL_AT}: 0 lost, 0 doubled, {course.refused} sent again; first save {again:.1f} s"
        f" after the kill, {PROBE} s of it until it was noticed; {len(course.looks.seconds):,}"
        f" looks at the board, none refused ({course.looks.words()})",
    )


@pytest.mark.control("test_every_acknowledged_save_outlives_the_primary_and_the_board_never_stops")
def test_a_standby_that_nobody_waits_for_loses_acknowledged_saves() -> None:
    with pair(synchronous=False) as both:
        course, _evening = played(both, stall=True)
        gone = lost(both, course)
        assert gone != []
    report(
        "failover_asynchronous",
        f"a standby that nobody waits for lost {len(gone)} acknowledged saves",
    )
