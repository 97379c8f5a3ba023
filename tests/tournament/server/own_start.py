"""Last Card started as a person starts it, with a home of its own, and a browser there."""

import http.cookiejar
import os
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from pathlib import Path

from django.urls import reverse

from tests.test_house import ROOT

PATIENCE = 240  # seconds: the first start collects the assets
OWN = {
    "name": "Cards at the Guild",
    "date": "2027-03-01",
    "your_name": "Oona",
    "password": "seven green herons",
}


class Browser:
    """What a browser keeps: cookies, and the token of the page it looked at last."""

    def __init__(self, base: str) -> None:
        self.base = base
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)
        self.address = self.page = ""

    def open(self, path: str, sent: dict[str, str] | None = None) -> str:
        """The page, or what follows a form that was sent with these fields."""
        body = None
        if sent is not None:
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page)
            assert found is not None
            token = {"csrfmiddlewaretoken": found[1]}
            body = urllib.parse.urlencode(sent | token).encode()
        with self.opener.open(self.base + path, body, timeout=30) as answer:
            self.address, self.page = answer.url, unescape(answer.read().decode())
        return self.page


def status(address: str) -> int:
    """What answers there; 0 for nothing."""
    with suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
        return int(answer.status)
    return 0


def until(met: Callable[[], bool]) -> None:
    """Wait for something that comes."""
    end = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < end
        time.sleep(0.1)


def started(home: Path, port: int, *command: str) -> subprocess.Popen[bytes]:
    """A program of this Python with a home of its own."""
    cleared = {name: text for name, text in os.environ.items() if name != "DATABASE_URL"}
    given = {"LASTCARD_HOME": str(home), "PORT": str(port), "LASTCARD_NO_BROWSER": "1"}
    return subprocess.Popen([sys.executable, *command], cwd=ROOT, env=cleared | given)


def registered(port: int) -> Browser:
    """Somebody at the computer who has begun an evening of their own."""
    until(lambda: status(f"http://127.0.0.1:{port}/healthz") == 200)
    browser = Browser(f"http://127.0.0.1:{port}")
    browser.open("/")
    browser.open(reverse("own_evening"), OWN)
    assert "/e/" in browser.address, browser.page
    return browser


def slug_of(address: str) -> str:
    """The evening of a page."""
    return urllib.parse.urlsplit(address).path.split("/")[2]
