"""Copy the whole database, prove the copy, and say where it lies."""

import threading
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.server.backup import make_copy, prove
from tournament.server.sqlite_copies import DamagedError
from tournament.server.storage import REFUSED_BY_DISK, NoSuchPlaceError
from tournament.site.system import end_with_starter

NOT_IN_ORDER = "The copy was made, but what was copied is not in order."


class Command(BaseCommand):
    """`manage.py backup [--recent] [--prove COPY]`."""

    help = (
        "Copy the database while it is used, check and prove the copy. Prints where it lies; exits"
        " 1 at a fault."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """All events are proved, or those of late."""
        parser.add_argument(
            "--recent", action="store_true", help="prove only the events of the last two days"
        )
        parser.add_argument("--prove", type=Path, help="prove this copy, and make none")
        parser.add_argument(
            "--with-starter", action="store_true", help="end when whoever started this has ended"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Make one copy, or prove one."""
        if options["with_starter"]:
            threading.Thread(target=end_with_starter, daemon=True).start()
        if copy := options["prove"]:
            if copy.is_file() and (fault := prove(copy, recent=options["recent"])):
                raise CommandError(f"{NOT_IN_ORDER} {fault}")
            return
        try:
            created = make_copy(recent=options["recent"])
        except (NoSuchPlaceError, DamagedError) as hindered:
            raise CommandError(str(hindered)) from None
        except REFUSED_BY_DISK as hindered:
            raise CommandError(
                f"No copy could be made ({hindered}): see that the disk has room."
            ) from None
        self.stdout.write(str(created.path))
        if created.second:
            self.stdout.write(str(created.second))
        if created.fault:
            raise CommandError(f"{NOT_IN_ORDER} {created.fault}")
