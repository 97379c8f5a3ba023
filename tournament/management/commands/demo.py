"""Build the demo evening: invented guests, dealt hands, real acts."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localtime

from scoring.formats import FORMATS, Format, format_of
from scoring.games.rulebooks import USUAL as LIVERY_GAME
from scoring.seating import SeatingImpossibleError, table_plan
from tournament.archive.demo import ACCOUNTS, PASSWORD, STAGES, Until, build_demo, demo_event

MOST_GUESTS = 2000
USUAL, PAIRED, FEWEST_PAIRED = 110, 24, 4
"""Guests of the demo at tables, and in pairs; and the fewest in pairs."""


def until(text: str) -> Until:
    """`r2g4` (round 2, game 4), or a stage."""
    match = re.fullmatch(r"r([12])g([1-5])", text)
    if match:
        return Until((int(match[1]) - 1) * 5 + int(match[2]))
    if text in STAGES:
        return Until(0, text)
    raise ArgumentTypeError(
        f"“{text}” is no point of the evening: r1g1 to r2g5, or {', '.join(STAGES)}."
    )


def game_name(text: str) -> str:
    """A game's name, written with hyphen or underscore."""
    return text.replace("_", "-")


class Command(BaseCommand):
    """`manage.py demo [--game NAME] [--guests 110] [--until r2g4]`."""

    help = (
        "Build an invented evening through the real acts; run again it goes on from where it"
        " stands."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, how many guests, how far."""
        games = sorted(form.slug for form in FORMATS.values())
        parser.add_argument(
            "--game",
            default=format_of(LIVERY_GAME).slug,
            type=game_name,
            choices=games,
            help="the game played",
        )
        parser.add_argument(
            "--guests", type=int, help="how many guests (at least 4; 110, or 24 in pairs)"
        )
        parser.add_argument(
            "--until", type=until, default="r2g4", help=f"r1g1 to r2g5, or {', '.join(STAGES)}"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Build, then say where it is and how to log in."""
        form = format_of(options["game"])
        usual = PAIRED if form.paired else USUAL
        guests = usual if options["guests"] is None else options["guests"]
        self._check(guests, form)
        label = f"demo-{form.slug}" if form.name != LIVERY_GAME else "demo"
        slug = f"{label}-{guests}" if guests != usual else label
        event = demo_event(slug, options["game"], localtime(), guests)
        build_demo(event, guests, options["until"], localtime(), self.stderr.write)
        self.stderr.write(f"{event.name}: /e/{event.slug}/")
        for name, role in ACCOUNTS.items():
            self.stderr.write(f"  {role.label:12} {name:12} password: {PASSWORD}")
        self.stdout.write(event.slug)

    def _check(self, guests: int, form: Format) -> None:
        if form.paired and guests < FEWEST_PAIRED:
            raise CommandError(
                f"--guests {guests}: a demo of matches has at least {FEWEST_PAIRED} guests."
            )
        try:
            if not form.paired:
                table_plan(
                    guests, least=form.seats.least, target=form.seats.best, most=form.seats.most
                )
        except SeatingImpossibleError as error:
            raise CommandError(f"--guests {guests}: {error}") from None
        if guests > MOST_GUESTS:
            raise CommandError(f"--guests {guests}: a demo has at most {MOST_GUESTS} guests.")
