"""A disk of a trial's own: a file with an ext4 file system on a loop; its power can be cut, its
room filled.
"""

import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

SHUTDOWN = 0x8004587D
"""EXT4_IOC_SHUTDOWN, that is _IOR('X', 125, __u32)."""
NO_FLUSH = struct.pack("I", 2)
"""EXT4_GOING_FLAGS_NOLOGFLUSH: what was not flushed is gone, as when the plug is pulled."""
MEGABYTE = 1024 * 1024


@dataclass
class Disk:
    """An image and the folder it is mounted at."""

    image: Path
    folder: Path

    def mount(self) -> None:
        """Put it in."""
        _run("mount", "-o", "loop", str(self.image), str(self.folder))

    def unmount(self) -> None:
        """Take it out; whatever still holds it is not waited for."""
        _run("umount", "--lazy", str(self.folder))

    def cut_power(self) -> None:
        """Drop everything that was not flushed, and refuse everything from now on."""
        held = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(held, SHUTDOWN, NO_FLUSH)
        finally:
            os.close(held)

    def again(self) -> None:
        """Out and in again: the file system recovers as after a power cut."""
        _run("umount", str(self.folder))
        self.mount()

    def fill(self) -> Path:
        """Leave no byte free; returns the file to remove for room."""
        filler = self.folder / "filler"
        with filler.open("wb", buffering=0) as held, suppress(OSError):
            for size in (MEGABYTE, 4096, 512):
                with suppress(OSError):
                    while held.write(b"x" * size) == size:
                        pass
        return filler


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def why_not() -> str:
    """Why this machine has no such disk; nothing where it has."""
    if os.getuid():
        return "a disk is mounted by root alone"
    missing = [name for name in ("mkfs.ext4", "mount", "umount") if shutil.which(name) is None]
    return f"{missing[0]} is not installed" if missing else ""


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """A fresh disk of so many megabytes; where the machine allows none, the test is skipped with
    the reason.
    """
    reason = why_not()
    if reason:
        pytest.skip(f"not run: {reason}")
    made = Disk(folder / "disk.img", folder / "disk")
    made.folder.mkdir()
    with made.image.open("wb") as held:
        held.truncate(megabytes * MEGABYTE)
    _run("mkfs.ext4", "-q", "-m", "0", str(made.image))
    try:
        made.mount()
    except subprocess.CalledProcessError as fault:
        pytest.skip(f"not run: this machine mounts no loop: {fault.stderr.decode().strip()}")
    try:
        yield made
    finally:
        made.unmount()
