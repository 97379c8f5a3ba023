"""Why a guest's total is what it is, for officials: to be read aloud in a minute."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournament.access import RECORD, at_event
from tournament.models import Event, Guest
from tournament.why import why

LARGEST = 2**31 - 1
LONGEST_REF = 80


@at_event(RECORD)
def why_total(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Every game, hand, checker, adjustment and tie-break behind the totals of one guest."""
    found = get_object_or_404(Guest.objects.select_related("livery"), event=event, badge=min(badge, LARGEST))
    found.event = event
    return render(request, "tournament/why.html", {"guest": found, "parts": why(found)})


@at_event(RECORD)
def why_of(request: HttpRequest, event: Event) -> HttpResponse:
    """From a line of the standings, which knows its player by another name than the badge."""
    found = get_object_or_404(Guest, event=event, ref=request.GET.get("ref", "").replace("\0", "")[:LONGEST_REF])
    return redirect("why_total", event.slug, found.badge)
