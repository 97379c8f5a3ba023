"""Whether a request comes from the machine that serves it, and the log-ins that only such a request may use."""

from ipaddress import IPv6Address, ip_address

from django.contrib.auth.models import User
from django.http import HttpRequest

# Behind a proxy every request seems to come from the proxy's machine: such a request counts as coming from outside.
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
DEMO_REFUSED = (
    "The log-ins of the demo work only on the machine that runs Last Card, at 127.0.0.1. "
    "Log in with an account of your own, or open the demo there."
)


def from_this_machine(request: HttpRequest) -> bool:
    """Whether the asker sits at the serving machine itself (IPv4 or IPv6 loopback, nothing in between)."""
    if any(header in request.META for header in FORWARDED):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR") or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def is_demo_account(user: User) -> bool:
    """Whether all offices of an account are at demo evenings: its password is no secret."""
    at_demo = list(user.offices.values_list("event__is_demo", flat=True))
    return bool(at_demo) and all(at_demo)
