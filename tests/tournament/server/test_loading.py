"""What is loaded before the server's processes part holds nothing that cannot be shared: no thread,
no connection.
"""

import os
import subprocess
import sys
from pathlib import Path

from tournament.server.loading import RARELY

ROOT = Path(__file__).parents[3]
LOADED = "from tournament.server.loading import load_all; load_all()"
COUNTED = """
import gc, os
from django.db import connections
print(len(os.listdir("/proc/self/task")), [one.connection for one in connections.all()])
print(gc.get_threshold(), gc.get_freeze_count() > 100_000)
"""


def counted(before: str = "") -> str:
    """How many threads a process has after everything is loaded, and its connections to the
    database; how rarely it looks for rubbish, and whether what is loaded is left alone.
    """
    code = f"{before}\n{LOADED}\n{COUNTED}"
    variables = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "PYTHONWARNINGS": "ignore",
    }
    return subprocess.check_output(
        [sys.executable, "-c", code], cwd=ROOT, env=variables, text=True
    ).strip()


def test_loading_everything_starts_no_thread_and_opens_no_database() -> None:
    assert counted() == f"1 [None]\n{RARELY} True"


def test_a_library_that_starts_threads_of_its_own_is_noticed() -> None:
    assert not counted("import minify").startswith("1 [None]")
