"""The event's home: where the evening stands, what comes next and what is in the way."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import DESK, OFFICIAL, at_event
from tournament.acts.seating import SeatingRefusedError, close_round, reopen_round
from tournament.forms.entry import new_key
from tournament.forms.evening import ReopenForm
from tournament.frame import address
from tournament.models import Event, Round
from tournament.phase import evening as where_it_stands
from tournament.views.sheet_pages import at_desk, signature


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
    }
    return render(request, "tournament/evening.html", context)


@require_POST
def _close(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    try:
        closed = close_round(event, round, signature(request, request.POST.get("key", "")[:80]))
        messages.success(request, f"{closed} is closed.")
    except Round.DoesNotExist:
        messages.error(request, f"There is no round {round}.")
    except SeatingRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("evening", event.slug)


@at_event(DESK)
def reopen(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """A closed round takes sheets again, for a reason."""
    form = ReopenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            opened = reopen_round(event, round, signature(request), reason=form.cleaned_data["reason"])
            messages.success(request, f"{opened} takes sheets again.")
        except (Round.DoesNotExist, SeatingRefusedError):
            messages.error(request, f"Round {round} is not closed.")
        return redirect("evening", event.slug)
    context = {"form": form, "number": round, "action": reverse("reopen", args=[event.slug, round])}
    return render(request, "tournament/reopen.html", context | {"cancel_url": reverse("evening", args=[event.slug])})


close = at_event(DESK)(_close)
