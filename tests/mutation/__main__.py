"""Runs mutmut over a copy of the core in var/mutation; fails for a survivor docs/proofs/mutation.md
does not explain.

    python -m tests.mutation                     every module named in tests/mutation/setup.cfg
    (hours) python -m tests.mutation "scoring.counting.tally.*"   some mutants python -m
    tests.mutation --told              only list what the last run found

A run that was stopped goes on where it stood as long as the code is the same; a changed core is
copied anew.
"""

import filecmp
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "var" / "mutation"
EXPLAINED = ROOT / "docs" / "proofs" / "mutation.md"
TESTS = (
    "__init__.py",
    "conftest.py",
    "examples.py",
    "figures.py",
    "second_rank.py",
    "second_rank.txt",
    "reference",
    "scoring",
)
COPIED = ("scoring", "fixtures", *(f"tests/{name}" for name in TESTS))
FOUND = re.compile(
    r"^\s*(?P<function>scoring\.\S+)__mutmut_(?P<number>\d+): (?P<outcome>.+)$", re.MULTILINE
)
# mutmut writes x_name for a function and xǁClassǁname for a method.
NAME = re.compile(r"\.x_?(?P<path>[^.]+)$")


def lay_out() -> None:
    """The copy, made anew unless the core and its tests are those of the last run."""
    same = all(_same(ROOT / name, COPY / name) for name in COPIED)
    if same and (COPY / "mutants").exists():
        return
    shutil.rmtree(COPY, ignore_errors=True)
    for name in COPIED:
        (COPY / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, COPY / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, COPY / name)
    shutil.copy(ROOT / "tests" / "mutation" / "setup.cfg", COPY / "setup.cfg")
    shutil.copy(ROOT / "tests" / "core.ini", COPY / "pytest.ini")


def _same(one: Path, other: Path) -> bool:
    if one.is_file():
        return other.is_file() and filecmp.cmp(one, other, shallow=False)
    files = [
        path.relative_to(one)
        for path in one.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    return all(_same(one / path, other / path) for path in files)


def mutmut(*words: str, told: bool = False) -> str:
    """Run it in the copy; its output if that is wanted."""
    settings = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HYPOTHESIS_PROFILE": "quick", "CI": "1"}
    command = ["nice", "-n", "15", sys.executable, "-m", "mutmut", *words]
    done = subprocess.run(
        command, cwd=COPY, env=os.environ | settings, capture_output=told, text=True, check=False
    )
    return done.stdout or ""


def outcomes(text: str) -> Iterator[tuple[str, str]]:
    """The function of each mutant that was not killed, as code spells it, and what became of the
    mutant.
    """
    for found in FOUND.finditer(text):
        name = NAME.sub(
            lambda part: "." + part["path"].strip("ǁ").replace("ǁ", "."), found["function"]
        )
        yield name, found["outcome"]


def main(words: list[str]) -> int:
    """Run, then tell; 1 if a survivor is not explained."""
    if words != ["--told"]:
        lay_out()
        mutmut("run", "--max-children", "1", *words)
    told = list(outcomes(mutmut("results", "--all", "true", told=True)))
    print(
        ", ".join(
            f"{count} {outcome}"
            for outcome, count in Counter(outcome for _, outcome in told).most_common()
        )
    )
    explained = EXPLAINED.read_text() if EXPLAINED.exists() else ""
    left = Counter(
        name
        for name, outcome in told
        if outcome not in ("killed", "not checked", "caught by type check")
    )
    open_ = {name: count for name, count in left.most_common() if f"`{name}`" not in explained}
    for name, count in left.most_common():
        print(
            f"  {count:3}"
            f" {name}{'  NOT EXPLAINED in docs/proofs/mutation.md' if name in open_ else ''}"
        )
    return 1 if open_ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
