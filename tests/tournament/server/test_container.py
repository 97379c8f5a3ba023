"""What docs/hosting/Containerfile says is done line by line in a folder of its own, without a
container, and the front's requests are answered; a real image is built where the machine can.
"""

import os
import re
import shutil
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from tests.journeys.hall import free_port
from tests.test_house import ROOT

FOLDER = ROOT / "docs" / "hosting"
PATIENCE = 120  # seconds
HOST = "cards.example.org"
ONLY_ROOT = ("useradd", "pip", "chown")
"""Programs of a line that need a system of their own: here they say yes."""


def instructions(text: str) -> list[tuple[str, str]]:
    """Each instruction of a container file with its words, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return [
        (name, words) for name, _, words in (line.partition(" ") for line in joined.split("\n"))
    ]


class Image:
    """A folder in which the lines after WORKDIR were done."""

    def __init__(self, text: str, place: Path) -> None:
        self.folder = place / "srv"
        self.folder.mkdir()
        self.variables = {"PATH": f"{_stubs(place)}:{os.environ['PATH']}", "LANG": "C.UTF-8"}
        self.command, self.account = "", "root"
        self.closed: list[str] = []
        """What root left in the folder that the account which serves cannot read."""
        lines = instructions(text)
        for name, words in lines[[name for name, _ in lines].index("WORKDIR") + 1 :]:
            getattr(self, name.lower(), self._nothing)(words)

    def _nothing(self, words: str) -> None:
        """Lines that change no file."""

    def env(self, words: str) -> None:
        name, _, value = words.partition("=")
        self.variables[name] = value

    def copy(self, words: str) -> None:
        source, target = words.split()
        place = self.folder / target
        if (ROOT / source).is_dir():
            passed_over = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
            shutil.copytree(ROOT / source, place, ignore=passed_over)
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, place)

    def run(self, words: str) -> None:
        subprocess.run(
            ["sh", "-ec", words], cwd=self.folder, env=self.variables, check=True, umask=0o022
        )
        if self.account == "root" and "chown" not in words:
            readable = stat.S_IROTH
            paths = (path for path in self.folder.rglob("*") if not path.stat().st_mode & readable)
            self.closed += [path.relative_to(self.folder).as_posix() for path in paths]

    def user(self, words: str) -> None:
        self.account = words

    def cmd(self, words: str) -> None:
        shell, command, self.command = yaml.safe_load(words)
        assert (shell, command) == ("sh", "-c")

    @contextmanager
    def started(self, place: Path) -> Iterator[int]:
        """The command of the image under the variables of compose.yaml; gives its port."""
        app = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"][
            "app"
        ]
        given = {name: _filled(value) for name, value in app["environment"].items()}
        given |= {"DATABASE_URL": f"sqlite:///{place / 'rows.sqlite3'}", "BACKUP_EVERY": "0"}
        port = free_port()
        command = self.command.replace("0.0.0.0:8000", f"127.0.0.1:{port}")
        assert command != self.command
        with (place / "log").open("w") as log:
            serving = subprocess.Popen(
                ["sh", "-c", command],
                cwd=self.folder,
                env=self.variables | given,
                stdout=log,
                stderr=log,
            )
        try:
            yield port
        finally:
            serving.terminate()
            serving.wait(PATIENCE)


def _stubs(place: Path) -> Path:
    folder = place / "stubs"
    folder.mkdir()
    written = dict.fromkeys(ONLY_ROOT, "exit 0") | {"python": f'exec "{sys.executable}" "$@"'}
    for name, text in written.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


def _filled(value: str) -> str:
    """A value of compose.yaml with what .env says, and with what stands after `:-` where it says
    nothing.
    """
    value = re.sub(r"\$\{HOST[^}]*\}", HOST, value)
    return re.sub(r"\$\{\w+(?::-([^}]*))?[^}]*\}", r"\1", value)


def answer(port: int, path: str) -> int:
    """The status of a page asked for as the front asks."""
    heads = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=heads)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(asked, timeout=30) as page:
                return int(page.status)
        except urllib.error.HTTPError as refused:
            return refused.code
        except OSError:
            time.sleep(0.1)
    return 0


PAGES = ("/readyz", "/", "/login/")


@pytest.mark.promise("The server that the container file describes shows its pages")
def test_what_the_container_file_says_serves_its_first_pages(tmp_path: Path) -> None:
    image = Image((FOLDER / "Containerfile").read_text(encoding="utf-8"), tmp_path)
    assert image.closed == []
    with image.started(tmp_path) as port:
        assert {path: answer(port, path) for path in PAGES} == dict.fromkeys(PAGES, 200)


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The account and the names of the assets are set after the assets were collected."""
    text = (FOLDER / "Containerfile").read_text(encoding="utf-8")
    text = text.replace("USER lastcard\n", "").replace("EXPOSE", "USER lastcard\nEXPOSE")
    text = text.replace("ENV STATIC_HASHED=1\n", "") + "ENV STATIC_HASHED=1\n"
    return Image(re.sub(r" \\\n +&& mkdir.*", "", text), tmp_path_factory.mktemp("late"))


