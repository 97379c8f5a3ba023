"""What has to do with the disk itself: writing through to it, and how much room it has."""

import os
import shutil
from pathlib import Path

from django.conf import settings

MEGABYTE = 1024 * 1024


def to_disk(path: Path) -> None:
    """Return only when the file, or the folder's list of names, is on the disk and not merely on its way there."""
    held = os.open(path, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)


def free_megabytes(where: Path) -> int:
    """How much room is left where this file or folder lies."""
    return shutil.disk_usage(where).free // MEGABYTE


def nearly_full(where: Path) -> str:
    """A sentence while the disk has less room than DISK_WARNING_MB; nothing where there is enough."""
    free = free_megabytes(where)
    if free >= settings.DISK_WARNING_MB:
        return ""
    return f"Only {free} MB are free on the disk of this evening: make room now, before a sheet cannot be saved."
