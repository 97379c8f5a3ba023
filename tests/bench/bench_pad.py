"""How soon pages can be used on a slow line, in Chromium, against the product as it is served: the
pad and a guest's page on a phone a quarter as fast as this machine, the home on a laptop.
"""

import os
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass

from django.urls import reverse
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ViewportSize,
    sync_playwright,
)

from tests.bench import room
from tests.bench.measure import load, within
from tests.journeys.hall import ROOT, Server, phone, serving, tables
from tests.tournament.evening import official
from tests.tournament.load.halls import session_of
from tests.tournament.phones.phones import guest_code
from tournament.models import Event

RUNS = int(os.environ.get("RUNS", "7"))
NAMES = "pad,guest's page,home on a laptop"
PAGES = os.environ.get("PAGES", NAMES).split(",")
SLOWER = 4
"""A phone computes so many times slower than this machine."""
LATENCY = 400  # milliseconds
BYTES = 50_000  # a second
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
SERVED = {
    "DJANGO_SETTINGS_MODULE": "tests.bench.hall_settings",
    "STATIC_ROOT": str(room.FOLDER / "static"),
    "STATIC_HASHED": "1",
    "PYTHONPATH": str(ROOT),
}

SEEN = """selector => new Promise(seen => {
  const look = () => {
    const part = document.querySelector(selector);
    part && part.getClientRects().length ? seen(performance.now()) : requestAnimationFrame(look);
  };
  look();
})"""
"""When the page itself shows something, in milliseconds since it was asked for: whoever looks in
from outside looks again after 100, 250, 500 and 1,000 ms.
"""


@dataclass(frozen=True, slots=True)
class Opened:
    """A page to be opened: its address, what on it says that it can be used, and within how many
    seconds it should; `session` for a page of an official, which is opened on a laptop.
    """

    name: str
    path: str
    usable: str
    goal: float
    session: str = ""


def pages_of(event: Event, code: str) -> tuple[Opened, ...]:
    """The three pages that are measured."""
    guest, organiser = event.guests.get(badge=1), official(event, name="organiser")
    home = reverse("evening", args=[event.slug])
    return (
        Opened("pad", f"/T/{code}", ".foot .button-main", 1.7),
        Opened("guest's page", f"/G/{guest_code(guest)}", "h1", 2.0),
        Opened("home on a laptop", home, "#still-to-do", 2.0, session_of(organiser)),
    )


def seconds(context: BrowserContext, url: str, usable: str, *, slower: int) -> float:
    """From the address to a page that can be used, with its script run."""
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES,
            "uploadThroughput": BYTES,
        },
    )
    page.goto(url, wait_until="commit")
    seen: float = page.evaluate(SEEN, usable)
    return seen / 1000


def measured(browser: Browser, server: Server, wanted: Opened) -> tuple[list[float], list[float]]:
    """First openings with nothing kept, and second ones."""
    first, second, url = [], [], server.url + wanted.path
    slower = 1 if wanted.session else SLOWER
    for _run in range(RUNS):
        context = browser.new_context(viewport=LAPTOP) if wanted.session else phone(browser)
        if wanted.session:
            context.add_cookies([{"name": "sessionid", "value": wanted.session, "url": server.url}])
        first.append(seconds(context, url, wanted.usable, slower=slower))
        context.pages[0].wait_for_timeout(500)
        second.append(seconds(context, url, wanted.usable, slower=slower))
        context.close()
    return first, second


def told(wanted: Opened, first: list[float], second: list[float]) -> None:
    """The medians, and whether the goal is met."""
    for words, taken in (("first opening", first), ("second opening", second)):
        middle = statistics.median(taken)
        print(
            f"  {f'{wanted.name}, {words}':44} {middle:10.2f} s   ({min(taken):.2f} to"
            f" {max(taken):.2f})"
        )
    middle = statistics.median(first)
    line = f"{LATENCY} ms and {BYTES // 1000} kB/s"
    within(f"{wanted.name} usable, first opening on {line}, clock", middle, wanted.goal, "s")


def main() -> None:
    """Page by page."""
    print(load())
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        raise SystemExit("not measured: Chromium is not installed")
    collected = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(collected, cwd=ROOT, env=os.environ | SERVED, check=True)
    event, codes = tables(22, 5)
    wanted = pages_of(event, codes[0])
    with serving(**SERVED) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"] if os.getuid() == 0 else []
        )
        for one in wanted:
            if one.name not in PAGES:
                continue
            told(one, *measured(browser, server, one))
        browser.close()
    print(load())


if __name__ == "__main__":
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    main()
