"""The one page that each umpire takes along: how to log in, enter, save, settle a dispute and put a
slip right. Its sentences stand in its template.
"""

from datetime import datetime

from django.urls import reverse

from tournament.counting.formats import event_format
from tournament.models import Event
from tournament.paper.printed import Printed
from tournament.paper.seating import edition
from tournament.site.codes import base_address, is_local


def umpire_card(event: Event, now: datetime) -> Printed:
    """The page for the umpires of an event: where to log in, nothing while no phone reaches the
    computer; whether matches of two are played; what is entered at a seat.
    """
    base = base_address()
    address = "" if is_local(base) else base + reverse("login")
    return Printed(
        edition=edition(event, now),
        title="For an umpire",
        template="paper/print/umpire_card.html",
        content={
            "address": address,
            "paired": event.paired,
            "entry": event_format(event).entry,
        },
    )
