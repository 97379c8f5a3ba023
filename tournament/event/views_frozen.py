"""A frozen option was set wrongly: head umpire and organiser change it together, and everything is
counted anew.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.approvals.acts import Asked, foresee
from tournament.approvals.pages_by_two import by_two
from tournament.event.acts import changes, frozen_payload
from tournament.event.forms_frozen import FrozenForms
from tournament.event.pages_change import seen_first
from tournament.event.reading import bound_by_the_cut
from tournament.ledger.signing import reason_of
from tournament.models import Event
from tournament.refusal import Refused
from tournament.site.access import DESK, at_event


@at_event(DESK)
def frozen(request: HttpRequest, event: Event) -> HttpResponse:
    """The frozen settings to be typed anew; sent, who moves; sent again from there, the other
    office is asked.
    """
    data = request.POST if request.method == "POST" else None
    parts = FrozenForms(event, bound_by_the_cut(event), data)
    if data is not None and parts.is_valid() and (answer := _frozen_change(request, event, parts)):
        return answer
    return render(request, "event/frozen.html", {"parts": parts, "wrong": data is not None})


def _frozen_change(request: HttpRequest, event: Event, parts: FrozenForms) -> HttpResponse | None:
    """The preview, or the request from it; None where there is nothing to
    change or it is refused.
    """
    fields = parts.declared
    try:
        changed = changes(event, fields)
        proposal = Asked(
            "settings", reason_of(request) or "Seen first", frozen_payload(event, fields)
        )
        if request.POST.get("step") == "save":
            proposal = Asked("settings", reason_of(request), proposal.payload)
            return by_two(
                request, event, proposal, "Changed: everything is counted again.", "event_settings"
            )
        consequence = foresee(event, proposal, timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    return seen_first(request, event, changed, consequence, back="frozen", together=True)
