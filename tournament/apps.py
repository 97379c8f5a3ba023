"""The one Django app of the project."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Names the app and registers its checks."""

    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the system checks."""
        from tournament import checks  # noqa: F401, PLC0415 -- registering needs a loaded app
