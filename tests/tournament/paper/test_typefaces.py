"""The shipped typefaces are unpacked once and kept; where nothing can be kept they serve as they
are.
"""

import sys
from pathlib import Path

import pytest

from tournament import places
from tournament.paper import typefaces
from tournament.site import system

NAME = "last-card-serif-400"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own, where nothing is kept yet."""
    monkeypatch.setattr(places, "home", lambda: tmp_path)
    typefaces.unpacked.cache_clear()
    return tmp_path


def test_a_typeface_is_unpacked_once_and_read_from_the_disk_after_that(home: Path) -> None:
    font = typefaces.FONTS / f"{NAME}.woff2"
    content = typefaces.unpacked(font)
    (file,) = (home / "typefaces").iterdir()
    assert (typefaces.on_disk(NAME), file.read_bytes()) == (file, content)
    file.write_bytes(b"as it was left")
    typefaces.unpacked.cache_clear()
    assert typefaces.unpacked(font) == b"as it was left"
    typefaces.unpacked.cache_clear()


def test_where_nothing_can_be_kept_the_shipped_file_is_read(home: Path) -> None:
    (home / "typefaces").write_text("no folder")
    assert typefaces.on_disk(NAME) == typefaces.FONTS / f"{NAME}.woff2"


def test_without_fontconfig_the_folders_of_the_system_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _program: None)
    monkeypatch.setattr(system, "TYPEFACES", {sys.platform: (str(tmp_path),)})
    typefaces.face_with.cache_clear()
    (tmp_path / "damaged.ttf").write_bytes(b"no typeface")
    assert typefaces.face_with("é", bold=False) is None
    typefaces.face_with.cache_clear()
    (tmp_path / "own.ttf").write_bytes(typefaces.unpacked(typefaces.FONTS / f"{NAME}.woff2"))
    assert typefaces.face_with("é", bold=False) == typefaces.Face(tmp_path / "own.ttf")
    typefaces.face_with.cache_clear()
