"""How fast the tables play, for officials: it is reckoned when the page is opened, and nothing on it moves."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.access import OFFICIAL, at_event
from tournament.forms.pace import CloseForm
from tournament.models import Event
from tournament.pace import call_for, round_pace


@at_event(OFFICIAL)
def pace_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The tables of the round being played, the latest first, and when to call the last game."""
    now = timezone.now()
    found = round_pace(event, now)
    if found is None:
        return render(request, "tournament/pace.html", {"found": None})
    form = CloseForm(request.GET if "close" in request.GET else None)
    context: dict[str, Any] = {"found": found, "form": form}
    if found.of and form.is_valid() and form.cleaned_data["close"]:
        context["call"] = call_for(event, found.of, form.cleaned_data["close"], now)
    return render(request, "tournament/pace.html", context, status=422 if form.errors else 200)
