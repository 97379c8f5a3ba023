"""Starting the next evening as a copy of this one, and asking those who came whether they come
again.
"""

from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.words import many
from tournament.event import acts_next
from tournament.event.forms_officials import CopyForm
from tournament.ledger.signing import new_key, signature
from tournament.models import Event
from tournament.refusal import Refused
from tournament.site.access import DESK, ORGANISER, at_event, may
from tournament.site.this_machine import NO_EVENING, may_start_evening

MOST_TICKED = 2000


LONGEST = 12


@at_event(ORGANISER)
def copy_event(request: HttpRequest, event: Event) -> HttpResponse:
    """What comes along and what never does; the new evening opens on its settings."""
    user = cast(User, request.user)
    if not may_start_evening(request):
        messages.error(request, NO_EVENING)
        return redirect("evening", event.slug)
    form = CopyForm(event, user.pk, request.POST or None)
    if request.method == "POST" and form.is_valid():
        answers = form.cleaned_data
        try:
            created = acts_next.copy_event(
                event,
                (answers["name"], answers["date"]),
                user,
                signature(request),
                officials=form.serving,
                guests=bool(answers.get("guests")),
            )
        except (Refused, ValidationError) as refused:
            messages.error(request, " ".join(getattr(refused, "messages", [str(refused)])))
        else:
            messages.success(
                request, f"{created.name} is laid out like {event.name}. Look the settings over."
            )
            return redirect("event_settings", created.slug)
    copies = event.copies.select_related("made")
    context = {"form": form, "key": new_key(), "copies": copies, "wiped": event.names_wiped_at}
    return render(request, "event/copy.html", context)


@at_event(DESK)
def invited(request: HttpRequest, event: Event) -> HttpResponse:
    """Those of the earlier evening: waiting, confirmed, and not coming."""
    rows = event.invited.select_related("guest")
    copied = getattr(event, "copied_from", None)
    context = {
        "waiting": rows.filter(answered_at=None),
        "confirmed": rows.exclude(guest=None),
        "declined": rows.filter(guest=None).exclude(answered_at=None),
        "source": copied.source if copied else None,
        "may_forget": may(request, ORGANISER.roles),
        "key": new_key(),
    }
    return render(request, "event/invited.html", context)


@at_event(DESK)
@require_POST
def answer_invited(request: HttpRequest, event: Event) -> HttpResponse:
    """What those ticked said; or that they are asked again, or the whole list forgotten."""
    chosen = [
        int(name)
        for name in request.POST.getlist("who")[:MOST_TICKED]
        if name.isdigit() and len(name) <= LONGEST
    ]
    answer = request.POST.get("answer", "")
    if request.POST.get("all"):
        chosen = _all_listed(event, again=answer == "again")
    try:
        if answer == "yes":
            count = acts_next.confirm_invited(event, chosen, signature(request))
            messages.success(request, f"{many(count, 'more guest')}.")
        elif answer == "no":
            count = acts_next.decline_invited(event, chosen, signature(request))
            messages.success(request, f"{count} will not come.")
        elif answer == "again":
            count = acts_next.ask_again(event, chosen)
            messages.success(request, f"{count} to be asked again.")
        elif answer == "forget" and may(request, ORGANISER.roles):
            count = acts_next.forget_invited(event)
            messages.success(request, "The list is forgotten.")
        else:
            messages.error(request, "Say what their answer is: press one of the buttons.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("invited", event.slug)


def _all_listed(event: Event, *, again: bool) -> list[int]:
    """Everybody who waits for an answer; or, to ask them again, everybody who will not come."""
    rows = event.invited.filter(guest=None).exclude(answered_at=None)
    rows = rows if again else event.invited.filter(answered_at=None)
    return list(rows.values_list("pk", flat=True))
