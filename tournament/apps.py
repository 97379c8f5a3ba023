"""The one Django app of the project."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, pre_migrate


class TournamentConfig(AppConfig):
    """Names the app and registers its checks."""

    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the checks and what takes two officials; have the database copied before its tables
        change, and its changes kept from then on.
        """
        from tournament.leagues import acts as leagues_acts  # noqa: F401, PLC0415 -- each adds its own
        from tournament.server import capture  # noqa: PLC0415
        from tournament.server.backup import before_migrate  # noqa: PLC0415
        from tournament.server.lock_budget import stand_before  # noqa: PLC0415
        from tournament.site import checks  # noqa: F401, PLC0415 -- registering needs a loaded app

        pre_migrate.connect(
            before_migrate, sender=self, dispatch_uid="a copy before the tables change"
        )
        pre_migrate.connect(capture.take_off, sender=self, dispatch_uid="nothing is kept meanwhile")
        post_migrate.connect(capture.put_on, sender=self, dispatch_uid="changes are kept again")
        connection_created.connect(stand_before, dispatch_uid="one budget of locks a request")
        connection_created.connect(capture.functions, dispatch_uid="what the triggers ask")
