"""Put a copy of the database back, keep what was there, and say which sheets
are to be keyed again.
"""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.words import noun
from tournament.ledger.chain import Signature
from tournament.models import Event
from tournament.refusal import Refused
from tournament.server.backup import first_fault, take_from
from tournament.server.ladder import copies
from tournament.server.recovery import Restored, note_restored, restored, taken_back
from tournament.server.restore import copied_at, forget_the_lock, give_up, restore, wished
from tournament.server.sealing import close_opened, opened, opened_folder, take_seal
from tournament.server.storage import folder
from tournament.site.access import Actor
from tournament.site.system import asked_in_secret

PHRASE = "Pass phrase of the copies: "
CLOCK = "%H:%M:%S on %d %B %Y"


class Command(BaseCommand):
    """`manage.py restore [COPY or FOLDER] [--anyway]`."""

    help = (
        "Put a copy in the place of the database. Without a path the copies that there are, the"
        " newest first."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The copy, and whether a ledger that is not in order is taken all the same."""
        parser.add_argument(
            "copy",
            nargs="?",
            type=Path,
            help="a copy; of a folder, or without it, the copies are listed",
        )
        parser.add_argument(
            "--anyway", action="store_true", help="take a whole copy whose record is not in order"
        )

        parser.add_argument(
            "--wished", action="store_true", help="the copy that was chosen on the page of copies"
        )

    def handle(self, *args: object, **options: object) -> None:
        """List, or put back."""
        chosen = options["copy"]
        if options["wished"]:
            if (wish := wished()) is None:
                return
            give_up()
            chosen = wish.path
        if not isinstance(chosen, Path) or chosen.is_dir():
            self._list(chosen if isinstance(chosen, Path) else folder())
            return
        try:
            with opened(chosen, lambda: asked_in_secret(PHRASE)) as copy:
                self._put_back(copy, chosen.parent, anyway=bool(options["anyway"]))
        except (Refused, OSError) as refused:
            raise CommandError(str(refused)) from None
        finally:
            if chosen.parent == opened_folder():
                close_opened()
        fault = first_fault(recent=False)
        if fault:
            raise CommandError(f"The copy was put back, and its record is not in order. {fault}")

    def _put_back(self, copy: Path, folder: Path, *, anyway: bool) -> None:
        former = restore(copy, timezone.now(), anyway=anyway, folder=folder)
        call_command("migrate", verbosity=0, skip_checks=True)
        forget_the_lock()
        take_from(copy.parent, timezone.now())
        take_seal(copy.parent)
        self._tell(copy, former)

    def _list(self, path: Path) -> None:
        listed = copies(path)
        if not listed:
            raise CommandError(f"There is no copy in {path}: give the path of one.")
        for copy in reversed(listed):
            moment = timezone.localtime(copy.at).strftime(CLOCK)
            self.stdout.write(
                f"{copy.path}\n    made at {moment}; {copy.slug}, entry {copy.entry}, head"
                f" {copy.head}"
            )

    def _tell(self, copy: Path, former: Path | None) -> None:
        moment = copied_at(copy)
        clock = timezone.localtime(moment).strftime(CLOCK)
        self.stdout.write(f"Put back: everything as it was at {clock}.")
        if former:
            self.stdout.write(f"What was there before is kept: {former}")
        events = taken_back(moment)
        for event in events:
            note_restored(event, moment, copy.name, _signature_of(copy.name))
        for event in events:
            recovery = restored(event)
            if recovery is not None:
                self._list_games(event, recovery)

    def _list_games(self, event: Event, recovery: Restored) -> None:
        self.stdout.write(f"\n{event.name}: every receipt above number {recovery.entry} is gone.")
        if not recovery.tables:
            self.stdout.write("  Every game has a sheet.")
            return
        self.stdout.write("  These games have no sheet; where the paper shows one, type it again:")
        for table in recovery.tables:
            games = ", ".join(map(str, table.games))
            games_words = f"{noun(len(table.games), 'game')} {games}"
            self.stdout.write(f"  {table.round}, table {table.label}: {games_words}")


def _signature_of(name: str) -> Signature:
    now = timezone.now()
    return Signature(
        Actor("The keeper of the database"), now, f"restore {now.isoformat()} {name}"[:80]
    )
