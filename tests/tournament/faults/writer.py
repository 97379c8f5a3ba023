"""Saves one sheet after another through the product's act and prints each key once it is
acknowledged, until killed.

`python -m tests.tournament.faults.writer SLUG TABLES GAMES [MOST]` on the database of DATABASE_URL;
with a number it ends after so many. It goes on where the database stands; the keeper runs beside it
as beside every server.
"""

import os
import sys
from itertools import count

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")


def main(slug: str, tables: int, games: int, most: int = 0) -> None:
    """Save without end, or so many."""
    django.setup()
    from tests.tournament.evening import NOW, sheet  # noqa: PLC0415 -- needs the settings
    from tournament.entry.acts import correct_sheet, record_sheet  # noqa: PLC0415
    from tournament.ledger.chain import Signature  # noqa: PLC0415
    from tournament.models import Event, Sheet  # noqa: PLC0415
    from tournament.server import keeper  # noqa: PLC0415
    from tournament.site.access import Actor  # noqa: PLC0415

    if not most:
        keeper.start()
    event = Event.objects.get(slug=slug)
    accepted = Sheet.objects.filter(event=event, accepted=True)
    seen = {
        (held.game.table.number, held.game.number): held.version
        for held in accepted.select_related("game__table")
    }
    saved = 0
    for _turn in count():
        for game in range(1, games + 1):
            for table in range(1, tables + 1):
                version = seen.get((table, game), 0)
                key = f"cut-{table}-{game}-{version}"
                said = ("out", f"{version % 8 + 2} K", "A", "2 3", "9 9")
                submission = sheet(
                    said, (1, table, game), seen=version, reason="Counted again" if version else ""
                )
                act = correct_sheet if version else record_sheet
                made = act(event, submission, Signature(Actor("Ursula Umpire"), NOW, key))
                seen[table, game] = version + 1
                os.write(1, f"{key} {made.number}\n".encode())
                saved += 1
                if saved == most:
                    return


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
