"""The one Django app of the project."""

from django.apps import AppConfig
from django.db.models.signals import pre_migrate


class TournamentConfig(AppConfig):
    """Names the app and registers its checks."""

    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the system checks, and have the database copied before its tables change."""
        from tournament import checks  # noqa: F401, PLC0415 -- registering needs a loaded app
        from tournament.backup.beforehand import before_migrate  # noqa: PLC0415

        pre_migrate.connect(before_migrate, sender=self, dispatch_uid="a copy before the tables change")
