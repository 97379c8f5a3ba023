"""What a copy is called: the event written to last, the time, the number and the head of its ledger."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

STAMP = "%Y%m%dT%H%M%S%f"
UNFINISHED = ".partial"
DAMAGED = ".damaged"
SUFFIXES = {"sqlite": ".sqlite3", "postgresql": ".dump"}
NOTHING = "empty"
_NAME = re.compile(
    r"(?P<slug>.+)-(?P<at>\d{8}T\d{12})-(?P<entry>\d+)-(?P<head>[0-9a-f]{8}|none)(?P<suffix>\.sqlite3|\.dump)", re.ASCII
)


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """A finished copy: when it was made, where it lies, and the end of the ledger that was written last."""

    at: datetime
    path: Path
    slug: str
    entry: int
    head: str


def name_of(slug: str, at: datetime, entry: int, digest: str, suffix: str) -> str:
    """The name of a copy, in UTC.

    >>> name_of("spring", datetime(2027, 2, 11, 20, tzinfo=UTC), 512, "0123abcd4567", ".sqlite3")
    'spring-20270211T200000000000-512-0123abcd.sqlite3'
    """
    stamp = at.astimezone(UTC).strftime(STAMP)
    return f"{slug or NOTHING}-{stamp}-{entry}-{digest[:8] or 'none'}{suffix}"


def read_name(path: Path) -> Copy | None:
    """The copy that lies there, going by its name; None for anything else."""
    found = _NAME.fullmatch(path.name)
    if found is None:
        return None
    at = datetime.strptime(found["at"], STAMP).replace(tzinfo=UTC)
    return Copy(at, path, found["slug"], int(found["entry"]), found["head"])


def copies(folder: Path) -> list[Copy]:
    """Every finished copy in a folder, the earliest first."""
    return sorted(_there(folder))


def _there(folder: Path) -> Iterator[Copy]:
    for path in folder.iterdir() if folder.is_dir() else ():
        if (found := read_name(path)) is not None:
            yield found
