"""What a sheet costs with all its officials' consequences, by this code and by that of an earlier
commit, in turn and in one run: `BEFORE=8ef9a6ad bin/bench before`, a few minutes.

Guests' phones are left out, which the earlier measurement did not ask.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measure import Row, in_a_word, load, noted

BEFORE, ROUNDS, GOAL = os.environ.get("BEFORE", "8ef9a6ad"), int(os.environ.get("ROUNDS", "3")), 0.6
HERE = Path(__file__).parents[2]
PART = re.compile(r"^  (?:the |a sheet in all)(.*?) {2,}([\d.]+) ms", re.M)


def sheet(folder: Path) -> float:
    """The milliseconds of everything but guests' phones, by the code in a folder."""
    variables = os.environ | {"PYTHONPATH": str(folder), "GAMES": "3"}
    variables.pop("BENCH_ROWS", None)
    said = subprocess.run(
        [sys.executable, "tests/bench/bench_sheet.py"],
        cwd=folder,
        env=variables,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout
    parts = {name: float(figure) for name, figure in PART.findall(said)}
    return sum(figure for name, figure in parts.items() if name and "guests" not in name)


def main() -> None:
    """Turn by turn; of each the median of the ratios."""
    print(load())
    with tempfile.TemporaryDirectory() as name:
        packed = subprocess.run(
            ["git", "archive", BEFORE], cwd=HERE, check=True, stdout=subprocess.PIPE
        )
        subprocess.run(["tar", "-x", "-C", name], input=packed.stdout, check=True)
        turns = [(sheet(Path(name)), sheet(HERE)) for _ in range(ROUNDS)]
    ratio = statistics.median(after / before for before, after in turns)
    before, after = (statistics.median(column) for column in zip(*turns, strict=True))
    words = f"a sheet with all its officials' consequences : of commit {BEFORE}"
    met = in_a_word(met=ratio <= GOAL)
    print(f"  {words}: {after:.1f} ms, {before:.1f} ms, {ratio:.2f}, goal {GOAL}: {met}")
    noted(
        Row(
            words, f"at most {GOAL}", f"{after:.1f} ms", f"{before:.1f} ms", f"{ratio:.2f}", "", met
        )
    )
    print(load())


if __name__ == "__main__":
    main()
