"""The tests of the second rank, which `make nightly` runs and `make test` leaves out: looks of the
browser, forms of games that others of the first rank stand for, whole evenings beside the chosen
ones. No promise and no control of one is among them (tests/test_second_rank.py).
"""

from pathlib import Path

ROWS = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
"""By file, or by file and test, under `tests`; a row stands for every case of its test."""


def is_second_rank(nodeid: str) -> bool:
    """Whether pytest's name of a test is one of these, or a case of one."""
    name = nodeid.removeprefix("tests/").partition("[")[0]
    return name in ROWS or name.partition("::")[0] in ROWS
