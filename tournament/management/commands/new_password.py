"""Gives an account whose password was forgotten a new one, at the computer that keeps the file."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from tournament.event.acts_officials import pass_phrase
from tournament.management.accounts import account_named
from tournament.models import LogInEntry

RECORDED = "New password, set on this computer"


class Command(BaseCommand):
    """`manage.py new_password NAME`."""

    help = "Set a new password for an account and say it once; its log-ins show that it was done."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("name", help="the name that the account logs in with")

    def handle(self, *args: object, **options: Any) -> None:
        """Set it, note it among the log-ins of the account, and say it."""
        user = account_named(options["name"])
        phrase = pass_phrase()
        with transaction.atomic():
            user.set_password(phrase)
            user.save(update_fields=["password"])
            LogInEntry.objects.create(
                user=user, at=timezone.now(), right=True, here=True, browser=RECORDED
            )
        self.stdout.write(f"{user.username} logs in with: {phrase}")
        self.stdout.write("Write it down: it is not shown again.")
