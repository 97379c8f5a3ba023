"""Who may open a page of a league: its organisers, and anybody its public page while the league is
public.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournament.models import League, LeagueOrganiser
from tournament.site.access import PUBLIC, Mark, View, marked
from tournament.site.password import asked_again

LEAGUE = Mark("league", roles=frozenset({"organiser"}))
"""An organiser of the league; being an official of one of its evenings is not enough."""
LEAGUE_GRAVE = replace(LEAGUE, name="league, password again", again=True)

LeagueView = Callable[Concatenate[HttpRequest, League, ...], HttpResponse]


def at_league(mark: Mark) -> Callable[[LeagueView], View]:
    """Mark a page of a league: it gets the league, and to others it is not there."""

    def decorate(view: LeagueView) -> View:
        @wraps(view)
        def guarded(
            request: HttpRequest, league: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            if mark is PUBLIC:
                return view(
                    request, get_object_or_404(League, slug=league, public=True), *args, **kwargs
                )
            if not request.user.is_authenticated:
                here = (
                    request.get_full_path()
                    if request.method in ("GET", "HEAD")
                    else reverse("leagues")
                )
                return redirect_to_login(here)
            runs = LeagueOrganiser.objects.select_related("league")
            found = runs.filter(league__slug=league, user=request.user).first()
            if found is None:
                raise Http404("There is no such page for this account.")
            return (mark.again and asked_again(request)) or view(
                request, found.league, *args, **kwargs
            )

        return marked(guarded, mark)

    return decorate
