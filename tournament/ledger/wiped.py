"""Entries whose names were wiped: their digests stay in the chain, and the wiping vouches for
what is left. A digest cannot be counted again from words that are gone, so the entry of the
wiping holds the digest of every entry and of every sealed list as it is now: whoever changes one
afterwards is found, and so is whoever changes that entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.models import Event, LedgerEntry

WIPED = "wipe_names"


@dataclass(frozen=True, slots=True)
class Wiped:
    """Digests of what is left: of entries by their number, of sealed lists by their edition."""

    entries: Mapping[int, str]
    seals: Mapping[int, str]


def wiped(event: Event) -> Wiped:
    """What was wiped of an event; of several times the last one counts."""
    entries: dict[int, str] = {}
    seals: dict[int, str] = {}
    for entry in LedgerEntry.objects.filter(event=event, kind=WIPED).order_by("number"):
        digests = {int(number): digest for number, digest in entry.body["entries"].items()}
        # A wiping vouches for what came before it and for no other wiping.
        entries |= {number: digest for number, digest in digests.items() if number < entry.number}
        seals |= {int(edition): digest for edition, digest in entry.body["seals"].items()}
    return Wiped(entries, seals)
