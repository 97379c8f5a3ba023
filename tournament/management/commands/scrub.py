"""Rewrite the database file, so that freed pages of it hold nothing that was wiped."""

from django.core.management.base import BaseCommand, CommandError

from tournament.event.acts_names import scrub


class Command(BaseCommand):
    """`manage.py scrub`."""

    help = (
        "Rewrite the database file after names were wiped; PostgreSQL does so by itself in time"
        " (VACUUM)."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Scrub, or say that somebody is in the way."""
        if not scrub():
            raise CommandError("The database is in use: stop the server, then try again.")
        self.stdout.write("The file is rewritten.")
