"""What is loaded before the server's processes part holds nothing that cannot be shared: no thread,
no connection. What comes after it is seldom looked through for rubbish.
"""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tournament.server.loading import COLLECTED

ROOT = Path(__file__).parents[3]
LOADED = "from tournament.server.loading import load_all; load_all()"
COUNTED = """
import os, sys
from django.db import connection, connections
print(len(os.listdir("/proc/self/task")), [one.connection for one in connections.all()])
heavy = {"fpdf", "openpyxl", "psycopg", "pypdf", "weasyprint"}
print(heavy & {*sys.modules} - ({"psycopg"} if connection.vendor == "postgresql" else set()))
"""


def counted(before: str = "") -> str:
    """How many threads a process has after everything is loaded, its connections to the database,
    and what it has loaded that takes megabytes and that no page needs.
    """
    code = f"{before}\n{LOADED}\n{COUNTED}"
    variables = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "PYTHONWARNINGS": "ignore",
    }
    return subprocess.check_output(
        [sys.executable, "-c", code], cwd=ROOT, env=variables, text=True
    ).strip()


def test_loading_everything_starts_no_thread_opens_no_database_and_brings_no_printer() -> None:
    assert counted() == "1 [None]\nset()"


@pytest.mark.parametrize("library", ["minify", "openpyxl"])
def test_a_library_that_starts_threads_of_its_own_or_writes_files_is_noticed(library: str) -> None:
    assert counted(f"import {library}") != "1 [None]\nset()"


def whole_walks() -> int:
    """How often this process has been looked through as a whole."""
    return sum(generation["collections"] for generation in gc.get_stats()[2:])


def walks(often: tuple[int, int, int]) -> int:
    """How often everything is looked through for rubbish while ten boards of some thousands take
    the place of each other, by this measure of the collector.
    """
    before, already = gc.get_threshold(), whole_walks()
    gc.set_threshold(*often)
    try:
        for _ in range(10):
            kept = [(guest, [guest]) for guest in range(50_000)]
        assert len(kept) == 50_000
        return whole_walks() - already
    finally:
        gc.set_threshold(*before)


@pytest.mark.promise("Nothing looks through all that a process keeps because pages change")
def test_what_is_kept_is_not_looked_through_with_every_page_drawn_anew() -> None:
    assert walks(COLLECTED) == 0


@pytest.mark.control("test_what_is_kept_is_not_looked_through_with_every_page_drawn_anew")
def test_by_pythons_own_measure_it_is() -> None:
    assert walks((700, 10, 10)) > 1
