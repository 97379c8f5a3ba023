"""Recompute and compare everything; exit 1 and name the first fault."""

import sys
from argparse import ArgumentParser
from itertools import islice

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event, LedgerEntry
from tournament.verification.checks import faults, is_printed


class Command(BaseCommand):
    """`manage.py verify [SLUG] [--head DIGEST]`."""

    help = (
        "Check the chain of the record and count every sheet again. Exits 1 and names the first"
        " fault."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One event, or all; and the digest on a printed paper."""
        parser.add_argument("slug", nargs="?", help="one event; without it all of them")
        parser.add_argument(
            "--head",
            default="",
            help="what the last paper shows: its digest, or the number of a receipt",
        )

    def handle(self, *args: object, **options: str) -> None:
        """Verify event by event."""
        slug, printed = options["slug"], options["head"]
        events = Event.objects.filter(slug=slug) if slug else Event.objects.order_by("slug")
        if slug and not events.exists():
            raise CommandError(f"There is no event “{slug}”.")
        if printed and not slug:
            self._exit_unless_held(printed)
        for event in events.iterator():
            first = next(islice(faults(event, printed if slug else ""), 1), None)
            if first is not None:
                self.stdout.write(f"{event.slug}: {first}")
                sys.exit(1)
            last = LedgerEntry.objects.filter(event=event).order_by("-number").first()
            head = f"{last.number} entries, head {last.digest[:16]}" if last else "no entries yet"
            self.stdout.write(f"{event.slug}: all in order ({head}).")

    def _exit_unless_held(self, printed: str) -> None:
        """Without a slug the paper may be of any event: exit 1 unless one of them holds what it
        bears.
        """
        digest = "".join(printed.split()).lower()
        if not any(is_printed(entry, digest) for entry in LedgerEntry.objects.iterator()):
            self.stdout.write(
                f"No record holds the entry {printed} that was printed: the end of one was cut off."
            )
            sys.exit(1)
