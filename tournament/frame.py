"""What the frame of every page needs: the eight places of the evening, the event and the role."""

from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

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


def frame(request: HttpRequest) -> dict[str, Any]:
    """The places with the active one marked, for a page that an official of an event sees."""
    official = getattr(request, "official", None)
    if official is None:
        return {}
    here = request.path
    places = []
    for label, name in PLACES:
        url = address(name, official.event.slug)
        active = here == url or (name != "evening" and url != "" and here.startswith(url))
        places.append((label, url, active))
    return {"places": places, "event": official.event, "role": official.get_role_display(), "official": official}


def address(name: str, slug: str) -> str:
    """The address of a place, or nothing while it has no page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""
