"""The list of somebody's evenings: a page of them at a time, and a search."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from tournament.models import Event, Official, Role

EVENINGS = 20
"""So many are listed at once."""
LONGEST_SEARCH = 60


def evenings_of(request: HttpRequest, *, everything: bool) -> dict[str, Any]:
    """A page of the evenings somebody serves at, or of all; the newest first, of those whose name
    or venue holds what was searched for.
    """
    offices = Official.objects.filter(user=request.user.pk)
    mine = Event.objects.order_by("-date", "name", "pk")
    mine = mine if everything else mine.filter(pk__in=offices.values("event"))
    words = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    match = Q(name__icontains=words) | Q(venue__icontains=words)
    pages = Paginator(mine.filter(match) if words else mine, EVENINGS)
    listed = pages.get_page(request.GET.get("page"))
    roles = dict(offices.filter(event__in=list(listed)).values_list("event", "role"))
    return {
        "events": [_listed(event, roles.get(event.pk, "")) for event in listed],
        "listed": listed,
        "searched": words,
        "several_pages": bool(words) or pages.num_pages > 1,
    }


def _listed(event: Event, role: str) -> tuple[str, Event, str]:
    """The address of an evening, and what somebody is there. The announcer has a page of their own
    and no other; who has no office reads the standings.
    """
    home = {Role.ANNOUNCER.value: "announcer", "": "standings"}.get(role, "evening")
    words = str(Role(role).label) if role else "Administrator"
    return reverse(home, args=[event.slug]), event, words
