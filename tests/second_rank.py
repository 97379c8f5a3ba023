"""The tests of the second rank, which `make nightly` runs and `make test` leaves out: looks of the
browser, sizes and formats of games of which another test tries one in the first rank, whole
evenings beside the chosen ones, what every act costs. Each has its reason in `second_rank.txt`. No
promise and no control of one is among them (tests/test_second_rank.py); of a long row of cases some
stay in the first rank (`by_rank`).
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

ROWS = [
    row
    for row in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    if row and not row.startswith("#")
]
"""By file, or by file and test, under `tests`; a row stands for every case of its test."""


def is_second_rank(nodeid: str) -> bool:
    """Whether pytest's name of a test is one of these, or a case of one."""
    name = nodeid.removeprefix("tests/").partition("[")[0]
    return name in ROWS or name.partition("::")[0] in ROWS


def by_rank(cases: Iterable[Any], first: Collection[Any]) -> list[Any]:
    """All cases of a test, of which `make test` tries the first rank, and the night the rest; a
    tuple is a case of several arguments. Raises ValueError where the first rank is none, all, or
    holds what is no case.
    """
    listed = list(cases)
    if unknown := [case for case in first if case not in listed]:
        raise ValueError(f"no cases, so not of the first rank: {unknown}")
    if not 0 < len(first) < len(listed):
        raise ValueError(f"of the first rank are some cases, not none and not all: {listed}")
    return [
        case
        if case in first
        else pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly
        )
        for case in listed
    ]
