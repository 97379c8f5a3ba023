"""A database of its own for measuring, thrown away afterwards."""

import atexit
import gc
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="last-card-bench-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
# A process that measures beside this one has the same database.
os.environ["DATABASE_URL"] = os.environ.get(
    "BENCH_DATABASE", f"sqlite:///{FOLDER / 'bench.sqlite3'}"
)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django  # noqa: E402 -- the settings read the environment

django.setup()

from django.core.management import call_command  # noqa: E402

from tournament.server.loading import collect_seldom  # noqa: E402

call_command("migrate", verbosity=0)

gc.collect()
collect_seldom()  # as the server does
