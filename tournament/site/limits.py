"""How often something may be tried: counted in the database for all server processes together,
never by address.

A hall shares one address, so every limit is of a credential (a code, an account) or of the whole
site. What is asked often takes its tries by the handful: a process writes once and then counts in
its own memory. An empty purse is remembered for some seconds, so that a flood of guesses costs
hardly a write and never stands in line with the sheets that are being saved. Where nothing can be
written, as on a full disk, each process counts for itself.

Whether a request comes from the machine that serves it, and the log-ins that only such a request
may use.

How often a password may be tried: for each name, whether anybody has it or not, and over all of
the site; never by address.

Nobody in the hall can lock an official out by trying: whoever sits at the serving machine has
purses of their own, and so has a browser that is logged in, one from which the account was logged
in to before, and a new one that an official at the desk lets in by its number.
"""

import hashlib
import secrets
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.cache import caches
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse

from tournament.models import Purse, Role
from tournament.site import clock
from tournament.site.sessions import MARK

WINDOW = 60  # seconds
EMPTY_FOR = 5  # seconds
OLD = 24 * 60 * 60  # seconds
TAKE = """
    INSERT INTO tournament_purse (name, until, taken) VALUES (%s, %s, %s)
    ON CONFLICT (name) DO UPDATE SET
        taken = CASE WHEN tournament_purse.until > %s
            THEN tournament_purse.taken ELSE 0 END + excluded.taken,
        until = CASE WHEN tournament_purse.until > %s
            THEN tournament_purse.until ELSE excluded.until END
    RETURNING taken, until
"""
"""One statement, so that two processes never read the same count; understood by SQLite and by
PostgreSQL.
"""


def spend(purse: str, most: int, *, window: int = WINDOW, handful: int = 1) -> bool:
    """Take one of `most` tries in a window of seconds from a purse; False when it is empty."""
    memory, hand, empty = caches["limits"], f"hand-{purse}", f"empty-{purse}"
    if _one_from(hand):
        return True
    if memory.get(empty):
        return False
    now = int(clock.now())
    try:
        used, until = _take(purse, now, window, handful)
    except DatabaseError:
        return _alone(f"alone-{purse}", most, window)
    remaining = min(handful, most - (used - handful))
    if remaining <= 0:
        memory.set(empty, True, min(EMPTY_FOR, max(1, until - now)))
    elif remaining > 1:
        memory.set(hand, remaining - 1, max(1, until - now))
    return remaining > 0


def fill(purse: str) -> None:
    """Fill a purse again: who gave the right password starts anew."""
    Purse.objects.filter(name=purse).delete()
    caches["limits"].delete_many([f"hand-{purse}", f"empty-{purse}", f"alone-{purse}"])


def _take(purse: str, now: int, window: int, handful: int) -> tuple[int, int]:
    """What is taken in all after this handful, and when the window ends; a window that begins
    sweeps out old ones.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(TAKE, [purse, now + window, handful, now, now])
        [(used, until)] = cursor.fetchall()
        if used == handful:
            Purse.objects.filter(until__lt=now - OLD).delete()
    return int(used), int(until)


def _one_from(hand: str) -> bool:
    """One of the tries that this process holds."""
    memory = caches["limits"]
    if (memory.get(hand) or 0) < 1:
        return False
    try:
        return memory.decr(hand) >= 0
    except ValueError:  # it ran out between the two lines
        return False


def _alone(purse: str, most: int, window: int) -> bool:
    """This process by itself, where no database can be written."""
    memory = caches["limits"]
    memory.add(purse, 0, window)
    try:
        return memory.incr(purse) <= most
    except ValueError:  # it ran out between the two lines
        return True


# What a proxy says that nobody has told this server of: such a request counts as coming from
# outside.
FORWARDED = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_FORWARDED",
    "HTTP_X_REAL_IP",
    "HTTP_VIA",
)
OF_PROXIES = "HTTP/1.0"
DEMO_REFUSED = (
    "The log-ins of the demo work only on the computer that runs Last Card, at 127.0.0.1. "
    "Log in with an account of your own, or open the demo there."
)

NO_EVENING = (
    "You cannot start an evening from here. Start it on the computer that runs Last Card, at"
    " 127.0.0.1, or ask whoever runs the server."
)
WHO_STARTS = ("machine", "administrators", "organisers", "accounts")


def from_this_machine(request: HttpRequest) -> bool:
    """Whether the asker sits at the serving machine itself (IPv4 or IPv6 loopback, nothing in
    between).

    Behind a proxy or HTTPS nobody does: a proxy that names nobody would make the whole world “this
    machine”. One that the settings do not know is seen by what it says, by the public name that it
    hands on, or by the old protocol that browsers never speak.
    """
    if (
        settings.BEHIND_PROXY
        or settings.HTTPS
        or any(header in request.META for header in FORWARDED)
        or request.META.get("SERVER_PROTOCOL") == OF_PROXIES
        or not _called_locally(request)
    ):
        return False
    return _loopback(request.META.get("REMOTE_ADDR") or "")


def _called_locally(request: HttpRequest) -> bool:
    """Whether the browser asked for this machine by a name that only the machine itself has."""
    name = urlsplit(f"//{request.META.get('HTTP_HOST') or request.META.get('SERVER_NAME')}")
    try:
        called = name.hostname or ""
    except ValueError:
        return False
    return called in settings.LOCAL_NAMES or _loopback(called)


def _loopback(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def is_demo_account(user: User) -> bool:
    """Whether all offices of an account are at demo evenings: its password is no secret."""
    at_demo = list(user.offices.values_list("event__is_demo", flat=True))
    return bool(at_demo) and all(at_demo)


def may_start_evening(request: HttpRequest) -> bool:
    """Whether the account that asks may start an evening here, as NEW_EVENINGS has it."""
    user = request.user
    if not isinstance(user, User) or is_demo_account(user):
        return False
    purse_name = settings.NEW_EVENINGS
    if purse_name == "accounts" or user.is_superuser:
        return True
    organises = user.offices.filter(role=Role.ORGANISER, event__is_demo=False)
    return (purse_name != "administrators" and from_this_machine(request)) or (
        purse_name == "organisers" and organises.exists()
    )


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
