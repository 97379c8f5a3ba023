"""The typefaces of paper: the shipped ones, unpacked once and kept beside the databases, and those
of this computer for letters that no shipped one has.
"""

import hashlib
import io
import os
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkstemp

from tournament import places
from tournament.site.system import rename, typeface_folders

FONTS = Path(__file__).resolve().parent.parent / "static" / "tournament" / "fonts"
SECONDS = 10


@cache
def shipped() -> tuple[Path, ...]:
    """The files that come with the program."""
    return tuple(sorted(FONTS.glob("*.woff2")))


@cache
def unpacked(font: Path) -> bytes:
    """A shipped typeface as a renderer wants it: unpacking takes longer than to set and draw a
    paper, and each printing may be in a new process.
    """
    place = _place(font)
    with suppress(OSError):
        return place.read_bytes()
    from fontTools.ttLib import woff2  # noqa: PLC0415 -- comes with the renderers, slow to load

    buffer = io.BytesIO()
    woff2.decompress(io.BytesIO(font.read_bytes()), buffer)
    with suppress(OSError):
        _keep(place, buffer.getvalue())
    return buffer.getvalue()


def on_disk(name: str) -> Path:
    """The file of a shipped typeface to read: unpacked, or as it was shipped where nothing more
    can be kept.
    """
    font = FONTS / f"{name}.woff2"
    unpacked(font)
    place = _place(font)
    return place if place.is_file() else font


def _place(font: Path) -> Path:
    digest = hashlib.sha256(font.read_bytes()).hexdigest()[:12]
    return places.home() / "typefaces" / f"{font.stem}-{digest}.ttf"


def _keep(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = mkstemp(dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        rename(Path(unfinished), place)
    except OSError:
        Path(unfinished).unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class Face:
    """A typeface of this computer: its file, and which of those in the file."""

    file: Path
    number: int = 0


@cache
def face_with(letter: str, *, bold: bool) -> Face | None:
    """The typeface of this computer that has a letter, if any."""
    program = shutil.which("fc-match")
    if program is None:
        return _found_in_folders(letter)
    wish = f"serif:{'bold:' if bold else ''}charset={ord(letter):x}"
    try:
        answer = subprocess.run(  # noqa: S603 -- a program of the system, without a word of anybody
            [program, "--format=%{file}\n%{index}", wish],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    file, _, index = answer.stdout.partition("\n")
    # What stands above the number of the face names an instance of a variable one.
    face = Face(Path(file), int(index or 0) & 0xFFFF)
    return face if ord(letter) in _letters(face) else None


def _found_in_folders(letter: str) -> Face | None:
    files = (file for folder in typeface_folders() for file in sorted(folder.rglob("*.tt[cf]")))
    return next((Face(file) for file in files if ord(letter) in _letters(Face(file))), None)


@cache
def _letters(face: Face) -> frozenset[int]:
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415

    try:
        with (
            face.file.open("rb") as file,
            TTFont(file, fontNumber=face.number, lazy=True) as font,
        ):
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError, KeyError):
        return frozenset()
