"""The line at the foot of every page: which edition, printed when, and how final its figures are."""

from datetime import datetime

from django.utils.dateformat import format as write_date
from django.utils.timezone import localtime

from tournament.paper.values import Edition


def printed(edition: Edition) -> str:
    """`Edition 3 · 11 Feb 2027, 17:42`."""
    return f"Edition {edition.number} · {write_date(localtime(edition.printed_at), 'j M Y, H:i')}"


def foot(edition: Edition, *remarks: str, results: bool = False) -> str:
    """The whole line, with the code of the printing where it has one.

    A page of results says provisional, or when it was sealed, with the head of its digest.
    """
    said = [
        printed(edition),
        f"code {edition.code}" if edition.code else "",
        finality(edition) if results else "",
        *remarks,
    ]
    return " · ".join(part for part in said if part)


def finality(edition: Edition) -> str:
    """`provisional, ledger 7F3A 9C21` until the seal, then `sealed 21:46, 7F3A 9C21`."""
    head = " ".join(edition.digest_head)
    if edition.sealed_at is None:
        return f"provisional, ledger {head}" if head else "provisional"
    return f"sealed {clock(edition.sealed_at)}, {head}" if head else f"sealed {clock(edition.sealed_at)}"


def clock(moment: datetime) -> str:
    """Hours and minutes as the hall's clock shows them."""
    return write_date(localtime(moment), "H:i")
