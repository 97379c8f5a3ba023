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
        events = (
            Event.objects.filter(slug=options["slug"])
            if options["slug"]
            else Event.objects.order_by("slug")
        )
        if options["slug"] and not events.exists():
            raise CommandError(f"There is no event “{options['slug']}”.")
        own = options["head"] if options["slug"] else ""
        if options["head"] and not own:
            self._held_somewhere(options["head"])
        for event in events.iterator():
            first = next(islice(faults(event, own), 1), None)
            if first is not None:
                self.stdout.write(f"{event.slug}: {first}")
                sys.exit(1)
            last = LedgerEntry.objects.filter(event=event).order_by("-number").first()
            head = f"{last.number} entries, head {last.digest[:16]}" if last else "no entries yet"
            self.stdout.write(f"{event.slug}: all in order ({head}).")

    def _held_somewhere(self, head: str) -> None:
        """Without the name of an event the paper may be of any: one of them has to hold what it
        bears.
        """
        printed = "".join(head.split()).lower()
        if not any(is_printed(entry, printed) for entry in LedgerEntry.objects.iterator()):
            self.stdout.write(
                f"No record holds the entry {head} that was printed: the end of one was cut off."
            )
            sys.exit(1)
