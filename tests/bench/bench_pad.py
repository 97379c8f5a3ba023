"""How soon the pad can be used on a slow line: 400 ms and 50 kB/s, in Chromium, against the product
as it is served.
"""

import os
import shutil
import statistics
import subprocess
import sys
import time

from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.bench import room
from tests.bench.measure import load
from tests.journeys.hall import ROOT, Server, phone, serving, tables

GOAL = 3.0  # seconds
RUNS = 7
LATENCY = 400  # milliseconds
BYTES = 50_000  # a second
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
SERVED = {
    "DJANGO_SETTINGS_MODULE": "tests.bench.hall_settings",
    "STATIC_ROOT": str(room.FOLDER / "static"),
    "STATIC_HASHED": "1",
    "PYTHONPATH": str(ROOT),
}


def seconds(context: BrowserContext, url: str) -> float:
    """From the address to a page whose first step can be answered, with the table's names on it."""
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES,
            "uploadThroughput": BYTES,
        },
    )
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    expect(page.locator(".foot .button-main")).to_be_visible(timeout=30_000)
    return time.perf_counter() - began


def measured(browser: Browser, server: Server, code: str) -> tuple[list[float], list[float]]:
    """First openings with nothing kept, and second ones."""
    first, second = [], []
    for _run in range(RUNS):
        context = phone(browser)
        first.append(seconds(context, f"{server.url}/T/{code}"))
        context.pages[0].wait_for_timeout(500)
        second.append(seconds(context, f"{server.url}/T/{code}"))
        context.close()
    return first, second


def main() -> None:
    """The medians, and whether the goal is met."""
    print(load())
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        raise SystemExit("not measured: Chromium is not installed")
    collected = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(collected, cwd=ROOT, env=os.environ | SERVED, check=True)
    _event, codes = tables(1, 5)
    with serving(**SERVED) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"] if os.getuid() == 0 else []
        )
        first, second = measured(browser, server, codes[0])
        browser.close()
    for name, taken in (("first opening", first), ("second opening", second)):
        middle = statistics.median(taken)
        print(f"  {name:44} {middle:10.2f} s   ({min(taken):.2f} to {max(taken):.2f})")
    middle = statistics.median(first)
    words = (
        f"usable on {LATENCY} ms and {BYTES // 1000} kB/s: {middle:.2f} s, goal at most {GOAL:g} s"
    )
    print(f"  {words}: {'met' if middle <= GOAL else 'MISSED'}")


if __name__ == "__main__":
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    main()
