"""Build the demo evening: invented guests, dealt hands, real acts."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localtime

from scoring.rulebooks import RULEBOOKS
from scoring.seating import SeatingImpossibleError, table_plan
from tournament.acts.demo import ACCOUNTS, PASSWORD, STAGES, Until, build_demo, demo_event

LARGEST = 2000


def until(text: str) -> Until:
    """`r2g3` (round 2, game 3), or a stage."""
    found = re.fullmatch(r"r([12])g([1-5])", text)
    if found:
        return Until((int(found[1]) - 1) * 5 + int(found[2]))
    if text in STAGES:
        return Until(0, text)
    raise ArgumentTypeError(f"“{text}” is no point of the evening: r1g1 to r2g5, or {', '.join(STAGES)}.")


def game_name(text: str) -> str:
    """A game's name, written with hyphen or underscore."""
    return text.replace("_", "-")


class Command(BaseCommand):
    """`manage.py demo [--game NAME] [--guests 110] [--until r2g3]`."""

    help = "Build an invented evening through the real acts; run again it goes on from where it stands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, how many guests, how far."""
        tallied = sorted(book.slug for book in RULEBOOKS.values() if book.scoring.scorer == "losers")
        parser.add_argument(
            "--game", default="swedish-pursuit", type=game_name, choices=tallied, help="the game played"
        )
        parser.add_argument("--guests", type=int, default=110, help="how many guests (at least 4)")
        parser.add_argument("--until", type=until, default="r2g3", help="r1g1 to r2g5, or " + ", ".join(STAGES))

    def handle(self, *args: object, **options: Any) -> None:
        """Build, then say where it is and how to log in."""
        self._check(options["guests"])
        slug = f"demo-{options['guests']}" if options["guests"] != 110 else "demo"
        event = demo_event(slug, options["game"], localtime(), options["guests"])
        build_demo(event, options["guests"], options["until"], localtime(), self.stderr.write)
        self.stderr.write(f"{event.name}: /e/{event.slug}/")
        for name, role in ACCOUNTS.items():
            self.stderr.write(f"  {role.label:12} {name:12} password: {PASSWORD}")
        self.stdout.write(event.slug)

    def _check(self, guests: int) -> None:
        try:
            table_plan(guests)
        except SeatingImpossibleError as error:
            raise CommandError(f"--guests {guests}: {error}") from None
        if guests > LARGEST:
            raise CommandError(f"--guests {guests}: a demo has at most {LARGEST} guests.")
