"""Sessions in the database that last by the steady time: the computer's clock may jump, nobody is logged out by it."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from tournament import steady


class SessionStore(db.SessionStore):
    """Django's own sessions but for the clock they go by."""

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """When the session ends, reckoned from now unless another beginning is given."""
        return super().get_expiry_date(**{"modification": steady.moment(), **kwargs})

    def _get_session_from_db(self) -> Session | None:
        found = Session.objects.filter(session_key=self.session_key, expire_date__gt=steady.moment()).first()
        if found is None:
            self._session_key = None
        return found

    @classmethod
    def clear_expired(cls) -> None:
        """What `manage.py clearsessions` does."""
        cls.get_model_class().objects.filter(expire_date__lt=steady.moment()).delete()
