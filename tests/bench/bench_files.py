"""The archive and the workbook of an evening: how long those of 110 guests take, and how much
memory those of 5,000 take over what the process that makes them held before. XlsxWriter writes as
many cells for comparison.
"""

import gc
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench import room  # noqa: F401 -- settings and database first
from tests.bench.bench_workbook import COLUMNS, rows
from tests.bench.field import entered_event
from tests.bench.measure import interleaved, judge, load, within
from tests.tournament.evening import new_event
from tournament.archive.export import archive_file
from tournament.site.progress import Pieces, whole
from tournament.site.spreadsheet import Formula, Page, file_of
from tournament.workbook import workbook_file

SMALL, LARGE = 110, 5_000
PYTHONS_OWN = 700, 10, 10
"""What a process that serves does not keep to: `COLLECTED` in tournament/server/loading.py."""
MAKES: dict[str, Callable[[int], Pieces]] = {
    "archive": archive_file,
    "workbook": workbook_file,
}


def largest() -> float:
    """The most megabytes that this process held since it was asked to forget."""
    said = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in said.splitlines() if "VmHWM" in line) / 1024


def over_rest(name: str, small: int, large: int) -> float:
    """The megabytes that a file of the large evening takes over those after a small one, in a new
    process, which has built no evening.
    """
    variables = os.environ | {"BENCH_DATABASE": os.environ["DATABASE_URL"]}
    command = [sys.executable, __file__, name, str(small), str(large)]
    said = subprocess.run(command, env=variables, check=True, stdout=subprocess.PIPE, text=True)
    return float(said.stdout)


def tell_memory(name: str, small: int, large: int) -> None:
    """The same, measured in this process, whose collector looks as often as that of the process in
    which files are made: Python's own.
    """
    gc.set_threshold(*PYTHONS_OWN)
    for _piece in MAKES[name](small):
        pass
    Path("/proc/self/clear_refs").write_text("5")
    rest = largest()
    for _piece in MAKES[name](large):
        pass
    print(largest() - rest)


def beside_nobody(small: int) -> None:
    """The workbook of an evening beside its no-op: that of an evening with no guest, which has the
    same pages and heads.
    """
    nobody = new_event(name="Nobody").pk
    things = {
        f"workbook of {SMALL} guests": lambda: whole(workbook_file(small)),
        "workbook of no guest": lambda: whole(workbook_file(nobody)),
    }
    written, no_op = interleaved(things, rounds=5).values()
    words = f"workbook of an evening of {SMALL}"
    within(words, min(written.seconds), 0.25, "s", no_op=no_op)


def beside_xlsxwriter() -> None:
    """The workbook of 10,000 rows against the fastest well-kept writer of the same cells."""
    try:
        import xlsxwriter  # noqa: PLC0415 -- the measurement runs without it
    except ImportError:
        print("  not run: XlsxWriter (mend: make bench with the internet within reach)")
        return
    ours = rows()

    def theirs() -> None:
        book = xlsxwriter.Workbook(io.BytesIO(), {"constant_memory": True})
        sheet = book.add_worksheet("Standings")
        for number, row in enumerate(ours):
            for column, cell in enumerate(row):
                if isinstance(cell, Formula):
                    sheet.write_formula(number, column, cell.text, None, cell.value)
                elif cell is not None:
                    sheet.write(number, column, cell)
        book.close()

    page, empty = Page("Standings", COLUMNS, ours), Page("Standings", COLUMNS, [])
    things = {"workbook": lambda: file_of([page]), "XlsxWriter": theirs}
    found = interleaved(things | {"a page without rows": lambda: file_of([empty])}, rounds=3)
    written, peer, no_op = found.values()
    judge("workbook of 10,000 rows : XlsxWriter", written, peer, 1.1, no_op=no_op)


def main() -> None:
    """Time, then memory."""
    print(load())
    small, large = (entered_event(guests).pk for guests in (SMALL, LARGE))
    beside_nobody(small)
    beside_xlsxwriter()
    for name in MAKES:
        words = f"{name} of {LARGE:,} guests, memory over rest"
        within(words, over_rest(name, small, large), 30, "MB")
    print(load())


if __name__ == "__main__":
    if len(sys.argv) == 4:
        tell_memory(sys.argv[1], *map(int, sys.argv[2:]))
    else:
        main()
