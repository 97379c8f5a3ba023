"""`manage.py steps`: what comes next at an evening, and which of its steps are done."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event
from tournament.steps.facts import facts_of
from tournament.steps.table import is_done, places, step


class Command(BaseCommand):
    """Prints the steps of an evening at tables in their order."""

    help = "Print the step that an evening stands at, and which of its rows are done."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the evening by its address."""
        parser.add_argument("evening", help="as in its address: /e/EVENING/")

    def handle(self, *args: object, **options: str) -> None:
        """Print a line for each row of the table of steps: `>` and its heading for the step that
        the evening stands at, `x` for those done; then the figures of that step.
        """
        event = Event.objects.filter(slug=options["evening"]).first()
        if event is None or event.paired:
            raise CommandError("There is no evening at tables of that address.")
        facts = facts_of(event)
        current = step(facts)
        for row, round_ in places(facts):
            number = round_.number if round_ else 0
            if (row["key"], number) == (current.key, current.number):
                line = f"> {current.heading}"
            else:
                line = f"{'x' if is_done(row, facts, round_) else ' '} {row['key']}"
            self.stdout.write(f"{line} ({number})" if round_ else line)
        self.stdout.write(current.figures)
