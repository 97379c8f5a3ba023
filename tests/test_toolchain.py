"""The scripts behind the two commands, tried on their faults: each says in a sentence what is
wrong, and the mend.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tournament.server.start import environment

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "bin"
LAST_CARD = (sys.executable, "-m", "tournament")
PLAIN_TOOLS = ("cat", "dirname", "env", "grep", "id", "rm", "sh", "tail", "touch")
LOCKS = [
    ROOT / name
    for name in (
        "locks/run.lock",
        "locks/dev.lock",
        "locks/bench.lock",
        "locks/torture.lock",
    )
]
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)

Finished = subprocess.CompletedProcess[str]


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> Finished:
    """Runs a command to its end, with these variables beside (or instead of) ours."""
    inherited = {
        name: value for name, value in os.environ.items() if name not in {"CI", "PORT", "ADDRESS"}
    }
    return subprocess.run(
        command, cwd=cwd, env=inherited | variables, capture_output=True, text=True, check=False
    )


def program(path: Path, text: str) -> Path:
    """Writes a small shell program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the scripts in a folder without an environment."""
    shutil.copytree(BIN, tmp_path / "bin")
    return tmp_path


@pytest.fixture
def bare_path(tmp_path: Path) -> str:
    """A search path without apt-get, sudo, uv, browsers or databases."""
    for tool in PLAIN_TOOLS:
        found = shutil.which(tool)
        assert found
        (tmp_path / "tools").mkdir(exist_ok=True)
        (tmp_path / "tools" / tool).symlink_to(found)
    return str(tmp_path / "tools")


def test_too_old_a_python_is_named_with_the_mend(house: Path) -> None:
    old = program(house / "python3.9", "exit 1")
    told = run("bin/environment", "locks/run.lock", cwd=house, PYTHON=str(old))
    assert told.returncode == 1
    assert f"{old} is older than 3.11: install Python 3.11 or newer" in told.stderr
    assert not (house / ".venv").exists()


def test_a_python_without_venv_is_named_with_the_mend(house: Path, bare_path: str) -> None:
    partial = program(
        house / "python", f'case "$*" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"'
    )
    told = run("bin/environment", "locks/run.lock", cwd=house, PYTHON=str(partial), PATH=bare_path)
    assert told.returncode == 1
    assert "this Python has no venv module: apt-get install python3." in told.stderr
    assert not (house / ".venv").exists()


def test_the_systems_own_python_is_taken_before_one_of_the_search_path(
    house: Path, bare_path: str
) -> None:
    """Unless it cannot make an environment, or one is named."""
    for name in ("system", "tools/python3", "named"):
        program(house / name, f'exec {sys.executable} "$@"')
    program(house / "tools/uv", f'echo "$@" >>"{house}/asked"')
    script = house / "bin/environment"
    script.write_text(script.read_text().replace("/usr/bin/python3", str(house / "system")))

    def python(**variables: str) -> str:
        (house / "asked").unlink(missing_ok=True)
        run("bin/environment", "missing.lock", cwd=house, PATH=bare_path, **variables)
        [made, _installed] = (house / "asked").read_text().splitlines()
        return made.removeprefix(f"venv --quiet --clear --python {house}/").removesuffix(" .venv")

    assert python() == "system"
    assert python(PYTHON=str(house / "named")) == "named"
    without_venv = f'case "$*" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"'
    program(house / "system", without_venv)
    assert python() == "tools/python3"


INSTALLERS = ("bin/environment", "bin/semgrep", "run.py", "docs/hosting/Containerfile")
HASHED = re.compile(r"--require-hashes")
ALONE = re.compile(r"--no-deps\b[^\n]*(?:\n\s*[^\n]*)?--require-hashes")


@pytest.mark.parametrize("name", INSTALLERS)
def test_a_lock_is_installed_as_it_stands_so_that_no_newer_release_is_looked_for(
    name: str,
) -> None:
    """pip 23.2 refuses a lock once a package wanted with an extra has a release newer than it."""
    text = (ROOT / name).read_text(encoding="utf-8")
    installs = len(HASHED.findall(text))
    assert installs == len(ALONE.findall(text)) > 0
    assert len(ALONE.findall(text.replace("--no-deps", ""))) == 0


def test_what_the_locks_name_needs_nothing_that_they_do_not_name() -> None:
    checked = run(sys.executable, "-m", "pip", "check", "--disable-pip-version-check")
    assert (checked.returncode, checked.stdout.strip()) == (0, "No broken requirements found.")


def test_without_a_package_manager_the_pdfs_are_off_and_the_rest_goes_on(
    house: Path, bare_path: str
) -> None:
    program(house / ".venv/bin/python", "exit 1")
    told = run("bin/native", "paper", cwd=house, PATH=bare_path)
    assert told.returncode == 0
    assert told.stderr.startswith(
        "Last Card: PDFs are off, all else works; to turn them on: apt-get install libpango"
    )
    assert not (house / ".venv/.native").exists()
    program(house / ".venv/bin/python", "exit 0")
    assert run("bin/native", "paper", cwd=house, PATH=bare_path).stderr == ""
    assert (house / ".venv/.native").exists()


def test_what_cannot_run_is_listed_and_fails_in_ci_alone(house: Path, bare_path: str) -> None:
    program(house / ".venv/bin/python", "exit 1")
    listed = run("bin/native", "tests", cwd=house, PATH=bare_path).stderr
    assert listed.count("not run: ") == 7
    assert (
        "not run: tests on PostgreSQL: this machine has no postgresql (mend: apt-get install"
        " postgresql)" in listed
    )
    alone = run("bin/test", "postgres", "browser", cwd=house, PATH=bare_path)
    assert (alone.returncode, alone.stdout.strip()) == (0, listed.strip())
    assert (
        run("bin/test", "postgres", "browser", cwd=house, PATH=bare_path, CI="true").returncode == 1
    )


def test_a_failed_step_fails_the_whole_and_the_next_still_runs(house: Path) -> None:
    program(house / ".venv/bin/python", 'case "$*" in *"ruff format"*) exit 1;; esac')
    told = run("bin/test", "format", "lint", cwd=house)
    assert told.returncode == 1
    assert told.stdout.split() == ["==", "format", "==", "lint", "failed:", "format"]
    assert run("bin/test", "lint", cwd=house).returncode == 0


def test_the_night_tells_what_was_red_after_each_part_and_keeps_what_it_told_of_others(
    house: Path,
) -> None:
    def night(part: str, says: str) -> tuple[int, str]:
        program(house / ".venv/bin/python", says)
        code = run("bin/nightly", part, cwd=house).returncode
        rows = (house / "docs/proofs/nightly.md").read_text().splitlines()
        (told,) = (row for row in rows if row.startswith(f"| {part} |"))
        return code, told.split(" | ")[2]

    (house / "docs/proofs").mkdir(parents=True)
    red = 'echo "FAILED tests/a.py::test_b[1] - boom"; echo "1 failed, 2 passed in 3.20s"; exit 1'
    assert night("looks", red) == (1, "**red**: 1 failed, 2 passed: `test_b[1]`")
    assert night("properties", "exit 139") == (1, "**red**: it came to no end")
    assert night("evenings", 'echo "= 7 passed, 1 skipped in 63.0s (0:01:03) ="') == (
        0,
        "7 passed, 1 skipped",
    )
    rows = re.findall(r"^\| ([a-z]+) \|", (house / "docs/proofs/nightly.md").read_text(), re.M)
    assert rows == ["part", "evenings", "properties", "looks"]
    assert run("bin/nightly", "ls", cwd=house).returncode == 2


def test_a_taken_port_is_named_with_another_to_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = run(*LAST_CARD, "own", PORT=str(port))
    assert told.returncode == 1
    assert told.stderr.startswith(f"Last Card: port {port} is taken")
    assert "PORT=" in told.stderr


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight", "8000.5"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    told = run(*LAST_CARD, "demo", PORT=port)
    assert (told.returncode, told.stderr.startswith(f"Last Card: PORT is '{port}'")) == (1, True)


def test_the_demo_never_touches_the_database_with_real_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def address(*, demo: bool) -> str:
        return environment(None, 8000, demo=demo)["DATABASE_URL"]

    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert address(demo=True).endswith("/var/demo.sqlite3")
    assert address(demo=False).endswith("/var/lastcard.sqlite3")
    assert environment(None, 8000, demo=False)["LOG_FILE"].endswith("/var/server.log")
    monkeypatch.setenv("DATABASE_URL", "postgres://league@/league")
    assert address(demo=True).endswith("/var/demo.sqlite3")
    assert address(demo=False) == "postgres://league@/league"


def test_the_hall_sets_hosts_and_the_base_of_all_links() -> None:
    own = environment(None, 8000, demo=False)
    hall = environment("192.168.1.20", 8001, demo=False)
    assert (own["ALLOWED_HOSTS"], own["BASE_URL"]) == (
        "127.0.0.1,localhost",
        "http://127.0.0.1:8000",
    )
    assert hall["ALLOWED_HOSTS"] == "127.0.0.1,localhost,192.168.1.20"
    assert hall["BASE_URL"] == "http://192.168.1.20:8001"


def test_an_address_of_another_machine_is_refused() -> None:
    told = run(*LAST_CARD, "own", "--address", "203.0.113.7", PORT="8999")
    assert told.returncode == 1
    assert "203.0.113.7 is not an address of this computer" in told.stderr


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0", "hall", "169.254.1.2", "300.1.1.1"])
def test_an_address_that_no_phone_can_reach_is_refused(address: str) -> None:
    told = run(*LAST_CARD, "hall", "--print", ADDRESS=address)
    assert (told.returncode, told.stderr.startswith(f"Last Card: ADDRESS is '{address}'")) == (
        1,
        True,
    )


def test_a_given_address_overrules_the_found_one() -> None:
    assert run(*LAST_CARD, "hall", "--print", ADDRESS="192.168.1.20").stdout == "192.168.1.20\n"


def test_the_throw_away_postgresql_serves_its_command_and_leaves_nothing() -> None:
    if run(sys.executable, BIN / "with-postgres", "--find").returncode and not os.environ.get("CI"):
        pytest.skip("not run: PostgreSQL is not installed")
    question = (
        "import os, psycopg; print(psycopg.connect(os.environ['DATABASE_URL']).info.host); raise"
        " SystemExit(7)"
    )
    told = run(sys.executable, BIN / "with-postgres", sys.executable, "-c", question)
    folder = told.stdout.strip()
    assert (told.returncode, told.stderr) == (7, "")
    assert folder.startswith("/tmp/lastcard-postgres-")
    assert not Path(folder).exists()


def test_all_locks_pin_every_package_with_a_hash_and_name_no_source() -> None:
    for lock in LOCKS:
        text = lock.read_text()
        packages = re.split(r"\n(?=\w)", text[text.index("\n", text.index("make lock")) + 1 :])
        assert [
            package
            for package in packages
            if "--hash=sha256:" not in package or "==" not in package
        ] == []
        assert "://" not in text


def test_the_lock_covers_the_direct_dependencies_and_agrees_with_the_second_lock() -> None:
    run_time = dict(PINNED.findall((ROOT / "locks" / "run.lock").read_text()))
    development = dict(PINNED.findall((ROOT / "locks" / "dev.lock").read_text()))
    direct = re.findall(r"^([a-z0-9-]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert [name for name in direct if name not in run_time] == []
    shared = run_time.keys() & development.keys()
    assert shared
    assert {name: run_time[name] for name in shared} == {name: development[name] for name in shared}


def test_the_locks_of_bench_and_torture_change_nothing_that_is_installed() -> None:
    development = dict(PINNED.findall((ROOT / "locks" / "dev.lock").read_text()))
    for name in ("open-spiel", "rlcard", "mutmut"):
        assert name not in development
    for lock in LOCKS[2:]:
        further = dict(PINNED.findall(lock.read_text()))
        assert {
            name: pin for name, pin in further.items() if development.get(name, pin) != pin
        } == {}


def test_help_lists_every_target_and_every_script_can_be_run() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^\.PHONY: (.*)", makefile, re.MULTILINE)[0].split()
    listed = re.findall(r"^  make (\S+)", run("make", "help").stdout, re.MULTILINE)
    assert sorted(listed) == sorted(targets)
    scripts = set(re.findall(r"bin/[a-z-]+", makefile.replace(".venv/bin/", "")))
    assert [script for script in scripts if not os.access(ROOT / script, os.X_OK)] == []


ARROWS = [sys.executable, str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]


@pytest.fixture(scope="module")
def bare_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contracts and every module with nothing in it: no arrow is drawn the wrong way."""
    house = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", house)
    (house / "scoring").mkdir()
    (house / "scoring" / "__init__.py").touch()
    for source in (ROOT / "tournament").rglob("*.py"):
        empty = house / source.relative_to(ROOT)
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.touch()
    assert run(*ARROWS, cwd=house).returncode == 0
    return house


