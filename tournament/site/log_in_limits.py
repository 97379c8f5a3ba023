"""How often a password may be tried: for each name, whether anybody has it or not, and over all
of the site; never by address. Nobody in the hall can lock an official out by trying: whoever
sits at the serving machine has purses of their own, and so has a browser that is logged in, one
from which the account was logged in to before, and a new one that an official at the desk lets
in by its number.
"""

import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.models import Purse
from tournament.site import clock
from tournament.site.limits import fill, spend
from tournament.site.sessions import MARK
from tournament.site.this_machine import from_this_machine

TRIES = 10


LOG_IN_WINDOW = 15 * 60  # seconds


NEW_A_MINUTE = 60
"""Tries of browsers that nobody knows, over all of the site and for all names: each costs much
reckoning.
"""


WAIT_A_LITTLE = "Too many tries: wait a quarter of an hour."


LET_IN = (
    " Or log in at the computer that runs Last Card, or ask a head umpire or organiser to let this"
    " browser in at once: at “Let a browser in” they type its number, {number}."
)


KNOWN_FOR = 90 * 24 * 60 * 60  # seconds


MOST_NAMES = 5


SALT = "tournament.log_in_limits"


DIGITS = 6


def may_try(request: HttpRequest, name: str) -> bool:
    """Whether a password may be tried now; taken from the purse before anything is reckoned.

    Names that somebody has and names that nobody has are answered alike.
    """
    own = _own_purse(request, name)
    if own:
        return spend(own, TRIES, window=LOG_IN_WINDOW)
    return spend(_of_all(name), TRIES, window=LOG_IN_WINDOW) and spend("log-in-new", NEW_A_MINUTE)


def right_password(request: HttpRequest, name: str) -> None:
    """The right password fills the purse again."""
    fill(_own_purse(request, name) or _of_all(name))


def wait_a_little(request: HttpRequest) -> str:
    """What is said after too many tries; to a browser that nobody knows also how it gets in."""
    if getattr(request, "user", None) is not None and request.user.is_authenticated:
        return WAIT_A_LITTLE
    return WAIT_A_LITTLE + LET_IN.format(number=number_of(request))


def let_in(number: str, name: str) -> None:
    """Give the browser of this number tries of its own at one account, for a quarter of an hour."""
    purse = _let_in_purse(number, name)
    until = int(clock.now()) + LOG_IN_WINDOW
    fill(purse)
    Purse.objects.create(name=purse, until=until, taken=0)


def number_of(request: HttpRequest) -> str:
    """The number by which an official knows a browser that asks to be let in."""
    return str(int(_digest(_known_browsers(request)["of"]), 16) % 10**DIGITS).zfill(DIGITS)


def keep_number(request: HttpRequest, answer: HttpResponse) -> None:
    """Let the browser that was refused keep its number."""
    _mark(answer, _known_browsers(request))


def know_again(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Give the browser a signed cookie by which it is known when it logs in to this account the
    next time.
    """
    browsers = _known_browsers(request)
    names = list(dict.fromkeys([_digest(name), *browsers["names"]]))[:MOST_NAMES]
    _mark(answer, {"of": browsers["of"], "names": names})


def _mark(answer: HttpResponse, browsers: dict[str, Any]) -> None:
    answer.set_cookie(
        settings.KNOWN_COOKIE_NAME,
        signing.dumps(browsers, salt=SALT),
        KNOWN_FOR,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _own_purse(request: HttpRequest, name: str) -> str:
    """The purse of whoever others cannot empty it for: at this machine, logged in, known, or let
    in; nothing for a browser that nobody knows.
    """
    if from_this_machine(request):
        return f"log-in-here-{_digest(name)}"
    if (mark := _session_of(request, name)) is not None:
        return f"log-in-{mark}-{_digest(name)}"
    browsers = _known_browsers(request)
    if _digest(name) in browsers["names"]:
        return f"log-in-{browsers['of']}-{_digest(name)}"
    purse = _let_in_purse(number_of(request), name)
    return purse if Purse.objects.filter(name=purse, until__gt=clock.now()).exists() else ""


def _session_of(request: HttpRequest, name: str) -> str | None:
    """The mark of the log-in that asks, where it is of this very account."""
    user = getattr(request, "user", None)
    if not isinstance(user, User) or user.get_username() != name:
        return None
    return _digest(str(request.session.get(MARK, "")))[:16]


def _of_all(name: str) -> str:
    return f"log-in-hall-{_digest(name)}"


def _let_in_purse(number: str, name: str) -> str:
    return f"let-in-{number}-{_digest(name)}"


def _known_browsers(request: HttpRequest) -> dict[str, Any]:
    """The mark of the browser and the accounts it was logged in to; a new mark once a request."""
    if not hasattr(request, "known_browser"):
        request.known_browser = _read_mark(request)  # type: ignore[attr-defined]
    browsers: dict[str, Any] = request.known_browser  # type: ignore[attr-defined]
    return browsers


def _read_mark(request: HttpRequest) -> dict[str, Any]:
    try:
        mark: dict[str, Any] = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=SALT, max_age=KNOWN_FOR
        )
    except signing.BadSignature:
        return {"of": secrets.token_hex(8), "names": []}
    return mark


def _digest(name: str) -> str:
    """A name as a purse is called by it, of bounded length."""
    return hashlib.sha256(name.encode(errors="replace")).hexdigest()[:32]
