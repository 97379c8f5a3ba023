"""Opens the browser once the server answers: python -m tournament.server.browser ADDRESS.

A program of its own, since the server forks and must hold no thread when it does.
"""

import os
import subprocess
import sys
import time
import urllib.request
import webbrowser
from contextlib import suppress

from tournament.site.system import has_desktop

PATIENCE = 120  # seconds
PAUSE = 0.3
WITHOUT = "LASTCARD_NO_BROWSER"


def has_one() -> bool:
    """Whether there is a desktop, and nobody said that no browser is wanted."""
    return has_desktop() and not os.environ.get(WITHOUT)


def open_when_answered(address: str) -> None:
    """Start the program that waits for the server, and go on."""
    if has_one():
        command = [sys.executable, "-m", __name__, address]
        subprocess.Popen(command)  # noqa: S603 -- our own module


def main(address: str) -> None:
    """Wait for the server's answer, then open its first page."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(address + "/healthz", timeout=5).close()  # noqa: S310 -- our own address
        except OSError:
            time.sleep(PAUSE)
        else:
            webbrowser.open(address)
            return


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # Ctrl-C ends the server and this
        main(sys.argv[1])
