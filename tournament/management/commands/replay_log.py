"""Replay a log of entries as a new event; prints its address and nothing else."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from tournament.archive.log import LogError, read_log, replay
from tournament.archive.schema import read_archive
from tournament.archive.shape import ArchiveError
from tournament.entry.acts import SheetRefusedError


class Command(BaseCommand):
    """`manage.py replay_log FOLDER`."""

    help = (
        "Guests and seating from evening.json, sheets from log.csv, the play-off from evening.json."
        " Prints the slug."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One folder."""
        parser.add_argument("folder", type=Path, help="a folder holding evening.json and log.csv")

    def handle(self, *args: object, **options: Path) -> None:
        """Read both, replay, say the slug."""
        try:
            replayed = replay(
                read_archive(options["folder"]), read_log(options["folder"] / "log.csv"), now()
            )
        except (ArchiveError, LogError, SheetRefusedError) as error:
            raise CommandError(f"Nothing was taken in: {error}") from None
        self.stderr.write(
            f"{replayed.saved} sheets saved, {replayed.repeated} sent again,"
            f" {replayed.conflicts} kept as a"
            f" conflict, {replayed.corrected} corrected or resolved."
        )
        self.stdout.write(replayed.event.slug)
