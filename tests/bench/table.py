"""The table that `make bench` ends with: every goal, ours, what it is compared with, the ratio, and
a no-op of the same server beside it. It is printed, and written to docs/proofs/performance.md.
"""

import json
import os
import platform
import sys
from datetime import datetime
from pathlib import Path

from tests.bench.measure import Row

PAGE = Path(__file__).parents[2] / "docs" / "proofs" / "performance.md"
HEADING = "## What make bench says\n"
COLUMNS = ("what", "goal", "ours", "compared with", "ratio", "no-op", "verdict")


def drawn(rows: list[Row], seconds: int, before: float) -> str:
    """The section: where and how it was measured, and the rows."""
    lines = [
        HEADING,
        f"{datetime.now().astimezone():%-d %B %Y, %H:%M}; {os.cpu_count()} cores, Python"
        f" {platform.python_version()}, load average {before:.1f} at the start and",
        f"{os.getloadavg()[0]:.1f} at the end; {seconds} s on the clock. Processor time but where a"
        " row says clock;",
        "medians, quartiles in brackets. A row is noisy where its quartiles lie a quarter of the",
        "median apart.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---|' * len(COLUMNS)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    return "\n".join(lines) + "\n\n"


def put(section: str, page: str) -> str:
    """The page with the section in the place of the one before it, or after its first part."""
    start = page.find(HEADING)
    if start < 0:
        start = end = page.index("\n## ") + 1
    else:
        following = page.find("\n## ", start)
        end = len(page) if following < 0 else following + 1
    return page[:start] + section + page[end:]


def main() -> None:
    """`python -m tests.bench.table ROWS SECONDS LOAD`."""
    file, seconds, before = sys.argv[1:4]
    rows = [Row(*json.loads(line)) for line in Path(file).read_text().splitlines()]
    section = drawn(rows, int(seconds), float(before))
    print(section)
    PAGE.write_text(put(section, PAGE.read_text()))


if __name__ == "__main__":
    main()
