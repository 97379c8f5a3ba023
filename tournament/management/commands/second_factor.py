"""Ends the second factor of an account whose owner lost phone and recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.management.accounts import account_named
from tournament.site.second_factor import turn_off


class Command(BaseCommand):
    """`manage.py second_factor NAME --off`."""

    help = "End the second factor of an account: its log-ins ask for the password alone again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, and that it is meant."""
        parser.add_argument("name", help="the name that the account logs in with")
        parser.add_argument("--off", action="store_true", required=True, help="end it")

    def handle(self, *args: object, **options: Any) -> None:
        """End it, or say that there is none."""
        user = account_named(options["name"])
        if not turn_off(user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"{user.username} logs in with the password alone.")
