"""Upgrades the database of DATABASE_URL to this version and says what verify and the standings'
export then say.

`python -m tests.tournament.management.upgraded demo-20`
"""

import json
import os
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402 -- the settings read the environment


def said(*words: str, **options: str) -> str:
    """What a command says."""
    out = StringIO()
    with redirect_stdout(out), suppress(SystemExit):
        call_command(*words, **options)
    return out.getvalue()


def main() -> None:
    """The event's slug comes as the word of the command."""
    slug = sys.argv[1]
    call_command("migrate", verbosity=0)
    verified, exported = said("verify", slug), said("export_standings", slug, format="json")
    print(json.dumps({"verified": verified, "standings": json.loads(exported)}))


if __name__ == "__main__":
    main()
