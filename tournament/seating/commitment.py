"""What stands of a draw in public: the digest shown before it, and what the last draw was made
from.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.crypto import salted_hmac

from tournament.models import LedgerEntry

SHOWN, DOWN, DRAWN = "digest", "digest_down", "draw"


def secret_of(nonce: str) -> str:
    """The secret behind a digest: this server alone can say it before the draw, and keeps no row of
    it that an official or an archive could read.
    """
    return salted_hmac("a draw in public", nonce, algorithm="sha256").hexdigest()[:32]


def mark_of(nonce: str) -> str:
    """By what a server knows a digest that it showed itself; it tells nothing of the secret."""
    return salted_hmac("shown here", nonce, algorithm="sha256").hexdigest()[:16]


def standing(acts: Iterable[LedgerEntry]) -> LedgerEntry | None:
    """The digest that was shown and neither taken down nor drawn with yet."""
    last = None
    for entry in acts:
        if entry.kind in (SHOWN, DOWN, DRAWN):
            last = entry if entry.kind == SHOWN else None
    return last


def last_in_public(acts: Iterable[LedgerEntry]) -> dict[str, Any] | None:
    """What the last draw was made from, if it was one in public."""
    drawn = [entry for entry in acts if entry.kind == DRAWN]
    found: dict[str, Any] | None = drawn[-1].body.get("public") if drawn else None
    return found
