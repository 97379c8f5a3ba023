"""Whether a request comes from the machine that serves it, and the log-ins that only such a
request may use.
"""

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournament.models import Role

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
