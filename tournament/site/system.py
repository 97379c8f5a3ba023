"""What differs between Linux, macOS and Windows, in one place: locks, forks, time, writing through,
priority.

Each function does its part by what the system has, and says in its docstring what it does where
that is missing. The tests run once more with all of it taken away
(tests/tournament/server/elsewhere).
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from getpass import getpass
from glob import glob
from pathlib import Path
from typing import Any, TypeVar

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:
    msvcrt = None  # type: ignore[assignment]

FAR = 1 << 30
"""Where Windows locks a byte: its locks also keep others from reading, so it is far behind the end
of every file.
"""
NICE = 10
HELD_FOR, AGAIN_AFTER = 10.0, 0.1  # seconds
T = TypeVar("T")
CLOSED_TO_CHILDREN = getattr(os, "O_CLOEXEC", 0)
"""On Windows no file that is opened goes to another program."""
FORKS = sys.platform == "linux" and hasattr(os, "fork")
"""macOS forks too, but not a program that has loaded what this one loads."""
TYPEFACES = {
    "win32": ("C:/Windows/Fonts",),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts"),
}
"""Where typefaces lie on systems that have no fontconfig to ask."""


def on_windows() -> bool:
    """Whether this is Windows: `py` is its Python, files have no rights for an account's group, and
    no program takes the place of another.
    """
    return os.name == "nt"


def has_desktop() -> bool:
    """Whether a browser can be opened before somebody's eyes."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def typeface_folders() -> list[Path]:
    """Where typefaces lie when there is no fontconfig to ask."""
    return [Path(folder) for folder in TYPEFACES.get(sys.platform, ())]


def open_files(wanted: int) -> int:
    """So many files this process may have open from now on, as near to what is wanted as the system
    allows: macOS gives 256 at first, and select() of Windows takes half of what is wanted.
    """
    try:
        import resource  # noqa: PLC0415 -- there is none on Windows
    except ImportError:
        return wanted // 2
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < target:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    return max(soft, target)


def take_byte(file: int, byte: int) -> None:
    """Lock one byte of a file for this process; BlockingIOError while another process has it."""
    if fcntl is not None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
    else:
        _windows(file, byte, "LK_NBLCK")


def give_byte(file: int, byte: int) -> None:
    """Let the byte go."""
    if fcntl is not None:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)
    else:
        _windows(file, byte, "LK_UNLCK")


def take_file(file: int) -> None:
    """Lock a file for who opened it, until it is closed; BlockingIOError while another has it, even
    here.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        _windows(file, 0, "LK_NBLCK")


def _windows(file: int, byte: int, mode: str) -> None:
    before = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, FAR + byte, os.SEEK_SET)
    try:
        locking: Any = getattr(msvcrt, "locking")  # noqa: B009 -- there is no such name where this is checked
        locking(file, getattr(msvcrt, mode), 1)
    except PermissionError:
        raise BlockingIOError("locked by another process") from None
    finally:
        os.lseek(file, before, os.SEEK_SET)


def after_fork(child: Callable[[], None]) -> None:
    """Have this done in every process forked from this one; where nothing forks there is nothing to
    do.
    """
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=child)


def running() -> float:
    """Seconds for which the machine runs, its sleep among them where the system counts that."""
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def to_disk(path: Path) -> None:
    """Return only when the file, or the folder's list of names, is on the disk and not merely on
    its way there.

    Windows writes the list of names by itself and opens no folder; there a file is opened to be
    written, or it would not be flushed. macOS has a call of its own for what fsync does elsewhere.
    """
    folder = path.is_dir()
    try:
        descriptor = os.open(path, os.O_RDONLY if folder else os.O_RDWR)
    except PermissionError:
        if folder:
            return
        descriptor = os.open(path, os.O_RDONLY)
    try:
        if fcntl is not None and hasattr(fcntl, "F_FULLFSYNC"):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def rename(source: Path, target: Path) -> Path:
    """Give a file another name, over what bears that name; the new path."""
    return _once_let_go(lambda: source.replace(target))


def remove(path: Path) -> None:
    """Delete a file, if it is there."""
    _once_let_go(lambda: path.unlink(missing_ok=True))


def _once_let_go(act: Callable[[], T]) -> T:
    """On Windows a scanner for viruses holds what was just written for a second or two, and its
    name stays as it is meanwhile; elsewhere the first refusal stands.
    """
    end = time.monotonic() + (HELD_FOR if fcntl is None else 0)
    while True:
        try:
            return act()
        except PermissionError:
            if time.monotonic() >= end:
                raise
            time.sleep(AGAIN_AFTER)


def behind_others(command: list[str], **more: Any) -> "subprocess.Popen[str]":
    """Start a program that gives way to everybody else."""
    low = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    created = subprocess.Popen(command, text=True, creationflags=low, **more)  # noqa: S603 -- our own command
    with suppress(OSError):
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, created.pid, NICE)
    return created


def end_with_starter() -> None:
    """Wait for the end of the input, which whoever started this holds open, and end at once."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def asked_in_secret(words: str) -> str:
    """What somebody types unseen; from a program the next line of its input."""
    if sys.stdin.isatty():
        return getpass(words)
    return sys.stdin.readline().rstrip("\n")


STICKS = ("/media/*", "/media/*/*", "/run/media/*/*", "/Volumes/*")
LETTERS = "DEFGHIJKLMNOPQRSTUVWXYZ"


def plugged_in() -> list[Path]:
    """The sticks and disks that somebody has plugged in and that can be written to."""
    if on_windows():
        paths = [f"{letter}:\\" for letter in LETTERS]
    else:
        paths = [path for pattern in STICKS for path in sorted(glob(pattern))]
    there = [Path(path) for path in paths if os.path.ismount(path) and os.access(path, os.W_OK)]
    return [path for path in there if not path.is_symlink()]
