"""Lays a hall into the database of DATABASE_URL and says what a crowd needs.

`python -m tests.pair.lay 8 20`: eight tables of twenty games.
"""

import json
import os
import sys
from dataclasses import asdict

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from tests.tournament.load.halls import hall  # noqa: E402


def main() -> None:
    """Tables and games come as words of the command."""
    settings.PASSWORD_HASHERS = ["tests.tournament.passwords.FewRounds"]
    call_command("migrate", verbosity=0)
    _event, evening = hall(int(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps(asdict(evening)))


if __name__ == "__main__":
    main()
