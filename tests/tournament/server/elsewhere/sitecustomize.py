"""Another system, as far as it can be had on Linux: what Windows has not is taken away, and its one
lock is put there.

On PYTHONPATH, so that every program of a trial begins with it. What stays Linux all the same: names
of paths, files that can be renamed while they are open, and the screen.
"""

import fcntl
import os
import subprocess  # before the fake lock is there: by that it would take this for Windows
import sys
import tempfile
import time
import types
from typing import Any

HELD: dict[tuple[int, int, int], int] = {}


def _locking(file: int, how: int, length: int) -> None:
    """One byte or more from where the file stands; PermissionError where it is taken, as on
    Windows.
    """
    at = os.lseek(file, 0, os.SEEK_CUR)
    found = os.fstat(file)
    key = (found.st_dev, found.st_ino, at)
    if how == fake.LK_UNLCK:
        HELD.pop(key, None)
        fcntl.lockf(file, fcntl.LOCK_UN, length, at)
        return
    owner = HELD.get(key)
    if owner is not None and owner != file and _is_open(owner, found):
        raise PermissionError(13, "Permission denied")
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, at)
    except OSError:
        raise PermissionError(13, "Permission denied") from None
    HELD[key] = file


def _is_open(file: int, found: os.stat_result) -> bool:
    try:
        return os.path.sameopenfile(file, file) and os.fstat(file).st_ino == found.st_ino
    except OSError:
        return False


def _opened(path: Any, flags: int, *args: Any, **more: Any) -> int:
    """No folder can be opened."""
    if isinstance(path, (str, os.PathLike)) and os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    return OPEN(path, flags, *args, **more)


def _held(act: Any) -> Any:
    """A name is not changed while the scanner for viruses looks at what was just written."""

    def refused(path: Any, *args: Any, **more: Any) -> Any:
        scanned = ".sqlite3" in str(path) and os.path.exists(path)
        if scanned and time.time() - os.stat(path).st_mtime < SCANNED_FOR:
            raise PermissionError(13, "It is being used by another process", str(path))
        return act(path, *args, **more)

    return refused


SCANNED_FOR = 2  # seconds
OPEN = os.open
assert subprocess
assert tempfile
fake: Any = types.ModuleType("msvcrt")
fake.locking, fake.LK_NBLCK, fake.LK_UNLCK = _locking, 2, 0
sys.modules["msvcrt"] = fake
for module in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[module] = None  # type: ignore[assignment]
for owner, names in (
    (os, ("fork", "register_at_fork", "setpriority", "O_CLOEXEC", "getppid", "sched_getaffinity")),
    (time, ("clock_gettime", "CLOCK_BOOTTIME", "CLOCK_MONOTONIC")),
):
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)
os.open = _opened
os.replace, os.rename, os.unlink = map(_held, (os.replace, os.rename, os.unlink))
