"""The codes as they are printed: addresses for the squares, six characters beside them, and warnings about both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

from tournament.codes import digest_of, paper_code, spaced
from tournament.models import Code, CodeKind, Event

LETTERS = {CodeKind.TABLE: "T", CodeKind.GUEST: "G"}
LOCAL_NAMES = frozenset({"localhost", ""})


@dataclass(frozen=True, slots=True)
class PaperCodes:
    """Addresses by table number and by badge, the six characters by table, and sentences of warning."""

    tables: Mapping[int, str] = field(default_factory=dict)
    shorts: Mapping[int, str] = field(default_factory=dict)
    guests: Mapping[int, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def base_address() -> str:
    """Where this server is reached, as `make hall` found it."""
    return str(settings.BASE_URL).rstrip("/")


def typed_address() -> str:
    """The short address at which the six characters are typed."""
    return f"{base_address().removeprefix('http://').removeprefix('https://')}/t"


def is_local(address: str) -> bool:
    """Whether only this machine reaches the address."""
    host = urlsplit(address).hostname or ""
    if host.lower() in LOCAL_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def paper_codes(event: Event) -> PaperCodes:
    """Every code in force that this server can print. One query.

    Capitals throughout: a QR code holds them more tightly, and scheme and host are read alike in any case.
    """
    codes = Code.objects.filter(event=event, kind__in=LETTERS, revoked_at=None).select_related("event", "guest")
    tables, shorts, guests, printed, foreign = {}, {}, {}, set(), 0
    for code in codes:
        spelt = paper_code(code)
        if digest_of(spelt) != code.digest:
            foreign += 1
            continue
        link = f"{base_address()}/".upper() + f"{LETTERS[CodeKind(code.kind)]}/{spelt}"
        printed.add(code.address)
        if code.table is not None:
            tables[code.table], shorts[code.table] = link, spaced(code.short or "")
        elif code.guest is not None:
            guests[code.guest.badge] = link
    return PaperCodes(tables, shorts, guests, tuple(_warnings(printed - {""}, foreign)))


def warnings(event: Event) -> tuple[str, ...]:
    """What is wrong with the address that codes would bear, also while none was made yet."""
    return paper_codes(event).warnings


def _warnings(printed: set[str], foreign: int) -> list[str]:
    said, now = [], base_address()
    if is_local(now):
        said.append(
            f"Codes would lead to {now}, which no phone can reach. Stop the server, start it with “make hall”, "
            "then print."
        )
    others = sorted(printed - {now})
    if others and not is_local(now):
        said.append(
            f"The address has changed since cards were printed: from {' and '.join(others)} to {now}. "
            f"Print them again, or let phones open {typed_address()} and type the code, which holds at every address."
        )
    if foreign:
        said.append(
            f"{foreign} code{'s were' if foreign > 1 else ' was'} made by another server and cannot be printed here. "
            "The paper stays good; on the page Phones a new code can be made."
        )
    return said
