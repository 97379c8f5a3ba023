"""Walks by the thousand: one run goes on where another stopped, says how far it is, and its report
bears its date.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.figures import FIGURES, report
from tests.walks.plan import Plan

ROOT = FIGURES.parent.parent
KEPT = ROOT / "var" / "walks.json"
REPORT = FIGURES.parent / "walks.md"
TOLD_EVERY = 20
Met = Callable[[int], tuple[Plan, str]]
"""Walks the evening of a seed: its plan, and the wall it met in words, nothing where it reached its
end.
"""


@dataclass
class LongRun:
    """So many evenings from a seed on, by one state of the code; what was walked and what was met
    so far.
    """

    number: int
    first: int
    code: str
    done: int = 0
    seconds: float = 0.0
    walls: list[str] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    incidents: Counter[str] = field(default_factory=Counter)
    guests: int = 0

    @classmethod
    def begun(cls, number: int, code: str, kept: Path = KEPT) -> "LongRun":
        """The run that was stopped, where it was of the same length and code; else a new one from a
        seed by chance.
        """
        if kept.exists():
            told = json.loads(kept.read_text())
            if (told["number"], told["code"]) == (number, code):
                return cls(**told | {name: Counter(told[name]) for name in ("games", "incidents")})
        return cls(number, Random().randrange(10**6), code)

    def go(self, met: Met, most: float, kept: Path = KEPT) -> bool:
        """Walk on, for at most so many seconds; whether all are walked.

        After each evening the run is kept.
        """
        began, before = time.monotonic(), self.seconds
        while self.done < self.number and self.seconds - before < most:
            plan, words = met(self.first + self.done)
            self.done += 1
            self.seconds = before + time.monotonic() - began
            self.games[plan.game] += 1
            self.incidents.update(one.kind for one in plan.incidents)
            self.guests += plan.guests
            self.walls += [words] if words else []
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(json.dumps(vars(self)))
            if words or self.done % TOLD_EVERY == 0:
                print(f"{self}{f'{chr(10)}{words}' if words else ''}", file=sys.stderr, flush=True)
        if self.done == self.number:
            kept.unlink(missing_ok=True)
        return self.done == self.number

    def __str__(self) -> str:
        return (
            f"{self.done:,} of {self.number:,} evenings from seed {self.first} on,"
            f" {len(self.walls)} met a wall"
        )

    def tell(self, now: datetime, where: Path = REPORT) -> None:
        """Write what was walked and what was met, where `make torture` asks for reports."""
        report("walks", str(self))
        if os.environ.get("REPORT_FIGURES"):
            where.write_text(self.as_page(now))

    def as_page(self, now: datetime) -> str:
        """The report."""
        lines = [f"# Evenings walked whole: report of {now:%-d %B %Y}", "", *self._facts()]
        lines += ["", "## Walls" if self.walls else "No evening met a wall.", ""]
        lines += [f"```\n{words}\n```" for words in self.walls]
        return "\n".join(lines).rstrip() + "\n"

    def _facts(self) -> list[str]:
        rows = {
            "evenings": (
                f"{self.done:,} of {self.number:,}, seeds {self.first} to"
                f" {self.first + self.done - 1}"
            ),
            "code": self.code or "not under version control",
            "guests": f"{self.guests:,}",
            "games": _counted(self.games),
            "what befell them, planned": _counted(self.incidents),
            "walls": f"{len(self.walls)}",
            "time on the clock": f"{self.seconds / 60:,.0f} minutes",
        }
        told = [f"| {name} | {words} |" for name, words in rows.items()]
        about = (
            "`make torture` writes this page; `WALKS=` sets the number, and a run that was stopped"
            " goes on."
        )
        return [about, "", "| what | figure |", "|---|---|", *told]


def _counted(what: Counter[str]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in what.most_common())


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


def today() -> datetime:
    """The day of the report."""
    return datetime.now(UTC)
