"""Seal the copies that go on a stick with a pass phrase, or lay them there as they are again."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournament.refusal import Refused
from tournament.server.sealing import choose_phrase, seal_no_more, tidied
from tournament.site.system import asked_in_secret

SEALED = (
    "Copies that go on a stick or to the second place are sealed from now on. Write the phrase down"
    " where the stick is not: nobody can make it again."
)
NOT_SEALED = "Copies are laid on a stick as they are. Those sealed before stay sealed."
NOT_THE_SAME = "The two are not the same: nothing was changed."


class Command(BaseCommand):
    """`manage.py seal [--off]`."""

    help = "Seal copies on a stick and in the second place with a pass phrase, which is asked for."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether nothing is to be sealed any more."""
        parser.add_argument("--off", action="store_true", help="seal no copy any more")

    def handle(self, *args: object, **options: object) -> None:
        """Ask for the phrase twice, and seal with it."""
        if options["off"]:
            seal_no_more()
            self.stdout.write(NOT_SEALED)
            return
        phrase = asked_in_secret("Pass phrase, twelve characters or more: ")
        if tidied(phrase) != tidied(asked_in_secret("The same once more: ")):
            raise CommandError(NOT_THE_SAME)
        try:
            choose_phrase(phrase)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(SEALED)
