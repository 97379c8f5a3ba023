"""Known weaknesses of the packages in the lock, asked of the open list at osv.dev.

`python -m tests.weaknesses` writes docs/proofs/weaknesses.md with the day of the answer; where the
list cannot be reached the page stays as it is, and the age of its answer is told.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.bill import Package, packages

PAGE = Path(__file__).resolve().parent.parent / "docs" / "proofs" / "weaknesses.md"
ADDRESS = "https://api.osv.dev/v1/querybatch"
SECONDS = 30
HEAD = """# Known weaknesses of the packages

Asked of the list at osv.dev by `bin/weaknesses`, weekly where the repository is hosted
(`.github/workflows/weaknesses.yaml`). A package that stands here is lifted to a version without the
weakness (`make lock`), or the line says why it does not concern us.

"""
Answer = Mapping[str, Any]


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


def main(ask: Callable[[Sequence[Package]], Answer] = ask) -> int:
    """0 where none is known, 1 where some are, 2 where the list was not reached."""
    rows = packages()
    try:
        answer = ask(rows)
    except (URLError, OSError) as fault:
        print(f"The list was not reached ({fault}); {PAGE.name} stays as it is.")
        return 2
    PAGE.write_text(page(rows, answer, date.today()), encoding="utf-8")  # noqa: DTZ011 -- a day
    return 1 if known(rows, answer) else 0


if __name__ == "__main__":
    sys.exit(main())
