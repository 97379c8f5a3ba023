"""Goes through an evening's programs on the system it is called on, and writes what came of each to
rehearsal.txt: for whoever has a Windows or a Mac, on which nobody has run them yet.

    python3 tests/rehearse.py        in Windows: py tests\\rehearse.py

It knows the standard library alone, keeps to a folder of its own, and touches no evening.
"""

import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "rehearsal.txt"
PATIENCE = 900  # seconds: the first start fetches its packages
FOLDER = "Käthe #1 50% off"
GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


class Rehearsal:
    """The list, one step after another; a step that fails stops none of the others."""

    def __init__(self, home: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.lines = [f"{platform.platform()}, Python {platform.python_version()}"]
        self.variables = os.environ | {
            "LASTCARD_HOME": str(home),
            "LASTCARD_NO_BROWSER": "1",
            "PORT": str(self.port),
        }

    def step(self, name: str, act: Callable[[], str]) -> None:
        """One line of the report."""
        began = time.monotonic()
        try:
            outcome = f"well   {name}: {act()}"
        except (AssertionError, OSError, subprocess.SubprocessError) as fault:
            outcome = f"WRONG  {name}: {fault}"
        self.lines.append(f"{outcome} ({time.monotonic() - began:.0f} s)")
        print(self.lines[-1].encode("ascii", "replace").decode(), flush=True)

    def run(self, *words: str) -> str:
        """What a command prints; an AssertionError where it fails."""
        made = subprocess.run(
            [sys.executable, str(ROOT / "run.py"), *words],
            env=self.variables,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert made.returncode == 0, f"{words[0]}: {made.returncode}, {made.stderr[-900:]}"
        return made.stdout

    @contextmanager
    def served(self) -> Iterator[None]:
        """The demo, as a double click starts it, until Ctrl-C (Windows: Ctrl-Break)."""
        command = [sys.executable, str(ROOT / "run.py"), "demo", "--guests", "12"]
        running = subprocess.Popen(command, env=self.variables, creationflags=GROUP)
        try:
            yield
        finally:
            running.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
            self.step("end", lambda: f"ended with {running.wait(60)}")

    def page(self, path: str) -> str:
        """A page, as soon as it is answered."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                address = f"http://127.0.0.1:{self.port}{path}"
                with urllib.request.urlopen(address, timeout=30) as answer:
                    return str(answer.status)
            except OSError:
                assert time.monotonic() < end, f"{path} was not answered"
                time.sleep(0.3)

    def whole(self) -> bool:
        """The list; whether all went well."""
        with self.served():
            self.step("first page", lambda: self.page("/readyz"))
            self.step("board", lambda: self.page("/e/demo-12/board/"))
            self.step("doctor", lambda: self.run("doctor", "--demo").splitlines()[-1])
            self.step("copy", lambda: self.run("backup", "--demo").strip())
        self.step("record", lambda: self.run("verify", "--demo").strip())
        self.step("standings", lambda: str(len(self.run(*STANDINGS))))
        self.step("copy put back", self.put_back)
        return not any(line.startswith("WRONG") for line in self.lines)

    def put_back(self) -> str:
        """The newest copy, over the database."""
        folder = Path(self.variables["LASTCARD_HOME"]) / "demo-backups"
        copy = max(folder.glob("*.sqlite3"))
        return self.run("restore", str(copy), "--demo").splitlines()[0]


STANDINGS = ("export_standings", "demo-12", "--format", "csv", "--demo")


def main() -> int:
    """Rehearse, and write the report."""
    with tempfile.TemporaryDirectory() as place:
        rehearsal = Rehearsal(Path(place) / FOLDER)
        well = rehearsal.whole()
    REPORT.write_text("\n".join(rehearsal.lines) + "\n", encoding="utf-8")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
