"""Who serves at the evening: added with a password shown once, given a new one, removed."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.access import ORGANISER_GRAVE, at_event
from tournament.acts import officials as acts
from tournament.forms.official import OfficialForm
from tournament.models import Event, Official, Role
from tournament.views.their_rows import of_event


@at_event(ORGANISER_GRAVE)
def officials(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, and one more."""
    form = OfficialForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made, phrase = acts.add_official(event, form.cleaned_data["name"], Role(form.cleaned_data["role"]))
        except acts.OfficialRefusedError as refused:
            form.add_error("name", str(refused))
        else:
            return _page(request, event, OfficialForm(), made, phrase)
    return _page(request, event, form)


@at_event(ORGANISER_GRAVE)
@require_POST
def renew_password(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """A new password for someone who lost theirs; shown once."""
    of_event(Official, event, pk)
    try:
        official, phrase = acts.renew_password(event, pk, cast(User, request.user))
    except acts.OfficialRefusedError as refused:
        messages.error(request, str(refused))
        return redirect("officials", event.slug)
    return _page(request, event, OfficialForm(), official, phrase)


@at_event(ORGANISER_GRAVE)
@require_POST
def remove_official(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Take an office back; what they entered stays."""
    of_event(Official, event, pk)
    try:
        gone = acts.remove_official(event, pk)
        messages.success(request, f"{gone.user.username} is no official of this evening any more.")
    except acts.OfficialRefusedError as refused:
        messages.error(request, str(refused))
    return redirect("officials", event.slug)


def _page(
    request: HttpRequest, event: Event, form: OfficialForm, told: Official | None = None, phrase: str = ""
) -> HttpResponse:
    """The page; a password on it is kept by no browser and shown on no second visit."""
    serving = event.officials.select_related("user").order_by("role", "user__username")
    context = {"form": form, "officials": serving, "told": told, "phrase": phrase}
    response = render(request, "tournament/officials.html", context)
    response["Cache-Control"] = "no-store"
    return response
