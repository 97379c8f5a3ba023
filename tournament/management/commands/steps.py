"""What comes next at an evening, and every row of it, done or not."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event
from tournament.steps.facts import facts_of
from tournament.steps.table import is_done, places, step


class Command(BaseCommand):
    """`manage.py steps EVENING`."""

    help = "Print the step that an evening stands at, and which of its rows are done."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The evening by its address."""
        parser.add_argument("evening", help="as in its address: /e/EVENING/")

    def handle(self, *args: object, **options: str) -> None:
        """One line a row; the step is marked by an arrow."""
        event = Event.objects.filter(slug=options["evening"]).first()
        if event is None or event.paired:
            raise CommandError("There is no evening at tables of that address.")
        facts = facts_of(event)
        now = step(facts)
        for row, round_ in places(facts):
            finished = is_done(row, facts, round_)
            reached = (row["key"], round_.number if round_ else 0) == (now.key, now.number)
            sign = ">" if reached else "x" if finished else " "
            words = now.heading if reached else row["key"]
            self.stdout.write(f"{sign} {words}{f' ({round_.number})' if round_ else ''}")
        self.stdout.write(now.figures)
