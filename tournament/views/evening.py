"""The event's home: where the evening stands, what comes next and what is in the way."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import DESK, GRAVE, OFFICIAL, at_event
from tournament.acts.seating import SeatingRefusedError, close_round, reopen_round
from tournament.forms.entry import new_key
from tournament.forms.evening import ReopenForm
from tournament.frame import address
from tournament.ledger.reading import half_time
from tournament.ledger.restored import restored
from tournament.models import Event
from tournament.phase import evening as where_it_stands
from tournament.troubles import troubles
from tournament.views.sheet_pages import at_desk, signature
from tournament.views.their_rows import round_of


@at_event(OFFICIAL)
def evening(request: HttpRequest, event: Event) -> HttpResponse:
    """The phase line, the next act, what is in the way, and the games of the round."""
    found = where_it_stands(event)
    context = {
        "evening": found,
        "next": found.next,
        "next_url": address(found.next.place, event.slug) if found.next.place else "",
        "steps": [(step, address(step.place, event.slug) if step.place else "") for step in found.steps],
        "at_desk": at_desk(request),
        "key": new_key(),
        "half_time": 0 if event.held else half_time(event),
        "troubles": troubles(),
        "restored": restored(event) if at_desk(request) else None,
    }
    return render(request, "tournament/evening.html", context)


@require_POST
def _close(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    round_of(event, round)
    try:
        closed = close_round(event, round, signature(request, request.POST.get("key", "")[:80]))
        messages.success(request, f"{closed} is closed.")
    except SeatingRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("evening", event.slug)


@at_event(GRAVE)
def reopen(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """A closed round takes sheets again, for a reason."""
    round_of(event, round)
    form = ReopenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            opened = reopen_round(event, round, signature(request), reason=form.cleaned_data["reason"])
            messages.success(request, f"{opened} takes sheets again.")
        except SeatingRefusedError as refused:
            messages.error(request, str(refused))
        return redirect("evening", event.slug)
    context = {"form": form, "number": round, "action": reverse("reopen", args=[event.slug, round])}
    return render(request, "tournament/reopen.html", context | {"cancel_url": reverse("evening", args=[event.slug])})


close = at_event(DESK)(_close)
