"""The one page that each umpire takes along: how to log in, enter, save, settle a dispute and put a
slip right. Its sentences stand in its template.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from scoring.formats import EntryKind
from tournament.counting.formats import event_format
from tournament.models import Event
from tournament.paper.labels import foot
from tournament.paper.seating import edition
from tournament.paper.values import Edition
from tournament.site.codes import base_address, is_local


@dataclass(frozen=True)
class UmpireCard:
    """The page: where to log in, "" while no phone reaches the computer; whether matches of two are
    played; what is entered at a seat.
    """

    edition: Edition
    address: str
    paired: bool
    entry: EntryKind
    title: str = "For an umpire"


def umpire_card(event: Event, now: datetime) -> UmpireCard:
    """The page for the umpires of an event."""
    base = base_address()
    address = "" if is_local(base) else base + reverse("login")
    return UmpireCard(edition(event, now), address, event.paired, event_format(event).entry)


def umpire_card_context(paper: UmpireCard) -> dict[str, Any]:
    """The line at the foot."""
    return {"title": paper.title, "foot": foot(paper.edition)}