@pytest.mark.parametrize(
    ("module", "statement", "broken"),
    [
        ("scoring/cards.py", "import django", "The core is pure"),
        ("scoring/cards.py", "import tournament.models", "The core is pure"),
        ("tournament/ledger/chain.py", "import tournament.entry.acts", "Rooms of the tournament"),
        ("tournament/models/event.py", "import tournament.site.access", "Rooms of the tournament"),
        ("tournament/paper/results.py", "import tournament.finals.acts", "What shows never writes"),
        (
            "tournament/seating/reading.py",
            "import tournament.seating.acts",
            "What shows never writes",
        ),
        ("tournament/guests/forms.py", "import tournament.guests.views", "Inside a subject"),
        ("tournament/home/views.py", "import weasyprint", "Only paper knows WeasyPrint"),
        ("tournament/counting/board.py", "import openpyxl", "Only spreadsheets, the workbook"),
    ],
)
def test_an_arrow_drawn_the_wrong_way_is_found(
    bare_house: Path, module: str, statement: str, broken: str
) -> None:
    arrow = bare_house / module
    arrow.write_text(f"{statement}\n")
    told = run(*ARROWS, cwd=bare_house)
    arrow.write_text("")
    assert told.returncode == 1
    assert re.findall(rf"^{broken}.* BROKEN", told.stdout, re.MULTILINE) != []


def test_every_module_of_acts_is_forbidden_to_what_shows() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    (forbidden,) = (
        set(contract["forbidden_modules"])
        for contract in contracts
        if contract["name"] == "What shows never writes"
    )
    acts = (path.relative_to(ROOT) for path in (ROOT / "tournament").glob("*/acts*.py"))
    assert forbidden == {".".join(path.with_suffix("").parts) for path in acts}
