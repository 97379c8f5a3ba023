"""Starting the next evening as a copy of this one, and asking those who came whether they come again."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.access import DESK, ORGANISER, at_event
from tournament.actor import actor_of
from tournament.acts import copies as acts
from tournament.acts.event import EventRefusedError
from tournament.acts.guests import GuestRefusedError
from tournament.forms.event_copy import CopyForm
from tournament.ledger.chain import Signature
from tournament.models import Event
from tournament.views.guests import may
from tournament.views.signing import new_key
from tournament.views.witness import key_of

MOST_TICKED = 2000
LONGEST = 12


@at_event(ORGANISER)
def copy_event(request: HttpRequest, event: Event) -> HttpResponse:
    """What comes along and what never does; the new evening opens on its settings."""
    user = cast(User, request.user)
    form = CopyForm(event, user.pk, request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            made = acts.copy_event(
                event,
                (said["name"], said["date"]),
                user,
                _signed(request),
                officials=form.serving,
                guests=bool(said.get("guests")),
            )
        except (EventRefusedError, ValidationError) as refused:
            messages.error(request, " ".join(getattr(refused, "messages", [str(refused)])))
        else:
            messages.success(request, f"{made.name} is laid out like {event.name}. Look the settings over.")
            return redirect("event_settings", made.slug)
    copies = event.copies.select_related("made")
    context = {"form": form, "key": new_key(), "copies": copies, "wiped": event.names_wiped_at}
    return render(request, "tournament/copy_event.html", context)


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
    return render(request, "tournament/invited.html", context)


@at_event(DESK)
@require_POST
def answer_invited(request: HttpRequest, event: Event) -> HttpResponse:
    """What those ticked said; or that they are asked again, or the whole list forgotten."""
    chosen = [int(one) for one in request.POST.getlist("who")[:MOST_TICKED] if one.isdigit() and len(one) <= LONGEST]
    answer = request.POST.get("answer", "")
    try:
        if answer == "yes":
            count = acts.confirm_invited(event, chosen, _signed(request))
            messages.success(request, f"{count} guest{'' if count == 1 else 's'} more.")
        elif answer == "no":
            count = acts.decline_invited(event, chosen, _signed(request))
            messages.success(request, f"{count} will not come.")
        elif answer == "again":
            count = acts.ask_again(event, chosen)
            messages.success(request, f"{count} to be asked again.")
        elif answer == "forget" and may(request, ORGANISER.roles):
            count = acts.forget_invited(event)
            messages.success(request, "The list is forgotten.")
        else:
            messages.error(request, "Say what their answer is: press one of the buttons.")
    except GuestRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("invited", event.slug)


def _signed(request: HttpRequest) -> Signature:
    return Signature(actor_of(request), timezone.now(), key_of(request))
