"""Starts Last Card on Windows, macOS and Linux with nothing but Python: python run.py
[demo|own|hall].

The first time the environment is made in .venv, which takes the internet and some minutes;
afterwards it starts in seconds, makes or brings up to date the database, and opens the browser.
Ctrl-C ends it. `own`, the default, is your own evening on this machine, `hall` the same for the
phones and laptops of the hall, `demo` an invented evening to try.
"""

import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

# An older Python reads this too, to say that it is too old.
from typing import Sequence  # noqa: UP035

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
LOCK = ROOT / "locks" / "run.lock"
STAMP = ENVIRONMENT / ".stamp"
OLDEST = (3, 11)
MODES = ("demo", "own", "hall")
PATIENCE = 120  # seconds
NO_PDF = (
    "PDFs cannot be made on this computer, as Pango is not installed: every paper prints from the"
    " browser instead (README, “PDF”)."
)


def say(text: str) -> None:
    """A line for the person at the keyboard."""
    print("Last Card: " + text, flush=True)


def leave(text: str) -> None:
    """End with a sentence; a window that was opened by a double click stays until somebody has read
    it.
    """
    say(text)
    if os.environ.get("LASTCARD_WINDOW"):
        input("Press Enter to close this window.")
    sys.exit(1)


def python() -> Path:
    """The Python of the environment."""
    windows = ENVIRONMENT / "Scripts" / "python.exe"
    return windows if os.name == "nt" else ENVIRONMENT / "bin" / "python"


def up_to_date() -> bool:
    """Whether the environment is there and no older than its lock."""
    return python().exists() and STAMP.exists() and STAMP.stat().st_mtime >= LOCK.stat().st_mtime


def make_environment() -> None:
    """Make .venv and install exactly what the lock names."""
    if not python().exists():
        say("making the environment in .venv")
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", str(ENVIRONMENT)]):  # noqa: S603 -- this Python
            leave(
                "the environment could not be made. On Debian and Ubuntu: apt-get install"
                " python3-venv."
            )
    say("installing what it needs; the first time this takes some minutes")
    words = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",  # the lock names all: an older pip would look for newer extras and be refused
        "--require-hashes",
        "-r",
        str(LOCK),
    ]
    if subprocess.call([str(python()), *words]):  # noqa: S603 -- our own environment
        leave(
            "not everything could be installed: the first start needs the internet. Try again once"
            " it is there."
        )
    STAMP.touch()
    if subprocess.call(  # noqa: S603 -- our own environment
        [str(python()), "-c", "import weasyprint"],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    ):
        say(NO_PDF)


def open_browser(address: str, ended: threading.Event) -> None:
    """Open the first page as soon as the server answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not ended.is_set():
        try:
            urllib.request.urlopen(address + "/healthz", timeout=5).close()  # noqa: S310 -- our own address
        except OSError:
            time.sleep(0.3)
        else:
            webbrowser.open(address)
            return


def serve(mode: str) -> int:
    """Start the server as a program of its own, wait for it, and hand on how it ended."""
    script = ["bin/hall"] if mode == "hall" else ["bin/serve", mode]
    variables = dict(os.environ, PYTHONUTF8="1")
    command = [str(python()), *script]
    running = subprocess.Popen(command, cwd=str(ROOT), env=variables)  # noqa: S603 -- our own script
    ended = threading.Event()
    if not os.environ.get("LASTCARD_NO_BROWSER"):
        address = "http://127.0.0.1:" + (os.environ.get("PORT") or "8000")
        threading.Thread(target=open_browser, args=(address, ended), daemon=True).start()
    asked_to_end = False
    while True:
        try:
            code = running.wait()
        except (
            KeyboardInterrupt
        ):  # Ctrl-C reaches the server too, which answers who is in and then ends
            asked_to_end = True
            continue
        ended.set()
        return 0 if asked_to_end else code


def main(words: Sequence[str]) -> int:
    """Check, make, serve."""
    if sys.version_info < OLDEST:
        leave(
            "it takes Python 3.11 or newer, and this one is older: get one from"
            " https://www.python.org/downloads/"
        )
    mode = words[0] if words else "own"
    if len(words) > 1 or mode not in MODES:
        leave("say python run.py demo, python run.py own, or python run.py hall.")
    if not up_to_date():
        make_environment()
    code = serve(mode)
    if code:
        leave("the server ended with a fault; what is written above says why.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
