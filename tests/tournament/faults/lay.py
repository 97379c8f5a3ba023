"""Lays the evening of a trial into the database of DATABASE_URL: `python -m
tests.tournament.faults.lay TABLES GAMES`.

Prints the slug and the code of each table as JSON.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")


def main(tables: int, games: int) -> None:
    """Migrate, seat five at each table, publish one round, give every table its code."""
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 -- needs the settings

    call_command("migrate", verbosity=0, skip_checks=True)
    from tests.tournament.evening import seated_event  # noqa: PLC0415
    from tests.tournament.phones.phones import codes_issued, table_code  # noqa: PLC0415

    event = seated_event(tables * 5, games_per_round=games, qualifying_rounds=1)
    codes_issued(event)
    print(
        json.dumps(
            {
                "slug": event.slug,
                "codes": [table_code(event, table) for table in range(1, tables + 1)],
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
