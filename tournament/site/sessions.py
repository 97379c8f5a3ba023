"""Sessions in the database, by a digest of their key, so that what a copy holds logs nobody in.
They last by the steady time: the computer's clock may jump, nobody is logged out by it.

How long a log-in lasts: organisers and administrators eight hours, one without a request; others
the evening. When the log-in began stands in the session. When the browser was seen last stands in a
signed cookie of its own that belongs to this one session: a write to the database at every page
would stand in line with the sheets being saved, and could not be made at all while the disk is
full.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from tournament.models import Role, row_asked
from tournament.site import clock

# Written out, as they are asked at every page of an official: the query builder takes five times as
# long as the database.
KEY_LENGTH = 40
OF_KEY = "SELECT {held} FROM django_session held WHERE session_key = %s"
OF_ACCOUNT = "SELECT {account} FROM auth_user account WHERE id = %s"


def kept_as(key: str) -> str:
    """The digest by which the row of a session is known, as long as its column is."""
    return hashlib.sha256(key.encode()).hexdigest()[:KEY_LENGTH]


class SessionStore(db.SessionStore):
    """Django's own sessions but for the clock they go by, and for rows that bear a digest of the
    key in place of the key.
    """

    def exists(self, session_key: str) -> bool:
        """Whether this key is taken."""
        return super().exists(kept_as(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row to be saved."""
        row = super().create_model_instance(data)
        row.session_key = kept_as(row.session_key)
        return cast(Session, row)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the row of this key, or of this session."""
        key = session_key or self.session_key
        if key is not None:
            self.model.objects.filter(session_key=kept_as(key)).delete()

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """When the session ends, reckoned from now unless another beginning is given."""
        return super().get_expiry_date(**{"modification": clock.moment(), **kwargs})

    def _get_session_from_db(self) -> Session | None:
        row = row_asked(Session, "held", OF_KEY, [kept_as(self.session_key or "")])
        if row is None or row[0].expire_date <= clock.moment():
            self._session_key = None
            return None
        return row[0]

    @classmethod
    def clear_expired(cls) -> None:
        """What `manage.py clearsessions` does."""
        cls.get_model_class().objects.filter(expire_date__lt=clock.moment()).delete()


class Accounts(ModelBackend):
    """Django's own accounts, but for the question by which a session's account is read."""

    def get_user(self, user_id: int) -> User | None:
        """The account of a session, unless it was closed."""
        row = row_asked(User, "account", OF_ACCOUNT, [user_id])
        return row[0] if row and self.user_can_authenticate(row[0]) else None


SINCE, STRICT, MARK = "logged_in_at", "strict", "log_in"
ABSOLUTE, IDLE = 8 * 60 * 60, 60 * 60  # seconds
AFTER_ALL, AFTER_REST = "after eight hours", "after an hour in which nothing was asked for"
RENEWED = 60  # seconds: a stamp younger than that is not made anew
SALT = "tournament.session_age"

Answer = Callable[[HttpRequest], HttpResponse]


@receiver(user_logged_in)
def _begin(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note when the log-in began, and whether it is one of those that end sooner."""
    request.session[SINCE] = int(clock.now())
    request.session[MARK] = secrets.token_hex(8)
    request.session[STRICT] = user.is_staff or user.offices.filter(role=Role.ORGANISER).exists()


def be_strict(request: HttpRequest) -> None:
    """An account that was made organiser after it logged in."""
    if not request.session.get(STRICT):
        request.session.setdefault(SINCE, int(clock.now()))
        request.session[STRICT] = True


def session_age(answer: Answer) -> Answer:
    """Middleware: whoever logged in too long ago is nobody; a log-in that is used gets a new stamp.

    As lazy as Django's own: a page that asks for no user reads no session.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        stamps: list[int] = []
        request.user = SimpleLazyObject(lambda: _user(request, stamps))  # type: ignore[assignment]
        response = answer(request)
        for now in stamps:
            _stamp(request, response, now)
        return response

    return answered


def _user(request: HttpRequest, stamps: list[int]) -> User | AnonymousUser:
    """The account of this session while it may last; the time goes among the
    stamps that are due.
    """
    user = get_user(request)
    if isinstance(user, AnonymousUser) or not request.session.get(STRICT):
        return user
    now, last_seen = int(clock.now()), _last_seen(request)
    if now - request.session[SINCE] > ABSOLUTE or now - last_seen > IDLE:
        old = now - request.session[SINCE] > ABSOLUTE
        why = AFTER_ALL if old else AFTER_REST
        request.log_in_ended = user.get_username(), why  # type: ignore[attr-defined]
        request.session.flush()
        return AnonymousUser()
    if now - last_seen > RENEWED:
        stamps.append(now)
    return user


def _last_seen(request: HttpRequest) -> int:
    """When this browser was seen last in this session; at its beginning that was the log-in."""
    since = int(request.session[SINCE])
    try:
        stamp = signing.loads(request.COOKIES.get(settings.SEEN_COOKIE_NAME, ""), salt=SALT)
    except signing.BadSignature:
        return since
    return max(since, stamp["at"]) if stamp["of"] == _mark(request) else since


def _stamp(request: HttpRequest, response: HttpResponse, now: int) -> None:
    cookie = signing.dumps({"at": now, "of": _mark(request)}, salt=SALT)
    response.set_cookie(
        settings.SEEN_COOKIE_NAME, cookie, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def _mark(request: HttpRequest) -> str:
    """What ties a stamp to its log-in, whatever key the session has by now."""
    return signing.Signer(salt=f"{SALT}.of").signature(request.session.get(MARK, ""))
