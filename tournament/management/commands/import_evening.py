"""Take in a whole evening from an archive; prints the address of the new event and nothing else."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from tournament.archive.acts import import_evening
from tournament.archive.schema import read_archive
from tournament.archive.shape import ArchiveError
from tournament.server.backup import copy_beforehand


class Command(BaseCommand):
    """`manage.py import_evening PATH`."""

    help = "Take in an evening.json (or the folder that holds one) as a new event. Prints its slug."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One path."""
        parser.add_argument("path", type=Path, help="an evening.json, or a folder holding one")

    def handle(self, *args: object, **options: Path) -> None:
        """Copy what is there, read, take in, say the slug."""
        if hindrance := copy_beforehand():
            self.stderr.write(hindrance)
        try:
            event = import_evening(read_archive(options["path"]), now())
        except ArchiveError as error:
            raise CommandError(f"Nothing was taken in: {error}") from None
        self.stderr.write(
            f"{event.name}: {event.guests.count()} guests, {event.sheets.count()} sheets."
        )
        self.stdout.write(event.slug)
