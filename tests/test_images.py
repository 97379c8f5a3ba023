"""`bin/images` writes beside each base image the digest that is named, or changes nothing."""

import re
import shutil
from pathlib import Path

import pytest

from tests.test_toolchain import Finished, program, run

ROOT = Path(__file__).resolve().parent.parent
HOSTING = "docs/hosting"
NAMED = re.compile(r"docker\.io/library/[a-z]+:[\w.-]+(@sha256:[0-9a-f]{64})?")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the script and of what it writes in."""
    shutil.copytree(ROOT / HOSTING, tmp_path / HOSTING)
    (tmp_path / "bin").mkdir()
    shutil.copy(ROOT / "bin" / "images", tmp_path / "bin")
    return tmp_path


def pinned(house: Path, skopeo: str) -> Finished:
    """The script, with a registry that answers so."""
    program(house / "tools" / "skopeo", skopeo)
    return run("bin/images", cwd=house, PATH=f"{house / 'tools'}:/usr/bin:/bin")


def texts(house: Path) -> list[str]:
    """What stands in the folder, file by file."""
    return [path.read_text(encoding="utf-8") for path in sorted((house / HOSTING).iterdir())]


def digests(house: Path) -> list[str]:
    """What stands beside each image."""
    return [match[1] for text in texts(house) for match in NAMED.finditer(text)]


def test_each_image_gets_the_digest_that_is_named_and_a_newer_one_the_next_time(
    house: Path,
) -> None:
    for letter in "ab":
        assert pinned(house, f'echo "sha256:{letter * 64}"').returncode == 0
        assert digests(house) == [f"@sha256:{letter * 64}"] * 3
    without = [re.sub(r"@sha256:b{64}", "", text) for text in texts(house)]
    assert without == [
        re.sub(r"@sha256:[0-9a-f]{64}", "", path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / HOSTING).iterdir())
    ]


@pytest.mark.parametrize("skopeo", ["exit 1", "echo latest", f"echo sha256:{'g' * 64}"])
def test_what_is_no_digest_changes_nothing(house: Path, skopeo: str) -> None:
    before = texts(house)
    told = pinned(house, skopeo)
    assert (told.returncode, "nothing was changed" in told.stderr) == (2, True)
    assert texts(house) == before
