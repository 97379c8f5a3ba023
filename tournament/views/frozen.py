"""A frozen option was set wrongly: head umpire and organiser change it together, and everything is counted anew."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.access import DESK, at_event
from tournament.acts.event import EventRefusedError, changes
from tournament.acts.pending import Asked, PendingRefusedError, foresee
from tournament.acts.two_officials import frozen_payload
from tournament.forms.frozen import FrozenForms
from tournament.held import bound_by_the_cut
from tournament.models import Event
from tournament.views.settings_change import seen_first
from tournament.views.signing import reason_of
from tournament.views.witness import by_two


@at_event(DESK)
def frozen(request: HttpRequest, event: Event) -> HttpResponse:
    """The frozen settings to be typed anew; sent, who moves; sent again from there, the other office is asked."""
    data = request.POST if request.method == "POST" else None
    parts = FrozenForms(event, bound_by_the_cut(event), data)
    if data is not None and parts.is_valid() and (answer := _sent(request, event, parts)):
        return answer
    return render(request, "tournament/frozen.html", {"parts": parts, "wrong": data is not None})


def _sent(request: HttpRequest, event: Event, parts: FrozenForms) -> HttpResponse | None:
    """The preview, or the request from it; None where there is nothing to change or it is refused."""
    fields = parts.declared
    try:
        changed = changes(event, fields)
        asked = Asked("settings", reason_of(request) or "Seen first", frozen_payload(event, fields))
        if request.POST.get("step") == "save":
            asked = Asked("settings", reason_of(request), asked.payload)
            return by_two(request, event, asked, "Changed: everything is counted anew.", "event_settings")
        found = foresee(event, asked, timezone.now())
    except (EventRefusedError, PendingRefusedError) as refused:
        messages.error(request, str(refused))
        return None
    return seen_first(request, event, changed, found, back="frozen", together=True)