@pytest.mark.control("test_what_the_container_file_says_serves_its_first_pages")
def test_assets_collected_by_root_are_closed_to_the_account_that_serves(late: Image) -> None:
    assert "staticfiles" in late.closed


@pytest.mark.nightly
def test_assets_collected_under_other_names_are_seen_by_the_watchman(
    late: Image, tmp_path: Path
) -> None:
    """The names lead nowhere: the server says it is not ready."""
    with late.started(tmp_path) as port:
        assert [answer(port, path) for path in PAGES] == [503, 500, 500]


KNOWN = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "CMD", ""}


def findings(text: str) -> list[str]:
    """What whoever reads container files would say of this one."""
    lines = instructions(text)
    names = [name for name, _ in lines]
    words = {name: [words for other, words in lines if other == name] for name in KNOWN}
    said = [f"{name} is no instruction" for name in names if name not in KNOWN]
    said += [f"{base} names no version" for base in words["FROM"] if ":" not in base.split("/")[-1]]
    said += [f"{copy} takes everything" for copy in words["COPY"] if copy.startswith(". ")]
    said += [
        f"“{run}” leaves the lists of packages behind"
        for run in words["RUN"]
        if "apt-get update" in run and "rm -rf /var/lib/apt/lists" not in run
    ]
    if not words["USER"] or words["USER"][-1] in ("root", "0"):
        said.append("it runs as root")
    if [command[:1] for command in words["CMD"]] != ["["]:
        said.append("its command is run by another shell, which hears no signal")
    return said


SLIPS = {
    "USER lastcard": "it runs as root",
    ":3.12-slim-bookworm": "docker.io/library/python names no version",
    'CMD ["sh"': "its command is run by another shell, which hears no signal",
}


def test_the_container_file_is_read_by_a_checker() -> None:
    text = (FOLDER / "Containerfile").read_text(encoding="utf-8")
    assert findings(text) == []
    for part, finding in SLIPS.items():
        assert finding in findings(text.replace(part, "CMD sh" if part[:3] == "CMD" else ""))


def builder() -> str | None:
    """What can build an image here: a program alone is not enough, its daemon has to answer."""
    for name in ("podman", "docker"):
        if (
            shutil.which(name)
            and not subprocess.run([name, "info"], capture_output=True).returncode
        ):
            return name
    return None


def test_the_image_is_built_and_serves_where_this_machine_can_build_one(
    record_property: Callable[[str, object], None],
) -> None:
    program = builder()
    record_property("image", program or "not built: neither podman nor docker answers here")
    if program is None:
        return
    name, port = "lastcard-trial", free_port()
    file = str(FOLDER / "Containerfile")
    subprocess.run([program, "build", "-q", "-t", name, "-f", file, str(ROOT)], check=True)
    command = [program, "run", "--rm", "-d", "-p", f"127.0.0.1:{port}:8000"]
    for variable in (f"ALLOWED_HOSTS={HOST}", "HTTPS=1", "BEHIND_PROXY=1"):
        command += ["-e", variable]
    container = subprocess.check_output([*command, name], text=True).strip()
    try:
        assert {path: answer(port, path) for path in PAGES} == dict.fromkeys(PAGES, 200)
    finally:
        subprocess.run([program, "stop", container], check=True, capture_output=True)
