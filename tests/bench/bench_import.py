"""What importing one engine costs: processor time of a Python that loads it, less one that does
nothing; the goal is 50 ms.
"""

import resource
import subprocess
import sys
from pathlib import Path

from tests.bench.measure import ROUNDS, Series, load

ROOT = Path(__file__).parents[2]
GOAL = 0.05
OWN = "import collections.abc, dataclasses, functools, re, typing"
"""What every typed module of this size loads of Python itself."""


def of_a_python(words: str) -> float:
    """Processor seconds of a Python that runs these words, without the site's packages."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-S", "-c", words], cwd=ROOT, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Turn by turn; the first round compiles what is not compiled yet and is not counted."""
    print(load())
    games = sorted(path.parent.name for path in (ROOT / "scoring/games").glob("*/rules.py"))
    words = {"Python alone": "pass", "its own modules": OWN}
    words |= {game: f"import scoring.games.{game}" for game in games}
    rounds = [[of_a_python(word) for word in words.values()] for _ in range(ROUNDS + 1)][1:]
    for name, taken in zip(words, zip(*rounds, strict=True), strict=True):
        beyond = tuple(each - turn[0] for each, turn in zip(taken, rounds, strict=True))
        series = Series(name, taken if name == "Python alone" else beyond)
        found = "met" if series.quartiles[1] < GOAL else "not met"
        goal = f"; goal: under {GOAL * 1000:.0f} ms, {found}" if name in games else ""
        print(series.line() + goal)


if __name__ == "__main__":
    main()
