"""Walks by the thousand, in as many parts as one likes: each evening is a line of a file, and the
dated section of the long proofs is written from all of them.

`.venv/bin/python -m tests.walks.long_run` writes the section.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.figures import FIGURES, report
from tests.walks.plan import Plan

ROOT = FIGURES.parents[2]
KEPT = ROOT / "var" / "walks.jsonl"
REPORT = FIGURES.parent / "torture.md"
HEADING = "## Evenings walked whole"
TOLD_EVERY = 20
STEPS_TOLD = 200


@dataclass(frozen=True)
class Evening:
    """An evening that was walked: what it was, what befell it, and the wall it met in words,
    nothing where it reached its end.
    """

    seed: int
    code: str
    game: str
    format: str
    guests: int
    incidents: list[str]
    seconds: float
    wall: str = ""


Met = Callable[[int], tuple[Plan, list[str], str]]
"""Walks the evening of a seed: its plan, what befell it, and its wall."""


@dataclass(frozen=True)
class LongRun:
    """The evenings of a range of seeds, the file in which those already walked stand, and the
    name of the figure that says so.
    """

    seeds: range
    code: str
    kept: Path = KEPT
    figure: str = "walks"

    @property
    def walked(self) -> dict[int, Evening]:
        """The last walk of each seed of the range."""
        return {one.seed: one for one in read(self.kept) if one.seed in self.seeds}

    @property
    def left(self) -> list[int]:
        """Those to walk: the others of the range, and those that met a wall with other code."""
        found = self.walked
        return [
            seed
            for seed in self.seeds
            if seed not in found or (found[seed].wall and found[seed].code != self.code)
        ]

    def go(self, met: Met, most: float) -> bool:
        """Walk on, for at most so many seconds; whether all are walked.

        After each evening its line is kept.
        """
        began = time.monotonic()
        for at, seed in enumerate(left := self.left, start=1):
            before = time.process_time()
            plan, incidents, wall = met(seed)
            took = round(time.process_time() - before, 1)
            row = Evening(
                seed, self.code, plan.game, plan.choices, plan.guests, incidents, took, wall
            )
            self.kept.parent.mkdir(exist_ok=True)
            with self.kept.open("a") as lines:
                lines.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
            if wall or at % TOLD_EVERY == 0:
                print(f"{self}{f'{chr(10)}{wall}' if wall else ''}", file=sys.stderr, flush=True)
            if time.monotonic() - began >= most:
                return at == len(left)
        return True

    def __str__(self) -> str:
        done = self.walked
        met = sum(bool(one.wall) for one in done.values())
        return (
            f"{len(done):,} of {len(self.seeds):,} evenings from seed {self.seeds.start} on,"
            f" {met} met a wall"
        )

    def tell(self) -> None:
        """Say what was walked and what was met, where `make torture` asks for it."""
        report(self.figure, str(self))


def read(kept: Path) -> list[Evening]:
    """The evenings of the file, in the order in which they were walked."""
    if not kept.exists():
        return []
    return [Evening(**json.loads(line)) for line in kept.read_text().splitlines()]


def section(rows: Iterable[Evening], now: datetime) -> str:
    """What the page of the long proofs says of them."""
    every = list(rows)
    last = {one.seed: one for one in every}
    standing = [one for one in last.values() if one.wall]
    mended = sorted({one.seed for one in every if one.wall} - {one.seed for one in standing})
    seconds = sum(one.seconds for one in every)
    facts = {
        "evenings": f"{len(last):,}, seeds {_ranges(sorted(last))}",
        "code": _counted(Counter(one.code or "unknown" for one in last.values())),
        "guests": f"{sum(one.guests for one in last.values()):,}",
        "games": _counted(Counter(one.game for one in last.values())),
        "games and their formats": str(len({(one.game, one.format) for one in last.values()})),
        "what befell them": _counted(
            Counter(kind for one in last.values() for kind in one.incidents)
        ),
        "met a wall that was mended, and reached their end since": _ranges(mended) or "none",
        "met a wall that stands": _ranges(sorted(one.seed for one in standing)) or "none",
        "processor time": f"{seconds / 3600:.1f} hours, {seconds / len(every):.1f} s an evening",
    }
    about = (
        "`tests/walks/long_run.py` writes this section from what the long run kept; it goes on"
        " where it stopped."
    )
    lines = [f"{HEADING}: {now:%-d %B %Y}", about, "", "| what | figure |", "|---|---|"]
    lines += [f"| {name} | {words} |" for name, words in facts.items()]
    lines += [f"\n```\n{one.wall[-STEPS_TOLD:]}\n```" for one in standing]
    return "\n".join(lines) + "\n"


def write(rows: Iterable[Evening], now: datetime, page: Path = REPORT) -> None:
    """Put the section into the page, in the place of the one before."""
    before, _old, rest = page.read_text().partition(HEADING)
    _own, found, after = rest.partition("\n## ")
    page.write_text(f"{before.rstrip()}\n\n{section(rows, now)}{found}{after}")


def _counted(what: Counter[str]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in what.most_common()) or "none"


def _ranges(seeds: list[int]) -> str:
    """`1000 to 1003, 1007`."""
    found: list[list[int]] = []
    for seed in seeds:
        if found and found[-1][-1] == seed - 1:
            found[-1].append(seed)
        else:
            found.append([seed])
    return ", ".join(f"{one[0]} to {one[-1]}" if one[1:] else str(one[0]) for one in found)


def code_now() -> str:
    """The commit that is walked; with a mark where files were changed since."""
    asked = ("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "--untracked-files=no")
    try:
        told = [
            subprocess.run(("git", *one), cwd=ROOT, capture_output=True, text=True, check=True)
            for one in asked
        ]
    except (OSError, subprocess.CalledProcessError):
        return ""
    commit, changed = (one.stdout.strip() for one in told)
    return f"{commit}{' and changes' if changed else ''}"


if __name__ == "__main__":
    write(read(KEPT), datetime.now(UTC))
