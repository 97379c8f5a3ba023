"""Take a guest list into an event; says what is added, matched and refused, with row and column."""

import uuid
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from tournament.ledger.chain import Signature
from tournament.ledger.pressing import pressing
from tournament.models import Event, Press
from tournament.models.event import Groups
from tournament.refusal import Refused
from tournament.site.access import Actor
from tournament.site.uploads import LARGEST_FILE
from tournament.tickets.acts import Chosen, import_guests
from tournament.tickets.forms import GuestList, opened_for
from tournament.tickets.headings import fault_in_columns, left_out, remarks
from tournament.tickets.judging import (
    ADDED,
    CHANGED,
    GIVES_UP,
    LISTED,
    MATCHED,
    REFUSED,
    Candidate,
    Judged,
    counts,
)
from tournament.tickets.matching import judge
from tournament.tickets.question import Question
from tournament.tickets.questions import questions
from tournament.tickets.shaping import Shaped, shaped
from tournament.tickets.sheets import GuestFileError

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
            "--also", action="append", help="answer a question that the import asks, by its key"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would happen and save nothing"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Read, judge, say, take in."""
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            raise CommandError(f"There is no event “{options['slug']}”.")
        listed = self._read(event, options["path"])
        for choice in options["also"] or ():
            listed = listed.pressed(choice)
        file, columns, source = listed.file, listed.columns, listed.source
        remembered = event.list_headings.get(source.key, {})
        shape = shaped(file, columns)
        judged = self._judge(event, listed, shape)
        candidates = judged.candidates
        if unused := left_out(file.headings, columns):
            self.stdout.write(unused)
        for remark in remarks(file.headings, columns, remembered, event.groups):
            self.stdout.write(remark)
        for question in questions(file, dict(columns), shape, judged, event.groups, listed.left):
            self._ask(question)
        self._say(candidates, event.groups)
        refused = counts(candidates)[REFUSED]
        if refused:
            raise CommandError(
                f"Nothing was taken in: {refused} of {len(candidates)} rows need fixing."
            )
        if options["dry_run"]:
            self.stderr.write("A dry run: nothing was saved.")
            return
        try:
            signature = Signature(IMPORTED, now(), f"import-{uuid.uuid4()}")
            chosen = Chosen(listed.wishes, headings=file.headings)
            with pressing(Press(key=signature.key, at=signature.at, actor=IMPORTED.name)):
                import_guests(event, shape.rows, shape.columns, signature, chosen)
        except Refused as error:  # the list changed between looking and taking in
            raise CommandError(str(error)) from None

    def _read(self, event: Event, path: Path) -> GuestList:
        try:
            with path.open("rb") as opened:
                return opened_for(event, path.name, opened.read(LARGEST_FILE + 1))
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
        except GuestFileError as error:
            raise CommandError(f"{path}: {error}") from None

    def _judge(self, event: Event, listed: GuestList, shape: Shaped) -> Judged:
        fault = fault_in_columns(listed.columns, event.groups)
        if fault:
            text = ", ".join(heading for heading in listed.file.headings if heading)
            raise CommandError(f"{fault} The headings are: {text}.")
        return judge(shape.rows, shape.columns, event, listed.wishes)

    def _ask(self, question: Question) -> None:
        """One line: what there is, what was done with it, and how to have it the other way."""
        answers = [(question.key, question.button)] if question.key else []
        ways = "; ".join(f"--also “{key}”: {words}" for key, words in [*answers, *question.more])
        self.stdout.write(f"{question.words}. {question.then}{f' ({ways})' if ways else ''}")

    def _say(self, candidates: Sequence[Candidate], groups: Groups) -> None:
        for candidate in candidates:
            for fault in candidate.faults:
                self.stdout.write(f"row {candidate.number}, {fault.sentence(groups)}")
            for label, (old, new) in ({} if candidate.faults else candidate.changes).items():
                self.stdout.write(
                    f"row {candidate.number}, {candidate.values['name']}: {label} {old} becomes"
                    f" {new}"
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
