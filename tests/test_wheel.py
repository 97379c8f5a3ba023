"""The wheel of the whole: built without the network, installed into an environment of its own,
started by its console script as an account that has nothing but its home, and asked for pages; and
an evening walked through the pages that it brought.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.journeys.hall import free_port
from tests.test_house import ROOT
from tests.tournament.server.test_elsewhere import PATIENCE, _answer

SOURCES = (
    "fixtures",
    "scoring",
    "templates",
    "tournament",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "requirements.txt",
    "setup.py",
)
BUILD = "from setuptools.build_meta import build_wheel; build_wheel('dist')"
LARGEST = 3_000_000  # bytes


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built in a copy of the tree."""
    place = tmp_path_factory.mktemp("wheel")
    passed_over = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=passed_over)
        else:
            shutil.copy(ROOT / name, place / name)
    (place / "dist").mkdir()
    built = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=place, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    assert "Warning" not in built.stderr, "a warning that nobody can act on"
    [made] = (place / "dist").glob("*.whl")
    return made


class Installed:
    """Last Card from the wheel in an environment of its own, for an account of its own."""

    def __init__(self, wheel: Path, place: Path) -> None:
        environment = place / "clean"
        for words in (
            ["-m", "venv", "--without-pip", str(environment)],
            ["-m", "pip", "--python", str(environment), "install", "-q", "--no-deps", "--no-index",
             "--disable-pip-version-check", str(wheel)],
        ):  # fmt: skip
            subprocess.run([sys.executable, *words], check=True)
        [packages] = environment.glob("lib/python*/site-packages")
        # What it depends on comes from where it is installed already.
        (packages / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        self.packages, self.account = packages, place / "Käthe #1? 50%20"
        self.account.mkdir()
        self.script = environment / "bin" / "last-card"
        self.port = free_port()
        self.variables = {
            "HOME": str(self.account),
            "PATH": os.devnull,
            "PORT": str(self.port),
            "LANG": "C",
        }

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command to its end."""
        return subprocess.run(
            [self.script, *words],
            cwd=self.account,
            env=self.variables,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    @contextmanager
    def serving(self, *words: str) -> Iterator[str]:
        """The address of the server that these words start."""
        with (self.account / "told").open("w") as told:
            running = subprocess.Popen(
                [self.script, *words],
                cwd=self.account,
                env=self.variables,
                stdout=told,
                stderr=told,
            )
        try:
            assert _answer(self.port, "/readyz") == 200, self.told()
            yield f"http://127.0.0.1:{self.port}"
        finally:
            running.terminate()
            running.wait(PATIENCE)

    def told(self) -> str:
        """What the server said in its window."""
        return (self.account / "told").read_text(encoding="utf-8")

    def files(self) -> set[str]:
        """Everything in the environment's packages but compiled code."""
        paths = (path.relative_to(self.packages) for path in self.packages.rglob("*"))
        return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


def test_the_wheel_holds_every_module_template_and_asset_and_is_small(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    tracked = subprocess.check_output(
        ["git", "ls-files", "scoring", "tournament", "templates"], cwd=ROOT, text=True
    ).splitlines()
    present = [path for path in tracked if (ROOT / path).exists()]
    inside = {re.sub(r"^templates/", "tournament/templates/", path) for path in present}
    own = {f"scoring/{name}" for name in ("LICENSE", "README.md", "pyproject.toml")}
    fixtures = {"liveries.json", "reference/A_clean/evening.json"}
    assert inside - own - names == set()
    assert names - inside == {f"tournament/fixtures/{name}" for name in fixtures}
    assert wheel.stat().st_size < LARGEST


def test_the_page_tells_how_large_it_is_and_how_many_packages_it_brings(wheel: Path) -> None:
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    [size] = re.findall(r"one file of ([\d.]+) MB", page)
    assert abs(float(size) - wheel.stat().st_size / 1e6) < 0.4, wheel.stat().st_size
    lock = (ROOT / "locks" / "run.lock").read_text(encoding="utf-8")
    lines = re.findall(r"^[a-z].*?(?= \\$)", lock, re.MULTILINE)
    markers = [Requirement(line).marker for line in lines]
    linux = {"sys_platform": "linux", "platform_machine": "x86_64"}
    count = sum(marker is None or marker.evaluate(linux) for marker in markers)
    assert f"It brings {count} packages." in page


def test_the_demo_is_served_saved_to_and_looked_after(installed: Installed) -> None:
    before = installed.files()
    with installed.serving("demo", "--guests", "12") as address:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        page = browser.open(f"{address}/").read().decode()
        assets = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
        assert assets
        for asset in assets:
            assert browser.open(address + asset).status == 200
        assert browser.open(f"{address}/e/demo-12/board/").status == 200
        assert "All is well." in installed.run("doctor", "--demo").stdout
    assert "last-card own" in installed.told()
    assert "all in order" in installed.run("verify", "--demo").stdout
    copy = Path(installed.run("backup", "--demo").stdout.strip())
    assert copy.is_file()
    assert copy.is_relative_to(installed.account)
    assert "Put back" in installed.run("restore", str(copy), "--demo").stdout
    assert installed.files() == before, "nothing is written where it is installed"


def test_without_a_word_it_shows_the_demo_until_there_is_an_evening_of_ones_own(
    installed: Installed,
) -> None:
    doctor = installed.run("doctor")
    assert (doctor.returncode, doctor.stdout) == (1, "")
    assert "no evening of your own yet: “last-card own” begins one" in doctor.stderr
    assert not list(installed.account.rglob("lastcard.sqlite3"))
    with installed.serving("own"):
        assert "All is well." in installed.run("doctor").stdout
    with installed.serving():
        assert "demo" not in installed.told()


def test_here_keeps_everything_in_this_folder(installed: Installed) -> None:
    with installed.serving("own", "--here"):
        assert "“last-card doctor --here”" in installed.told()
        assert "All is well." in installed.run("doctor", "--here").stdout
    assert (installed.account / "var" / "lastcard.sqlite3").is_file()


def test_an_evening_is_walked_to_its_end_by_what_the_wheel_brought(
    installed: Installed, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "tests", tmp_path / "tests")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    python = installed.script.with_name("python")
    evening = "tests/walks/test_walked_evenings.py::test_an_evening_reaches_its_end_without_a_wall"
    variables = installed.variables | {"EVENINGS": "1", "LASTCARD_HOME": str(tmp_path)}
    outcomes = [
        subprocess.run(
            [python, *words],
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        for words in (
            ["-c", "import scoring, tournament; print(scoring.__file__, tournament.__file__)"],
            ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", evening],
        )
    ]
    whence, walked = (outcome.stdout for outcome in outcomes)
    assert whence.count(str(installed.packages)) == 2
    assert "1 passed" in walked, walked
