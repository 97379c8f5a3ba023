"""Liveries as teams beside the guests: their standing, and how they are counted."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access import OFFICIAL, ORGANISER, at_event
from tournament.board import board
from tournament.forms.teams import TeamsForm
from tournament.models import Event
from tournament.teams import rule_words, team_rows
from tournament.views.cut import may_act
from tournament.views.guests import may
from tournament.views.settings_change import change_settings
from tournament.views.standings import facts


@at_event(OFFICIAL)
def teams(request: HttpRequest, event: Event) -> HttpResponse:
    """The teams as they stand; only the organiser changes how they are counted."""
    data = request.POST if request.method == "POST" and may(request, ORGANISER.roles) else None
    form = TeamsForm(event, data)
    if data is not None and form.is_valid() and (answer := change_settings(request, event, form.cleaned_data, "teams")):
        return answer
    now = board(event)
    context = {
        "form": form,
        "facts": facts(event, now),
        "rows": team_rows(event, now),
        "rule": rule_words(event),
        "on": bool(event.team_figure),
        "may_change": may(request, ORGANISER.roles),
        "desk": may_act(request),
        "wrong": data is not None,
    }
    return render(request, "tournament/teams.html", context)
