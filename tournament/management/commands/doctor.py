"""Says in words what is wrong with this server, and how to mend it."""

import sys

from django.core.management.base import BaseCommand

from tournament.home.health import everything


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
        """Look at everything, then repeat what is to be done."""
        findings = list(everything())
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            mark = "WRONG" if finding.wrong else "well"
            self.stdout.write(f"{mark:5}  {finding.what:{width}}  {finding.words}")
        todo = [finding.mend for finding in findings if finding.wrong]
        self.stdout.write("" if todo else "All is well.")
        for number, mend in enumerate(todo, start=1):
            self.stdout.write(f"{number}. {mend}")
        if todo:
            sys.exit(1)
