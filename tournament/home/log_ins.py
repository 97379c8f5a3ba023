"""Log-ins: each try is noted, right or wrong, and its owner sees which of them still last and
ends them. A log-in that lasts is a session in the database; what its owner recognises it by
stands in it. Names that nobody has are not stored, as people type their password there. Tries
that the limits refuse are not noted either, so guessing cannot fill the disk.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from tournament.ledger.chain import durable
from tournament.models import LogInEntry
from tournament.site import clock
from tournament.site.sessions import MARK, SINCE, kept_as
from tournament.site.this_machine import from_this_machine

MOST_NOTED = 5_000
"""Older entries are forgotten; looked at once in so many new ones:"""


SWEPT_EVERY = 100


BROWSER, HERE = "browser", "here"


BROWSERS = ("Edg", "Firefox", "OPR", "SamsungBrowser", "Chrome", "Safari")


CALLED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet"}


SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")


@dataclass(frozen=True, slots=True)
class LastingLogIn:
    """A log-in that still lasts: its mark, when and where it began, and whether it is the one that
    asks.
    """

    mark: str
    since: datetime
    browser: str
    here: bool
    own: bool
    key: str


@receiver(user_logged_in)
def _note_right(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What the owner recognises the log-in by goes into the session, and into the log."""
    request.session[BROWSER], request.session[HERE] = (
        browser_words(request),
        from_this_machine(request),
    )
    with durable():
        _note(request, user, right=True)


@receiver(user_login_failed)
def _note_wrong(
    sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
) -> None:
    """A wrong password; on a full disk the answer is that it was wrong all the same."""
    if request is not None:
        user = User.objects.filter(username=credentials.get("username", "")).first()
        with suppress(DatabaseError), durable():
            _note(request, user, right=False)


def _note(request: HttpRequest, user: User | None, *, right: bool) -> None:
    filters = {"here": from_this_machine(request), "browser": browser_words(request)}
    log_in_entry = LogInEntry.objects.create(user=user, at=timezone.now(), right=right, **filters)
    if log_in_entry.pk % SWEPT_EVERY == 0:
        LogInEntry.objects.filter(pk__lte=log_in_entry.pk - MOST_NOTED).delete()


def browser_words(request: HttpRequest) -> str:
    """A browser as its owner would call it.

    >>> request = HttpRequest()
    >>> request.META["HTTP_USER_AGENT"] = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101
    Firefox/140.0"
    >>> browser_words(request)
    'Firefox, Windows'
    """
    header = str(request.META.get("HTTP_USER_AGENT", ""))
    program = next((name for name in BROWSERS if re.search(rf"\b{name}\w*/", header)), "")
    system = next((name for name in SYSTEMS if name in header), "")
    return ", ".join(filter(None, (CALLED.get(program, program), system))) or "unknown browser"


def lasting_log_ins(request: HttpRequest, user: User) -> list[LastingLogIn]:
    """The log-ins of an account that still last, the latest first."""
    return sorted(_lasting(request, user), key=lambda log_in: log_in.since, reverse=True)


def end_log_ins(request: HttpRequest, user: User, mark: str = "") -> int:
    """End the log-in of this mark, or without one all but that which asks; how many.

    No reverse: one logs in again.
    """
    log_ins = _lasting(request, user)
    keys = [log_in.key for log_in in log_ins if (log_in.mark == mark if mark else not log_in.own)]
    with durable():
        return Session.objects.filter(session_key__in=keys).delete()[0]


def _lasting(request: HttpRequest, user: User) -> Iterator[LastingLogIn]:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for row in Session.objects.filter(expire_date__gt=clock.moment()):
        session = store.decode(row.session_data)
        if session.get(SESSION_KEY) == str(user.pk):
            since = datetime.fromtimestamp(session.get(SINCE, 0), UTC)
            own = row.session_key == kept_as(request.session.session_key or "")
            mark, browser = str(session.get(MARK, "")), str(session.get(BROWSER, "unknown browser"))
            yield LastingLogIn(mark, since, browser, bool(session.get(HERE)), own, row.session_key)
