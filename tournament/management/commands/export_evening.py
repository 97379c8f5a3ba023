"""Write a whole evening as an archive."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.archive.export import archive
from tournament.models import Event
from tournament.standings.files import write_whole


class Command(BaseCommand):
    """`manage.py export_evening SLUG --output PATH`."""

    help = "Write an evening as one evening.json: what import_evening takes in again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which event, where to."""
        parser.add_argument("slug")
        parser.add_argument("--output", type=Path, required=True, help="the file to write")

    def handle(self, *args: object, **options: Any) -> None:
        """Lift, write whole."""
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            raise CommandError(f"There is no event “{options['slug']}”.")
        try:
            write_whole(
                options["output"], json.dumps(archive(event), ensure_ascii=False, indent=1).encode()
            )
        except OSError as error:
            raise CommandError(
                f"Nothing was written to {options['output']}: {error.strerror}."
            ) from None
