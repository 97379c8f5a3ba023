"""Write the standings of an event: JSON, CSV or a workbook."""

import codecs
import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError

from scoring.counting.policies import Absent
from tournament.counting.board import compute
from tournament.counting.scores import ranking
from tournament.models import Event
from tournament.standings.files import standings_csv, standings_document, write_whole

MARK = codecs.BOM_UTF8


class Command(BaseCommand):
    """`manage.py export_standings SLUG --format FORMAT [--output PATH] [--mark]`, and the policy
    for absent games.
    """

    help = (
        "Write standings, cut, play-off and prizes. The policy given counts for this output only."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which event, in which form, where to, under which policy."""
        parser.add_argument("slug")
        parser.add_argument("--format", choices=("json", "csv", "xlsx"), required=True)
        parser.add_argument(
            "--output", type=Path, help="a file; without it the standard output (xlsx needs a file)"
        )
        parser.add_argument(
            "--mark",
            action="store_true",
            help="begin a CSV with the mark by which a spreadsheet knows its letters",
        )
        parser.add_argument(
            "--absent-policy", choices=get_args(Absent), help="what an absent game counts as"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Compute, write."""
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            raise CommandError(f"There is no event “{options['slug']}”.")
        if options["format"] == "xlsx" and options["output"] is None:
            raise CommandError("A workbook is a file: say where with --output.")
        absent: Absent | None = options["absent_policy"]
        policies = replace(ranking(event).policies, absent=absent) if absent else None
        mark = MARK if options["mark"] and options["format"] == "csv" else b""
        content = mark + self._content(event, options["format"], compute(event, policies=policies))
        self._deliver(content, options["output"])

    def _content(self, event: Event, form: str, board: Any) -> bytes:
        if form == "json":
            return (
                json.dumps(standings_document(board, event), ensure_ascii=False, indent=1) + "\n"
            ).encode()
        if form == "csv":
            return standings_csv(board, event).encode()
        from tournament.workbook import workbook  # noqa: PLC0415 -- openpyxl is slow to load

        content: bytes = workbook(event, board)
        return content

    def _deliver(self, content: bytes, path: Path | None) -> None:
        if path is None:
            sys.stdout.write(content.decode())
            return
        try:
            write_whole(path, content)
        except OSError as error:
            raise CommandError(f"Nothing was written to {path}: {error.strerror}.") from None
