"""Making codes: those on paper are derived, so that only a digest is kept and a lost card can be printed again."""

import hashlib
import re
import secrets
from base64 import b32encode

from django.utils.crypto import salted_hmac

from scoring.rescue import CHECK_LETTERS
from tournament.models import Code, Event
from tournament.models.phone import CodeKind

LENGTH = 26
"""Characters of a code: 130 bits."""
WELL_FORMED = re.compile(rf"[A-Z2-7]{{{LENGTH}}}", re.ASCII)
SHORT, MARK = 6, 2
_ALIKE = str.maketrans("ILO", "110")


def new_code() -> str:
    """A code that nobody can guess."""
    return _spelt(secrets.token_bytes(20))


def paper_code(code: Code) -> str:
    """The code as it stands on paper, made again from the server's secret; compare its digest before it is printed."""
    whom = code.table if code.kind == CodeKind.TABLE else code.guest_id
    said = f"{code.event.uid} {code.kind} {whom} {code.issue}"
    return _spelt(salted_hmac("tournament.codes", said, algorithm="sha256").digest())


def digest_of(code: str) -> str:
    """What is kept of a code."""
    return hashlib.sha256(code.encode(errors="replace")).hexdigest()


def new_short() -> str:
    """Six characters for the table card; they open nothing."""
    return "".join(secrets.choice(CHECK_LETTERS) for _ in range(SHORT))


def new_mark() -> str:
    """Two characters by which an official knows the phone that asks."""
    return "".join(secrets.choice(CHECK_LETTERS) for _ in range(MARK))


def tidy_short(typed: str) -> str:
    """Typed characters as they are kept: capitals without gaps, I and L as 1, O as 0."""
    return re.sub(r"[\s.-]+", "", typed.upper()).translate(_ALIKE)


def spaced(short: str) -> str:
    """Six characters in two groups, easier to type."""
    return f"{short[:3]} {short[3:]}"


def event_mark(event: Event) -> str:
    """Four characters that tell evenings apart in the check of a rescue code."""
    number = event.uid.int >> 108
    return "".join(CHECK_LETTERS[number >> shift & 31] for shift in (15, 10, 5, 0))


def _spelt(raw: bytes) -> str:
    return b32encode(raw).decode()[:LENGTH]
