"""Who serves at the evening: added with a password shown once, given a new one, removed; their
log-ins, and a browser let in whose owner has to wait because somebody else guessed at their name.
"""

from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.event import acts_officials
from tournament.event.forms_officials import LetInForm, OfficialForm
from tournament.ledger.signing import new_key, once, pressed_before
from tournament.models import Appointment, Event, LogInEntry, Official, Role
from tournament.refusal import Refused
from tournament.site.access import DESK, ORGANISER, ORGANISER_GRAVE, at_event, of_event
from tournament.site.keeping import not_kept
from tournament.site.log_in_limits import let_in

MOST_ENTRIES = 200
PRESSED_AGAIN = (
    "They are on the list already. A password is shown once: if you have not written it down, give"
    " them a new one."
)


@at_event(ORGANISER_GRAVE)
def officials(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, and one more."""
    form = OfficialForm(request.POST or None)
    if request.method == "POST" and pressed_before(request, event):
        return _pressed_again(request, event)
    if request.method == "POST" and form.is_valid():
        name, role = form.cleaned_data["name"], Role(form.cleaned_data["role"])
        try:
            official, phrase = once(
                request,
                event,
                lambda signature: acts_officials.add_official(event, name, role, signature),
            )
        except Refused as refused:
            form.add_error("name", str(refused))
        except IntegrityError:
            if not pressed_before(request, event):
                raise
            return _pressed_again(request, event)
        else:
            return _page(request, event, OfficialForm(), official, phrase)
    return _page(request, event, form)


@at_event(ORGANISER_GRAVE)
@require_POST
def renew_password(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """A new password for someone who lost theirs; shown once."""
    of_event(Official, event, pk)
    try:
        official, phrase = acts_officials.renew_password(event, pk, cast(User, request.user))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("officials", event.slug)
    return _page(request, event, OfficialForm(), official, phrase)


@at_event(ORGANISER_GRAVE)
@require_POST
def remove_official(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Take an office back; what they entered stays."""
    of_event(Official, event, pk)
    try:
        official = acts_officials.remove_official(event, pk)
        messages.success(
            request, f"{official.user.username} is no longer an official of this evening."
        )
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("officials", event.slug)


@at_event(ORGANISER)
@require_POST
def take_back_appointment(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Ask somebody no longer who has not answered."""
    of_event(Appointment, event, pk)
    try:
        acts_officials.take_back_appointment(event, pk)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("officials", event.slug)


@at_event(ORGANISER)
@not_kept("log-ins are no rows of the evening")
def log_ins(request: HttpRequest, event: Event) -> HttpResponse:
    """When and from where this evening's officials logged in, and wrong
    passwords given for them.
    """
    entries = (
        LogInEntry.objects.filter(user__offices__event=event).select_related("user").order_by("-pk")
    )
    return render(request, "event/log_ins.html", {"entries": entries[:MOST_ENTRIES]})


def _pressed_again(request: HttpRequest, event: Event) -> HttpResponse:
    messages.warning(request, PRESSED_AGAIN)
    return redirect("officials", event.slug)


def _page(
    request: HttpRequest,
    event: Event,
    form: OfficialForm,
    newcomer: Official | Appointment | None = None,
    phrase: str = "",
) -> HttpResponse:
    """The page; a password on it is kept by no browser and shown on no second visit."""
    serving = event.officials.select_related("user").order_by("role", "user__username")
    runs = set(
        cast(User, request.user).offices.filter(role=Role.ORGANISER).values_list("event", flat=True)
    )
    context = {
        "form": form,
        "officials": serving,
        "renewable": {
            official.pk for official in serving if acts_officials.may_renew(official.user, runs)
        },
        "asked": event.appointments.select_related("user").order_by("user__username"),
        "told": newcomer,
        "phrase": phrase,
        "key": new_key(),
    }
    response = render(request, "event/officials.html", context)
    response["Cache-Control"] = "no-store"
    return response


@at_event(DESK)
@not_kept("log-ins are no rows of the evening")
def let_browser_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Others have used up the tries at a name: its owner's new browser gets some of its own."""
    form = LetInForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = form.cleaned_data["who"]
        let_in(form.cleaned_data["number"], person)
        messages.success(request, f"{person} can log in there now, within a quarter of an hour.")
        return redirect("let_browser_in", event.slug)
    return render(request, "event/let_in.html", {"form": form})
