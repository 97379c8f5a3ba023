"""Signing oneself in by the code on the wall: no log-in, and nothing happens before an official accepts it."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.access import PUBLIC, at_event
from tournament.acts.walk_in import WalkInRefusedError
from tournament.acts.walk_in import sign_in as sign_in_act
from tournament.forms.walk_in import SignInForm
from tournament.limits import spend
from tournament.models import Event

A_MINUTE = 60
"""So many sign themselves in within a minute, all together; never counted by address, which a hall shares."""
LATER = "Very many are signing in just now: wait a minute, or tell the organiser your name."


@at_event(PUBLIC)
def sign_in(request: HttpRequest, event: Event, secret: str) -> HttpResponse:
    """The form, and thanks once the name is there."""
    if not event.sign_in_secret or not secrets.compare_digest(secret.encode(), event.sign_in_secret.encode()):
        raise Http404("Nobody signs in here.")
    form = SignInForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, event, form)
    if not spend(f"sign-in-{event.pk}", A_MINUTE):
        return _page(request, event, form, fault=LATER, status=429)
    try:
        sign_in_act(event, form.cleaned_data, timezone.now())
    except WalkInRefusedError as refused:
        return _page(request, event, form, fault=str(refused), status=429)
    return render(request, "tournament/sign_in_done.html", {"event": event, "name": form.cleaned_data["name"]})


def _page(request: HttpRequest, event: Event, form: SignInForm, *, fault: str = "", status: int = 200) -> HttpResponse:
    return render(request, "tournament/sign_in.html", {"event": event, "form": form, "fault": fault}, status=status)
