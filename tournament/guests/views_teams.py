"""The page where teams are chosen by hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.words import many
from tournament.guests import acts
from tournament.guests.teams import TeamForm, members
from tournament.ledger.signing import new_key, perform
from tournament.models import Event
from tournament.site.access import DESK, at_event


@at_event(DESK)
def guest_teams(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody by group with their team; the ticked are put in a team, or taken out of theirs."""
    form = TeamForm(event, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        team, badges = form.cleaned_data["team"], form.ticked
        number = many(len(badges), "guest is", "guests are")
        if perform(
            request,
            event,
            lambda signature: acts.put_in_team(event, badges, team, signature),
            f"{number} in the team {team}." if team else f"{number} in no team.",
        ):
            return redirect("guest_teams", event.slug)
    teams = members(form.guests, "team", "livery_name")
    context = {
        "form": form,
        "ticked": form.ticked,
        "teams": [team for team in teams if team["name"]],
        "without": sum(len(team["guests"]) for team in teams if not team["name"]),
        "groups": members(form.guests, "livery_name", "team"),
        "key": new_key(),
    }
    return render(request, "guests/teams.html", context)
