"""What the frame of every page needs: the eight places of the evening, the event and the role."""

from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.text import capfirst

from tournament.models import Role

PLACES = (
    ("Evening", "evening"),
    ("Guests", "guests"),
    ("Seating", "seating"),
    ("Sheets", "sheets"),
    ("Standings", "standings"),
    ("Cut", "cut"),
    ("Play-off", "playoff"),
    ("Paper", "paper"),
)
PAIRED_PLACES = (
    ("Evening", "evening"),
    ("Guests", "guests"),
    ("Pairings", "pairings"),
    ("Public page", "matches"),
    ("Paper", "paper"),
)
"""Where guests are paired there is no seating, no sheet of a table and no cut by totals."""


def frame(request: HttpRequest) -> dict[str, Any]:
    """The places with the active one marked, for a page that an official of an event sees."""
    official = getattr(request, "official", None)
    if official is None:
        return {}
    here = request.path
    places = []
    everywhere = PAIRED_PLACES if official.event.paired else PLACES
    read_only = ("standings", "cut", "matches")
    for label, name in everywhere:
        if official.role == "administrator" and name not in read_only:
            continue
        url = (
            ""
            if name == "paper" and official.role == Role.UMPIRE
            else address(name, official.event.slug)
        )
        active = here == url or (name != "evening" and url != "" and here.startswith(url))
        # Typing from paper belongs to the sheets.
        active = active or (
            name == "sheets" and here.startswith(address("desk", official.event.slug))
        )
        places.append((label, url, active))
    return {
        "places": places,
        "event": official.event,
        "role": capfirst(official.get_role_display()),
        "official": official,
    }


def address(name: str, slug: str) -> str:
    """The address of a place, or nothing while it has no page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""
