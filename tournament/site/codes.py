"""Codes and where they lead: those on paper are derived, so that only a digest is kept and a lost
card can be printed again; this server's address; and a link as a picture to scan.

The codes as they are printed: addresses for the squares, six characters beside them, and warnings
about both.

The code that the server's window shows while nobody is registered: with it the first organiser
registers from elsewhere; without it whoever comes first in the hall could make themselves the
organiser. It is made when the server starts, handed on in its environment, and stored nowhere.
"""

import hashlib
import os
import re
import secrets
import zlib
from base64 import b32encode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.crypto import salted_hmac

from scoring.counting.rescue import CHECK_LETTERS
from scoring.words import listed, many
from tournament.models import Code, Event, Official, Role
from tournament.models.phone import CodeKind
from tournament.site.keep import kept_by_arguments

LENGTH = 26
"""Characters of a code: 130 bits."""
WELL_FORMED = re.compile(rf"[A-Z2-7]{{{LENGTH}}}", re.ASCII)
SHORT, MARK = 6, 2
MODULE, UNFILTERED = 8, 0
PNG, BLACK_AND_WHITE = b"\x89PNG\r\n\x1a\n", bytes((1, 0, 0, 0, 0))
LOCAL_NAMES = frozenset({"localhost", ""})
_ALIKE = str.maketrans("ILO", "110")


def new_code() -> str:
    """A code that nobody can guess."""
    return _spelt(secrets.token_bytes(20))


def paper_code(code: Code) -> str:
    """The code as it stands on paper, made again from the server's secret; compare its digest
    before it is printed.
    """
    holder_key = code.table if code.kind == CodeKind.TABLE else code.guest_id
    text = f"{code.event.uid} {code.kind} {holder_key} {code.issue}"
    return _spelt(salted_hmac("tournament.codes", text, algorithm="sha256").digest())


def digest_of(code: str) -> str:
    """What is kept of a code."""
    return hashlib.sha256(code.encode(errors="replace")).hexdigest()


def new_short() -> str:
    """Six characters for the table card; they open nothing."""
    return "".join(secrets.choice(CHECK_LETTERS) for _ in range(SHORT))


def new_mark() -> str:
    """Two characters by which an official knows the phone that asks."""
    return "".join(secrets.choice(CHECK_LETTERS) for _ in range(MARK))


def tidy_short(text: str) -> str:
    """Typed characters as they are kept: capitals without gaps, I and L as 1, O as 0."""
    return re.sub(r"[\s.-]+", "", text.upper()).translate(_ALIKE)


def spaced(short: str) -> str:
    """Six characters in two groups, easier to type."""
    return f"{short[:3]} {short[3:]}"


def event_mark(event: Event) -> str:
    """Four characters that tell evenings apart in the check of a rescue code."""
    number = event.uid.int >> 108
    return "".join(CHECK_LETTERS[number >> shift & 31] for shift in (15, 10, 5, 0))


@kept_by_arguments
def code_image(link: str) -> str:
    """A link as a `data:` image without the quiet zone, which the page leaves white.

    Eight picture points a module: fine enough that no printer or viewer blurs the edges when it
    smooths pictures. Papers with the same codes are asked for again and again.
    """
    matrix = segno.make_qr(link, error="m").matrix
    return f"data:image/png;base64,{b64encode(_png(matrix)).decode()}"


def _png(modules: Sequence[Sequence[int]]) -> bytes:
    """Modules of 8 by 8 points in black and white: a module's row of points is one byte.

    segno writes any scale and colour, point by point, which takes a third of the time of a code.
    """
    size = len(modules) * MODULE
    row = (bytes((UNFILTERED, *(0 if dark else 255 for dark in line))) for line in modules)
    points = b"".join(line * MODULE for line in row)
    head = size.to_bytes(4) * 2 + BLACK_AND_WHITE
    parts = (b"IHDR" + head, b"IDAT" + zlib.compress(points, 9), b"IEND")
    lengths = ((len(part) - 4).to_bytes(4) for part in parts)
    sums = (zlib.crc32(part).to_bytes(4) for part in parts)
    return PNG + b"".join(map(b"".join, zip(lengths, parts, sums, strict=True)))


def base_address() -> str:
    """Where this server is reached, as `make hall` found it."""
    return str(settings.BASE_URL).rstrip("/")


def typed_address() -> str:
    """The short address at which the six characters are typed."""
    return f"{base_address().removeprefix('http://').removeprefix('https://')}/t"


LET_PHONES_IN = "Close Last Card and double-click “Let Phones In”."
"""How a laptop that nobody else can open is opened to the hall."""


def is_local(address: str) -> bool:
    """Whether only this machine reaches the address."""
    host = urlsplit(address).hostname or ""
    if host.lower() in LOCAL_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _spelt(raw: bytes) -> str:
    return b32encode(raw).decode()[:LENGTH]


LETTERS = {CodeKind.TABLE: "T", CodeKind.GUEST: "G"}


@dataclass(frozen=True, slots=True)
class PaperCodes:
    """Addresses by table number and by badge, the six characters by table, and sentences of
    warning.
    """

    tables: Mapping[int, str] = field(default_factory=dict)
    shorts: Mapping[int, str] = field(default_factory=dict)
    guests: Mapping[int, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def paper_codes(event: Event) -> PaperCodes:
    """Every code in force that this server can print. One query.

    Capitals throughout: a QR code holds them more tightly, and scheme and host are read alike in
    any case.
    """
    codes = Code.objects.filter(event=event, kind__in=LETTERS, revoked_at=None).select_related(
        "event", "guest"
    )
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
    sentences, now = [], base_address()
    if is_local(now):
        sentences.append(
            f"Codes lead to {now}, which no phone can reach. {LET_PHONES_IN} Then print."
        )
    older = sorted(printed - {now})
    if older and not is_local(now):
        sentences.append(
            f"The address has changed since cards were printed: from {listed(older)} to"
            f" {now}. Print them again, or let phones open {typed_address()} and type the code,"
            " which holds at every address."
        )
    if foreign:
        sentences.append(
            f"{many(foreign, 'code was', 'codes were')} made by another server and cannot"
            " be printed here. The paper stays good; on the page Phones a new code can be made."
        )
    return sentences


VARIABLE = "REGISTRATION_CODE"
REGISTRATION, GROUP = 12, 4


def somebody_registered() -> bool:
    """Whether an evening of this database has an organiser; those of the demo do not count."""
    return Official.objects.filter(role=Role.ORGANISER, event__is_demo=False).exists()


def make_code() -> str:
    """The code for all processes that are forked after this; one from outside, shared by several
    servers, stays.
    """
    if not tidy_short(os.environ.get(VARIABLE, "")):
        os.environ[VARIABLE] = "".join(secrets.choice(CHECK_LETTERS) for _ in range(REGISTRATION))
    code = os.environ[VARIABLE]
    return "-".join(code[index : index + GROUP] for index in range(0, len(code), GROUP))


def has_code() -> bool:
    """Whether this server has shown a code at all."""
    return bool(tidy_short(os.environ.get(VARIABLE, "")))


def is_code(text: str) -> bool:
    """Whether this is the code; sixty bits take no guessing, so nothing counts the tries."""
    code = tidy_short(os.environ.get(VARIABLE, ""))
    return bool(code) and secrets.compare_digest(tidy_short(text).encode(), code.encode())
