"""The product where Linux is not: every program of an evening runs with what Windows has not taken
away.
"""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path

import pytest

from tests.journeys.hall import free_port
from tests.tournament.faults.hall import commands
from tournament.site import system

ROOT = Path(__file__).parents[3]
ELSEWHERE = Path(__file__).parent / "elsewhere"
PATIENCE = 240  # seconds: the first start collects the assets
LET_IN = ("Let Phones In.bat", "Let Phones In.command", "Let Phones In.desktop")


@pytest.fixture
def told(tmp_path: Path) -> dict[str, str]:
    """What programs read on that other system."""
    given = {"DATABASE_URL": f"sqlite:///{tmp_path / 'evening.sqlite3'}", "SECRET_KEY": "x" * 50}
    given |= {
        "PYTHONPATH": f"{ELSEWHERE}:{ROOT}",
        "BACKUP_DIR": str(tmp_path / "copies"),
        "PYTHONWARNINGS": "ignore",
    }
    return (
        os.environ
        | given
        | {
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "PYTHONIOENCODING": "cp1252",
        }
    )


@pytest.mark.promise(
    "An evening is laid, copied, verified and served where Linux is not", faults=(7,)
)
def test_an_evening_is_laid_copied_verified_and_served(
    told: dict[str, str], tmp_path: Path
) -> None:
    with commands(told) as said:
        manage = partial(said, "", "manage.py")
        manage("migrate", "--verbosity=0")
        manage("demo", "--guests", "12", "--until", "r1g1")
        copy = Path(manage("backup").split()[0])
        assert copy.is_file()
        assert "all in order" in manage("verify")
        assert copy.name in manage("restore", str(tmp_path / "copies"))
        manage("restore", str(copy))
        assert "Ł" in manage("export_standings", "demo-12", "--format", "csv")
        served = subprocess.Popen(_launcher(port := free_port()), cwd=ROOT, env=told)
        try:
            assert [_answer(port, path) for path in ("/readyz", "/")] == [200, 200]
            with pytest.raises(AssertionError, match="A server is running on this database"):
                manage("restore", str(copy))
        finally:
            served.terminate()
            assert served.wait(PATIENCE) == 0


def _launcher(port: int) -> list[str]:
    serving = (
        "from tournament.server import launcher; launcher.FORKS = False; launcher.main(['--bind',"
        " '{}'])"
    )
    return [sys.executable, "-c", serving.format(f"127.0.0.1:{port}")]


def _answer(port: int, path: str) -> int:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                return int(answer.status)
        except OSError:
            time.sleep(0.1)
    return 0


@pytest.mark.control("test_an_evening_is_laid_copied_verified_and_served")
def test_with_a_lock_that_only_linux_has_nothing_would_start(told: dict[str, str]) -> None:
    command = [sys.executable, "-c", "import fcntl"]
    made = subprocess.run(command, env=told, capture_output=True, text=True, check=False)
    assert (made.returncode, "ModuleNotFoundError" in made.stderr) == (1, True)


LOCKED = """
import os, sys
from tournament.site import system
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
try:
    {take}
except BlockingIOError:
    print("taken")
else:
    print("free")
"""


@pytest.mark.parametrize("paths", ["", str(ELSEWHERE)], ids=["Linux", "elsewhere"])
@pytest.mark.parametrize("take", ["system.take_byte(file, 1)", "system.take_file(file)"])
def test_two_processes_never_have_one_lock(
    take: str, paths: str, told: dict[str, str], tmp_path: Path
) -> None:
    held, path = (
        LOCKED.format(take=take) + "    sys.stdout.flush(); sys.stdin.read()\n",
        str(tmp_path / "lock"),
    )
    variables = told | {"PYTHONPATH": f"{paths}:{ROOT}"}
    first = subprocess.Popen(
        [sys.executable, "-c", held, path],
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert first.stdout is not None
    assert first.stdout.readline() == "free\n"
    second = [sys.executable, "-c", LOCKED.format(take=take), path]
    assert subprocess.check_output(second, env=variables, text=True) == "taken\n"
    first.communicate("")
    assert subprocess.check_output(second, env=variables, text=True) == "free\n"


def test_a_folder_that_cannot_be_opened_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_args: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refused)
    system.to_disk(tmp_path)
    with pytest.raises(PermissionError):
        system.to_disk(tmp_path / "file")


def test_the_starter_says_what_it_takes() -> None:
    command = [sys.executable, "run.py", "nonsense"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, "Unknown command: 'nonsense'" in made.stderr) == (1, True)


@pytest.mark.parametrize("name", LET_IN)
def test_each_system_has_a_file_to_double_click_that_lets_phones_in(name: str) -> None:
    path = ROOT / "start" / name
    text = path.read_text(encoding="utf-8")
    assert "Let Phones In.command" in text or text.rstrip().endswith(" hall")
    assert name.endswith(".bat") or os.access(path, os.X_OK)


def test_the_starter_serves_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    port = str(free_port())
    given = {"PORT": port, "LASTCARD_NO_BROWSER": "1", "LOG_FILE": str(tmp_path / "log")}
    given |= {"DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite3'}"}
    command = [sys.executable, "run.py", "own"]
    running = subprocess.Popen(command, cwd=ROOT, env=os.environ | given, start_new_session=True)
    try:
        assert _answer(int(port), "/") == 200
    finally:
        os.killpg(running.pid, signal.SIGINT)  # as Ctrl-C in its window
        assert running.wait(PATIENCE) == 0


KEPT = """
import sys
from pathlib import Path
from tournament.site import system
system.HELD_FOR = {patience}
file = Path(sys.argv[1])
file.write_text("a copy", encoding="utf-8")
print(system.rename(file, file.with_name("copy.sqlite3")).name)
"""


@pytest.mark.parametrize(("patience", "code"), [(10, 0), (0, 1)], ids=["waits", "control"])
def test_a_file_that_a_scanner_holds_gets_its_name_once_it_is_let_go(
    patience: int, code: int, told: dict[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "-c", KEPT.format(patience=patience), str(tmp_path / "new.sqlite3")]
    made = subprocess.run(command, env=told, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout) == (code, "" if code else "copy.sqlite3\n")
