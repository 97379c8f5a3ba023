"""A hall for the journeys of the phones: the production server on the tests' database, tables with
codes, phones.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.tournament.evening import seated_event
from tests.tournament.phones.phones import codes_issued, table_code
from tournament.models import Event, LedgerEntry, Sheet, Tally

ROOT = Path(__file__).parents[2]
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""How long, in milliseconds, a page is waited for: what comes late on a busy
machine is not wrong.
"""
NAME = "hall.test"
"""A host that is no secure context; a browser is told by a rule where it lies."""


@dataclass(frozen=True)
class Server:
    """A server that runs, and its port."""

    port: int

    @property
    def url(self) -> str:
        """Its address on this machine."""
        return f"http://127.0.0.1:{self.port}"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(**more: str) -> Iterator[Server]:
    """The product as last-card starts it, on the database of the tests."""
    port = free_port()
    variables = os.environ | {
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "SECRET_KEY": settings.SECRET_KEY,
        "ALLOWED_HOSTS": f"127.0.0.1,{NAME}",
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "BACKUP_EVERY": "0",
        **more,
    }
    command = [sys.executable, "-W", "ignore", "-m", "tournament.server.launcher", "--bind"]
    command += [f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, cwd=ROOT, env=variables)
    try:
        _answers(port)
        yield Server(port)
    finally:
        server.terminate()
        server.wait(60)


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[Server]:
    """One server for all journeys of the phones; each test lays its own evening."""
    with serving() as running:
        yield running


def _answers(port: int) -> None:
    for _try in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/pad/training/", timeout=5).close()
            return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def until(page: Page, truth: str | Callable[[], object]) -> None:
    """Waits for something that only the page knows, or the database; the page itself may evaluate
    nothing.
    """
    for _try in range(PATIENCE // 100):
        if truth() if callable(truth) else page.evaluate(truth):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never: {truth}")


AT_REST = "performance.getEntriesByType('resource').some((one) => one.name.includes('lean-qr'))"
"""The page has come to rest once it has fetched what it may need without a line."""


def tables(number: int, games: int, **fields: Any) -> tuple[Event, list[str]]:
    """An evening with so many tables of five and games a round, and the code of each table."""
    event = seated_event(number * 5, games_per_round=games, qualifying_rounds=1, **fields)
    codes_issued(event)
    return event, [table_code(event, table) for table in range(1, number + 1)]


def phone(browser: Browser, **options: Any) -> BrowserContext:
    """A phone: 390 by 844, touched with fingers."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, **options)
    context.set_default_timeout(PATIENCE)
    return context


def named(context: BrowserContext, url: str, code: str, umpire: str = "Dr Vane") -> Page:
    """A page of the pad at the table of a code, its umpire named."""
    page = context.new_page()
    page.goto(f"{url}/T/{code}")
    page.get_by_label("Your name").fill(umpire)
    page.get_by_role("button", name="Go on").click()
    return page


def to_game(page: Page, number: int) -> None:
    """To a game of the round, from wherever the strip of games is shown."""
    page.locator(f".strip:not(.strip-seats) [data-to='{number}']").click()


TAPPED = """([acts, from]) => {
  for (const [at, [act, to]] of acts.entries()) if (at >= from) {
    const control = document.querySelector(`[data-act="${act}"]` + (to ? `[data-to="${to}"]` : ""));
    if (!control) return at;
    control.click();
  }
  return acts.length;
}"""
"""Presses what is there, and says at which control it waits."""

Hand = str
"""The keys of a hand; `out` for the one who went out."""


def acts_on(page: Page, hands: list[Hand]) -> list[tuple[str, str]]:
    """What is tapped for one game as the page stands: before the first one the
    order is confirmed.
    """
    page.locator("[data-act=inOrder], .strip").first.wait_for()
    return acts_of(hands, ordered=not page.locator("[data-act=inOrder]").count())


def acts_of(hands: list[Hand], *, ordered: bool = True) -> list[tuple[str, str]]:
    """What is tapped for one game of seats A, B, C…, from who went out to the save."""
    letters = "ABCDEFGH"[: len(hands)]
    acts = [] if ordered else [("inOrder", "")]
    acts += [("out", letters[hands.index("out")])] if "out" in hands else [("nobody", "blocked")]
    for hand in hands:
        if hand != "out":
            acts += [*(("tap", key) for key in hand), ("next", "")]
    return [*acts, ("save", "")]


def tap(page: Page, acts: list[tuple[str, str]]) -> None:
    """Presses one control after another on the page as it stands after each, as soon as it is
    there.
    """
    pressed = 0

    def all_pressed() -> bool:
        nonlocal pressed
        pressed = page.evaluate(TAPPED, [acts, pressed])
        return bool(pressed == len(acts))

    until(page, all_pressed)


def saved(event: Event) -> dict[tuple[int, int], list[str]]:
    """What the database holds: the accepted hands of each table and game, seat by seat."""
    rows = (
        Tally.objects.filter(event=event, sheet__accepted=True)
        .order_by("seat")
        .select_related("sheet__game__table")
    )
    found: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        place = row.sheet.game.table.number, row.sheet.game.number
        found.setdefault(place, []).append(
            "out" if row.went_out else (row.hand or "").replace(" ", "")
        )
    return found


def entries(event: Event, kind: str) -> int:
    """How many rows of a kind the ledger holds."""
    return LedgerEntry.objects.filter(event=event, kind=kind).count()


def versions(event: Event) -> int:
    """How many versions of sheets there are in all."""
    return Sheet.objects.filter(event=event).count()
