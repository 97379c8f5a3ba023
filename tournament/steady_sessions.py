"""Sessions in the database that last by the steady time: the computer's clock may jump, nobody is logged out by it."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from tournament import steady

# Written out, as it is asked at every page of an official: the query builder takes five times as long as the database.
OF_KEY = "SELECT * FROM django_session WHERE session_key = %s"


class SessionStore(db.SessionStore):
    """Django's own sessions but for the clock they go by."""

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """When the session ends, reckoned from now unless another beginning is given."""
        return super().get_expiry_date(**{"modification": steady.moment(), **kwargs})

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(Session.objects.raw(OF_KEY, [self.session_key])), None)
        if found is None or found.expire_date <= steady.moment():
            self._session_key = None
            return None
        return found

    @classmethod
    def clear_expired(cls) -> None:
        """What `manage.py clearsessions` does."""
        cls.get_model_class().objects.filter(expire_date__lt=steady.moment()).delete()
