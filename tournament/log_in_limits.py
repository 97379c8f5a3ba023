"""How often a password may be tried: for each account, and wrong ones over all of the site; never by address.

Nobody in the hall can lock the organiser out by trying: whoever sits at the serving machine has purses of their own, a
browser from which the account was logged in to before has one of its own too, and a browser that is logged in notices
nothing at all.
"""

import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.limits import fill, spend
from tournament.own_machine import from_this_machine

TRIES = 10
WINDOW = 15 * 60  # seconds
UNKNOWN_A_MINUTE = 60
"""Names that nobody has, over all of the site: each of them costs as much reckoning as a real one."""
WAIT_A_LITTLE = "Too many tries: wait a quarter of an hour, or log in at the computer that runs Last Card."
KNOWN_FOR = 90 * 24 * 60 * 60  # seconds
MOST_NAMES = 5
SALT = "tournament.log_in_limits"


def may_try(request: HttpRequest, name: str) -> bool:
    """Whether a password may be tried now; taken from the purse before anything is reckoned."""
    if not User.objects.filter(username=name).exists():
        return spend(f"log-in-{_where(request)}-unknown", UNKNOWN_A_MINUTE)
    return spend(_purse(request, name), TRIES, window=WINDOW)


def right_password(request: HttpRequest, name: str) -> None:
    """The right password fills the purse again."""
    fill(_purse(request, name))


def know_again(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Give the browser a signed cookie by which it is known when it logs in to this account the next time."""
    known = _known(request)
    names = list(dict.fromkeys([_digest(name), *known["names"]]))[:MOST_NAMES]
    said = signing.dumps({"of": known["of"], "names": names}, salt=SALT)
    answer.set_cookie(settings.KNOWN_COOKIE_NAME, said, KNOWN_FOR, secure=settings.HTTPS, httponly=True, samesite="Lax")


def _purse(request: HttpRequest, name: str) -> str:
    """The purse of an account: of this browser if it is known there, else of this machine or of the hall."""
    known = _known(request)
    whose = known["of"] if _digest(name) in known["names"] else _where(request)
    return f"log-in-{whose}-{_digest(name)}"


def _where(request: HttpRequest) -> str:
    return "here" if from_this_machine(request) else "hall"


def _known(request: HttpRequest) -> dict[str, Any]:
    """The mark of the browser and the accounts it was logged in to."""
    try:
        said: dict[str, Any] = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=SALT, max_age=KNOWN_FOR
        )
    except signing.BadSignature:
        return {"of": secrets.token_hex(8), "names": []}
    return said


def _digest(name: str) -> str:
    """A name as a purse is called by it, of bounded length."""
    return hashlib.sha256(name.encode(errors="replace")).hexdigest()[:32]
