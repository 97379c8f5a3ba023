"""Known weaknesses of the packages in the locks, asked of the open list at osv.dev, or of lists
that lie here.

`python -m tests.weaknesses` writes docs/proofs/weaknesses.md with the day of the answer; where the
list cannot be reached the page stays as it is, and that is told. `python -m tests.weaknesses LIST…`
asks lists that somebody brought: a clone of github.com/pypa/advisory-database, or the
`insecure.json` of github.com/pyupio/safety-db.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import yaml
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.bill import LOCK, PINNED, Package, packages

PAGE = Path(__file__).resolve().parent.parent / "docs" / "proofs" / "weaknesses.md"
ADDRESS = "https://api.osv.dev/v1/querybatch"
SECONDS = 30
HEAD = """# Known weaknesses of the packages

Asked of the list at osv.dev by `bin/weaknesses`, weekly where the repository is hosted
(`.github/workflows/weaknesses.yaml`). A package that stands here is lifted to a version without the
weakness (`make lock`), or the line says why it does not concern us.

"""
Answer = Mapping[str, Any]
Pinned = tuple[str, str]
"""A package and its version."""


@dataclass(frozen=True)
class Brought:
    """A list that lies here: whose it is, as of which day, and the versions that are weak, by
    package, each with the name of its entry.
    """

    name: str
    day: date
    weak: Mapping[str, Sequence[tuple[str, str]]]

    def known(self, pinned: Iterable[Pinned]) -> list[str]:
        """A line for each of these of which a weakness is known."""
        return [
            f"{name} {version}: {entry}"
            for name, version in sorted(pinned)
            for versions, entry in self.weak.get(canonicalize_name(name), ())
            if SpecifierSet(versions).contains(version, prereleases=True)
        ]


def ask(rows: Sequence[Package]) -> Answer:
    """The list's answer, one result a package in their order; raises URLError without a network."""
    queries = [
        {"package": {"ecosystem": "PyPI", "name": row.name}, "version": row.version} for row in rows
    ]
    body = json.dumps({"queries": queries}).encode()
    request = Request(ADDRESS, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:
        document: Answer = json.load(answer)
    return document


def known(rows: Sequence[Package], answer: Answer) -> list[tuple[Package, list[str]]]:
    """The packages of which a weakness is known, each with the names of the entries."""
    pairs = zip(rows, answer["results"], strict=True)
    return [
        (row, [entry["id"] for entry in result["vulns"]])
        for row, result in pairs
        if result.get("vulns")
    ]


def page(rows: Sequence[Package], answer: Answer, day: date) -> str:
    """The page as of that day."""
    found = known(rows, answer)
    lines = [f"- {row.name} {row.version}: {', '.join(entries)}" for row, entries in found]
    words = "\n".join(lines) or "None is known."
    return f"{HEAD}As of {day:%d %B %Y}, for {len(rows)} packages:\n\n{words}\n"


def pinned() -> set[Pinned]:
    """Every package of every lock: of what runs, and of what builds and tests it."""
    locks = sorted(LOCK.parent.glob("*.lock"))
    texts = [lock.read_text(encoding="utf-8") for lock in locks]
    return {(name, version) for text in texts for name, version, _rest in PINNED.findall(text)}


def brought(path: Path) -> Brought:
    """A list that lies here, of one of the two kinds."""
    if path.is_file():
        document = json.loads(path.read_text(encoding="utf-8"))
        day = datetime.fromtimestamp(document.pop("$meta")["timestamp"], UTC).date()
        rows = (
            (name, versions, versions) for name, every in document.items() for versions in every
        )
        return Brought("Safety DB", day, _by_package(rows))
    entries = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in path.rglob("PYSEC*")]
    day = max(date.fromisoformat(str(entry["modified"])[:10]) for entry in entries)
    rows = (row for entry in entries if "withdrawn" not in entry for row in _ranges(entry))
    return Brought("PyPA’s advisories", day, _by_package(rows))


def _by_package(
    rows: Iterable[tuple[str, str, str]],
) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for name, versions, entry in rows:
        found.setdefault(canonicalize_name(name), []).append((versions, entry))
    return found


def _ranges(entry: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The package, the versions from where to where, and the name of the entry."""
    signs = {"introduced": ">=", "fixed": "<", "last_affected": "<="}
    for affected in entry["affected"]:
        for span in affected.get("ranges", ()):
            if span["type"] != "ECOSYSTEM":
                continue
            text = "".join(
                f"{';' if sign == 'introduced' else ','}{signs[sign]}{version}"
                for event in span["events"]
                for sign, version in event.items()
                if sign in signs
            )
            for versions in re.split(";", text.removeprefix(";")):
                yield affected["package"]["name"], versions, entry["id"]


def page_of_lists(lists: Sequence[Brought], rows: Iterable[Pinned], day: date) -> str:
    """The page of what lists say that were brought, where the open one was not reached."""
    every = sorted(rows)
    parts = []
    for source in lists:
        found = source.known(every)
        lines = "".join(f"\n  - {line}" for line in found) or " none is known."
        parts.append(f"- {source.name} as of {source.day:%d %B %Y}:{lines}\n")
    newest = max(source.day for source in lists)
    return (
        f"{HEAD}The list at osv.dev was never reached from where this was written. On"
        f" {day:%d %B %Y} {len(every)} versions,\nof every package in `locks/`, were looked for"
        f" in lists brought from elsewhere:\n\n{''.join(parts)}\n"
        f"What became known after {newest:%d %B %Y} stands in neither.\n"
    )


def main(paths: Sequence[str] = (), ask: Callable[[Sequence[Package]], Answer] = ask) -> int:
    """0 where none is known, 1 where some are, 2 where the list was not reached."""
    today = date.today()  # noqa: DTZ011 -- a day
    if paths:
        lists = [brought(Path(path)) for path in paths]
        PAGE.write_text(page_of_lists(lists, pinned(), today), encoding="utf-8")
        return int(any(source.known(pinned()) for source in lists))
    rows = packages()
    try:
        answer = ask(rows)
    except (URLError, OSError) as fault:
        print(f"The list was not reached ({fault}); {PAGE.name} stays as it is.")
        return 2
    PAGE.write_text(page(rows, answer, today), encoding="utf-8")
    return 1 if known(rows, answer) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
