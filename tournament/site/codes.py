"""Codes and where they lead: those on paper are derived, so that only a digest is kept and a
lost card can be printed again; this server's address; and a link as a picture to scan.
"""

import hashlib
import re
import secrets
import zlib
from base64 import b32encode, b64encode
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.crypto import salted_hmac

from scoring.counting.rescue import CHECK_LETTERS
from tournament.models import Code, Event
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
