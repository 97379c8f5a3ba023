"""Starts Last Card on Windows, macOS and Linux with nothing but Python: python3 run.py [WORDS]
(Windows: py run.py).

The first time the environment is made in .venv, which takes the internet and some minutes; then
every word is handed to the command line of the program itself (tournament/command_line.py).
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# An older Python reads this too, to say that it is too old.
from typing import Sequence  # noqa: UP035

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)
WINDOW = "LASTCARD_WINDOW"
NO_PDF = (
    "PDFs cannot be made on this computer, as Pango is not installed: every paper prints from the"
    " browser instead (docs/running.md, “PDF”)."
)
PIP = [
    "install",
    "--disable-pip-version-check",
    "--no-deps",  # the lock names all: an older pip would look for newer extras and be refused
    "--require-hashes",
]


def say(text: str) -> None:
    """A line for the person at the keyboard."""
    print("Last Card: " + text, flush=True)


def leave(text: str) -> None:
    """End with a sentence; a window that was opened by a double click stays until somebody has read
    it.
    """
    say(text)
    if os.environ.get(WINDOW) and os.name != "nt":  # the .bat waits by itself
        input("Press Enter to close this window.")
    sys.exit(1)


def place() -> Path:
    """Where the environment is made: beside this file, or in the account's folder where this one
    may not be written.
    """
    if (ROOT / ".venv").exists() or os.access(str(ROOT), os.W_OK):
        return ROOT / ".venv"
    return Path.home() / ".last-card" / "venv"


def python(environment: Path) -> Path:
    """The Python of the environment."""
    windows = environment / "Scripts" / "python.exe"
    return windows if os.name == "nt" else environment / "bin" / "python"


def up_to_date(environment: Path, lock: Path) -> bool:
    """Whether the environment is there and no older than its lock."""
    stamp = environment / ".stamp"
    there = python(environment).exists() and stamp.exists()
    return there and stamp.stat().st_mtime >= lock.stat().st_mtime


def make_environment(environment: Path, lock: Path) -> None:
    """Make it and install exactly what the lock names, a line a package."""
    if not python(environment).exists():
        say(f"making the environment in {environment}")
        shutil.rmtree(str(environment), ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", str(environment)]):  # noqa: S603 -- this Python
            leave(
                "the environment could not be made. On Debian and Ubuntu: sudo apt-get install"
                " python3-venv."
            )
    packages = len(re.findall(r"^\S+==", lock.read_text(encoding="utf-8"), re.MULTILINE))
    say(f"fetching {packages} packages at most; the first time this takes some minutes")
    installing = subprocess.Popen(  # noqa: S603 -- our own environment
        [str(python(environment)), "-m", "pip", *PIP, "-r", str(lock)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    if not follow(installing):
        leave(
            "not everything could be installed: the first start needs the internet. Try again once"
            " it is there."
        )
    (environment / ".stamp").touch()
    paper = [str(python(environment)), "-c", "import weasyprint"]
    if subprocess.call(paper, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL):  # noqa: S603 -- as above
        say(NO_PDF)


def follow(installing: "subprocess.Popen[str]") -> bool:
    """Say what pip is at, and its complaint where it fails; whether all is installed."""
    complaint = []
    number = 0
    for line in installing.stdout or ():
        package = re.match(r"Collecting (\S+?)==(\S+)", line)
        if package:
            number += 1
            say(f"{number:3} {package[1]} {package[2]}")
        elif line.startswith("Installing collected"):
            say("installing them")
        elif line.startswith("ERROR"):
            complaint.append(line.strip())
    if installing.wait():
        for text in complaint:
            say(text)
    return installing.returncode == 0


def run(environment: Path, words: Sequence[str]) -> int:
    """The program itself, with these words, in place of this one; where that cannot be, or a window
    has to stay, as a process whose end is handed on.
    """
    script = (
        "import sys; sys.path.insert(0, {!r}); from tournament.command_line import main; main()"
    )
    command = [str(python(environment)), "-c", script.format(str(ROOT)), *words]
    variables = dict(os.environ, PYTHONUTF8="1")
    if os.name == "posix" and not os.environ.get(WINDOW):
        os.execve(command[0], command, variables)  # noqa: S606 -- whoever ends this ends the program
    running = subprocess.Popen(command, env=variables)  # noqa: S603 -- our own
    asked_to_end = False
    while True:
        try:
            code = running.wait()
        except KeyboardInterrupt:
            # Ctrl-C reaches the server too, which answers who is in and then ends.
            asked_to_end = True
            continue
        return 0 if asked_to_end else code


def main(words: Sequence[str]) -> int:
    """Check, make, hand on."""
    if sys.version_info < OLDEST:
        leave(
            "it takes Python 3.11 or newer, and this one is older: get one from"
            " https://www.python.org/downloads/"
        )
    environment, lock = place(), ROOT / "locks" / "run.lock"
    if not up_to_date(environment, lock):
        make_environment(environment, lock)
    code = run(environment, words)
    if code and os.environ.get(WINDOW):
        leave("it ended with a fault; what is written above says why.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
