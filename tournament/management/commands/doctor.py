"""Says in words what is wrong with this server, and how to mend it."""

import sys

from django.core.management.base import BaseCommand

from tournament.home.health import everything

WIDTH = 20
"""Letters before the words of a finding; a longer name moves them."""


class Command(BaseCommand):
    """`manage.py doctor`: a line for each thing looked at; exit 1 where
    something has to be done.
    """

    help = (
        "Look at database, record, copies, disk, clock, addresses and paper; say what is wrong and"
        " how to fix it."
    )
    # The command looks at these itself, and has to run where they fail.
    requires_system_checks: list[str] = []  # noqa: RUF012 -- Django's own way to say so

    def handle(self, *args: object, **options: object) -> None:
        """Look at one thing after the other, then repeat what is to be done."""
        todo = []
        for finding in everything():
            mark = "WRONG" if finding.wrong else "well"
            self.stdout.write(f"{mark:5}  {finding.what:{WIDTH}}  {finding.words}")
            todo += [finding.mend] if finding.wrong else []
        self.stdout.write("" if todo else "All is well.")
        for number, mend in enumerate(todo, start=1):
            self.stdout.write(f"{number}. {mend}")
        if todo:
            sys.exit(1)
