"""Take a guest list into an event; says what is added, matched and refused, with row and column."""

import uuid
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from tournament.guests.acts import GuestRefusedError
from tournament.ledger.chain import Signature
from tournament.models import Event
from tournament.site.access import Actor
from tournament.site.uploads import LARGEST_FILE
from tournament.tickets.acts import Chosen, import_guests
from tournament.tickets.headings import (
    fault_in_columns,
    left_out,
    remarks,
    source_of,
    suggested,
)
from tournament.tickets.judging import (
    ADDED,
    CHANGED,
    GIVES_UP,
    LISTED,
    MATCHED,
    REFUSED,
    Candidate,
    counts,
)
from tournament.tickets.matching import judge
from tournament.tickets.spreadsheet import GuestFile, GuestFileError, read_guest_file

IMPORTED = Actor("Import")


class Command(BaseCommand):
    """`manage.py import_guests SLUG PATH [--dry-run]`."""

    help = (
        "Take a CSV or XLSX guest list in, columns matched by name; exit 1 and nothing saved if a"
        " row is refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The event, the file, and whether only to look."""
        parser.add_argument("slug", help="the evening's address")
        parser.add_argument("path", type=Path, help="a .csv or .xlsx file")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would happen and save nothing"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Read, judge, say, take in."""
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            raise CommandError(f"There is no event “{options['slug']}”.")
        file = self._read(options["path"])
        source = source_of(file.headings)
        remembered = event.list_headings.get(source.key, {})
        columns = suggested(file.headings, remembered)
        candidates = self._judge(event, file, columns)
        if unused := left_out(file.headings, columns):
            self.stdout.write(unused)
        for remark in remarks(file.headings, columns, remembered):
            self.stdout.write(remark)
        self._say(candidates)
        refused = counts(candidates)[REFUSED]
        if refused:
            raise CommandError(
                f"Nothing was taken in: {refused} of {len(candidates)} rows need fixing."
            )
        if options["dry_run"]:
            self.stderr.write("A dry run: nothing was saved.")
            return
        try:
            by = Signature(IMPORTED, now(), f"import-{uuid.uuid4()}")
            chosen = Chosen(source, headings=file.headings)
            import_guests(event, file.rows, columns, by, chosen)
        except GuestRefusedError as error:  # the list changed between looking and taking in
            raise CommandError(str(error)) from None

    def _read(self, path: Path) -> GuestFile:
        try:
            with path.open("rb") as opened:
                return read_guest_file(path.name, opened.read(LARGEST_FILE + 1))
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
        except GuestFileError as error:
            raise CommandError(f"{path}: {error}") from None

    def _judge(self, event: Event, file: GuestFile, columns: dict[int, str]) -> list[Candidate]:
        fault = fault_in_columns(columns)
        if fault:
            shown = ", ".join(heading for heading in file.headings if heading)
            raise CommandError(f"{fault} The headings are: {shown}.")
        return judge(file.rows, columns, event, source_of(file.headings)).candidates

    def _say(self, candidates: Sequence[Candidate]) -> None:
        for one in candidates:
            for fault in one.faults:
                self.stdout.write(f"row {one.number}, {fault.sentence}")
            for label, (old, new) in ({} if one.faults else one.changes).items():
                self.stdout.write(
                    f"row {one.number}, {one.values['name']}: {label} {old} becomes {new}"
                )
        totals = counts(candidates)
        if totals[GIVES_UP] or totals[LISTED]:
            self.stdout.write(
                f"{totals[GIVES_UP]} not coming any more, {totals[LISTED]} listed and not seated"
            )
        self.stdout.write(
            f"{totals[ADDED]} added, {totals[MATCHED]} matched, {totals[CHANGED]} changed,"
            f" {totals[REFUSED]} refused"
        )
