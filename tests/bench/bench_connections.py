"""What a connection to PostgreSQL costs: made anew for each request, kept by each thread and looked
after as the settings have it, or lent by a pool; each with one query, on a socket of one machine.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

THROW_AWAY = Path(__file__).parents[2] / "bin" / "with-postgres"

if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    sys.exit(subprocess.call([sys.executable, str(THROW_AWAY), sys.executable, __file__]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django  # noqa: E402 -- the settings read the environment

django.setup()

from django.db import connection  # noqa: E402
from django.db.backends.postgresql.base import DatabaseWrapper  # noqa: E402

from tests.bench.measure import interleaved, load  # noqa: E402

REQUESTS = 50
"""So many in each figure."""
LENT = {"min_size": 1, "max_size": 4, "timeout": 10}


def requests(keeps: dict[str, object]) -> Callable[[], None]:
    """So many requests with one query each, their connection handled as these settings have it."""
    told = connection.settings_dict | keeps
    used = DatabaseWrapper(told, alias=str(sorted(keeps)))

    def ask() -> None:
        for _ in range(REQUESTS):
            used.close_if_unusable_or_obsolete()
            with used.cursor() as cursor:
                cursor.execute("SELECT 1")
                cursor.fetchall()
            used.close_if_unusable_or_obsolete()

    return ask


def main() -> None:
    """All of them, in one run."""
    print(load())
    options = connection.settings_dict["OPTIONS"]
    interleaved(
        {
            "kept, and looked after": requests({}),
            "kept alone": requests({"CONN_HEALTH_CHECKS": False}),
            "lent by a pool": requests({"CONN_MAX_AGE": 0, "OPTIONS": options | {"pool": LENT}}),
            "made anew": requests({"CONN_MAX_AGE": 0}),
        }
    )
    print(load())


if __name__ == "__main__":
    main()
